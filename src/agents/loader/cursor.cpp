// Cursor has no program that can be asked offline: this follows its documentation (cursor.com/docs/context/skills),
// which asks for a name of lower-case letters, digits and hyphens that equals the folder's, and for a description.
// What it does with a file that breaks these rules is not told; such a file is taken not to load.
#include <algorithm>

#include "agents/loader/js_yaml.h"
#include "agents/loader/loader.h"
#include "agents/loader/unicode_space.h"
#include "base/text.h"

namespace skillstow::loader {

LoaderVerdict load_as_cursor(const LoaderInput& input) {
  std::string room;
  std::string_view text = text_of(input, room);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  LineView line = rust_line(text, 0);
  if (trim_right(line.text) != "---") {
    return refuses("frontmatter-missing", "documents that a skill starts with frontmatter", false);
  }
  const std::size_t start = line.next;
  std::size_t end = std::string_view::npos;
  for (std::size_t at = start; at < text.size(); at = line.next) {
    line = rust_line(text, at);
    if (trim_right(line.text) != "---") continue;
    end = at;
    break;
  }
  if (end == std::string_view::npos) {
    return refuses("frontmatter-close", "documents that the frontmatter ends with ---", false);
  }
  YamlTree parsed;
  if (input.plain == nullptr) parsed = js_yaml_load(text.substr(start, end - start), JsYaml::v4);
  const YamlTree& yaml = input.plain != nullptr ? input.plain->yaml : parsed;
  if (!yaml.ok()) return refuses("frontmatter-yaml", "documents that the frontmatter is YAML", false);
  const YamlTree::Node* name = yaml.find("name");
  const YamlTree::Node* description = yaml.find("description");
  if (name == nullptr || name->text.empty()) return refuses("name-missing", "documents that a name is required", false);
  const bool good =
      std::all_of(name->text.begin(), name->text.end(), [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
  if (!good) {
    return refuses("name-chars", "documents names of lower-case letters, digits and hyphens", false);
  }
  if (!input.folder.empty() && name->text != input.folder) {
    return refuses("name-folder", "documents that the name equals the folder's", false);
  }
  if (description == nullptr || trim(description->text).empty()) {
    return refuses("description-missing", "documents that a description is required", false);
  }
  LoaderVerdict verdict;
  verdict.name = name->text;
  verdict.description = trim(description->text);
  verdict.loads = true;
  return verdict;
}

}  // namespace skillstow::loader
