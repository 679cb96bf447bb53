#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/path.h"
#include "model/skill.h"
#include "parse/load.h"
#include "tree/memory_tree.h"

// Skills for tests, from one text, without a disk.
namespace skillstow::test {

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
