#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "safety/scan.h"
#include "support/catch.h"
#include "support/skill_of.h"

// What the safety scan says of small texts, as words that a table can hold.
namespace skillstow::test {

inline constexpr std::string_view k_head = "---\nname: example\ndescription: Formats tide tables.\n---\n\n";

inline std::vector<Diagnostic> findings_of(const Skill& skill) {
  std::vector<Diagnostic> found;
  scan_skill(skill, found);
  return found;
}

// "remote-code critical", one a finding, in the order found; with `place` "remote-code critical SKILL.md:7:1".
inline std::string said(const Skill& skill, bool place = false) {
  std::string all;
  for (const Diagnostic& one : findings_of(skill)) {
    if (!all.empty()) all += ", ";
    all += std::string(one.rule) + " " + std::string(name_of(one.risk));
    if (place) {
      all += " " + one.location.file + ":" + std::to_string(one.location.begin.line) + ":" +
             std::to_string(one.location.begin.column);
    }
  }
  return all;
}

inline std::string verdict(const Skill& skill) { return std::string(safety_verdict(findings_of(skill))); }

inline Skill with_file(std::string_view path, std::string_view text, std::string_view body = "Read the tables.\n") {
  MemoryTree tree;
  tree.add_file("SKILL.md", std::string(k_head) + std::string(body));
  tree.add_file(std::string(path), std::string(text));
  return load_skill(tree, "", "SKILL.md", "skills/example", "example");
}

inline Skill with_body(std::string_view body) { return skill_of(std::string(k_head) + std::string(body)); }

inline std::string in_script(std::string_view text) { return said(with_file("scripts/run.sh", text)); }
inline std::string in_python(std::string_view text) { return said(with_file("scripts/run.py", text)); }
inline std::string in_javascript(std::string_view text) { return said(with_file("scripts/run.js", text)); }
inline std::string in_powershell(std::string_view text) { return said(with_file("scripts/run.ps1", text)); }
inline std::string in_fence(std::string_view text, std::string_view info = "bash") {
  return said(with_body("```" + std::string(info) + "\n" + std::string(text) + "\n```\n"));
}
inline std::string in_page(std::string_view body) { return said(with_body(body)); }

struct Row {
  std::string_view text;
  std::string_view expected;  // "" = silent
};

template <std::size_t N>
void check_rows(const Row (&rows)[N], std::string (*scan)(std::string_view)) {
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(scan(row.text) == row.expected);
  }
}

}  // namespace skillstow::test
