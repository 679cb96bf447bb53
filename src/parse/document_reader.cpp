#include "parse/document_reader.h"

#include <utility>

#include "base/edit_distance.h"
#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {

Error document_error(const std::string& path, std::string_view what, const std::vector<DocumentProblem>& problems,
                     std::string help) {
  Error error{ErrorKind::bad_input, path, {}, std::move(help)};
  error.message = format("the {} has {}", what, counted(problems.size(), "fault"));
  for (const DocumentProblem& problem : problems) {
    error.message += format("\n  {}:{}:{}: {}", visible(path), problem.position.line, problem.position.column,
                            visible(problem.message));
    if (!problem.help.empty()) error.message += format("; {}", visible(problem.help));
  }
  return error;
}

YamlDocument DocumentReader::parse() {
  if (const std::size_t at = find_invalid_utf8(text_); at != std::string_view::npos) {
    problem(span_between(at, at + 1), "the file is not UTF-8", "save it as UTF-8");
    return {};
  }
  if (text_.find('\0') != std::string_view::npos) {
    problem({}, "the file holds a zero byte, so it is no text", "give the path of a YAML file");
    return {};
  }
  YamlDocument document = parse_yaml(text_);
  for (const YamlProblem& fault : document.problems) problem(fault.span, fault.message, fault.help);
  return document;
}

std::vector<DocumentProblem> DocumentReader::take_problems() {
  std::stable_sort(problems_.begin(), problems_.end(), [](const auto& a, const auto& b) {
    return std::pair(a.position.line, a.position.column) < std::pair(b.position.line, b.position.column);
  });
  return std::move(problems_);
}

void DocumentReader::problem(Span span, std::string message, std::string help) {
  problems_.push_back({lines_.position(text_, span.offset), std::move(message), std::move(help)});
}

std::string DocumentReader::listed(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

void DocumentReader::unknown(Span span, std::string_view what, std::string_view word,
                             std::span<const std::string_view> known) {
  const std::string_view meant = nearest(word, known);
  problem(span, format("unknown {} \"{}\"", what, visible(word, 60)),
          meant.empty() ? format("these are known: {}", listed(known)) : format("did you mean \"{}\"?", meant));
}

bool DocumentReader::is_map(const YamlNode& node, std::string_view what) {
  if (node.kind == YamlNode::Kind::map) return true;
  problem(node.span, format("{} must be a mapping of keys to values, not {}", what, describe(node)),
          "write one \"key: value\" on each line");
  return false;
}

std::string DocumentReader::read_text(const YamlNode::Member& member) {
  const std::string text = fold_space(member.value.text);
  if (member.value.is_scalar() && !text.empty()) return text;
  problem(member.key.span, format("\"{}\" needs a text, not {}", member.key.text, describe(member.value)),
          "write the text after the colon, in double quotes if it holds a colon itself");
  return {};
}

std::vector<std::string> DocumentReader::read_texts(const YamlNode::Member& member) {
  std::vector<std::string> texts;
  const YamlNode& value = member.value;
  if (value.kind != YamlNode::Kind::sequence) {
    texts.push_back(read_text(member));
    return texts;
  }
  for (const YamlNode& item : value.items) {
    texts.push_back(fold_space(item.text));
    if (item.is_scalar() && !texts.back().empty()) continue;
    problem(item.span, format("\"{}\" is a list of texts, not of {}", member.key.text, describe(item)),
            "put each text on a line of its own, after \"- \"");
  }
  return texts;
}

std::uint32_t DocumentReader::read_count(const YamlNode::Member& member, std::uint32_t least, std::uint32_t most) {
  std::uint64_t number = 0;
  const std::string& text = member.value.text;
  const bool digits = member.value.is_scalar() && !text.empty() && text.size() <= 10 &&
                      std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c); });
  if (digits) {
    for (const char c : text) number = number * 10 + static_cast<std::uint64_t>(c - '0');
    if (number >= least && number <= most) return static_cast<std::uint32_t>(number);
  }
  problem(member.value.kind == YamlNode::Kind::null ? member.key.span : member.value.span,
          format("\"{}\" must be a whole number from {} to {}", member.key.text, least, most), "write digits only");
  return least;
}

bool DocumentReader::read_choice(const YamlNode::Member& member, std::string_view first, std::string_view second) {
  if (member.value.is_scalar() && (member.value.text == first || member.value.text == second)) {
    return member.value.text == second;
  }
  problem(member.value.kind == YamlNode::Kind::null ? member.key.span : member.value.span,
          format("\"{}\" must be {} or {}", member.key.text, first, second), "write one of the two words");
  return false;
}

}  // namespace skillstow
