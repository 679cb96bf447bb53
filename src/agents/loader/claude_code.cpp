// Claude Code 2.1.197. Source: the JavaScript that its program carries, and files made for the purpose. Its YAML is
// Bun's. What it cannot read it passes over; only its debug log knows.
#include <algorithm>

#include "agents/loader/bun_yaml.h"
#include "agents/loader/loader.h"
#include "agents/loader/unicode_space.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow::loader {
namespace {

using Kind = YamlTree::Kind;

constexpr std::size_t k_max_bytes = 1'000'000;
constexpr std::size_t k_max_fallback = 100;  // UTF-16 code units of a line taken for the description
constexpr std::size_t k_kept_fallback = 97;

std::size_t skip_js_space(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const Decoded decoded = decode_utf8(text, at);
    if (!is_js_space(decoded.point)) break;
    at += decoded.length;
  }
  return at;
}

struct Block {
  std::string_view frontmatter;
  std::size_t body = 0;
};

// /^---\s*\n([\s\S]*?)---\s*\n?/: white space after the opening dashes may hold lines, and the first --- after it
// closes, wherever it stands.
bool match_block(std::string_view text, Block& block) {
  if (!text.starts_with("---")) return false;
  const std::size_t space_end = skip_js_space(text, 3);
  const std::size_t line_end = text.substr(0, space_end).rfind('\n');
  if (line_end == std::string_view::npos || line_end < 3) return false;
  const std::size_t start = line_end + 1;
  const std::size_t close = text.find("---", start);
  if (close == std::string_view::npos) return false;
  block.frontmatter = text.substr(start, close - start);
  block.body = skip_js_space(text, close + 3);
  return true;
}

bool has_line_end(std::string_view text) {
  return text.find('\r') != std::string_view::npos || text.find("\u2028") != std::string_view::npos ||
         text.find("\u2029") != std::string_view::npos;
}

// Its second chance for a block that is no YAML: values with characters that mean something to YAML are quoted, and
// tabs at the start of a line become blanks.
std::string with_quotes(std::string_view frontmatter) {
  std::string out;
  for (std::size_t at = 0;;) {
    const std::size_t end = frontmatter.find('\n', at);
    const std::string_view line = frontmatter.substr(at, end == std::string_view::npos ? end : end - at);
    if (at != 0) out += '\n';
    // /^([a-zA-Z_-]+):\s+(.+)$/
    std::size_t key = 0;
    while (key < line.size() && (is_alpha(line[key]) || line[key] == '_' || line[key] == '-')) ++key;
    std::string_view value;
    if (key != 0 && key < line.size() && line[key] == ':') {
      const std::size_t start = skip_js_space(line, key + 1);
      if (start > key + 1) value = line.substr(start);
    }
    bool quote = !value.empty() && !has_line_end(value);
    if (quote) {
      const char first = value.front();
      const char last = value.back();
      if ((first == '"' && last == '"') || (first == '\'' && last == '\'')) quote = false;
      if (quote && first == '[' && last == ']') {
        const YamlTree list = bun_yaml_parse(value);
        if (list.ok() && list.nodes[list.root].kind == Kind::sequence) quote = false;
      }
      if (quote) {
        quote = value.find_first_of("{}[]*&#!|>%@`") != std::string_view::npos ||
                value.find(": ") != std::string_view::npos;
      }
    }
    if (quote) {
      out += line.substr(0, key);
      out += ": \"";
      for (char c : value) {
        if (c == '\\' || c == '"') out += '\\';
        out += c;
      }
      out += '"';
    } else {
      out += line;
    }
    if (end == std::string_view::npos) break;
    at = end + 1;
  }
  std::string tabs_out;
  bool line_start = true;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (line_start && out[i] == '\t') {
      tabs_out += "  ";
      continue;
    }
    tabs_out += out[i];
    line_start = out[i] == '\n' || out[i] == '\r' || tabs_out.ends_with("\u2028") || tabs_out.ends_with("\u2029");
  }
  return tabs_out;
}

// The first line of the body that is not empty, without the marks of a heading, cut to 100.
std::string first_line(std::string_view body) {
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t end = std::min(body.find('\n', at), body.size());
    std::string_view line = trim_by(body.substr(at, end - at), is_js_space);
    at = end + 1;
    if (line.empty()) continue;
    const std::size_t marks = std::min(line.find_first_not_of('#'), line.size());
    const std::size_t title = skip_js_space(line, marks);
    if (marks != 0 && title != marks && title < line.size() && !has_line_end(line.substr(title))) {
      line = line.substr(title);
    }
    if (count_utf16_units(line) > k_max_fallback) return std::string(first_utf16_units(line, k_kept_fallback)) + "...";
    return std::string(line);
  }
  return "Skill";
}

std::string_view reason_of(std::string_view text, std::string_view& rule) {
  rule = "frontmatter-missing";
  if (text.starts_with("\xEF\xBB\xBF---")) {
    rule = "encoding";
    return "finds no frontmatter behind the UTF-8 mark, and shows the first line instead";
  }
  if (text.starts_with("---")) {
    rule = "frontmatter-close";
    return "finds no end of the frontmatter, and shows the first line instead";
  }
  return "finds no frontmatter, and shows the first line instead";
}

}  // namespace

LoaderVerdict load_as_claude_code(const LoaderInput& input) {
  if (input.bytes.size() > k_max_bytes) return refuses("file-large", "passes over files above 1,000,000 bytes", false);
  std::string room;
  const std::string_view text = text_of(input, room);
  LoaderVerdict verdict;
  verdict.loads = true;
  verdict.name = input.folder;
  Block block;
  if (!match_block(text, block)) {
    std::string_view rule;
    verdict.cause = reason_of(text, rule);
    verdict.why.push_back(rule);
    verdict.description = first_line(text);
    return verdict;
  }
  if (room.empty()) verdict.body = block.body;
  const std::string_view body = text.substr(block.body);
  YamlTree parsed;
  if (input.plain == nullptr) parsed = bun_yaml_parse(block.frontmatter);
  if (!parsed.ok()) {
    parsed = bun_yaml_parse(with_quotes(block.frontmatter));
    verdict.why.push_back("frontmatter-yaml");
    verdict.cause = parsed.ok() ? "reads the frontmatter after quoting values that YAML refuses"
                                : "cannot read the frontmatter, and takes nothing from it";
  }
  const YamlTree& yaml = input.plain != nullptr ? input.plain->yaml : parsed;
  const YamlTree::Node* name = yaml.find("name");
  if (name != nullptr && name->kind != Kind::null) {
    const std::string shown = js_string(yaml, *name);
    if (!shown.empty()) verdict.name = shown;
  }
  const YamlTree::Node* description = yaml.find("description");
  if (description != nullptr && (description->kind == Kind::number || description->kind == Kind::boolean)) {
    verdict.description = description->text;
  } else if (description != nullptr && description->kind == Kind::string) {
    verdict.description = trim_by(description->text, is_js_space);
  }
  if (verdict.description.empty()) {
    verdict.description = first_line(body);
    if (verdict.cause.empty()) {
      verdict.why.push_back(description == nullptr ? "description-missing"
                            : description->kind == Kind::sequence || description->kind == Kind::map
                                ? "description-type"
                                : "description-empty");
      verdict.cause = "shows the first line of the body, since it finds no description";
    }
  }
  if (verdict.cause.empty() && block.body > 0 && text.substr(0, block.body).find("\n---") == std::string_view::npos) {
    verdict.why.push_back("frontmatter-close");
    verdict.cause = "ends the frontmatter at the first ---, which stands within a line";
  }
  return verdict;
}

}  // namespace skillstow::loader
