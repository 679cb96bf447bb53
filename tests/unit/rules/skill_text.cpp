#include "unit/rules/skill_text.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "parse/load.h"
#include "rules/rule.h"

namespace skillstow::test {

void TextTree::add_file(std::string path, std::string bytes, bool executable) {
  Node node;
  node.entry.path = std::move(path);
  node.entry.executable = executable;
  node.entry.size = bytes.size();
  node.bytes = std::move(bytes);
  nodes_.push_back(std::move(node));
}

void TextTree::add_link(std::string path, std::string target) {
  Node node;
  node.entry.path = std::move(path);
  node.entry.kind = EntryKind::link;
  node.entry.link_target = std::move(target);
  nodes_.push_back(std::move(node));
}

void TextTree::edit(std::string_view path, const Fix& fix) {
  std::vector<Edit> edits = fix.edits;
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.span.offset > b.span.offset; });
  for (Node& node : nodes_) {
    for (const Edit& edit : edits)
      if (node.entry.path == (edit.file.empty() ? path : edit.file))
        node.bytes.replace(edit.span.offset, edit.span.length, edit.text);
    node.entry.size = node.bytes.size();
    for (const std::string& executable : fix.executable)
      if (node.entry.path == executable) node.entry.executable = true;
  }
  for (const Rename& rename : fix.renames)
    for (Node& node : nodes_)
      if (node.entry.path == rename.from) node.entry.path = rename.to;
}

Result<std::vector<TreeEntry>> TextTree::children(std::string_view folder) const {
  std::vector<TreeEntry> found;
  const std::string prefix = folder.empty() ? std::string() : std::string(folder) + "/";
  for (const Node& node : nodes_) {
    if (!node.entry.path.starts_with(prefix)) continue;
    const std::size_t slash = node.entry.path.find('/', prefix.size());
    TreeEntry entry = node.entry;
    if (slash != std::string::npos) {
      entry = {};
      entry.path = node.entry.path.substr(0, slash);
      entry.kind = EntryKind::folder;
    }
    const auto same = [&](const TreeEntry& other) { return other.path == entry.path; };
    if (std::none_of(found.begin(), found.end(), same)) found.push_back(std::move(entry));
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return found;
}

Result<std::string> TextTree::read(std::string_view path, std::uint64_t /*max_bytes*/) const {
  for (const Node& node : nodes_)
    if (node.entry.path == path && node.entry.kind == EntryKind::file) return node.bytes;
  return failure(ErrorKind::not_found, std::string(path), "there is no such file");
}

Result<std::string> TextTree::read_start(std::string_view path, std::uint64_t bytes) const {
  Result<std::string> whole = read(path, bytes);
  if (whole && whole->size() > bytes) whole->resize(bytes);
  return whole;
}

Result<std::string> TextTree::read_through(std::string_view link, std::uint64_t max_bytes) const {
  for (const Node& node : nodes_)
    if (node.entry.path == link && node.entry.kind == EntryKind::link)
      return read(normal_path(join_path(parent_path(link), node.entry.link_target)), max_bytes);
  return failure(ErrorKind::not_found, std::string(link), "there is no such link");
}

bool TextTree::is_folder_behind(std::string_view /*path*/) const { return false; }

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

struct Reader {
  TextTree tree;
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
      tree.add_link(path, note.substr(8));
    } else {
      if (note.starts_with("folder ")) folder = note.substr(7);
      if (note == "crlf") bytes = replace_all(bytes, "\n", "\r\n");
      if (note.ends_with(" bytes")) bytes = "\x89PNG" + std::string(number_in(note), '\0');
      if (note.starts_with("last line ")) repeat_last_line(number_in(note));
      if (equals_ignoring_case(path, "SKILL.md")) manifest = path;
      tree.add_file(path, std::move(bytes), note == "executable");
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
};

}  // namespace

Skill skill_with(std::string_view text, std::string_view path, const Fix& fix) {
  Reader reader;
  reader.read(text);
  reader.tree.edit(path, fix);
  for (const Rename& rename : fix.renames)
    if (rename.from == reader.manifest) reader.manifest = rename.to;
  return load_skill(reader.tree, "", reader.manifest, reader.folder, reader.folder);
}

Skill skill_of(std::string_view text) {
  Reader reader;
  reader.read(text);
  return load_skill(reader.tree, "", reader.manifest, reader.folder, reader.folder);
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
