#include "structure/templates.h"

#include <algorithm>

#include "base/file.h"
#include "parse/load.h"
#include "rules/rule.h"
#include "structure/lookup.h"
#include "structure/structure_check.h"
#include "structure/structure_file.h"
#include "support/catch.h"
#include "tree/memory_tree.h"
#include "unit/rules/skill_text.h"

using namespace skillstow;

namespace {

Skill skill_from(const Template& from, std::string_view name, std::string_view description) {
  MemoryTree tree;
  for (const EmbeddedFile& file : from.files) {
    std::string text = fill_skeleton(file.content, name);
    if (file.path == "SKILL.md") text = with_fields(text, description);
    tree.add_file(std::string(file.path), std::move(text), file.executable);
  }
  return load_skill(tree, "", "SKILL.md", std::string(name), std::string(name));
}

}  // namespace

TEST_CASE("the built-in templates") {
  CHECK(template_names() == std::vector<std::string_view>{"fallback", "minimal", "reference", "scripted", "workflow"});
  CHECK(find_template("nothing").name.empty());
  CHECK(find_template("fall").name.empty());
}

TEST_CASE("the program holds the files as they stand in templates/") {
  for (const EmbeddedFile& file : embedded_templates()) {
    CAPTURE(file.path);
    const std::string path = "templates/" + std::string(file.path);
    CHECK(read_file(path, 1 << 20).value() == file.content);
    CHECK(((status_of(path).mode & 0100) != 0) == file.executable);
  }
}

TEST_CASE("each structure is sound and bears the name of its template") {
  for (const std::string_view name : template_names()) {
    CAPTURE(name);
    const StructureFile file = read_structure(find_template(name).structure);
    for (const DocumentProblem& problem : file.problems) FAIL_CHECK(problem.message);
    CHECK(file.structure.name == name);
    CHECK_FALSE(file.structure.description.empty());
    for (const SectionSpec& section : file.structure.root.sections) CHECK_FALSE(section.about.empty());
  }
}

TEST_CASE("each skeleton keeps to its structure and draws no finding from the rules") {
  for (const std::string_view name : template_names()) {
    for (const char* skill_name : {"tide-tables", "a", "2024", "true", "null"}) {
      for (const char* description :
           {"", "Formats \"tide\" tables: C:\\ports #1. Use when a user pastes harbour data."}) {
        CAPTURE(name, skill_name, description);
        const Skill skill = skill_from(find_template(name), skill_name, description);
        CHECK(skill.name() == skill_name);
        if (*description != '\0') CHECK(skill.description() == description);
        CHECK(skill.manifest.text.find("{{") == std::string::npos);
        for (const Diagnostic& found : check_structure(*find_structure(std::string(name)), skill)) {
          FAIL_CHECK(found.message);
        }
        for (const Diagnostic& found : run_rules(skill)) FAIL_CHECK(found.rule << ": " << found.message);
      }
    }
  }
}

TEST_CASE("placeholders are filled in one pass, other braces stay") {
  CHECK(fill_skeleton("{{name}} {{title}} {{words}}", "pdf-forms") == "pdf-forms Pdf Forms pdf forms");
  CHECK(fill_skeleton("{{ name }} {{other}} {{name", "x") == "{{ name }} {{other}} {{name");
}

TEST_CASE("fields are written as YAML needs them") {
  constexpr std::string_view text = "---\nname: 2024\ndescription: old\n---\n";
  CHECK(with_fields(text, "a \"b\": \\c") == "---\nname: \"2024\"\ndescription: \"a \\\"b\\\": \\\\c\"\n---\n");
  CHECK(with_fields(text, "") == "---\nname: \"2024\"\ndescription: old\n---\n");
  CHECK(with_fields("no frontmatter", "x") == "no frontmatter");
}
