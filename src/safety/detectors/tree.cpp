#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "model/junk.h"
#include "safety/detectors/detectors.h"
#include "safety/scan_state.h"

// What the folder holds beside text: links that lead out of it, and programs that nobody can read.
namespace skillstow {
namespace {

// Compiled programs by extension. Their magic bytes are judged where the bytes are at hand.
constexpr std::string_view k_programs[] = {".exe", ".dll", ".so",    ".dylib", ".scr",  ".msi",
                                           ".com", ".jar", ".class", ".o",     ".node", ".wasm"};

constexpr std::string_view k_archives[] = {".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".xz", ".bz2", ".whl"};

bool unpacks(std::string_view manifest, std::string_view name) {
  const std::string lower = to_lower(manifest);
  if (manifest.find(name) == std::string_view::npos) return false;
  for (const std::string_view word : {"unzip", "extract", "unpack", "tar x", "tar -x"}) {
    if (lower.find(word) != std::string::npos) return true;
  }
  return false;
}

// Whether SKILL.md tells to run the file: "run ./bin/tool", "python scripts/a.pyc".
bool told_to_run(std::string_view manifest, std::string_view path) {
  for (const std::string_view name : {path, base_name(path)}) {
    if (name.size() < 3) continue;
    for (std::size_t at = 0; (at = manifest.find(name, at)) != std::string_view::npos; at += name.size()) {
      const std::size_t line = manifest.rfind('\n', at);
      const std::size_t from = std::max(line == std::string_view::npos ? 0 : line + 1, at > 60 ? at - 60 : 0);
      const std::string before = to_lower(manifest.substr(from, at - from));
      for (const std::string_view word :
           {"run ", "execute ", "launch ", "start ", "python ", "python3 ", "sh ", "bash ", "./", "chmod +x "}) {
        if (before.find(word) != std::string::npos) return true;
      }
    }
  }
  return false;
}

// sh assets/logo.png
bool runs_as_script(std::string_view manifest, std::string_view path) {
  for (const std::string_view shell : {"sh ", "bash ", "python ", "python3 ", "node ", "source "}) {
    if (manifest.find(std::string(shell) + std::string(path)) != std::string_view::npos) return true;
  }
  return false;
}

bool leads_out(std::string_view file, std::string_view target) {
  if (target.starts_with("/") || target.starts_with("~") || (target.size() > 1 && target[1] == ':')) return true;
  const std::string way = normal_path(join_path(parent_path(file), target));
  return way == ".." || way.starts_with("../");
}

bool has_source(const Skill& skill, std::string_view bytecode) {
  // scripts/__pycache__/tool.cpython-311.pyc stands for scripts/tool.py.
  std::string_view folder = parent_path(bytecode);
  std::string_view stem = base_name(bytecode);
  stem = stem.substr(0, stem.find('.'));
  if (base_name(folder) == "__pycache__") folder = parent_path(folder);
  const std::string source = join_path(folder, format("{}.py", stem));
  return std::any_of(skill.files.begin(), skill.files.end(),
                     [&](const SkillFile& file) { return file.entry.path == source; });
}

}  // namespace

namespace {

// Files whose ending says that a machine or an agent reads them as text.
constexpr std::string_view k_texts[] = {
    ".sh",  ".bash", ".zsh", ".ksh", ".fish", ".command", ".py",   ".pyw", ".js",   ".mjs",  ".cjs",
    ".ts",  ".tsx",  ".jsx", ".ps1", ".psm1", ".bat",     ".cmd",  ".vbs", ".rb",   ".pl",   ".php",
    ".lua", ".md",   ".mdx", ".mdc", ".txt",  ".json",    ".yaml", ".yml", ".toml", ".html", ".htm",
    ".svg", ".xml",  ".css", ".ini", ".cfg",  ".env",     ".r",    ".go",  ".rs",   ".java", ".applescript"};

void not_looked_into(Scan& scan, std::string_view path, std::string message, std::string_view help) {
  scan.findings.about(
      std::string(path),
      {.rule = "opaque-code", .risk = Risk::high, .message = std::move(message), .help = std::string(help)});
}

// What could not be read at all.
void find_unread(Scan& scan) {
  const Skill& skill = scan.skill;
  if (!skill.files_complete) {
    not_looked_into(scan, "",
                    "has more files or deeper folders than are read of one skill, so some were not looked into",
                    "leave out what the skill does not need");
  }
  for (const Error& error : skill.file_errors) {
    not_looked_into(scan, error.path, format("cannot be read ({}), so it was not looked into", error.message),
                    "make it readable, or remove it");
  }
  for (const SkillFile& file : skill.files) {
    if (file.kind == ContentKind::unread) {
      not_looked_into(scan, file.entry.path, format("was not read ({}), so it was not looked into", file.reason),
                      "split it or take it out of the skill, so that it can be looked into");
    } else if (file.kind == ContentKind::submodule) {
      not_looked_into(scan, file.entry.path, "is a submodule, whose files stand elsewhere and were not looked into",
                      "put the files themselves into the skill");
    } else if (file.kind == ContentKind::other) {
      not_looked_into(scan, file.entry.path, "is no file, folder or link, so it cannot be looked into", "remove it");
    }
  }
}

}  // namespace

void find_in_tree(Scan& scan) {
  find_unread(scan);
  for (const SkillFile& file : scan.skill.files) {
    const std::string_view path = file.entry.path;
    if (file.entry.kind == EntryKind::link) {
      if (leads_out(path, file.entry.link_target)) {
        scan.findings.about(std::string(path),
                            {.rule = "file-escape",
                             .risk = Risk::high,
                             .message = format("leads out of the skill, to \"{}\"", excerpt_of(file.entry.link_target)),
                             .help = "put the file itself into the skill"});
      }
      continue;
    }
    if (file.kind != ContentKind::binary || file.entry.kind != EntryKind::file) continue;
    const std::string end = to_lower(extension(path));
    // What macOS puts beside each file bears its name, and is no text and never installed.
    if (junk_at(path).kind == JunkKind::system) continue;
    if (file.runs_when_opened) {
      scan.findings.about(std::string(path),
                          {.rule = "opaque-code",
                           .risk = Risk::medium,
                           .message = "is a PDF that runs a script or a program as soon as it is opened",
                           .help = "save it without actions"});
    }
    if (std::find(std::begin(k_texts), std::end(k_texts), end) != std::end(k_texts)) {
      not_looked_into(scan, path, format("is no text, though it ends in \"{}\", so it was not looked into", end),
                      "save it as text in UTF-8, without NUL bytes");
    } else if (end == ".pyc" || end == ".pyo") {
      const bool known = has_source(scan.skill, path);
      scan.findings.about(
          std::string(path),
          {.rule = "opaque-code",
           .risk = known                                         ? Risk::low
                   : told_to_run(scan.skill.manifest.text, path) ? Risk::high
                                                                 : Risk::medium,
           .message = known ? std::string("is bytecode of Python, which nobody can read; its source stands beside it")
                            : std::string("is bytecode of Python without its source, so nobody can read what it does"),
           .help = "remove it; Python makes it again from the source"});
    } else if (std::find(std::begin(k_programs), std::end(k_programs), end) != std::end(k_programs)) {
      scan.findings.about(std::string(path),
                          {.rule = "opaque-code",
                           .risk = told_to_run(scan.skill.manifest.text, path) ? Risk::high : Risk::medium,
                           .message = "is a compiled program, so nobody can read what it does",
                           .help = "ship its source, or say where it comes from and how to compare it"});
    } else if ((end.empty() || end == ".bin") && !base_name(path).starts_with(".")) {
      // Pictures, fonts and documents have an ending; what has none, or ".bin", is a program or wants to be none.
      scan.findings.about(
          std::string(path),
          {.rule = "opaque-code",
           .risk = told_to_run(scan.skill.manifest.text, path) ? Risk::high : Risk::medium,
           .message = "is a file without readable text and without a kind, so nobody can read what it does",
           .help = "ship its source, or say where it comes from and how to compare it"});
    } else if (runs_as_script(scan.skill.manifest.text, path)) {
      scan.findings.about(std::string(path), {.rule = "opaque-code",
                                              .risk = Risk::high,
                                              .message = "is run as a script, and is none that anybody can read",
                                              .help = "put the commands into a script of their own"});
    } else if (!file.source.text.empty()) {
      continue;  // its members were scanned
    } else if (std::find(std::begin(k_archives), std::end(k_archives), end) != std::end(k_archives)) {
      const bool unpacked = unpacks(scan.skill.manifest.text, base_name(path));
      scan.findings.about(
          std::string(path),
          {.rule = "opaque-code",
           .risk = unpacked ? Risk::medium : Risk::low,
           .message = unpacked ? std::string("is an archive that the skill unpacks; what is in it was not looked at")
                               : std::string("is an archive; what is in it was not looked at"),
           .help = "put the files themselves into the skill"});
    }
  }
}

}  // namespace skillstow
