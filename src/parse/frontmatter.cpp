#include "parse/frontmatter.h"

#include <algorithm>

#include "base/format.h"
#include "base/line_index.h"
#include "base/text.h"
#include "parse/yaml_scalar.h"

namespace skillstow {

const YamlNode::Member* Frontmatter::find(std::string_view key) const {
  if (yaml.root.kind != YamlNode::Kind::map) return nullptr;
  for (const YamlNode::Member& member : yaml.root.members) {
    if (member.key.text == key) return &member;
  }
  return nullptr;
}

namespace {

constexpr std::string_view k_mark = "\xEF\xBB\xBF";

// A block that does not start on line 1 is looked for this far; beyond it a "---" is a rule of the text.
constexpr std::size_t k_lines_searched = 40;

struct Line {
  Span span;  // without its end
  std::string_view text;
};

// Walks over lines without keeping them.
class Lines {
 public:
  Lines(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  bool next(Line& line) {
    if (at_ >= text_.size()) return false;
    const std::size_t end = end_of_line(text_, at_);
    line.span = span_between(at_, end);
    line.text = text_.substr(at_, end - at_);
    at_ = next_line(text_, at_);
    return true;
  }
  std::size_t at() const { return at_; }

 private:
  std::string_view text_;
  std::size_t at_;
};

bool is_delimiter(std::string_view line) { return line.substr(0, 3) == "---" && trim(line.substr(3)).empty(); }

// "name: x": a key of letters at the left edge and a colon.
bool is_field(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && (is_word(line[end]) || line[end] == '-')) ++end;
  return end > 0 && is_alpha(line[0]) && end < line.size() && line[end] == ':' &&
         (end + 1 == line.size() || is_blank(line[end + 1]));
}

bool is_known_field(std::string_view line) {
  return is_field(line) &&
         (starts_with_ignoring_case(line, "name:") || starts_with_ignoring_case(line, "description:"));
}

// A line that was probably meant to be "---": more or fewer dashes, other dashes, dots, or dashes behind blanks.
bool is_near_delimiter(std::string_view line) {
  const std::string_view core = trim(line);
  if (core.size() < 2) return core == "—" || core == "–";
  if (core == "..." || core == "+++" || core == "***") return true;
  if (core.find_first_not_of('-') == std::string_view::npos) return !is_delimiter(line);
  return replace_all(replace_all(replace_all(core, "—", ""), "–", ""), "-", "").empty();
}

std::string describe_line(std::string_view line, bool first) {
  const std::string_view core = trim(line);
  if (core.empty()) return first ? "a blank line" : "blank lines";
  if (core.substr(0, 3) == "```" || core.substr(0, 3) == "~~~") return "a code fence";
  if (core.substr(0, 4) == "<!--") return "a comment";
  if (core.front() == '#') return "a heading";
  if (core.front() == '>') return "a quote";
  if (is_near_delimiter(line)) return format("\"{}\"", visible(core, 20));
  return "other text";
}

// "../shared/SKILL.md" as the only content: what git leaves of a symbolic link on a system without them.
bool is_lone_path(std::string_view text) {
  const std::string_view core = trim(text);
  return !core.empty() && core.size() < 512 && core.find_first_of("\r\n \t") == std::string_view::npos &&
         core.find('/') != std::string_view::npos && core.size() > 3 && core.substr(core.size() - 3) == ".md";
}

// A block that stands further down: "---" (or a line that was meant as one), fields below it, and a closing line.
bool find_misplaced(std::string_view file, std::size_t begin, Frontmatter& found) {
  Lines lines(file, begin);
  Line line;
  for (std::size_t number = 1; number <= k_lines_searched && lines.next(line); ++number) {
    const bool near = is_near_delimiter(line.text);
    if (!is_delimiter(line.text) && !near && !is_delimiter(trim(line.text))) continue;
    Lines rest = lines;
    Line field;
    if (!rest.next(field) || !is_field(trim_left(field.text))) continue;
    bool known = false;
    for (bool more = true; more && !is_delimiter(trim(field.text)); more = rest.next(field)) {
      known = known || is_known_field(trim_left(field.text));
    }
    if (!known) continue;
    found.opener = line.span;
    return true;
  }
  return false;
}

// Fields from line 1 on and a "---" behind them: only the opening line is missing.
bool is_unopened(std::string_view file, std::size_t begin) {
  Lines lines(file, begin);
  Line line;
  bool known = false;
  for (std::size_t number = 1; number <= k_lines_searched && lines.next(line); ++number) {
    if (is_delimiter(line.text)) return known;
    if (number == 1 && !is_field(line.text)) return false;
    known = known || is_known_field(line.text);
  }
  return false;
}

void explain_missing(std::string_view file, std::size_t begin, Frontmatter& found) {
  Lines lines(file, begin);
  Line first;
  const bool any = lines.next(first);
  const LineIndex index(file);
  if (find_misplaced(file, begin, found)) {
    found.state = Frontmatter::State::misplaced;
    const std::uint32_t at = index.line(found.opener.offset);
    const std::string_view opener = slice(file, found.opener);
    if (at == 1) {
      found.note =
          format("the opening line is \"{}\" and must be exactly three dashes", visible(trim_right(opener), 20));
      found.help = "write \"---\" in its place";
    } else {
      found.note = format("it has to start on line 1, and {} stands before it; it was found at line {}",
                          describe_line(first.text, true), at);
      found.help = "move the block to the top of the file, with nothing before it";
    }
    return;
  }
  if (is_unopened(file, begin)) {
    found.state = Frontmatter::State::misplaced;
    found.opener = span_between(begin, begin);
    found.note = "the fields start on line 1 without the line of three dashes that opens the block";
    found.help = "put a line \"---\" before the first field";
    return;
  }
  found.state = Frontmatter::State::missing;
  found.opener = any ? first.span : span_between(begin, begin);
  if (trim(file.substr(begin)).empty()) {
    found.note = "the file is empty";
  } else if (is_lone_path(file.substr(begin))) {
    found.note =
        format("its content is only the path of another file, \"{}\": a symbolic link that was checked out as text",
               visible(trim(file.substr(begin)), 80));
    found.help =
        "replace it by the file that it points to (on Windows: git config core.symlinks true, and check out again)";
    return;
  } else {
    found.note = format("the file starts with {}", describe_line(first.text, true));
  }
  found.help = "start the file with a line \"---\", the fields name and description, and a second line \"---\"";
}

void explain_unclosed(std::string_view file, Frontmatter& found) {
  Lines lines(file, next_line(file, found.opener.offset));
  Line line;
  while (lines.next(line)) {
    if (!is_near_delimiter(line.text) && !is_delimiter(trim_left(line.text))) continue;
    found.closer = line.span;
    found.note = format("no line of exactly three dashes closes it; \"{}\" was probably meant to",
                        visible(trim_right(line.text), 20));
    found.help = "write \"---\" at the start of that line, and nothing else on it";
    return;
  }
  found.note = "no line of exactly three dashes closes it, so the whole file is read as metadata";
  found.help = "put a line \"---\" after the last field";
}

void shift(Span& span, std::size_t by) { span.offset += static_cast<std::uint32_t>(by); }

// Spans of the block become spans of the file. The tree is shallow (YamlLimits), and a stack of pointers walks it.
void shift(YamlDocument& document, std::size_t by) {
  for (YamlProblem& problem : document.problems) {
    shift(problem.span, by);
    shift(problem.value, by);
  }
  std::vector<YamlNode*> open{&document.root};
  while (!open.empty()) {
    YamlNode* node = open.back();
    open.pop_back();
    shift(node->span, by);
    for (YamlNode& item : node->items) open.push_back(&item);
    for (YamlNode::Member& member : node->members) {
      open.push_back(&member.key);
      open.push_back(&member.value);
    }
  }
}

}  // namespace

Frontmatter parse_frontmatter(std::string_view file) {
  Frontmatter found;
  const std::size_t begin = file.substr(0, k_mark.size()) == k_mark ? k_mark.size() : 0;
  found.body = begin;
  Lines lines(file, begin);
  Line line;
  if (!lines.next(line) || !is_delimiter(line.text)) {
    explain_missing(file, begin, found);
    return found;
  }
  found.opener = line.span;
  const std::size_t content = lines.at();
  found.body = content;
  while (lines.next(line)) {
    if (!is_delimiter(line.text)) continue;
    found.state = Frontmatter::State::present;
    found.closer = line.span;
    found.content = span_between(content, line.span.offset);
    found.body = lines.at();
    found.yaml = parse_yaml(slice(file, found.content));
    shift(found.yaml, content);
    return found;
  }
  found.state = Frontmatter::State::unclosed;
  explain_unclosed(file, found);
  return found;
}

}  // namespace skillstow
