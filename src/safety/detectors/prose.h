#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "safety/scan_state.h"

namespace skillstow {

// Sentences that work on the reader: orders to drop other instructions, to hide something from the user, to send
// secrets away, to fetch and run what nobody can inspect. One paragraph or a piece of a long one, taken into words.
struct Prose {
  struct Word {
    std::string_view text;  // lower case
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  Scan& scan;
  const View& view;
  std::string_view text;
  std::uint32_t groups;  // of triggers that stand in it
  std::string lower;     // the text in lower case, of the same length, on one line
  std::vector<Word> words;
  std::size_t last_sent = SIZE_MAX;  // where the sentence begins that was told as one that sends

  Prose(Scan& scan_, const View& view_, std::uint32_t groups_);

  bool has(std::uint32_t wanted) const { return (groups & wanted) != 0; }
  // Findings in prose carry their words; what the sentence says of them weighs first.
  void report(std::size_t begin, std::size_t end, std::string_view rule, Risk risk, std::string message,
              std::string_view help);
  // Within quotation marks or code.
  bool quoted(std::size_t begin, std::size_t end) const;
  // "do not …", "never …" in front of the word.
  bool negated(std::size_t word) const;
  bool same_sentence(std::size_t a, std::size_t b) const;
  // The sentence around an offset: [first, second).
  std::pair<std::size_t, std::size_t> sentence(std::size_t at) const;
  // The same of a word; the last answer is kept.
  std::pair<std::size_t, std::size_t> sentence_cached(std::size_t word) {
    if (words[word].begin < cached_.first || words[word].begin >= cached_.second) cached_ = sentence(words[word].begin);
    return cached_;
  }

 private:
  std::pair<std::size_t, std::size_t> cached_{0, 0};
};

void find_overrides(Prose& prose);      // drop, pose, foreign
void find_standing(Prose& prose);       // orders for every task, send
void find_secrecy(Prose& prose);        // conceal, guard, comments
void find_sending(Prose& prose);        // send, agent
void find_bare_commands(Prose& prose);  // line

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

inline bool starts_one_of(std::string_view word, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return word.starts_with(start); });
}

inline bool holds_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

// somebody@host.tld
bool names_mailbox(std::string_view sentence);

// Verbs of sending.
inline constexpr std::string_view k_send[] = {"send",     "post",    "upload",   "forward", "transmit",  "exfiltrate",
                                              "transfer", "email",   "submit",   "append",  "leak",      "deliver",
                                              "sends",    "uploads", "forwards", "posts",   "transmits", "copy"};

}  // namespace skillstow
