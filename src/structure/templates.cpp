#include "structure/templates.h"

#include "base/text.h"
#include "parse/frontmatter.h"

namespace skillstow {
namespace {

constexpr std::string_view k_structure_file = "structure.yaml";

std::string_view template_of(const EmbeddedFile& file) { return file.path.substr(0, file.path.find('/')); }

}  // namespace

std::vector<std::string_view> template_names() {
  std::vector<std::string_view> names;
  for (const EmbeddedFile& file : embedded_templates()) {
    if (names.empty() || names.back() != template_of(file)) names.push_back(template_of(file));
  }
  return names;
}

Template find_template(std::string_view name) {
  Template found;
  for (const EmbeddedFile& file : embedded_templates()) {
    if (template_of(file) != name) continue;
    found.name = template_of(file);
    const std::string_view path = file.path.substr(found.name.size() + 1);
    if (path == k_structure_file) {
      found.structure = file.content;
    } else {
      found.files.push_back({path, file.executable, file.content});
    }
  }
  return found;
}

std::string title_of_name(std::string_view name) {
  std::string title = words_of_name(name);
  for (std::size_t i = 0; i < title.size(); ++i) {
    if ((i == 0 || title[i - 1] == ' ') && is_lower(title[i])) title[i] = static_cast<char>(title[i] - 'a' + 'A');
  }
  return title;
}

std::string words_of_name(std::string_view name) { return replace_all(name, "-", " "); }

std::string fill_skeleton(std::string_view skeleton, std::string_view name) {
  std::string out;
  while (true) {
    const std::size_t open = skeleton.find("{{");
    const std::size_t close = open == std::string_view::npos ? open : skeleton.find("}}", open);
    if (close == std::string_view::npos) break;
    const std::string_view word = skeleton.substr(open + 2, close - open - 2);
    out += skeleton.substr(0, open);
    if (word == "name") {
      out += name;
    } else if (word == "title") {
      out += title_of_name(name);
    } else if (word == "words") {
      out += words_of_name(name);
    } else {
      out += skeleton.substr(open, close + 2 - open);  // somebody else's braces
    }
    skeleton.remove_prefix(close + 2);
  }
  return out.append(skeleton);
}

std::string with_fields(std::string_view skill_md, std::string_view description) {
  const Frontmatter frontmatter = parse_frontmatter(skill_md);
  std::string text(skill_md);
  const auto put = [&](const YamlNode::Member& field, std::string_view value) {
    text.replace(field.value.span.offset, field.value.span.length, yaml_double_quoted(value));
  };
  // From the end to the start, so that the spans before stay right: the description stands below the name.
  if (const auto* field = frontmatter.find("description"); field != nullptr && !description.empty()) {
    put(*field, description);
  }
  if (const auto* field = frontmatter.find("name"); field != nullptr && scalar_type(field->value) != ScalarType::text) {
    put(*field, field->value.text);
  }
  return text;
}

}  // namespace skillstow
