#include "structure/structure_file.h"

#include "base/format.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

Structure sound(std::string_view text) {
  StructureFile file = read_structure(text);
  for (const DocumentProblem& problem : file.problems) FAIL(problem.message);
  return file.structure;
}

// "line:column message; help" for each fault.
std::vector<std::string> faults(std::string_view text) {
  std::vector<std::string> lines;
  for (const DocumentProblem& problem : read_structure(text).problems) {
    lines.push_back(skillstow::format("{}:{} {}; {}", problem.position.line, problem.position.column, problem.message,
                                      problem.help));
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("everything that a structure file may say is read") {
  const Structure structure = sound(R"(
name: runbook
description: How we run things
frontmatter: [license, metadata.owner]
files: [scripts/, references/contacts.md]
max_lines: 200
order: free
other_sections: refused
sections:
  - title: When to Use
    also: [Use When, "Usage: when"]
    level: 3
    required: false
    about: the alarm that leads here
    content: [paragraph, list]
  - repeat: "Phase {n}: {title}"
    at_least: 2
    content:
      - code: [bash, sh]
      - list: ordered
      - table: {at_least: 3}
    order: free
    other_sections: refused
    sections:
      - title: Undo
  - title: Steps
    content:
      - steps: {heading: "Task {n} - {title}", at_least: 4, content: [code]}
      - list: {kind: bullet, at_least: 5}
      - code: {languages: python, at_least: 6}
)");
  CHECK(structure.name == "runbook");
  CHECK(structure.description == "How we run things");
  CHECK(structure.frontmatter == Lines{"license", "metadata.owner"});
  CHECK(structure.files == Lines{"scripts/", "references/contacts.md"});
  CHECK(structure.max_lines == 200);
  CHECK(structure.root.any_order);
  CHECK(structure.root.only_these);
  REQUIRE(structure.root.sections.size() == 3);

  const SectionSpec& use = structure.root.sections[0];
  CHECK(use.title == "When to Use");
  CHECK(use.also == Lines{"Use When", "Usage: when"});
  CHECK(use.level == 3);
  CHECK_FALSE(use.required);
  CHECK(use.about == "the alarm that leads here");
  REQUIRE(use.content.size() == 2);
  CHECK(use.content[0].kind == Need::Kind::paragraph);
  CHECK(use.content[1].kind == Need::Kind::list);

  const SectionSpec& phase = structure.root.sections[1];
  REQUIRE(phase.repeat.has_value());
  CHECK(phase.repeat->source == "Phase {n}: {title}");
  CHECK(phase.level == 2);
  CHECK(phase.at_least == 2);
  CHECK(phase.any_order);
  CHECK(phase.only_these);
  REQUIRE(phase.content.size() == 3);
  CHECK(phase.content[0].languages == Lines{"bash", "sh"});
  CHECK(phase.content[1].list == Need::ListKind::ordered);
  CHECK(phase.content[2].at_least == 3);
  REQUIRE(phase.sections.size() == 1);
  CHECK(phase.sections[0].level == 3);

  const SectionSpec& steps = structure.root.sections[2];
  REQUIRE(steps.sections.size() == 1);
  CHECK(steps.sections[0].is_steps);
  CHECK(steps.sections[0].level == 0);
  CHECK(steps.sections[0].at_least == 4);
  CHECK(steps.sections[0].content.size() == 1);
  REQUIRE(steps.content.size() == 2);
  CHECK(steps.content[0].list == Need::ListKind::bullet);
  CHECK(steps.content[0].at_least == 5);
  CHECK(steps.content[1].languages == Lines{"python"});
}

TEST_CASE("what is left out has the forgiving value") {
  const Structure structure = sound("sections:\n  - title: Example\n");
  CHECK(structure.max_lines == 0);
  CHECK_FALSE(structure.root.any_order);
  CHECK_FALSE(structure.root.only_these);
  CHECK(structure.root.sections[0].level == 2);
  CHECK(structure.root.sections[0].required);
  CHECK(structure.root.sections[0].content.empty());
}

TEST_CASE("unknown words are errors at their place, with the word that was meant") {
  CHECK(faults("sectons: []\n") == Lines{"1:1 unknown key \"sectons\"; did you mean \"sections\"?"});
  CHECK(faults("sections:\n  - title: A\n    requird: true\n") ==
        Lines{"3:5 unknown key \"requird\"; did you mean \"required\"?"});
  CHECK(faults("sections:\n  - title: A\n    content: [lst]\n") ==
        Lines{"3:15 unknown content \"lst\"; did you mean \"list\"?"});
  CHECK(faults("sections:\n  - title: A\n    content:\n      - list: {knd: any}\n") ==
        Lines{"4:16 unknown key \"knd\"; did you mean \"kind\"?"});
  CHECK(faults("sections:\n  - title: A\n    content:\n      - list: orderd\n") ==
        Lines{"4:15 unknown kind of list \"orderd\"; did you mean \"ordered\"?"});
  CHECK(faults("zzz: 1\n") == Lines{"1:1 unknown key \"zzz\"; these are known: name, description, frontmatter, files, "
                                    "max_lines, order, other_sections, sections"});
}

TEST_CASE("all faults are told at once, in the order of the file") {
  const Lines found = faults("order: loose\nmax_lines: many\nsections:\n  - titel: A\n");
  REQUIRE(found.size() == 4);
  CHECK(found[0] == "1:8 \"order\" must be strict or free; write one of the two words");
  CHECK(found[1] == "2:12 \"max_lines\" must be a whole number from 1 to 1000000; write digits only");
  CHECK(found[2].starts_with("4:5 "));
  CHECK(found[3].starts_with("4:5 "));
}

TEST_CASE("values of the wrong kind are told") {
  for (const char* text : {
           "",
           "- a\n",
           "just text\n",
           "sections: yes\n",
           "sections: [x]\n",
           "name:\n",
           "name: [a]\n",
           "frontmatter: {a: b}\n",
           "frontmatter: [[a]]\n",
           "max_lines: 0\n",
           "max_lines: -1\n",
           "max_lines: 99999999\n",
           "sections:\n  - title: A\n    level: 7\n",
           "sections:\n  - title: A\n    required: maybe\n",
           "sections:\n  - title: A\n    content: {a: b}\n",
           "sections:\n  - title: A\n    content: [[code]]\n",
           "sections:\n  - title: A\n    content:\n      - table: 3\n",
           "sections:\n  - title: A\n    content:\n      - code: {at_least: 0}\n",
       }) {
    CAPTURE(text);
    CHECK(faults(text).size() == 1);
  }
}

TEST_CASE("sections that could never be found are told") {
  for (const char* text : {
           "sections:\n  - about: x\n",
           "sections:\n  - title: A\n    repeat: \"B {n}\"\n",
           "sections:\n  - repeat: \"B\"\n",
           "sections:\n  - repeat: \"B {n}\"\n    also: [C]\n",
           "sections:\n  - title: A\n    at_least: 2\n",
           "sections:\n  - title: \"...\"\n",
           "sections:\n  - title: A\n  - title: \"a:\"\n",
           "sections:\n  - title: A\n  - title: B\n    also: [A]\n",
           "sections:\n  - title: A\n    sections:\n      - title: B\n        level: 2\n",
           "sections:\n  - title: A\n    level: 6\n    sections:\n      - title: B\n",
           "sections:\n  - title: A\n    content:\n      - steps: {heading: \"Do {title}\"}\n",
           "sections:\n  - title: A\n    content:\n      - steps: {content: [steps]}\n",
       }) {
    CAPTURE(text);
    CHECK(faults(text).size() == 1);
  }
}

TEST_CASE("broken YAML is told in the words of the parser") {
  const std::vector<DocumentProblem> problems = read_structure("name: a: b\nsections: [\n").problems;
  REQUIRE_FALSE(problems.empty());
  CHECK(problems[0].position.line == 1);
  CHECK(read_structure("name: a\nname: b\n").problems.size() == 1);
  CHECK(read_structure("name: \xff\n").problems.size() == 1);
  CHECK(read_structure(std::string_view("name: \0\n", 8)).problems.size() == 1);
}

TEST_CASE("a file cannot ask for more sections than can be checked in good time") {
  std::string text = "sections:\n";
  for (int i = 0; i < 300; ++i) text += skillstow::format("  - title: T{}\n", i);
  CHECK(faults(text) == Lines{"202:5 more than 200 sections; split the structure into several files"});
}
