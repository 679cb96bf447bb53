#include "facts/dynamic.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {

namespace {

// The stretches of a Markdown file that are code.
class CodeRanges {
 public:
  explicit CodeRanges(const Markdown& markdown) {
    for (const MarkdownNode& node : markdown.nodes) {
      if (node.kind == NodeKind::code_block) ranges_.push_back(node.content);
      if (node.kind == NodeKind::code_span && node.exact) ranges_.push_back(node.span);
    }
  }

  // Whether the whole stretch stands inside of code that starts before it.
  bool around(Span span) const {
    const auto next = std::upper_bound(ranges_.begin(), ranges_.end(), span.offset,
                                       [](std::uint32_t at, Span range) { return at < range.offset; });
    if (next == ranges_.begin()) return false;
    const Span range = *(next - 1);
    return range.offset <= span.offset && range.end() >= span.end() && range.length > span.length;
  }

 private:
  std::vector<Span> ranges_;  // in document order
};

// White space as JavaScript's \s has it.
bool is_script_space(char32_t point) {
  return (point >= 9 && point <= 13) || point == 0x20 || point == 0xA0 || point == 0x1680 ||
         (point >= 0x2000 && point <= 0x200A) || point == 0x2028 || point == 0x2029 || point == 0x202F ||
         point == 0x205F || point == 0x3000 || point == 0xFEFF;
}

// Whether white space or the start of the body stands before `at`.
bool follows_space(std::string_view text, std::size_t begin, std::size_t at) {
  if (at == begin) return true;
  std::size_t start = at - 1;
  while (start > begin && at - start < 4 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80) --start;
  const Decoded before = decode_utf8(text, start);
  return before.valid && start + before.length == at && is_script_space(before.point);
}

std::size_t first_byte(std::string_view text, std::size_t begin, std::size_t end) {
  while (begin < end && is_space(text[begin])) ++begin;
  return begin;
}

// The names in the field "arguments": a text with blanks between them, or a list. Names of digits alone do not count.
std::vector<std::string> argument_names(const Skill& skill) {
  std::vector<std::string> names;
  const YamlNode::Member* field = skill.frontmatter.find("arguments");
  if (field == nullptr) return names;
  const auto add = [&](std::string_view name) {
    name = trim(name);
    if (name.empty() || std::all_of(name.begin(), name.end(), is_digit)) return;
    names.emplace_back(name);
  };
  if (field->value.is_scalar()) {
    const std::string folded = fold_space(field->value.text);
    for (std::string_view name : split(folded, ' ')) add(name);
  }
  for (const YamlNode& item : field->value.items) {
    if (item.is_scalar()) add(item.text);
  }
  // The longest first, so that "$issue-id" is not taken for "$issue".
  std::stable_sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return names;
}

constexpr auto k_variables = std::to_array<std::string_view>(
    {"${CLAUDE_SKILL_DIR}", "${CLAUDE_SESSION_ID}", "${CLAUDE_PROJECT_DIR}", "${CLAUDE_EFFORT}"});

// A backslash keeps the text, unless it is escaped itself.
bool is_escaped(std::string_view text, std::size_t begin, std::size_t at) {
  return at > begin && text[at - 1] == '\\' && !(at > begin + 1 && text[at - 2] == '\\');
}

// The length of what is replaced at the "$", or 0.
std::size_t replaced_length(std::string_view text, std::size_t begin, std::size_t at,
                            const std::vector<std::string>& names, ReplacedText::Kind& kind) {
  const std::string_view rest = text.substr(at);
  for (std::string_view variable : k_variables) {
    if (rest.starts_with(variable)) {
      kind = ReplacedText::Kind::variable;
      return variable.size();
    }
  }
  if (is_escaped(text, begin, at)) return 0;
  constexpr std::string_view k_all = "$ARGUMENTS";
  if (rest.starts_with(k_all)) {
    std::size_t end = k_all.size();
    if (end < rest.size() && rest[end] == '[') {
      std::size_t close = end + 1;
      while (close < rest.size() && is_digit(rest[close])) ++close;
      if (close > end + 1 && close < rest.size() && rest[close] == ']') {
        kind = ReplacedText::Kind::indexed;
        return close + 1;
      }
    }
    kind = ReplacedText::Kind::all;
    return end;
  }
  for (const std::string& name : names) {
    if (!rest.substr(1).starts_with(name)) continue;
    const std::size_t end = 1 + name.size();
    if (end < rest.size() && (is_word(rest[end]) || rest[end] == '[')) continue;
    kind = ReplacedText::Kind::named;
    return end;
  }
  std::size_t end = 1;
  while (end < rest.size() && is_digit(rest[end])) ++end;
  if (end == 1 || (end < rest.size() && is_word(rest[end]))) return 0;  // "$200K" stays
  kind = ReplacedText::Kind::numbered;
  return end;
}

}  // namespace

std::vector<DynamicCommand> find_dynamic_commands(const Skill& skill) {
  std::vector<DynamicCommand> found;
  const std::string_view text = skill.manifest.text;
  const std::size_t begin = std::min(skill.frontmatter.body, text.size());
  const CodeRanges code(skill.markdown);
  const auto add = [&](std::size_t from, std::size_t to, std::size_t content, std::size_t end, bool block) {
    const std::size_t first = first_byte(text, content, end);
    if (first == end) return;
    DynamicCommand command;
    command.command = trim(text.substr(first, end - first));
    command.file = skill.manifest.path;
    command.line = skill.manifest.line(first);
    command.span = span_between(from, to);
    command.block = block;
    // The marks of the command are code themselves; only code around them says that it is an example.
    command.in_code = code.around(command.span);
    found.push_back(std::move(command));
  };

  constexpr std::string_view k_block = "```!";
  constexpr std::string_view k_close = "```";
  for (std::size_t at = text.find(k_block, begin); at != std::string_view::npos;) {
    const std::size_t content = at + k_block.size();
    const std::size_t end = text.find(k_close, content);
    if (end == std::string_view::npos) break;
    add(at, end + k_close.size(), content, end, true);
    at = text.find(k_block, end + k_close.size());
  }
  const std::size_t blocks = found.size();
  std::size_t block = 0;  // the first that ends behind `at`
  for (std::size_t at = text.find("!`", begin); at != std::string_view::npos;) {
    while (block < blocks && found[block].span.end() <= at) ++block;
    if (block < blocks && found[block].span.contains(at)) {
      at = text.find("!`", found[block].span.end());
      continue;
    }
    const std::size_t end = text.find('`', at + 2);
    if (end == std::string_view::npos) break;
    if (end == at + 2 || !follows_space(text, begin, at)) {
      at = text.find("!`", at + 2);
      continue;
    }
    add(at, end + 1, at + 2, end, false);
    at = text.find("!`", end + 1);
  }
  std::sort(found.begin(), found.end(),
            [](const DynamicCommand& a, const DynamicCommand& b) { return a.span.offset < b.span.offset; });
  return found;
}

std::vector<ReplacedText> find_replaced_text(const Skill& skill) {
  std::vector<ReplacedText> found;
  const std::string_view text = skill.manifest.text;
  const std::size_t begin = std::min(skill.frontmatter.body, text.size());
  const std::vector<std::string> names = argument_names(skill);
  const CodeRanges code(skill.markdown);
  for (std::size_t at = text.find('$', begin); at != std::string_view::npos;) {
    ReplacedText replaced;
    const std::size_t length = replaced_length(text, begin, at, names, replaced.kind);
    if (length > 0) {
      replaced.text = text.substr(at, length);
      replaced.file = skill.manifest.path;
      replaced.line = skill.manifest.line(at);
      replaced.span = span_between(at, at + length);
      replaced.in_code = code.around(replaced.span);
      found.push_back(std::move(replaced));
    }
    at = text.find('$', at + std::max<std::size_t>(length, 1));
  }
  return found;
}

}  // namespace skillstow
