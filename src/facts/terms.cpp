#include "facts/terms.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

// Words of the form of descriptions rather than of their matter.
constexpr std::array<std::string_view, 60> k_common = {
    "a",    "an",    "and",   "any",  "are",   "as",   "asks",  "at",     "be",        "been",  "by",   "can",
    "do",   "for",   "from",  "has",  "have",  "how",  "if",    "in",     "including", "into",  "is",   "it",
    "its",  "may",   "not",   "of",   "on",    "or",   "other", "should", "skill",     "so",    "such", "that",
    "the",  "their", "them",  "then", "these", "they", "this",  "to",     "triggers",  "up",    "use",  "used",
    "user", "users", "using", "via",  "wants", "was",  "what",  "when",   "whenever",  "which", "with", "you"};
static_assert(std::is_sorted(k_common.begin(), k_common.end()));

bool is_common(std::string_view word) { return std::binary_search(k_common.begin(), k_common.end(), word); }

// From here on scripts put no blanks between words, so each character counts as one (Chinese, Japanese, Korean).
constexpr char32_t k_first_unspaced = 0x2E80;

}  // namespace

std::vector<std::string> content_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (!word.empty() && !is_common(word)) words.push_back(word);
    word.clear();
  };
  for (std::size_t i = 0; i < text.size();) {
    const Decoded decoded = decode_utf8(text, i);
    const bool single = decoded.point >= k_first_unspaced;
    if (single) finish();
    if (decoded.point >= 0x80) {
      word.append(text, i, decoded.length);
    } else {
      is_alnum(text[i]) ? word.push_back(to_lower(text[i])) : finish();
    }
    if (single) finish();
    i += decoded.length;
  }
  finish();
  return words;
}

}  // namespace skillstow
