#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/path.h"
#include "model/skill.h"
#include "model/tree.h"
#include "parse/load.h"

// Skills for tests, from one text, without a disk.
namespace skillstow::test {

// A tree that lies in memory. Folders are those that files and links stand in.
class MemoryTree final : public Tree {
 public:
  void add_file(std::string path, std::string bytes) {
    nodes_.push_back({{std::move(path), EntryKind::file, false, bytes.size(), ""}, bytes});
  }
  void add_link(std::string path, std::string target) {
    nodes_.push_back({{std::move(path), EntryKind::link, false, 0, std::move(target)}, ""});
  }

  Result<std::vector<TreeEntry>> children(std::string_view folder) const override {
    std::vector<TreeEntry> found;
    const std::string start = folder.empty() ? "" : std::string(folder) + "/";
    for (const Node& node : nodes_) {
      if (!node.entry.path.starts_with(start)) continue;
      TreeEntry entry = node.entry;
      if (const std::size_t slash = entry.path.find('/', start.size()); slash != std::string::npos) {
        entry = {entry.path.substr(0, slash), EntryKind::folder, false, 0, ""};
      }
      const auto same = [&](const TreeEntry& other) { return other.path == entry.path; };
      if (std::none_of(found.begin(), found.end(), same)) found.push_back(std::move(entry));
    }
    std::sort(found.begin(), found.end(), [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; });
    return found;
  }

  Result<std::string> read(std::string_view path, std::uint64_t /*max_bytes*/) const override {
    for (const Node& node : nodes_) {
      if (node.entry.path == path && node.entry.kind == EntryKind::file) return node.bytes;
    }
    return failure(ErrorKind::not_found, std::string(path), "there is no such file");
  }

  Result<std::string> read_start(std::string_view path, std::uint64_t bytes) const override {
    Result<std::string> whole = read(path, bytes);
    if (whole && whole->size() > bytes) whole->resize(bytes);
    return whole;
  }

  Result<std::string> read_through(std::string_view link, std::uint64_t /*max_bytes*/) const override {
    return failure(ErrorKind::not_found, std::string(link), "links lead nowhere here");
  }

  bool is_folder_behind(std::string_view /*path*/) const override { return false; }

 private:
  struct Node {
    TreeEntry entry;
    std::string bytes;
  };
  std::vector<Node> nodes_;
};

// The skill in a folder called "example". The text starts with SKILL.md; a line "=== PATH ===" begins another file, a
// line "=== PATH (link to TARGET) ===" is a symbolic link, "=== PATH (4000 bytes) ===" a binary file of that size.
inline Skill skill_of(std::string_view text) {
  MemoryTree tree;
  std::string path = "SKILL.md";
  std::string link;
  std::string bytes;
  const auto finish = [&] {
    if (link.empty())
      tree.add_file(path, bytes);
    else
      tree.add_link(path, link);
    bytes.clear();
    link.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    if (!line.starts_with("=== ") || !line.ends_with(" ===\n")) {
      bytes += line;
      continue;
    }
    finish();
    path = line.substr(4, line.size() - 9);
    constexpr std::string_view k_link = " (link to ";
    if (const std::size_t mark = path.find(k_link); mark != std::string::npos) {
      link = path.substr(mark + k_link.size(), path.size() - mark - k_link.size() - 1);
      path.resize(mark);
    } else if (const std::size_t size = path.find(" ("); size != std::string::npos && path.ends_with(" bytes)")) {
      bytes.assign(std::stoul(path.substr(size + 2)), '\0');
      path.resize(size);
    }
  }
  finish();
  return load_skill(tree, "", "SKILL.md", "skills/example", "example");
}

}  // namespace skillstow::test
