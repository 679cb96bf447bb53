#include "unit/rules/skill_text.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "parse/load.h"
#include "rules/rule.h"
#include "tree/memory_tree.h"

namespace skillstow::test {

namespace {

// "=== scripts/run.sh (executable) ===" -> its two parts; an empty path if the line is no header.
struct Header {
  std::string_view path;
  std::string_view note;
};

Header read_header(std::string_view line) {
  if (!line.starts_with("=== ") || !line.ends_with(" ===") || line.size() < 9) return {};
  line = line.substr(4, line.size() - 8);
  const std::size_t open = line.ends_with(')') ? line.rfind(" (") : std::string_view::npos;
  if (open == std::string_view::npos) return {line, {}};
  return {line.substr(0, open), line.substr(open + 2, line.size() - open - 3)};
}

std::size_t number_in(std::string_view text) {
  std::size_t number = 0;
  for (const char c : text)
    if (is_digit(c)) number = number * 10 + static_cast<std::size_t>(c - '0');
  return number;
}

struct File {
  std::string path;
  std::string bytes;
  bool executable = false;
  std::string target = {};  // of a link
};

struct Reader {
  std::vector<File> files;
  std::string folder = "example";
  std::string manifest = "SKILL.md";
  std::string path = "SKILL.md";
  std::string note;
  std::string bytes;
  bool any = false;

  void repeat_last_line(std::size_t times) {
    const std::string line = bytes.substr(bytes.rfind('\n', bytes.size() - 2) + 1);
    for (std::size_t i = 1; i < times; ++i) bytes += line;
  }

  void finish() {
    if (!any) return;
    if (note.starts_with("link to ")) {
      files.push_back({path, {}, false, note.substr(8)});
    } else {
      if (note.starts_with("folder ")) folder = note.substr(7);
      if (note == "crlf") bytes = replace_all(bytes, "\n", "\r\n");
      if (note.ends_with(" times") && note.starts_with("written ")) {
        for (std::size_t i = number_in(note); i > 1; --i) files.push_back({std::to_string(i) + "-" + path, bytes});
      }
      if (note.ends_with(" bytes")) bytes = "\x89PNG" + std::string(number_in(note), '\0');
      if (note.starts_with("last line ")) repeat_last_line(number_in(note));
      if (equals_ignoring_case(path, "SKILL.md")) manifest = path;
      files.push_back({path, std::move(bytes), note == "executable", {}});
    }
    bytes.clear();
  }

  void read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(end);
      const Header header = read_header(line.substr(0, line.ends_with('\n') ? line.size() - 1 : line.size()));
      if (header.path.empty()) {
        bytes += line;
        any = true;
        continue;
      }
      finish();
      path = header.path;
      note = header.note;
      any = true;
    }
    finish();
  }

  void edit(std::string_view found_in, const Fix& fix) {
    std::vector<Edit> edits = fix.edits;
    std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.span.offset > b.span.offset; });
    for (File& file : files) {
      for (const Edit& edit : edits)
        if (file.path == (edit.file.empty() ? found_in : edit.file))
          file.bytes.replace(edit.span.offset, edit.span.length, edit.text);
      for (const std::string& one : fix.executable)
        if (file.path == one) file.executable = true;
    }
    for (const Rename& rename : fix.renames) {
      for (File& file : files)
        if (file.path == rename.from) file.path = rename.to;
      if (rename.from == manifest) manifest = rename.to;
    }
  }

  std::shared_ptr<const MemoryTree> tree() const {
    auto tree = std::make_shared<MemoryTree>();
    for (const File& file : files) {
      if (file.target.empty()) {
        tree->add_file(file.path, file.bytes, file.executable);
      } else {
        tree->add_link(file.path, file.target);
      }
    }
    return tree;
  }

  Skill skill() const { return load_skill(*tree(), "", manifest, folder, folder); }
};

}  // namespace

Skill skill_with(std::string_view text, std::string_view path, const Fix& fix) {
  Reader reader;
  reader.read(text);
  reader.edit(path, fix);
  return reader.skill();
}

std::shared_ptr<const MemoryTree> tree_of(std::string_view text) {
  Reader reader;
  reader.read(text);
  return reader.tree();
}

Skill skill_of(std::string_view text) {
  Reader reader;
  reader.read(text);
  return reader.skill();
}

std::vector<Diagnostic> findings_of(std::string_view text) { return run_rules(skill_of(text)); }

std::vector<Diagnostic> findings_of(std::string_view text, std::string_view rule) {
  std::vector<Diagnostic> found = findings_of(text);
  std::erase_if(found, [&](const Diagnostic& diagnostic) { return diagnostic.rule != rule; });
  return found;
}

std::string shown(const Diagnostic& diagnostic) {
  const Location& at = diagnostic.location;
  std::string text =
      skillstow::format("{}:{}:{}-{}:{} {} {}", at.file.empty() ? "." : at.file, at.begin.line, at.begin.column,
                        at.end.line, at.end.column, name_of(diagnostic.severity), diagnostic.rule);
  text += "\n    " + diagnostic.message + "\n    help: " + diagnostic.help + "\n";
  for (const Fix& fix : diagnostic.fixes)
    text += skillstow::format("    {}: {}\n", fix.safe ? "fix" : "unsafe fix", fix.title);
  return text;
}

}  // namespace skillstow::test
