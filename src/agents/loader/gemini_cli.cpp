// Gemini CLI 0.61.0. Source: google-gemini/gemini-cli, packages/core/src/skills/skillLoader.ts. It tells its user
// nothing, whatever it does: only its debug log knows.
#include <vector>

#include "agents/loader/js_yaml.h"
#include "agents/loader/loader.h"
#include "agents/loader/unicode_space.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow::loader {
namespace {

// /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n([\s\S]*))?/
struct Block {
  std::string_view frontmatter;
  std::size_t body = 0;
  bool has_body = false;
};

bool match_block(std::string_view text, Block& block) {
  if (!text.starts_with("---")) return false;
  std::size_t start = 3;
  if (text.substr(start).starts_with('\r')) ++start;
  if (!text.substr(start).starts_with('\n')) return false;
  ++start;
  const std::size_t end = text.find("\n---", start);
  if (end == std::string_view::npos) return false;
  block.frontmatter = text.substr(start, end - start);
  if (block.frontmatter.ends_with('\r')) block.frontmatter.remove_suffix(1);
  std::size_t after = end + 4;
  if (text.substr(after).starts_with('\r')) ++after;
  block.has_body = text.substr(after).starts_with('\n');
  block.body = after + 1;
  return true;
}

// What "." does not match.
bool has_line_end(std::string_view text) {
  return text.find_first_of("\r\n") != std::string_view::npos || text.find("\u2028") != std::string_view::npos ||
         text.find("\u2029") != std::string_view::npos;
}

std::string_view trim_start_js(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const Decoded decoded = decode_utf8(text, at);
    if (!is_js_space(decoded.point)) break;
    at += decoded.length;
  }
  return text.substr(at);
}

// /^\s*KEY:\s*(.*)$/, trimmed.
bool match_key(std::string_view line, std::string_view key, std::string_view& value) {
  line = trim_start_js(line);
  if (!line.starts_with(key)) return false;
  value = trim_start_js(line.substr(key.size()));
  if (has_line_end(value)) return false;
  value = trim_by(value, is_js_space);
  return true;
}

// /^[ \t]+\S/
bool is_continuation(std::string_view line) {
  std::size_t blanks = 0;
  while (blanks < line.size() && is_blank(line[blanks])) ++blanks;
  return blanks != 0 && blanks < line.size() && !is_js_space(decode_utf8(line, blanks).point);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find('\n', at);
    std::string_view line = text.substr(at, end == std::string_view::npos ? end : end - at);
    if (end != std::string_view::npos && line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    if (end == std::string_view::npos) return lines;
    at = end + 1;
  }
}

// Its own line reader, for what YAML refuses and for names and descriptions that are no texts.
bool read_lines(std::string_view frontmatter, std::string& name, std::string& description) {
  const std::vector<std::string_view> lines = lines_of(frontmatter);
  bool has_name = false;
  bool has_description = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view value;
    if (match_key(lines[i], "name:", value)) {
      name = value;
      has_name = true;
    } else if (match_key(lines[i], "description:", value)) {
      description = value;
      has_description = true;
      while (i + 1 < lines.size() && is_continuation(lines[i + 1])) {
        if (!description.empty()) description += ' ';
        description += trim_by(lines[++i], is_js_space);
      }
    }
  }
  return has_name && has_description;
}

bool is_text(const YamlTree::Node* node) { return node != nullptr && node->kind == YamlTree::Kind::string; }

}  // namespace

LoaderVerdict load_as_gemini_cli(const LoaderInput& input) {
  std::string room;
  const std::string_view text = text_of(input, room);
  Block block;
  if (!match_block(text, block)) {
    if (text.starts_with("\xEF\xBB\xBF")) {
      return refuses("encoding", "finds no frontmatter behind the UTF-8 mark at the start of the file", false);
    }
    return refuses("frontmatter-missing", "finds no frontmatter: it must start with --- and end with a line of ---",
                   false);
  }
  LoaderVerdict verdict;
  YamlTree parsed;
  if (input.plain == nullptr) parsed = js_yaml_load(block.frontmatter, JsYaml::v4);
  const YamlTree& yaml = input.plain != nullptr ? input.plain->yaml : parsed;
  const YamlTree::Node* name = yaml.find("name");
  const YamlTree::Node* description = yaml.find("description");
  if (is_text(name) && is_text(description)) {
    verdict.name = name->text;
    verdict.description = description->text;
  } else if (read_lines(block.frontmatter, verdict.name, verdict.description)) {
    if (!yaml.ok()) {
      verdict.why.push_back("frontmatter-yaml");
      verdict.cause = "reads name and description line by line, since YAML refuses the frontmatter";
    } else {
      verdict.why.push_back(is_text(name) ? "description-type" : "name-type");
      verdict.cause = "reads name and description line by line, since one of them is no text";
    }
  } else {
    const bool no_name = verdict.name.empty() && name == nullptr;
    if (!yaml.ok()) return refuses("frontmatter-yaml", "finds no name or no description in broken frontmatter", false);
    return refuses(no_name ? "name-missing" : "description-missing", no_name ? "needs a name" : "needs a description",
                   false);
  }
  for (char& c : verdict.name) {
    if (std::string_view(":\\/<>*?\"|").find(c) != std::string_view::npos) {
      c = '-';
      if (verdict.cause.empty()) {
        verdict.why.push_back("name-chars");
        verdict.cause = "writes hyphens for characters of the name that no file may have";
      }
    }
  }
  if (block.has_body) {
    if (room.empty()) verdict.body = block.body;
  } else if (!trim_by(text.substr(text.find("\n---", 3) + 4), is_js_space).empty()) {
    verdict.body_lost = true;
    verdict.why.push_back("frontmatter-close");
    if (verdict.cause.empty()) verdict.cause = "takes the body for empty, since something follows the closing ---";
  }
  verdict.loads = true;
  return verdict;
}

}  // namespace skillstow::loader
