// OpenCode 1.18.33. Source: anomalyco/opencode, packages/opencode/src/skill/index.ts and its markdown configuration
// reader, with gray-matter 4.0.3 and js-yaml 3.14.
#include <vector>

#include "agents/loader/js_yaml.h"
#include "agents/loader/loader.h"
#include "agents/loader/unicode_space.h"
#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow::loader {
namespace {

using Kind = YamlTree::Kind;

struct Matter {
  bool threw = false;
  std::string error;
  YamlTree data;
  std::size_t body = k_no_body;
};

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

// Nothing but blank lines and comments of at least one character.
bool is_empty_block(std::string_view matter) {
  for (std::string_view line : split(matter, '\n')) {
    const std::size_t mark = line.find('#');
    const bool is_comment =
        mark != std::string_view::npos && trim_by(line.substr(0, mark), is_js_space).empty() && mark + 1 < line.size();
    if (!is_comment && !trim_by(line, is_js_space).empty()) return false;
  }
  return true;
}

// A JSON header ("---json"). Only the texts matter.
void read_json(std::string_view text, Matter& matter) {
  const Result<JsonValue> json = parse_json(text);
  if (!json) {
    matter.threw = true;
    matter.error = json.error().message;
    return;
  }
  YamlTree& tree = matter.data;
  tree.add(json->kind == JsonValue::Kind::object ? Kind::map : Kind::other);
  for (const auto& [key, value] : json->members) {
    const std::uint32_t name = tree.add(Kind::string, key);
    const bool is_text = value.kind == JsonValue::Kind::string;
    const std::uint32_t node = tree.add(is_text ? Kind::string : Kind::other, is_text ? value.text : std::string());
    tree.nodes[0].items.push_back(name);
    tree.nodes[0].items.push_back(node);
  }
}

// gray-matter: "---", an optional language, the block, "\n---" with anything behind it. Without a closing line all is
// block.
Matter gray_matter(std::string_view text) {
  Matter matter;
  if (!text.starts_with("---") || (text.size() > 3 && text[3] == '-')) {
    matter.data.add(Kind::map);
    return matter;
  }
  std::string_view rest = text.substr(3);
  std::size_t line_end = rest.find('\n');
  if (line_end == std::string_view::npos) {
    line_end = rest.empty() ? 0 : rest.size() - 1;  // its search gives -1, and slice(0, -1) leaves the last one out
  } else if (line_end > 0 && rest[line_end - 1] == '\r') {
    --line_end;
  }
  const std::string_view language = trim_by(rest.substr(0, line_end), is_js_space);
  if (!language.empty()) rest.remove_prefix(line_end);
  const std::size_t close = rest.find("\n---");
  const std::string_view block = rest.substr(0, close);
  if (is_empty_block(block)) {
    matter.data.add(Kind::map);
    return matter;
  }
  const std::string low = to_lower(language);
  if (language.empty() || low == "yaml" || low == "yml") {
    matter.data = js_yaml_load(block, JsYaml::v3);
    matter.threw = !matter.data.ok();
    matter.error = matter.data.error;
  } else if (language == "json") {
    read_json(block, matter);
  } else {
    matter.threw = true;
    matter.error = format("no reader for the language '{}' after the opening ---", language);
  }
  if (close != std::string_view::npos) {
    matter.body = static_cast<std::size_t>(rest.data() - text.data()) + close + 4;
  }
  return matter;
}

bool has_line_end(std::string_view text) {
  return text.find('\r') != std::string_view::npos || text.find("\u2028") != std::string_view::npos ||
         text.find("\u2029") != std::string_view::npos;
}

// OpenCode's second chance: unindented values on one line that hold a colon become block scalars. Gives the text
// unchanged if there is no block.
std::string with_blocks(std::string_view text) {
  std::size_t start = 3;
  if (text.substr(start).starts_with('\r')) ++start;
  if (!text.starts_with("---") || !text.substr(start).starts_with('\n')) return std::string(text);
  ++start;
  const std::size_t end = text.find("\n---", start);
  if (end == std::string_view::npos) return std::string(text);
  std::string_view block = text.substr(start, end - start);
  if (block.ends_with('\r')) block.remove_suffix(1);

  std::string rewritten;
  for (std::size_t at = 0;;) {
    const std::size_t line_end = block.find('\n', at);
    const bool last = line_end == std::string_view::npos;
    std::string_view line = block.substr(at, last ? line_end : line_end - at);
    if (!last && line.ends_with('\r')) line.remove_suffix(1);
    if (at != 0) rewritten += '\n';
    // /^([a-zA-Z_][a-zA-Z0-9_]*)\s*:\s*(.*)$/; keys with a hyphen do not match, indented lines neither.
    std::size_t key = 0;
    if (!line.empty() && (is_alpha(line[0]) || line[0] == '_')) {
      while (key < line.size() && is_word(line[key])) ++key;
    }
    std::size_t colon = key;
    while (colon < line.size() && is_js_space(decode_utf8(line, colon).point)) colon += decode_utf8(line, colon).length;
    std::string_view value;
    if (key != 0 && colon < line.size() && line[colon] == ':') value = trim_by(line.substr(colon + 1), is_js_space);
    const bool keep = value.empty() || value == ">" || value == "|" || value[0] == '"' || value[0] == '\'' ||
                      value.find(':') == std::string_view::npos || has_line_end(value);
    if (keep) {
      rewritten += line;
    } else {
      rewritten += line.substr(0, key);
      rewritten += ": |-\n  ";
      rewritten += value;
    }
    if (last) break;
    at = line_end + 1;
  }
  // It replaces the block's text where that stands first, which is the block itself save for odd cases.
  const std::size_t place = block.empty() ? 0 : text.find(block);
  std::string out(text.substr(0, place));
  out += rewritten;
  out += text.substr(place + block.size());
  return out;
}

}  // namespace

LoaderVerdict load_as_opencode(const LoaderInput& input) {
  std::string room;
  // gray-matter takes the UTF-8 mark away; the second chance below sees it, and does nothing then.
  const std::string_view whole = text_of(input, room);
  const std::string_view text = without_mark(whole);
  const std::size_t mark = whole.size() - text.size();
  LoaderVerdict verdict;
  Matter matter;
  if (input.plain != nullptr) {
    matter.body = input.plain->body;
  } else {
    matter = gray_matter(text);
  }
  if (matter.threw) {
    const std::string first_error = matter.error;
    const std::string rewritten = with_blocks(whole);
    if (without_mark(rewritten) == text) {
      // gray-matter remembers the text from the first try, and answers with no data.
      return refuses("frontmatter-yaml", format("refuses the frontmatter: {}", first_error), false);
    }
    matter = gray_matter(without_mark(rewritten));
    if (matter.threw) return refuses("frontmatter-yaml", format("refuses the frontmatter: {}", first_error), true);
    verdict.why.push_back("frontmatter-yaml");
    verdict.cause = "reads the frontmatter after turning values with colons into block text";
    matter.body = k_no_body;
  }
  const YamlTree& yaml = input.plain != nullptr ? input.plain->yaml : matter.data;
  const YamlTree::Node* name = yaml.find("name");
  const YamlTree::Node* description = yaml.find("description");
  if (!yaml.is_map() || yaml.nodes[yaml.root].items.empty()) {
    return refuses("frontmatter-missing", "finds no frontmatter with fields", false);
  }
  if (name == nullptr) return refuses("name-missing", "needs a name", false);
  if (name->kind != Kind::string) return refuses("name-type", "needs the name to be text", false);
  if (description != nullptr && description->kind != Kind::string) {
    return refuses(description->kind == Kind::null ? "description-empty" : "description-type",
                   "needs the description to be text", false);
  }
  verdict.name = name->text;
  if (description != nullptr) {
    verdict.description = description->text;
  } else {
    verdict.why.push_back("description-missing");
    if (verdict.cause.empty()) verdict.cause = "keeps the skill but does not offer it, since it has no description";
  }
  if (room.empty() && matter.body != k_no_body) verdict.body = mark + matter.body;
  verdict.loads = true;
  return verdict;
}

}  // namespace skillstow::loader
