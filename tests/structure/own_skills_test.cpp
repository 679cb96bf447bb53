#include <functional>

#include "base/file.h"
#include "base/format.h"
#include "base/text.h"
#include "parse/load.h"
#include "rules/rule.h"
#include "structure/lookup.h"
#include "structure/structure_check.h"
#include "support/catch.h"
#include "tree/folder_tree.h"
#include "unit/rules/skill_text.h"

using namespace skillstow;

// Our own skills are what the built-in structures are for, and the text on which their promises are tried: whatever is
// taken out of code-exec-fallback is told at its line.

namespace {

using Lines = std::vector<std::string>;

std::string fallback_text() {
  Result<std::string> text = read_file("skills/code-exec-fallback/SKILL.md", 1 << 20);
  REQUIRE(text.has_value());
  return *text;
}

Lines findings(std::string_view text) {
  Lines lines;
  const std::string whole = "=== SKILL.md (folder code-exec-fallback) ===\n" + std::string(text);
  for (const Diagnostic& found : check_structure(*find_structure("fallback"), test::skill_of(whole))) {
    lines.push_back(skillstow::format("{} {}: {}", found.location.begin.line, found.rule, found.message));
  }
  return lines;
}

std::uint32_t line_of(std::string_view text, std::string_view what) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string_view::npos);
  return LineIndex(text).line(at);
}

// The text from one heading to the next of level 2, or to the end.
std::string section(const std::string& text, const std::string& title) {
  const std::size_t begin = text.find("\n## " + title + "\n") + 1;
  REQUIRE(begin != 0);
  return text.substr(begin, text.find("\n## ", begin) + 1 - begin);
}

std::string without(const std::string& text, const std::string& part) { return replace_all(text, part, ""); }

constexpr const char* k_titles[] = {"When to Use", "The Pattern",      "Step-by-Step Instructions",
                                    "Example",     "Tips for Success", "When This Helps"};

}  // namespace

TEST_CASE("our own skills keep to their structures and draw no finding from the rules") {
  for (const auto& [name, structure] : {std::pair{"code-exec-fallback", "fallback"}, {"skillstow", "workflow"}}) {
    CAPTURE(name);
    const FolderTree tree(std::string("skills/") + name);
    const Skill skill = load_skill(tree, "", "SKILL.md", std::string("skills/") + name, name);
    for (const Diagnostic& found : check_structure(*find_structure(structure), skill)) FAIL_CHECK(found.message);
    for (const Diagnostic& found : run_rules(skill)) FAIL_CHECK(found.rule << ": " << found.message);
  }
}

TEST_CASE("each section that is taken out is told where it should stand") {
  const std::string text = fallback_text();
  for (std::size_t i = 0; i < std::size(k_titles); ++i) {
    CAPTURE(k_titles[i]);
    const std::string changed = without(text, section(text, k_titles[i]));
    const Lines found = findings(changed);
    REQUIRE(found.size() == 1);
    const bool last = i + 1 == std::size(k_titles);
    const std::uint32_t line = last ? LineIndex(changed).line(changed.size() - 1)
                                    : line_of(changed, std::string("## ") + k_titles[i + 1] + "\n");
    CHECK(found[0].starts_with(
        skillstow::format("{} structure-section-missing: the section \"{}\" is missing", line, k_titles[i])));
  }
}

TEST_CASE("a section that is moved is told at its heading") {
  const std::string text = fallback_text();
  const std::string tips = section(text, "Tips for Success");
  const std::string moved = replace_all(without(text, tips), "## The Pattern\n", tips + "## The Pattern\n");
  CHECK(findings(moved) ==
        Lines{skillstow::format(
            "{} structure-section-order: the section \"Tips for Success\" stands in the wrong place: it must "
            "follow \"Example\" (line {}) and stand before \"When This Helps\" (line {})",
            line_of(moved, "## Tips"), line_of(moved, "## Example"), line_of(moved, "## When This"))});
}

TEST_CASE("a step number that is skipped is told at the step after the gap") {
  const std::string text = fallback_text();
  const std::string skipped = replace_all(text, "### Step 3: ", "### Step 4: ");
  CHECK(findings(skipped) ==
        Lines{skillstow::format("{} structure-step-gap: \"Step 3: …\" is missing before \"Step 4: Read the "
                                "Result\"",
                                line_of(text, "### Step 3: "))});
  const std::size_t begin = text.find("### Step 2");
  const std::string cut = text.substr(0, begin) + text.substr(text.find("### Step 3"));
  CHECK(findings(cut) ==
        Lines{skillstow::format("{} structure-step-gap: \"Step 2: …\" is missing before \"Step 3: Read the Result\"",
                                line_of(cut, "### Step 3"))});
}

TEST_CASE("an example without code is told at its heading") {
  const std::string text = fallback_text();
  const std::string changed = replace_all(text, section(text, "Example"), "## Example\n\nNone yet.\n\n");
  CHECK(findings(changed) ==
        Lines{skillstow::format("{} structure-code-missing: the section \"Example\" lacks a code block",
                                line_of(text, "## Example"))});
}

TEST_CASE("a list that is emptied is told at its section") {
  const std::string text = fallback_text();
  for (const char* title : {"The Pattern", "Tips for Success", "When This Helps"}) {
    CAPTURE(title);
    const std::string before = section(text, title);
    std::string without_items;
    std::string blank_items;
    for (const std::string_view line : split_lines(before)) {
      const bool item = line.starts_with("- ") || (line.size() > 2 && is_digit(line[0]) && line[1] == '.');
      if (!item) without_items += std::string(line) + "\n";
      blank_items += std::string(item ? line.substr(0, line.find(' ')) : line) + "\n";
    }
    for (const std::string& after : {without_items, blank_items}) {
      const std::string changed = replace_all(text, before, after);
      const Lines found = findings(changed);
      REQUIRE(found.size() == 1);
      CHECK(found[0].starts_with(
          skillstow::format("{} structure-", line_of(changed, std::string("## ") + title + "\n"))));
      CHECK(found[0].find(" list") != std::string::npos);
    }
  }
}

TEST_CASE("a skill of another layout is told section by section what it lacks") {
  const Lines found = findings(
      "---\nname: code-exec-fallback\ndescription: Runs code elsewhere. Use when the tool fails.\n---\n\n"
      "# Another Layout\n\n## When to Use This Skill\n\nWhen it fails.\n\n## Workflow\n\n### Step 1: Write\n\nWrite "
      "it.\n\n"
      "## Complete Example\n\nNone.\n");
  REQUIRE(found.size() == 6);
  for (std::size_t i = 0; i < std::size(k_titles); ++i) {
    const std::string wanted =
        skillstow::format("structure-section-missing: the section \"{}\" is missing", k_titles[i]);
    CHECK(std::count_if(found.begin(), found.end(),
                        [&](const std::string& line) { return line.find(wanted) != std::string::npos; }) == 1);
  }
}
