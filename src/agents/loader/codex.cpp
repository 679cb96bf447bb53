// Codex CLI 0.171.0. Source: openai/codex, codex-rs/core-skills/src/loader.rs (fields, repair, limits) and
// loader/discovery.rs (depth, hidden folders, links); the cut of the listing was watched.
#include <algorithm>

#include "agents/loader/loader.h"
#include "agents/loader/serde_codex.h"
#include "agents/loader/serde_yaml.h"
#include "agents/loader/unicode_space.h"
#include "base/format.h"
#include "base/utf8.h"

namespace skillstow::loader {
namespace {

constexpr std::size_t k_max_name = 64;           // code points
constexpr std::size_t k_max_description = 1024;  // code points, in its listing
constexpr std::string_view k_cut = "...";

char32_t point_at(std::string_view text, std::size_t at) { return decode_utf8(text, at).point; }

// The first line whose trimmed text is "---" opens, the next such line closes; nothing between them is no frontmatter.
bool find_frontmatter(std::string_view text, std::string& frontmatter) {
  LineView line = rust_line(text, 0);
  if (text.empty() || trim_by(line.text, is_rust_space) != "---") return false;
  bool any = false;
  for (std::size_t at = line.next; at < text.size(); at = line.next) {
    line = rust_line(text, at);
    if (trim_by(line.text, is_rust_space) == "---") return any;
    if (any) frontmatter += '\n';
    any = true;
    frontmatter += line.text;
  }
  return false;
}

// Where a comment begins in a value: "#" at its start or after white space.
std::size_t comment_start(std::string_view value) {
  bool after_space = true;
  for (std::size_t i = 0; i < value.size();) {
    const Decoded decoded = decode_utf8(value, i);
    if (value[i] == '#' && after_space) return trim_end_by(value.substr(0, i), is_rust_space).size();
    after_space = is_rust_space(decoded.point);
    i += decoded.length;
  }
  return value.size();
}

bool has_colon_separator(std::string_view scalar) {
  for (std::size_t i = 0; i + 1 < scalar.size(); ++i) {
    if (scalar[i] == ':' && is_rust_space(point_at(scalar, i + 1))) return true;
  }
  return false;
}

// Codex's second chance for a block that its library refuses: values on one line that hold ": ", or that begin like a
// list, a map or a reserved character and are none, are put in single quotes. Nothing if no line was changed.
bool repair(std::string_view frontmatter, std::string& repaired) {
  bool changed = false;
  bool in_block = false;
  std::size_t block_indent = 0;
  bool first = true;
  for (std::size_t at = 0; at < frontmatter.size();) {
    const LineView view = rust_line(frontmatter, at);
    const std::string_view line = view.text;
    at = view.next;
    if (!first) repaired += '\n';
    first = false;
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    if (in_block) {
      if (trim_by(line, is_rust_space).empty() || indent > block_indent) {
        repaired += line;
        continue;
      }
      in_block = false;
    }
    const std::size_t colon = line.find(':');
    const std::string_view value = colon == std::string_view::npos ? line : line.substr(colon + 1);
    if (colon == std::string_view::npos || trim_by(line.substr(0, colon), is_rust_space).empty() ||
        (!value.empty() && !is_rust_space(point_at(value, 0)))) {
      repaired += line;
      continue;
    }
    std::size_t start = 0;
    while (start < value.size() && is_rust_space(point_at(value, start))) start += decode_utf8(value, start).length;
    const std::string_view trimmed = value.substr(start);
    const std::size_t end = comment_start(trimmed);
    const std::string_view scalar = trim_end_by(trimmed.substr(0, end), is_rust_space);
    const std::string_view comment = end < trimmed.size() ? trimmed.substr(end) : std::string_view{};
    const char opening = scalar.empty() ? '\'' : scalar[0];
    if (opening == '|' || opening == '>') {
      in_block = true;
      block_indent = indent;
    }
    if (opening == '|' || opening == '>' || opening == '\'' || opening == '"') {
      repaired += line;
      continue;
    }
    const bool looks_like_flow = opening == '[' || opening == '{' || opening == '@' || opening == '`';
    if (!has_colon_separator(scalar) && !(looks_like_flow && !serde_yaml_value(scalar).ok())) {
      repaired += line;
      continue;
    }
    repaired += line.substr(0, colon + 1);
    repaired += value.substr(0, start);
    repaired += '\'';
    for (char c : scalar) {
      repaired += c;
      if (c == '\'') repaired += c;
    }
    repaired += '\'';
    repaired += comment;
    changed = true;
  }
  return changed;
}

CodexFrontmatter fields_of(const YamlTree& yaml) {
  CodexFrontmatter fields;
  if (const auto* name = yaml.find("name")) fields.name = name->text;
  if (const auto* description = yaml.find("description")) fields.description = description->text;
  return fields;
}

std::string_view rule_of(std::string_view error) {
  if (error.starts_with("duplicate field")) return "frontmatter-duplicate-key";
  if (error.find("SkillFrontmatterMetadata") != std::string_view::npos) return "metadata-type";
  return "frontmatter-yaml";
}

}  // namespace

LoaderVerdict load_as_codex(const LoaderInput& input) {
  if (!input.valid_utf8 && find_invalid_utf8(input.bytes) != std::string_view::npos) {
    return refuses("encoding", "cannot read the file: it is not valid UTF-8", true);
  }
  LoaderVerdict verdict;
  std::string frontmatter;
  CodexFrontmatter fields;
  if (input.plain != nullptr) {
    fields = fields_of(input.plain->yaml);
  } else if (find_frontmatter(input.bytes, frontmatter)) {
    fields = serde_yaml_codex(frontmatter);
  } else {
    return refuses("frontmatter-missing", "finds no frontmatter between lines of ---", true);
  }
  if (!fields.error.empty()) {
    std::string repaired;
    const std::string error = fields.error;
    bool mended = repair(frontmatter, repaired);
    if (mended) {
      fields = serde_yaml_codex(repaired);
      mended = fields.error.empty();
    }
    if (!mended) return refuses(rule_of(error), format("refuses the frontmatter: {}", error), true);
    verdict.why.push_back("frontmatter-yaml");
    verdict.cause = "reads the frontmatter after quoting values that YAML refuses";
  }
  if (fields.name) verdict.name = fold_by(*fields.name, is_rust_space);
  if (verdict.name.empty()) {
    verdict.name = fold_by(input.folder, is_rust_space);
    if (verdict.name.empty()) verdict.name = "skill";
    verdict.why.push_back("name-missing");
    if (verdict.cause.empty()) verdict.cause = "takes the folder's name, since none is given";
  }
  if (count_code_points(verdict.name) > k_max_name) {
    return refuses("name-length", format("refuses a name of more than {} characters", k_max_name), true);
  }
  if (fields.description) verdict.description = fold_by(*fields.description, is_rust_space);
  if (verdict.description.empty()) {
    return refuses(fields.description ? "description-empty" : "description-missing", "needs a description", true);
  }
  if (count_code_points(verdict.description) > k_max_description) {
    verdict.description.resize(first_code_points(verdict.description, k_max_description - k_cut.size()).size());
    verdict.description += k_cut;
    verdict.why.push_back("description-truncated");
    if (verdict.cause.empty()) verdict.cause = format("cuts the description to {} characters", k_max_description);
  }
  verdict.loads = true;
  return verdict;
}

}  // namespace skillstow::loader
