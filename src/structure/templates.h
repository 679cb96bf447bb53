#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded_file.h"

namespace skillstow {

// All files below templates/ but those of pages, by path. Defined in a file that the build makes.
std::span<const EmbeddedFile> embedded_templates();

// A built-in template: the skeleton that `new` writes, and the structure that `check --structure` holds a skill
// against.
struct Template {
  std::string_view name;
  std::string_view structure;       // the text of its structure.yaml
  std::vector<EmbeddedFile> files;  // the skeleton; paths from the skill's folder
};

std::vector<std::string_view> template_names();  // by name

// The name must be one of template_names(); any other gives a template without a name.
Template find_template(std::string_view name);

// Replaces {{name}}, {{title}} (Pdf Forms) and {{words}} (pdf forms) in one pass. The name must be a valid one.
std::string fill_skeleton(std::string_view skeleton, std::string_view name);

// A filled SKILL.md with its fields as YAML needs them: the name in quotes if it would be read as a number or a truth
// value, and the description replaced unless the given one is empty.
std::string with_fields(std::string_view skill_md, std::string_view description);

// "pdf-forms" -> "Pdf Forms" and "pdf forms".
std::string title_of_name(std::string_view name);
std::string words_of_name(std::string_view name);

}  // namespace skillstow
