#include "structure/structure_check.h"

#include "base/format.h"
#include "base/text.h"
#include "parse/markdown.h"
#include "structure/structure_file.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

using Lines = std::vector<std::string>;

Skill skill_of(std::string text) {
  Skill skill;
  skill.manifest_name = "SKILL.md";
  skill.manifest = SourceFile("SKILL.md", std::move(text));
  skill.frontmatter = parse_frontmatter(skill.manifest.text);
  skill.markdown = parse_markdown(skill.manifest.text, skill.frontmatter.body);
  return skill;
}

std::vector<Diagnostic> check(std::string_view structure, const Skill& skill) {
  const StructureFile file = read_structure(structure);
  for (const DocumentProblem& problem : file.problems) FAIL(problem.message);
  return check_structure(file.structure, skill);
}

// "line rule" for each finding; the body starts on line 1.
Lines findings(std::string_view structure, std::string body) {
  Lines lines;
  for (const Diagnostic& found : check(structure, skill_of(std::move(body)))) {
    CHECK(found.category == Category::structure);
    CHECK(found.severity == Severity::error);
    CHECK(found.location.file == "SKILL.md");
    CHECK_FALSE(found.message.empty());
    CHECK_FALSE(found.message.ends_with('.'));
    CHECK_FALSE(found.help.empty());
    lines.push_back(skillstow::format("{} {}", found.location.begin.line, found.rule));
  }
  return lines;
}

std::string only_message(std::string_view structure, std::string body) {
  const std::vector<Diagnostic> found = check(structure, skill_of(std::move(body)));
  REQUIRE(found.size() == 1);
  return found[0].message;
}

std::string only_help(std::string_view structure, std::string body) {
  const std::vector<Diagnostic> found = check(structure, skill_of(std::move(body)));
  REQUIRE(found.size() == 1);
  return found[0].help;
}

constexpr std::string_view k_abc = "name: abc\nsections:\n  - title: A\n  - title: B\n  - title: C\n";
constexpr std::string_view k_steps = "name: s\nsections:\n  - title: Steps\n    content: [steps]\n";

std::string steps(const std::vector<std::string>& titles) {
  std::string body = "## Steps\n";
  for (const std::string& title : titles) body += "### " + title + "\ntext\n";
  return body;
}

}  // namespace

TEST_CASE("a skill that keeps to its structure has no findings") {
  CHECK(findings(k_abc, "# T\n\n## A\na\n## B\nb\n## C\nc\n").empty());
  CHECK(findings(k_abc, "## a:\na\n## More\nm\n##  B \nb\n## C?\nc\n### B\nb\n").empty());
  CHECK(findings("name: nothing\n", "text\n").empty());
}

TEST_CASE("headings inside code, quotes and lists open no section") {
  CHECK(findings(k_abc, "## A\n```\n## B\n```\n## B\nb\n> ## C\n\n- ## C\n\n## C\nc\n").empty());
}

TEST_CASE("a missing section points at the heading before which it belongs") {
  CHECK(findings(k_abc, "# T\n## B\nb\n## C\nc\n") == Lines{"2 structure-section-missing"});
  CHECK(findings(k_abc, "## A\na\n## C\nc\n") == Lines{"3 structure-section-missing"});
  CHECK(findings(k_abc, "## A\na\n## B\nb\n") == Lines{"4 structure-section-missing"});
  CHECK(findings(k_abc, "## A\na\n## B\nb") == Lines{"4 structure-section-missing"});
  CHECK(findings(k_abc, "") ==
        Lines{"1 structure-section-missing", "1 structure-section-missing", "1 structure-section-missing"});
  CHECK(only_message(k_abc, "## A\na\n## C\nc\n") == "the section \"B\" is missing");
  CHECK(only_help(k_abc, "## A\na\n## C\nc\n") == "add \"## B\" above \"C\" (line 3)");
  CHECK(only_help(k_abc, "## A\na\n## B\nb\n") == "add \"## C\" at the end of the file");
}

TEST_CASE("a missing section is told with all that it needs and all titles that would do") {
  constexpr std::string_view structure =
      "sections:\n  - title: Tips\n    also: [Hints, Advice]\n    about: what goes wrong\n"
      "    content: [list, code, steps]\n";
  CHECK(only_message(structure, "text\n") == "the section \"Tips\" is missing: what goes wrong");
  CHECK(only_help(structure, "text\n") ==
        "add \"## Tips\" at the end of the file, with a list and a code block and steps under headings like "
        "\"Step 1: …\"; the title may also be \"Hints\" or \"Advice\"");
  CHECK(findings("sections:\n  - title: Tips\n    also: [Hints]\n", "## HINTS!\nx\n").empty());
}

TEST_CASE("a heading that was probably meant is named") {
  constexpr std::string_view structure = "sections:\n  - title: The Example\n";
  CHECK(findings(structure, "## Start\nx\n## Complete Example\nx\n") == Lines{"3 structure-section-missing"});
  CHECK(only_message(structure, "## Complete Example\nx\n") ==
        "the section \"The Example\" is missing; \"Complete Example\" looks like it");
  CHECK(only_help(structure, "## Complete Example\nx\n") ==
        "if this is it, write \"## The Example\"; if not, add that section");
  CHECK(only_help(structure, "## Example: one table in five parts\nx\n").starts_with("if this is it"));
  CHECK(only_help(structure, "## What to do without any example\nx\n").starts_with("add"));
  CHECK(only_help(structure, "## Examples\nx\n").starts_with("add"));
}

TEST_CASE("an optional section may be missing, but is held to its rules when it is there") {
  constexpr std::string_view structure = "sections:\n  - title: A\n    required: false\n    content: [code]\n";
  CHECK(findings(structure, "text\n").empty());
  CHECK(findings(structure, "## A\ntext\n") == Lines{"1 structure-code-missing"});
}

TEST_CASE("a moved section is told at its heading, with its neighbours") {
  CHECK(findings(k_abc, "## C\nc\n## A\na\n## B\nb\n") == Lines{"1 structure-section-order"});
  CHECK(only_message(k_abc, "## C\nc\n## A\na\n## B\nb\n") ==
        "the section \"C\" stands in the wrong place: it must follow \"B\" (line 5)");
  CHECK(only_message(k_abc, "## B\nb\n## C\nc\n## A\na\n") ==
        "the section \"A\" stands in the wrong place: it must stand before \"B\" (line 1)");
  CHECK(only_message(k_abc, "## B\nb\n## A\na\n## C\nc\n") ==
        "the section \"B\" stands in the wrong place: it must follow \"A\" (line 3) and stand before \"C\" (line 5)");
  CHECK(only_help(k_abc, "## C\nc\n## A\na\n## B\nb\n") == "move it below \"B\", with all that belongs to it");
  CHECK(findings("order: free\n" + std::string(k_abc), "## C\nc\n## A\na\n## B\nb\n").empty());
}

TEST_CASE("a missing section finds its place beside a moved one") {
  CHECK(findings(k_abc, "## C\nc\n## A\na\n") == Lines{"1 structure-section-order", "4 structure-section-missing"});
}

TEST_CASE("a section at another level is told and still checked") {
  CHECK(findings(k_abc, "## A\na\n### B\n## C\nc\n") ==
        Lines{"3 structure-section-empty", "3 structure-section-level"});
  CHECK(only_message(k_abc, "## A\na\n### B\nb\n## C\nc\n") ==
        "the heading \"B\" has level 3; \"abc\" asks for level 2");
  CHECK(only_help(k_abc, "## A\na\n### B\nb\n## C\nc\n") == "write \"## B\"");
}

TEST_CASE("a section that is there twice is told once") {
  CHECK(findings(k_abc, "## A\na\n## B\nb\n## C\nc\n## A\na\n## A\na\n") == Lines{"7 structure-section-duplicate"});
  CHECK(only_message(k_abc, "## A\na\n## B\nb\n## C\nc\n## A\na\n") ==
        "the section \"A\" is there twice, here and on line 1");
}

TEST_CASE("an empty section is told once, with what it should hold") {
  constexpr std::string_view structure =
      "sections:\n  - title: A\n    about: one case\n    content: [code, list]\n  - title: B\n";
  CHECK(findings(structure, "## A\n\n<!-- later -->\n\n---\n\n## B\nb\n") == Lines{"1 structure-section-empty"});
  CHECK(only_message(structure, "## A\n## B\nb\n") == "the section \"A\" is empty; it lacks a code block and a list");
  CHECK(only_help(structure, "## A\n## B\nb\n") == "add a code block and a list: one case");
  CHECK(findings(structure, "## A\n### In it\n## B\nb\n") == Lines{"1 structure-section-empty"});
}

TEST_CASE("what a section lacks is told at its heading, with what is there instead") {
  constexpr std::string_view code = "sections:\n  - title: A\n    content:\n      - code: [bash, sh]\n";
  CHECK(only_message(code, "x\n## A\ntext\n") == "the section \"A\" lacks a code block in bash or sh");
  CHECK(only_message(code, "## A\n```python\nx\n```\n") ==
        "the section \"A\" lacks a code block in bash or sh; the code block on line 2 is in \"python\"");
  CHECK(only_message(code, "## A\n```\nx\n```\n") ==
        "the section \"A\" lacks a code block in bash or sh; the code block on line 2 names no language");
  CHECK(only_message(code, "## A\n```bash\n```\n") ==
        "the section \"A\" lacks a code block in bash or sh; the code block on line 2 is empty");
  constexpr std::string_view list =
      "sections:\n  - title: A\n    content:\n      - list: {kind: ordered, at_least: 2}\n";
  CHECK(only_message(list, "## A\n- a\n- b\n") ==
        "the section \"A\" lacks an ordered list with at least 2 items; the list on line 2 is a bullet list");
  CHECK(only_message(list, "## A\n1. a\n") ==
        "the section \"A\" lacks an ordered list with at least 2 items; the list on line 2 has 1 item");
  CHECK(only_message(list, "## A\n\n1.\n2.\n") ==
        "the section \"A\" lacks an ordered list with at least 2 items; no item of the list on line 3 has text");
  CHECK(findings(list, "x\n\n## A\n1. a\n2. b\n3.\n") == Lines{"6 structure-list-item-empty"});
  constexpr std::string_view rest = "sections:\n  - title: A\n    content: [paragraph, table, link]\n";
  CHECK(findings(rest, "## A\n- a\n") ==
        Lines{"1 structure-link-missing", "1 structure-paragraph-missing", "1 structure-table-missing"});
  CHECK(findings(rest, "## A\n[a](b.md)\n\n| a |\n|---|\n| 1 |\n").empty());
}

TEST_CASE("content counts down to the next heading of the same level") {
  constexpr std::string_view code = "sections:\n  - title: A\n    content: [code]\n";
  CHECK(findings(code, "## A\n### In it\n```\nx\n```\n").empty());
  CHECK(findings(code, "## A\ntext\n## B\n```\nx\n```\n") == Lines{"1 structure-code-missing"});
  CHECK(findings(code, "## A\ntext\n# B\n```\nx\n```\n") == Lines{"1 structure-code-missing"});
}

TEST_CASE("steps count 1, 2, 3") {
  CHECK(findings(k_steps, steps({"Step 1: a", "Step 2: b", "Step 3: c"})).empty());
  CHECK(findings(k_steps, steps({"Step 1: a", "Notes", "Step 2 - b"})).empty());
  CHECK(findings(k_steps, steps({"Step 1: a", "Step 3: c"})) == Lines{"4 structure-step-gap"});
  CHECK(only_message(k_steps, steps({"Step 1: a", "Step 3: c"})) == "\"Step 2: …\" is missing before \"Step 3: c\"");
  CHECK(only_message(k_steps, steps({"Step 1: a", "Step 5: c"})) ==
        "\"Step 2: …\" to \"Step 4: …\" are missing before \"Step 5: c\"");
  CHECK(only_message(k_steps, steps({"Step 2: a", "Step 3: b"})) == "\"Step 1: …\" is missing before \"Step 2: a\"");
  CHECK(only_message(k_steps, steps({"Step 0: a", "Step 1: b"})) ==
        "\"Step 0: a\" has the number 0; numbers start at 1");
  CHECK(findings(k_steps, steps({"Step 1: a", "Step 2: b", "Step 2: c", "Step 3: d"})) ==
        Lines{"6 structure-step-duplicate"});
  CHECK(only_message(k_steps, steps({"Step 1: a", "Step 2: b", "Step 1: c"})) ==
        "\"Step 1: c\" comes after \"Step 2: b\" (line 4): its number was passed already");
}

TEST_CASE("steps in another form are told, and the count goes on") {
  CHECK(findings(k_steps, steps({"Step 1: a", "Step 2 b", "Step 3: c"})) == Lines{"4 structure-step-form"});
  CHECK(findings(k_steps, steps({"Step 1: a", "Step 1a: b", "Step 2: c"})) == Lines{"4 structure-step-form"});
  CHECK(findings(k_steps, steps({"Step 1:", "Step 2: c"})) == Lines{"2 structure-step-form"});
  CHECK(only_message(k_steps, steps({"Step 1: a", "Step 2 b"})) == "\"Step 2 b\" is not written like \"Step 2: …\"");
}

TEST_CASE("steps may stand deeper, and a second series below another heading") {
  CHECK(
      findings(k_steps, "## Steps\n### One way\n#### Step 1: a\nx\n#### Step 2: b\nx\n### Another\n#### Step 1: a\nx\n")
          .empty());
  CHECK(findings(k_steps, "## Steps\n### First\n#### Step 1: a\nx\n### Then\n#### Step 2: b\nx\n").empty());
}

TEST_CASE("a section without steps, and a step without text") {
  CHECK(findings(k_steps, "## Steps\ntext\n") == Lines{"1 structure-steps-missing"});
  CHECK(only_help(k_steps, "## Steps\ntext\n") == "give each step a heading of its own: \"### Step 1: …\"");
  CHECK(findings(k_steps, "## Steps\n### Step 1: a\n### Step 2: b\ntext\n") == Lines{"2 structure-section-empty"});
  constexpr std::string_view three =
      "sections:\n  - title: Steps\n    content:\n      - steps: {at_least: 3, content: [code]}\n";
  CHECK(findings(three, steps({"Step 1: a", "Step 2: b"})) ==
        Lines{"1 structure-steps-missing", "2 structure-code-missing", "4 structure-code-missing"});
}

TEST_CASE("repeated sections stand in order with the others") {
  constexpr std::string_view structure =
      "name: p\nsections:\n  - title: Start\n  - repeat: \"Phase {n}: {title}\"\n    at_least: 2\n    content: [list]\n"
      "  - title: End\n";
  CHECK(findings(structure, "## Start\nx\n## Phase 1: a\n- a\n## Phase 2: b\n- b\n## End\nx\n").empty());
  CHECK(findings(structure, "## Start\nx\n## Phase 1: a\n- a\n## End\nx\n") == Lines{"3 structure-section-missing"});
  CHECK(findings(structure, "## Start\nx\n## End\nx\n") == Lines{"3 structure-section-missing"});
  CHECK(findings(structure, "## Start\nx\n## Phase 1: a\n- a\n## Phase 2: b\nb\n## End\nx\n") ==
        Lines{"5 structure-list-missing"});
  CHECK(findings(structure, "## Phase 1: a\n- a\n## Start\nx\n## Phase 2: b\n- b\n## End\nx\n") ==
        Lines{"1 structure-section-order"});
  CHECK(findings("sections:\n  - repeat: \"{title}\"\n    level: 1\n", "## A\nx\n") ==
        Lines{"1 structure-section-level"});
  CHECK(findings("sections:\n  - repeat: \"{title}\"\n    level: 1\n", "# A\nx\n").empty());
}

TEST_CASE("sections inside a section are looked for there") {
  constexpr std::string_view structure =
      "sections:\n  - title: A\n    sections:\n      - title: In\n      - title: Out\n  - title: B\n";
  CHECK(findings(structure, "## A\n### In\nx\n### Out\nx\n## B\n### In\nx\n").empty());
  CHECK(findings(structure, "## A\n### In\nx\n## B\n### Out\nx\n") == Lines{"4 structure-section-missing"});
  CHECK(only_help(structure, "## A\n### In\nx\n## B\n### Out\nx\n") == "add \"### Out\" at the end of \"A\" (line 1)");
  CHECK(findings(structure, "## B\nx\n## A\n### In\nx\n") ==
        Lines{"1 structure-section-order", "5 structure-section-missing"});
}

TEST_CASE("other sections are refused only where the structure says so, and only at its levels") {
  const std::string structure = "other_sections: refused\n" + std::string(k_abc);
  CHECK(findings(structure, "# T\n## A\na\n### In it\nx\n## B\nb\n## C\nc\n").empty());
  CHECK(findings(structure, "## A\na\n## X\nx\n## B\nb\n## C\nc\n") == Lines{"3 structure-section-unknown"});
}

TEST_CASE("the whole skill is held to its length, fields and files") {
  const std::string text = "---\nname: x\nlicense: \"\"\nmetadata:\n  owner: us\n---\ntext\n";
  CHECK(findings("max_lines: 7\n", text).empty());
  CHECK(findings("max_lines: 6\n", text) == Lines{"7 structure-too-long"});
  CHECK(findings("max_lines: 1\n", "text").empty());
  CHECK(findings("frontmatter: [name, metadata.owner]\n", text).empty());
  CHECK(findings("frontmatter: [license, metadata.version]\n", text) ==
        Lines{"6 structure-frontmatter-missing", "6 structure-frontmatter-missing"});
  CHECK(findings("frontmatter: [name]\n", "text\n") == Lines{"1 structure-frontmatter-missing"});

  Skill skill = skill_of(text);
  SkillFile file;
  file.entry.path = "scripts/run.sh";
  skill.files.push_back(file);
  CHECK(check("files: [scripts/, scripts/run.sh, ./scripts/run.sh]\n", skill).empty());
  const std::vector<Diagnostic> found = check("files: [script/, run.sh]\n", skill);
  REQUIRE(found.size() == 2);
  CHECK(found[0].rule == "structure-file-missing");
  CHECK(found[0].location.begin.line == 0);
}

TEST_CASE("a skill that cannot be read is never taken for one that keeps to its structure") {
  Skill skill = skill_of("text\n");
  skill.manifest_problem = "permission denied";
  const std::vector<Diagnostic> found = check("name: s\n", skill);
  REQUIRE(found.size() == 1);
  CHECK(found[0].rule == "structure-unchecked");
  CHECK(findings("name: s\n", "![" + std::string(5'000, '!')).empty());
  std::string images;
  for (std::size_t i = 0; i <= k_max_image_openers; ++i) images += "![]";
  CHECK(findings("name: s\n", images) == Lines{"0 structure-unchecked"});
}

TEST_CASE("what is above the limit of findings is counted") {
  std::vector<std::string> titles;
  for (std::uint32_t i = 1; i <= 700; ++i) titles.push_back(skillstow::format("Step {}: x", 2 * i));
  const std::vector<Diagnostic> found = check(k_steps, skill_of(steps(titles)));
  REQUIRE(found.size() == k_max_structure_findings + 1);
  CHECK(found.front().rule == "structure-unchecked");
  CHECK(found.front().message == "200 more breaches of the structure are not listed");
}

TEST_CASE("a title cannot reach the terminal") {
  const std::string message =
      only_message("other_sections: refused\nsections:\n  - title: A\n", "## A\na\n## \x1b[2Jgone\nx\n");
  CHECK(message.find('\x1b') == std::string::npos);
}
