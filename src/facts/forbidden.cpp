#include "facts/forbidden.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/text.h"

namespace skillstow {

namespace {

constexpr std::size_t k_longest_sentence = 400;  // bytes that are looked at on either side

constexpr std::string_view k_cross = "\u274c";

// Past the ends of sentences: ". ", ".** ", "!) ".
std::size_t last_sentence_start(std::string_view text) {
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] != '.' && text[i] != '!' && text[i] != '?') continue;
    std::size_t end = i + 1;
    while (end < text.size() && std::string_view("*_)\"'`").find(text[end]) != std::string_view::npos) ++end;
    if (end < text.size() && is_space(text[end])) return end;
  }
  return 0;
}

// The part of the text that belongs to the sentence or clause that goes on at its end.
std::string_view last_clause(std::string_view text) {
  if (text.size() > k_longest_sentence) text.remove_prefix(text.size() - k_longest_sentence);
  std::size_t start = last_sentence_start(text);
  for (std::string_view end : {"; ", "\n\n", "\n- ", "\n* ", "\n+ ", " | ", " but ", "\u2014", "\u2013", " - ",
                               ", use ", ", run ", ", prefer ", ", then ", ", try "}) {
    const std::size_t at = text.rfind(end);
    if (at != std::string_view::npos) start = std::max(start, at + end.size());
  }
  return text.substr(start);
}

std::size_t find_word(std::string_view text, std::string_view words) {
  for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return at;
  }
  return std::string_view::npos;
}

}  // namespace

bool is_forbidden(std::string_view before, std::string_view behind) {
  const std::string clause = fold_space(to_lower(last_clause(before)));
  std::size_t found = std::string::npos;
  for (std::string_view words :
       {"do not",     "don't",      "don\u2019t",   "never",     "avoid",      "must not",        "mustn't",
        "should not", "shouldn't",  "not use",      "not run",   "not call",   "instead of",      "rather than",
        "no longer",  "stop using", "refrain from", "forbidden", "prohibited", "without running", "without using"}) {
    const std::size_t at = find_word(clause, words);
    if (at != std::string_view::npos) found = std::min(found, at);
  }
  // "use `a`, not `b`"
  if (found == std::string::npos && (clause == "not" || clause.ends_with(" not"))) return true;
  if (clause.find(k_cross) != std::string::npos || clause.find("\U0001f6ab") != std::string::npos) return true;
  if (found != std::string::npos) {
    const std::string_view rest = std::string_view(clause).substr(found);
    // "If you do not have it: `x`" is about the reader, not about the command.
    const std::string_view condition = std::string_view(clause).substr(0, found);
    const bool conditional = find_word(condition, "if") != std::string_view::npos ||
                             find_word(condition, "when") != std::string_view::npos ||
                             find_word(condition, "unless") != std::string_view::npos;
    if (conditional && rest.find_first_of(",:") != std::string_view::npos) return false;
    for (std::string_view asked : {"forget", "skip", "omit", "hesitate", "not only", "fail to", "not sure", "not found",
                                   "not installed", "not available", "not exist", "not set"}) {
      if (find_word(rest, asked) != std::string_view::npos) return false;
    }
    return rest.starts_with("without") || find_word(rest, "without") == std::string_view::npos;
  }
  const std::string next = fold_space(to_lower(behind.substr(0, std::min<std::size_t>(behind.size(), 40))));
  constexpr std::string_view k_verdicts[] = {"must not",       "must never",   "should not",    "should never",
                                             "is not allowed", "is forbidden", "is prohibited", "is banned"};
  return std::any_of(std::begin(k_verdicts), std::end(k_verdicts),
                     [&](std::string_view words) { return next.starts_with(words); });
}

bool announces_forbidden(std::string_view paragraph) {
  paragraph = trim_right(paragraph);
  while (!paragraph.empty() && (paragraph.back() == '*' || paragraph.back() == '_')) paragraph.remove_suffix(1);
  if (!paragraph.ends_with(':')) return false;
  const std::string clause = to_lower(last_clause(paragraph.substr(0, paragraph.size() - 1)));
  std::string_view words = trim(clause);
  if (words.starts_with(k_cross)) return true;
  while (!words.empty() && !is_alpha(words.front())) words.remove_prefix(1);
  for (std::string_view verdict :
       {"bad", "wrong", "incorrect", "anti-pattern", "don't", "don\u2019t", "avoid", "never"}) {
    if (words == verdict) return true;
  }
  // Short commands only: "do not assume that the page is static, look first:" introduces what to do.
  if (std::count(words.begin(), words.end(), ' ') > 5) return false;
  for (std::string_view ban : {"never ", "do not ", "don't ", "don\u2019t ", "avoid ", "instead of "}) {
    if (!words.starts_with(ban)) continue;
    if (ban == "avoid " || ban == "instead of ") return true;
    const std::string_view verb = words.substr(ban.size());
    for (std::string_view act : {"run", "use", "do", "execute", "call", "write", "type"}) {
      if (verb == act || (verb.starts_with(act) && verb[act.size()] == ' ')) return true;
    }
  }
  return false;
}

}  // namespace skillstow
