#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/skill.h"

namespace skillstow {

// What a text costs in an agent's context. `rule` is what skill directories print: code points / 4, rounded up. It is
// 5 % too high for English on average and half of the truth for Chinese, so `estimate` stands beside it: a sum fitted
// to OpenAI's o200k_base vocabulary, off by 3 % on average.
struct TokenCount {
  std::uint64_t rule = 0;
  std::uint64_t estimate = 0;

  TokenCount& operator+=(const TokenCount& other);
  friend bool operator==(const TokenCount&, const TokenCount&) = default;
};

// The vocabularies that the estimate was fitted to. Claude's is the last one that was published; newer models take
// about a third more.
enum class Tokenizer { o200k, cl100k, claude_legacy };

// What the estimate counts, all in one pass over the bytes.
struct TokenFeatures {
  std::uint64_t points = 0;            // code points; an ill-formed byte is one
  std::uint64_t words = 0;             // ASCII letter runs: capitals, then small letters, so that camelCase is two
  std::uint64_t long_words = 0;        // sum of the letters past the seventh of each run
  std::uint64_t digits = 0;            // sum of ceil(length / 3) over runs of digits
  std::uint64_t punctuation = 0;       // runs of ASCII punctuation
  std::uint64_t more_punctuation = 0;  // sum of (length - 1) over those runs
  std::uint64_t line_ends = 0;         // runs of CR and LF
  std::uint64_t indents = 0;           // runs of two or more spaces and tabs
  std::uint64_t cjk = 0;               // Han, kana, Hangul, CJK punctuation, full-width forms
  std::uint64_t other = 0;             // other code points above ASCII, and ill-formed bytes
};

TokenFeatures measure_tokens(std::string_view text);
std::uint64_t estimate_tokens(const TokenFeatures& features, Tokenizer tokenizer);
TokenCount count_tokens(std::string_view text);

struct SectionTokens {
  std::string title;
  std::uint32_t line = 0;
  TokenCount tokens;
};

struct FileTokens {
  std::string path;
  TokenCount tokens;
  bool reference = false;  // meant to be read by the agent: Markdown, or any text in references/
};

// What the skill costs at each level of loading.
struct TokenCosts {
  TokenCount listing;                   // name and description, without anything between them: always in the context
  TokenCount skill;                     // SKILL.md as it stands in the file
  TokenCount body;                      // what an agent loads when it uses the skill
  TokenCount references;                // the sum of the files that are meant to be read
  std::vector<SectionTokens> sections;  // each up to the next heading, of whatever level
  std::vector<FileTokens> files;        // every text file, SKILL.md included
  TokenFeatures body_features;          // for estimates with the other vocabularies
  TokenFeatures listing_features;
};

TokenCosts token_costs(const Skill& skill);

// TokenCosts::sections alone.
std::vector<SectionTokens> section_tokens(const Skill& skill);

// The listing alone, for the sum over a collection.
TokenCount listing_tokens(const Skill& skill);

}  // namespace skillstow
