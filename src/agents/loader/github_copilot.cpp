// Copilot CLI 1.0.102. Its loader is compiled; the YAML library shows in it (serde_yaml 0.9.34), all other rules were
// found by asking it about files made for the purpose.
#include <algorithm>

#include "agents/loader/loader.h"
#include "agents/loader/serde_yaml.h"
#include "agents/loader/unicode_space.h"
#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow::loader {
namespace {

constexpr std::size_t k_max_bytes = 1u << 20;
constexpr std::size_t k_max_name = 64;
constexpr std::size_t k_max_description = 1024;  // UTF-16 code units
constexpr std::size_t k_fallback_lines = 3;
constexpr std::size_t k_max_depth = 127;  // lists and maps within each other, the root included

using Kind = YamlTree::Kind;

bool is_text(const YamlTree::Node& node) { return node.kind == Kind::string; }

// The block's lines between "---" and "---", white space after the dashes allowed.
bool find_frontmatter(std::string_view text, std::string& frontmatter, std::size_t& body) {
  LineView line = rust_line(text, 0);
  if (trim_end_by(line.text, is_rust_space) != "---") return false;
  bool any = false;
  for (std::size_t at = line.next; at < text.size(); at = line.next) {
    line = rust_line(text, at);
    if (trim_end_by(line.text, is_rust_space) == "---") {
      body = line.next;
      return true;
    }
    if (any) frontmatter += '\n';
    any = true;
    frontmatter += line.text;
  }
  return false;
}

// The first three lines that are neither empty nor headings, joined.
std::string first_lines(std::string_view body) {
  std::string text;
  std::size_t taken = 0;
  for (std::size_t at = 0; at < body.size() && taken < k_fallback_lines;) {
    const LineView line = rust_line(body, at);
    at = line.next;
    const std::string_view trimmed = trim_by(line.text, is_rust_space);
    if (trimmed.empty() || trimmed.starts_with('#')) continue;
    if (taken++ != 0) text += ' ';
    text += trimmed;
  }
  return std::string(first_utf16_units(text, k_max_description));
}

bool is_name(std::string_view name) {
  return !name.empty() && is_alnum(name[0]) && std::all_of(name.begin(), name.end(), [](char c) {
    return is_word(c) || c == '-' || c == '.' || c == ':' || c == ' ';
  });
}

// A run of blanks becomes one hyphen; at the ends of a folder's name too, which is not trimmed.
std::string with_hyphens(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] != ' ') {
      out += name[i];
    } else if (i == 0 || name[i - 1] != ' ') {
      out += '-';
    }
  }
  return out;
}

// How deep lists and maps stand in each other.
std::size_t depth_of(const YamlTree& tree) {
  if (tree.nodes.empty()) return 0;
  std::vector<std::size_t> heights(tree.nodes.size(), 0);
  // A node is made before those in it, aliases apart, which lead to finished ones: going backwards meets items first.
  // An alias may lead forwards only in a circle, which the library refuses.
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    const YamlTree::Node& node = tree.nodes[i];
    if (node.kind != Kind::sequence && node.kind != Kind::map) continue;
    std::size_t most = 0;
    for (std::uint32_t item : node.items) most = std::max(most, heights[item]);
    heights[i] = most + 1;
  }
  return heights[tree.root];
}

struct TypeFault {
  std::string_view rule;
  std::string_view message;
};

// The keys whose types it insists on besides name and description.
TypeFault type_fault(const YamlTree& yaml) {
  if (const auto* hint = yaml.find("argument-hint"); hint != nullptr && !is_text(*hint) && hint->kind != Kind::null) {
    return {"frontmatter-yaml", "argument-hint must be a string"};
  }
  if (const auto* tools = yaml.find("allowed-tools")) {
    if (tools->kind == Kind::sequence) {
      for (std::uint32_t item : tools->items) {
        if (!is_text(yaml.nodes[item])) return {"allowed-tools-form", "allowed-tools must contain only strings"};
      }
    } else if (!is_text(*tools)) {
      return {"allowed-tools-form", "allowed-tools must be a string or array of strings"};
    }
  }
  for (const std::string_view key : {"user-invocable", "disable-model-invocation"}) {
    const auto* flag = yaml.find(key);
    if (flag != nullptr && flag->kind != Kind::boolean) {
      return {"frontmatter-yaml", key == "user-invocable" ? "user-invocable must be a boolean"
                                                          : "disable-model-invocation must be a boolean"};
    }
  }
  return {};
}

}  // namespace

LoaderVerdict load_as_github_copilot(const LoaderInput& input) {
  if (input.bytes.size() > k_max_bytes) return refuses("file-large", "refuses files above 1 MiB", true);
  std::string room;
  std::string_view text = text_of(input, room);
  std::size_t start = 0;
  if (text.starts_with("\xEF\xBB\xBF")) start = 3;
  text.remove_prefix(start);
  std::string frontmatter;
  std::size_t body = 0;
  YamlTree parsed;
  if (input.plain != nullptr) {
    body = input.plain->body;
  } else if (find_frontmatter(text, frontmatter, body)) {
    parsed = serde_yaml_value(frontmatter);
  } else {
    return refuses("frontmatter-missing", "finds no frontmatter between lines of ---", true);
  }
  const YamlTree& yaml = input.plain != nullptr ? input.plain->yaml : parsed;
  if (!yaml.ok()) {
    const bool duplicate = yaml.error.starts_with("duplicate");
    return refuses(duplicate ? "frontmatter-duplicate-key" : "frontmatter-yaml",
                   format("refuses the frontmatter: {}", yaml.error), true);
  }
  if (input.plain == nullptr && depth_of(yaml) > k_max_depth) {
    return refuses("frontmatter-yaml", "refuses the frontmatter: recursion limit exceeded", true);
  }
  LoaderVerdict verdict;
  if (const auto* name = yaml.find("name")) {
    if (!is_text(*name)) return refuses("name-type", "needs the name to be text", true);
    // Trimmed as JavaScript does: U+FEFF is white space, U+0085 is none.
    const std::string_view trimmed = trim_by(name->text, is_js_space);
    if (trimmed.empty()) return refuses("name-missing", "refuses an empty name", true);
    if (trimmed.size() > k_max_name && count_utf16_units(trimmed) > k_max_name) {
      return refuses("name-length", format("refuses a name of more than {} characters", k_max_name), true);
    }
    if (!is_name(trimmed)) {
      return refuses("name-chars",
                     "takes names of ASCII letters, digits, hyphens, underscores, dots, colons and spaces only", true);
    }
    verdict.name = with_hyphens(trimmed);
  } else {
    if (!is_name(input.folder) || input.folder.size() > k_max_name) {
      return refuses("name-missing", "cannot make a name of the folder's, since none is given", true);
    }
    verdict.name = with_hyphens(input.folder);
    verdict.why.push_back("name-missing");
    verdict.cause = "takes the folder's name, since none is given";
  }
  if (const auto* description = yaml.find("description")) {
    if (!is_text(*description)) {
      return refuses(description->kind == Kind::null ? "description-empty" : "description-type",
                     "needs the description to be text", true);
    }
    std::string_view shown = description->text;
    // It joins the lines of the block, so that the last one has no end.
    const bool unterminated = input.plain != nullptr && input.plain->unterminated != PlainBlock::k_none &&
                              description == &yaml.nodes[input.plain->unterminated];
    if (unterminated) shown.remove_suffix(1);
    if (shown.size() > k_max_description && count_utf16_units(shown) > k_max_description) {
      return refuses("description-length",
                     format("refuses a description of more than {} characters", k_max_description), true);
    }
    verdict.description = shown;
  } else {
    verdict.description = first_lines(text.substr(body));
    verdict.why.push_back("description-missing");
    if (verdict.cause.empty()) verdict.cause = "shows the first lines of the body, since there is no description";
  }
  const TypeFault fault = type_fault(yaml);
  if (!fault.rule.empty()) return refuses(fault.rule, std::string(fault.message), true);
  if (verdict.cause.empty() && verdict.name.find('-') != std::string::npos && verdict.name != input.folder) {
    const auto* name = yaml.find("name");
    if (name != nullptr && name->text.find(' ') != std::string::npos) {
      verdict.why.push_back("name-chars");
      verdict.cause = "writes hyphens for the blanks in the name";
    }
  }
  if (room.empty()) verdict.body = start + body;
  verdict.loads = true;
  return verdict;
}

}  // namespace skillstow::loader
