#include "safety/role.h"

#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

// Whole words, or the start of one when the cue ends with "*". `at` is where a word starts.
bool is_cue_at(std::string_view lower, std::size_t at, std::string_view cue) {
  const bool open = cue.ends_with("*");
  if (open) cue.remove_suffix(1);
  const std::size_t end = at + cue.size();
  return lower.substr(at, cue.size()) == cue && (open || end == lower.size() || !is_word(lower[end]));
}

bool has_cue(std::string_view lower, std::string_view cue) {
  const std::string_view word = cue.ends_with("*") ? cue.substr(0, cue.size() - 1) : cue;
  for (std::size_t at = 0; (at = lower.find(word, at)) != std::string_view::npos; ++at) {
    if ((at == 0 || !is_word(lower[at - 1])) && is_cue_at(lower, at, cue)) return true;
  }
  return false;
}

// Whether any of the cues is there, in one pass over the words: all cues start with a small letter.
template <std::size_t N>
bool has_any(std::string_view lower, const std::string_view (&cues)[N]) {
  std::uint32_t starts = 0;  // one bit for each letter that a cue starts with
  for (const std::string_view cue : cues) starts |= 1U << (cue.front() - 'a');
  bool in_word = false;
  for (std::size_t at = 0; at < lower.size(); ++at) {
    const bool begins = is_lower(lower[at]) && !in_word && ((starts >> (lower[at] - 'a')) & 1U) != 0;
    in_word = is_word(lower[at]);
    if (!begins) continue;
    for (const std::string_view cue : cues) {
      if (cue.front() == lower[at] && is_cue_at(lower, at, cue)) return true;
    }
  }
  return false;
}

constexpr std::string_view k_forbidding[] = {
    "do not",        "don't",        "don\xE2\x80\x99t", "never",       "must not",   "should not", "shouldn't",
    "mustn't",       "forbidden",    "prohibited",       "not allowed", "disallowed", "refuse*",    "reject*",
    "deny",          "denied",       "denies",           "denylist",    "blocklist",  "blocked",    "blocks",
    "anti-pattern*", "antipattern*", "what not to",      "banned",      "disallow*",  "forbid*"};
// These forbid when they come first; elsewhere they name a reason ("to avoid errors, run …").
constexpr std::string_view k_forbidding_first[] = {"avoid", "not", "no", "block", "stop", "prevent", "refusing"};
constexpr std::string_view k_describing[] = {"bad",
                                             "wrong",
                                             "unsafe",
                                             "dangerous*",
                                             "danger",
                                             "malicious*",
                                             "attack*",
                                             "exploit*",
                                             "vulnerab*",
                                             "insecure*",
                                             "threat*",
                                             "red flag*",
                                             "suspicious*",
                                             "injection*",
                                             "poison*",
                                             "compromise*",
                                             "incident*",
                                             "harmful",
                                             "risky",
                                             "abuse*",
                                             "adversar*",
                                             "malware",
                                             "backdoor*",
                                             "destructive",
                                             "ioc",
                                             "iocs",
                                             "indicators of compromise",
                                             "flag if",
                                             "example of an attack",
                                             "mistake*",
                                             "pitfall*",
                                             "smell*",
                                             "critical finding*",
                                             "exfiltrat*"};
constexpr std::string_view k_shown_marks[] = {"\xE2\x9D\x8C", "\xF0\x9F\x9A\xAB", "\xE2\x9B\x94", "\xE2\x9C\x97",
                                              "\xE2\x9C\x98"};

bool has_shown_mark(std::string_view text) {
  return std::any_of(std::begin(k_shown_marks), std::end(k_shown_marks),
                     [&](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
}

bool first_word_is(std::string_view lower, std::string_view word) {
  std::size_t begin = 0;
  while (begin < lower.size() && !is_alpha(lower[begin])) ++begin;
  lower.remove_prefix(begin);
  return lower.starts_with(word) && (lower.size() == word.size() || !is_word(lower[word.size()]));
}

// "never skip", "do not forget to": the negation asks for it.
bool asks_after_all(std::string_view lower) {
  for (const std::string_view negation : {"never", "not", "n't", "n\xE2\x80\x99t"}) {
    for (std::size_t at = 0; (at = lower.find(negation, at)) != std::string_view::npos; at += negation.size()) {
      const std::string_view rest = trim_left(lower.substr(at + negation.size()));
      for (const std::string_view verb :
           {"skip", "forget", "omit", "hesitate", "fail to", "miss", "worry", "have to worry", "be afraid",
            "proceed until", "continue until", "proceed without", "continue without", "start until", "only", "yet"}) {
        if (rest.starts_with(verb)) return true;
      }
    }
  }
  return false;
}

}  // namespace

Role weaker(Role a, Role b) { return std::max(a, b); }

Role role_of_heading(std::string_view heading) {
  const std::string lower = to_lower(heading);
  if (has_shown_mark(heading)) return Role::describes;
  if (asks_after_all(lower)) return Role::instructs;
  if (has_any(lower, k_forbidding)) return Role::forbids;
  for (const std::string_view word : k_forbidding_first) {
    if (first_word_is(lower, word)) return Role::forbids;
  }
  if (has_any(lower, k_describing)) return Role::describes;
  return Role::instructs;
}

Role role_of_introduction(std::string_view paragraph) {
  // Only its last sentence speaks of what follows, and only if it leads over to it.
  std::string_view text = trim(paragraph);
  const bool leads = text.ends_with(":") || text.ends_with(":**") || text.ends_with("**") || text.size() < 160;
  if (!leads) return Role::instructs;
  std::size_t begin = 0;
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if ((text[i] == '.' || text[i] == '!' || text[i] == '?') && is_space(text[i + 1])) begin = i + 1;
  }
  const std::string lower = to_lower(text.substr(begin));
  if (has_shown_mark(text.substr(begin))) return Role::describes;
  if (asks_after_all(lower)) return Role::instructs;
  if (has_any(lower, k_forbidding)) return Role::forbids;
  for (const std::string_view word : k_forbidding_first) {
    if (first_word_is(lower, word)) return Role::forbids;
  }
  if (has_any(lower, k_describing)) return Role::describes;
  return Role::instructs;
}

Role role_of_comment(std::string_view comment) {
  std::string_view text = trim(comment);
  while (!text.empty() && (text.front() == '#' || text.front() == '/' || text.front() == '-' || is_space(text.front())))
    text.remove_prefix(1);
  if (has_shown_mark(text)) return Role::describes;
  const std::string lower = to_lower(text);
  if (asks_after_all(lower)) return Role::instructs;
  for (const std::string_view word :
       {"bad", "wrong", "unsafe", "dangerous", "danger", "vulnerable", "insecure", "malicious", "attacker", "never",
        "do not", "don't", "not ok", "evil", "exploit", "attack", "anti-pattern"}) {
    if (first_word_is(lower, word)) return word[0] == 'n' || word[0] == 'd' ? Role::forbids : Role::describes;
  }
  // What could go wrong, in the words of somebody who warns of it.
  if (has_cue(lower, "compromised") || has_cue(lower, "mitm") || has_cue(lower, "man-in-the-middle") ||
      has_cue(lower, "arbitrary code")) {
    return Role::describes;
  }
  if (has_cue(lower, "vulnerable") || has_cue(lower, "dangerous") || has_cue(lower, "attacker*") ||
      has_cue(lower, "malicious*") || has_cue(lower, "never do this") || has_cue(lower, "don't do this") ||
      has_cue(lower, "do not do this")) {
    return Role::describes;
  }
  return Role::instructs;
}

Role role_in_sentence(std::string_view text, std::size_t begin, std::size_t length) {
  std::size_t line_begin = begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
  line_begin = line_begin == std::string_view::npos ? 0 : line_begin + 1;
  line_begin = std::max(line_begin, begin > 1'000 ? begin - 1'000 : 0);
  const std::size_t line_end = std::min({text.find('\n', begin + length), text.size(), begin + length + 1'000});
  const std::string_view line = text.substr(line_begin, line_end - line_begin);
  if (has_shown_mark(line)) return Role::describes;
  // A row of a table says in another cell what becomes of it.
  const std::string_view trimmed = trim_left(line);
  if (trimmed.starts_with("|")) {
    std::string lower = to_lower(line);
    std::fill(lower.begin() + static_cast<std::ptrdiff_t>(begin - line_begin),
              lower.begin() + static_cast<std::ptrdiff_t>(std::min(begin - line_begin + length, lower.size())), ' ');
    if (has_any(lower, k_forbidding) || has_cue(lower, "block*")) return Role::forbids;
    if (has_any(lower, k_describing) || has_cue(lower, "critical") || has_cue(lower, "risk*") || has_cue(lower, "high"))
      return Role::describes;
    return Role::instructs;
  }
  // The sentence around it.
  std::size_t from = line_begin;
  for (std::size_t i = line_begin; i + 1 < begin; ++i) {
    if ((text[i] == '.' || text[i] == '!' || text[i] == '?') && is_space(text[i + 1])) from = i + 1;
  }
  std::size_t to = begin + length;
  while (to < line_end && !((text[to] == '.' || text[to] == '!') && (to + 1 == line_end || is_space(text[to + 1]))))
    ++to;
  std::string before = to_lower(text.substr(from, begin - from));
  const std::string after = to_lower(text.substr(begin + length, to - begin - length));
  if (asks_after_all(before)) return Role::instructs;
  // "…, but do not …; instead run X": what stands behind a turn is governed by its own words.
  for (const std::string_view turn : {"instead, ", "; ", " but ", " then ", "instead run", "rather run"}) {
    const std::size_t at = before.rfind(turn);
    if (at != std::string::npos) before = before.substr(at + turn.size());
  }
  if (has_any(before, k_forbidding) || has_cue(before, "instead of") || has_cue(before, "rather than") ||
      has_cue(before, "avoid") || has_cue(before, "without")) {
    return Role::forbids;
  }
  for (const std::string_view cue :
       {"is forbidden", "is blocked", "are blocked", "is not allowed", "is never", "is denied", "are denied",
        "must never", "should never", "is prohibited", "are forbidden", "is dangerous", "are dangerous"}) {
    if (has_cue(after, cue)) return Role::forbids;
  }
  // "Detect `…`", "look for `…`", "alert on `…`": right before it.
  const std::string_view near =
      std::string_view(before).substr(before.size() - std::min<std::size_t>(before.size(), 40));
  for (const std::string_view cue : {"detect", "detects", "flag", "flags", "look for", "looks for", "search for",
                                     "alert on", "scan for", "scans for", "watch for", "matches", "hunt for"}) {
    if (has_cue(near, cue) && !has_cue(near, "run") && !has_cue(near, "execute")) return Role::describes;
  }
  if (has_any(before, k_describing) || has_cue(before, "such as") || has_cue(before, "patterns like") ||
      has_cue(before, "looks like")) {
    return Role::describes;
  }
  return Role::instructs;
}

namespace {

// Where the line that ends at `end` begins, or npos if it is longer than `most`. Not looked for further: a line may
// hold a whole file and a finding at every word.
std::size_t begin_of_line(std::string_view text, std::size_t end, std::size_t most) {
  const std::size_t from = end > most ? end - most - 1 : 0;
  const std::size_t before = text.substr(from, end - from).rfind('\n');
  if (before != std::string_view::npos) return from + before + 1;
  return end > most ? std::string_view::npos : 0;
}

}  // namespace

Role role_of_code_line(std::string_view text, std::size_t at) {
  constexpr std::size_t k_most = 2'000;
  at = std::min(at, text.size());
  std::size_t line = begin_of_line(text, at, k_most);
  if (line == std::string_view::npos) return Role::instructs;
  // Behind it, on the same line.
  const std::string_view behind = text.substr(at, k_most);
  const std::size_t end = at + std::min(behind.find('\n'), behind.size());
  const std::string_view here = text.substr(line, end - line);
  for (const std::string_view mark : {" # ", " // ", "\t# ", "  #"}) {
    const std::size_t comment = here.rfind(mark);
    if (comment == std::string_view::npos) continue;
    const Role role = role_of_comment(here.substr(comment + 1));
    if (role != Role::instructs) return role;
  }
  // Above it, up to an empty line: the lines of the comment that is nearest.
  constexpr std::size_t k_longest_line = 400;
  constexpr int k_most_lines = 12;
  std::string comment;
  for (int steps = 0; steps < k_most_lines && line > 0; ++steps) {
    const std::size_t above_end = line - 1;
    const std::size_t above = begin_of_line(text, above_end, k_longest_line);
    if (above == std::string_view::npos) break;
    const std::string_view written = trim(text.substr(above, above_end - above));
    const bool is_comment = written.starts_with("#") || written.starts_with("//");
    if (written.empty() || (!comment.empty() && !is_comment)) break;
    if (is_comment) comment = comment.empty() ? std::string(written) : format("{} {}", written, comment);
    line = above;
  }
  return comment.empty() ? Role::instructs : role_of_comment(comment);
}

Role role_of_path(std::string_view path) {
  for (const std::string_view part : split(path, '/')) {
    const std::string lower = to_lower(part);
    for (const std::string_view name :
         {"test", "tests", "__tests__", "spec", "specs", "fixtures", "fixture", "testdata", "test_data", "evals",
          "eval", "evaluations", "__fixtures__", "test-fixtures", "mocks", "benchmarks"}) {
      if (lower == name) return Role::tests;
    }
    if (lower.starts_with("test_") || lower.ends_with("_test.py") || lower.ends_with(".test.ts") ||
        lower.ends_with(".test.js") || lower.ends_with(".spec.ts") || lower.ends_with("_test.go") ||
        lower == "evals.json") {
      return Role::tests;
    }
  }
  return Role::performs;
}

}  // namespace skillstow
