#include "parse/yaml_fault.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "parse/yaml_scalar.h"

namespace skillstow {
namespace {

YamlProblem problem(YamlProblemKind kind, Span span, std::string message, std::string help) {
  return {kind, span, std::move(message), std::move(help), {}, {}};
}

// Where "key" ends and the value starts on the first line of an entry; npos if there is no "key:".
struct KeyLine {
  std::size_t colon = std::string_view::npos;
  std::size_t value = 0;     // first byte of the value
  std::size_t line_end = 0;  // of the first line
};

KeyLine read_key_line(std::string_view entry) {
  KeyLine line;
  line.line_end = end_of_line(entry, 0);
  std::size_t from = 0;
  if (!entry.empty() && (entry.front() == '"' || entry.front() == '\'')) {
    const std::size_t end = end_of_quoted(entry, 0);
    if (end == std::string_view::npos || end > line.line_end) return line;
    from = end;
  }
  for (std::size_t at = from; at < line.line_end; ++at) {
    if (entry[at] != ':' || (at + 1 < line.line_end && !is_blank(entry[at + 1]))) continue;
    line.colon = at;
    line.value = at + 1;
    while (line.value < line.line_end && is_blank(entry[line.value])) ++line.value;
    break;
  }
  return line;
}

// The first ": " or colon at a line's end in a plain scalar from `at` on; npos if there is none.
std::size_t plain_colon(std::string_view entry, std::size_t at) {
  for (std::size_t i = at; i < entry.size(); ++i) {
    if (entry[i] == '#' && i > 0 && is_space(entry[i - 1])) {
      i = end_of_line(entry, i);
    } else if (entry[i] == ':' && (i + 1 == entry.size() || is_space(entry[i + 1]))) {
      return i;
    }
  }
  return std::string_view::npos;
}

// The value as it stands, to the end of the entry.
Span value_span(std::string_view entry, std::size_t value) {
  const std::string_view rest = trim_right(entry.substr(value));
  return span_between(value, value + rest.size());
}

void offer_quotes(YamlProblem& found, std::string_view entry, std::size_t value) {
  found.value = value_span(entry, value);
  found.quoted = yaml_double_quoted(fold_space(slice(entry, found.value)));
}

std::string shown_line(std::string_view text, std::size_t at) {
  return visible(trim(text.substr(at, end_of_line(text, at) - at)), 60);
}

YamlProblem quoted_fault(std::string_view entry, std::size_t value, std::size_t end) {
  const char quote = entry[value];
  const std::size_t rest = entry.find_first_not_of(" \t", end);
  YamlProblem found = problem(
      YamlProblemKind::after_quote, span_between(rest, end_of_line(entry, rest)),
      format("the value ends at the closing {} quote, and more text follows it", quote == '"' ? "double" : "single"),
      quote == '"' ? "put the whole value in single quotes, or write \\\" for a quote inside it"
                   : "double each apostrophe inside single quotes (''), or put the value in double quotes");
  offer_quotes(found, entry, value);
  // An apostrophe inside single quotes: the quotes around the whole are not part of the text.
  const std::string_view whole = slice(entry, found.value);
  if (whole.size() > 1 && whole.back() == quote) {
    found.quoted = yaml_double_quoted(fold_space(whole.substr(1, whole.size() - 2)));
  }
  return found;
}

std::optional<YamlProblem> tab_fault(std::string_view entry) {
  for (std::size_t line = 0; line < entry.size(); line = next_line(entry, line)) {
    std::size_t at = line;
    while (at < entry.size() && entry[at] == ' ') ++at;
    if (at < entry.size() && entry[at] == '\t') {
      return problem(YamlProblemKind::tab, span_between(at, at + 1),
                     "a tab indents this line, and YAML allows only blanks there", "put blanks in its place");
    }
  }
  return std::nullopt;
}

// A value that is neither quoted nor in brackets.
std::optional<YamlProblem> plain_fault(std::string_view entry, const KeyLine& line) {
  const char first = line.value < entry.size() ? entry[line.value] : '\0';
  if (first == '@' || first == '`' || first == '%') {
    YamlProblem found = problem(YamlProblemKind::reserved_start, span_between(line.value, line.value + 1),
                                format("an unquoted value cannot start with \"{}\", which YAML reserves", first),
                                "put the value in double quotes");
    offer_quotes(found, entry, line.value);
    return found;
  }
  if (first == '|' || first == '>') {
    return problem(
        YamlProblemKind::after_block, span_between(line.value, line.line_end),
        format("after \"{}\" the text must start on the next line, indented", first),
        format("move the text to an indented line below, or take the \"{}\" away and quote the value", first));
  }
  if (const std::size_t colon = plain_colon(entry, line.value); colon != std::string_view::npos) {
    YamlProblem found =
        problem(YamlProblemKind::colon, span_between(colon, colon + 1),
                colon + 1 < entry.size() && is_blank(entry[colon + 1])
                    ? "a colon followed by a blank starts a new mapping inside this unquoted value"
                    : "a colon at the end of the line starts a new mapping inside this unquoted value",
                "put the whole value in double quotes, or write it as a block scalar (>- and indented lines)");
    offer_quotes(found, entry, line.value);
    return found;
  }
  return std::nullopt;
}

}  // namespace

YamlProblem unclosed_quote(std::string_view text, std::size_t at) {
  YamlProblem found =
      problem(YamlProblemKind::unclosed_quote, span_between(at, at + 1),
              format("the {} quote that opens this value is never closed", text[at] == '"' ? "double" : "single"),
              "close the quote at the end of the value");
  const std::size_t end = end_of_line(text, at);
  found.value = span_between(at, at + trim_right(text.substr(at, end - at)).size());
  found.quoted = yaml_double_quoted(trim(text.substr(at + 1, end - at - 1)));
  return found;
}

YamlProblem duplicate_key(std::string_view key, Span again, Span first) {
  YamlProblem found =
      problem(YamlProblemKind::duplicate_key, again,
              format("the key \"{}\" stands here a second time", visible(key, 40)), "keep one of the two");
  found.value = first;
  return found;
}

YamlProblem trailing_text(std::string_view text, std::size_t at) {
  return problem(YamlProblemKind::several_documents, span_between(at, end_of_line(text, at)),
                 "the YAML ends before this line, and more text follows",
                 "take the text out, or make it part of a value");
}

YamlProblem limit_reached(YamlProblemKind kind, std::size_t at, const YamlLimits& limits) {
  std::string message;
  if (kind == YamlProblemKind::too_deep)
    message = format("the values are nested more than {} levels deep", limits.max_depth);
  if (kind == YamlProblemKind::too_many) message = format("there are more than {} values", grouped(limits.max_nodes));
  if (kind == YamlProblemKind::too_large)
    message = format("the block has more than {} bytes", grouped(limits.max_bytes));
  return problem(kind, span_between(at, at), message + ", far more than metadata needs, and is not read",
                 "keep name, description and a few short fields here and move the rest into the body");
}

YamlProblem library_fault(std::string_view text, std::size_t at, std::string_view library_text) {
  const Span span = span_between(std::min(at, text.size()), end_of_line(text, std::min(at, text.size())));
  if (library_text.find("anchor") != std::string_view::npos) {
    return problem(YamlProblemKind::unknown_alias, span,
                   "an alias (*name) refers to an anchor (&name) that is nowhere above it",
                   "quote the value if the asterisk is meant as text");
  }
  return problem(YamlProblemKind::syntax, span,
                 format("this is not valid YAML, near \"{}\"", shown_line(text, span.offset)),
                 "put text with special characters in double quotes, and check the indentation");
}

std::optional<YamlProblem> conflict_marker(std::string_view text) {
  for (std::size_t line = 0; line < text.size(); line = next_line(text, line)) {
    const std::string_view start = text.substr(line, 7);
    if (start != "<<<<<<<" && start != ">>>>>>>") continue;
    return problem(YamlProblemKind::conflict_marker, span_between(line, end_of_line(text, line)),
                   "a conflict marker of an unfinished merge stands here", "choose one side and take the markers out");
  }
  return std::nullopt;
}

YamlProblem entry_fault(std::string_view entry, std::optional<YamlProblem> library_fault) {
  if (auto tab = tab_fault(entry)) return *tab;
  const KeyLine line = read_key_line(entry);
  if (line.colon == std::string_view::npos) {
    return problem(YamlProblemKind::indentation, span_between(0, line.line_end),
                   format("\"{}\" stands at the left edge and is no \"key: value\"", shown_line(entry, 0)),
                   "indent the line if it goes on with the value above, or quote that value as a whole");
  }
  const char first = line.value < line.line_end ? entry[line.value] : '\0';
  if (first == '"' || first == '\'') {
    const std::size_t end = end_of_quoted(entry, line.value);
    if (end == std::string_view::npos) return unclosed_quote(entry, line.value);
    const std::size_t rest = entry.find_first_not_of(" \t", end);
    if (rest != std::string_view::npos && entry[rest] != '\n' && entry[rest] != '\r' && entry[rest] != '#') {
      return quoted_fault(entry, line.value, end);
    }
  } else if (first == '[' || first == '{') {
    const std::size_t end = end_of_flow(entry, line.value);
    if (end == std::string_view::npos) {
      return problem(YamlProblemKind::unclosed_flow, span_between(line.value, line.value + 1),
                     format("the \"{}\" that opens this value is never closed", first),
                     "close the bracket, or put the value in double quotes if it is meant as text");
    }
    const std::size_t rest = entry.find_first_not_of(" \t", end);
    if (rest != std::string_view::npos && entry[rest] != '\n' && entry[rest] != '\r' && entry[rest] != '#') {
      YamlProblem found = problem(
          YamlProblemKind::after_flow, span_between(rest, end_of_line(entry, rest)),
          format("a value that starts with \"{}\" is a {} and ends at its closing bracket, and more text follows it",
                 first, first == '[' ? "list" : "mapping"),
          "put the whole value in double quotes");
      offer_quotes(found, entry, line.value);
      return found;
    }
  } else if (auto plain = plain_fault(entry, line)) {
    return *plain;
  }
  if (library_fault) return *library_fault;
  return problem(YamlProblemKind::syntax, span_between(0, line.line_end),
                 format("this is not valid YAML, near \"{}\"", shown_line(entry, 0)),
                 "put text with special characters in double quotes, and check the indentation");
}

}  // namespace skillstow
