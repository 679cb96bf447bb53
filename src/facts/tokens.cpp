#include "facts/tokens.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/text.h"
#include "base/utf8.h"
#include "facts/documents.h"
#include "facts/sections.h"

namespace skillstow {
namespace {

// The ASCII part of a text is counted by an automaton, so that a byte costs one look-up whatever it is: the state says
// what kind of run it stands in and how far, and every feature is a sum over how often states were reached.
enum Class : std::uint8_t { k_other, k_lower, k_upper, k_digit, k_punctuation, k_blank, k_line_end };

constexpr std::size_t k_long_run = 8;  // the eighth letter of a run and those after it share a state
enum State : std::uint8_t {
  k_in_other = 0,
  k_in_upper = 1,                         // … k_long_run states
  k_in_lower = k_in_upper + k_long_run,   // … k_long_run states
  k_in_digits = k_in_lower + k_long_run,  // three states, again and again
  k_in_punctuation = k_in_digits + 3,     // first, later
  k_in_line_ends = k_in_punctuation + 2,  // first, later
  k_in_blanks = k_in_line_ends + 2,       // first, second, later
  k_states = k_in_blanks + 3,
};

constexpr Class class_of(char c) {
  if (is_lower(c)) return k_lower;
  if (is_upper(c)) return k_upper;
  if (is_digit(c)) return k_digit;
  if (is_blank(c)) return k_blank;
  if (c == '\n' || c == '\r') return k_line_end;
  return c > ' ' && c < '\x7F' ? k_punctuation : k_other;
}

constexpr std::size_t next_state(std::size_t state, Class cls) {
  const auto place_in = [state](std::size_t first, std::size_t count) {
    return state >= first && state < first + count ? state - first + 1 : 0;  // 0: the run starts here
  };
  switch (cls) {
    case k_upper:
      return k_in_upper + std::min(place_in(k_in_upper, k_long_run), k_long_run - 1);
    case k_lower: {
      const std::size_t place = std::max(place_in(k_in_upper, k_long_run), place_in(k_in_lower, k_long_run));
      return k_in_lower + std::min(place, k_long_run - 1);
    }
    case k_digit:
      return k_in_digits + place_in(k_in_digits, 3) % 3;
    case k_punctuation:
      return k_in_punctuation + std::min<std::size_t>(place_in(k_in_punctuation, 2), 1);
    case k_line_end:
      return k_in_line_ends + std::min<std::size_t>(place_in(k_in_line_ends, 2), 1);
    case k_blank:
      return k_in_blanks + std::min<std::size_t>(place_in(k_in_blanks, 3), 2);
    case k_other:
      break;
  }
  return k_in_other;
}

using Row = std::array<std::uint8_t, 128>;
constexpr std::array<Row, k_states> make_transitions() {
  std::array<Row, k_states> rows{};
  for (std::size_t state = 0; state < k_states; ++state) {
    for (std::size_t c = 0; c < 128; ++c) {
      rows[state][c] = static_cast<std::uint8_t>(next_state(state, class_of(static_cast<char>(c))));
    }
  }
  return rows;
}
constexpr std::array<Row, k_states> k_transitions = make_transitions();

// The blocks whose characters cost about one token each: CJK radicals to Yi, Hangul, compatibility and full-width
// forms, and the planes of rare Han characters.
constexpr bool is_cjk(char32_t c) {
  return (c >= 0x1100 && c <= 0x11FF) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xA960 && c <= 0xA97F) ||
         (c >= 0xAC00 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE4F) ||
         (c >= 0xFF00 && c <= 0xFFEF) || (c >= 0x20000 && c <= 0x3FFFF);
}

// Hundredths of a token for each feature. Fitted (least absolute relative error) to 1,833 public SKILL.md files and
// tested on 695 from other repositories: mean error 3.1 % (o200k_base), 3.2 % (cl100k_base) and 2.9 % (the vocabulary
// of @anthropic-ai/tokenizer), 95 % of the files within 9 %.
struct Weights {
  std::uint64_t words, long_words, digits, punctuation, more_punctuation, line_ends, indents, cjk, other;
};
constexpr std::array<Weights, 3> k_weights = {{
    {102, 8, 159, 81, 27, 57, 44, 81, 53},
    {102, 8, 167, 79, 27, 60, 33, 116, 71},
    {102, 8, 128, 108, 19, 112, 0, 106, 66},
}};

TokenCount count_of(const TokenFeatures& features) {
  return {(features.points + 3) / 4, estimate_tokens(features, Tokenizer::o200k)};
}

TokenFeatures operator+(TokenFeatures a, const TokenFeatures& b) {
  a.points += b.points;
  a.words += b.words;
  a.long_words += b.long_words;
  a.digits += b.digits;
  a.punctuation += b.punctuation;
  a.more_punctuation += b.more_punctuation;
  a.line_ends += b.line_ends;
  a.indents += b.indents;
  a.cjk += b.cjk;
  a.other += b.other;
  return a;
}

// Each value for itself: no token reaches from the name into the description.
TokenFeatures listing_features(const Skill& skill) {
  const std::string name = skill.name().value_or("");
  const std::string description = skill.description().value_or("");
  return measure_tokens(trim(name)) + measure_tokens(trim(description));
}

bool is_reference(std::string_view path) {
  return is_markdown_path(path) || path.starts_with("references/") || path.starts_with("reference/");
}

}  // namespace

TokenCount& TokenCount::operator+=(const TokenCount& other) {
  rule += other.rule;
  estimate += other.estimate;
  return *this;
}

TokenFeatures measure_tokens(std::string_view text) {
  TokenFeatures f;
  std::array<std::uint64_t, k_states> reached{};
  std::size_t state = k_in_other;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      state = k_transitions[state][byte];
      ++reached[state];
      ++at;
      continue;
    }
    state = k_in_other;
    const Decoded c = decode_utf8(text, at);
    ++(c.valid && is_cjk(c.point) ? f.cjk : f.other);
    at += c.length;
  }
  f.other += reached[k_in_other];
  f.words = reached[k_in_upper] + reached[k_in_lower];
  f.long_words = reached[k_in_upper + k_long_run - 1] + reached[k_in_lower + k_long_run - 1];
  f.digits = reached[k_in_digits];
  f.punctuation = reached[k_in_punctuation];
  f.more_punctuation = reached[k_in_punctuation + 1];
  f.line_ends = reached[k_in_line_ends];
  f.indents = reached[k_in_blanks + 1];
  f.points = f.cjk + f.other;
  for (std::size_t i = k_in_other + 1; i < k_states; ++i) f.points += reached[i];
  return f;
}

std::uint64_t estimate_tokens(const TokenFeatures& f, Tokenizer tokenizer) {
  const Weights& w = k_weights[static_cast<std::size_t>(tokenizer)];
  const std::uint64_t hundredths = f.words * w.words + f.long_words * w.long_words + f.digits * w.digits +
                                   f.punctuation * w.punctuation + f.more_punctuation * w.more_punctuation +
                                   f.line_ends * w.line_ends + f.indents * w.indents + f.cjk * w.cjk +
                                   f.other * w.other;
  return (hundredths + 50) / 100;
}

TokenCount count_tokens(std::string_view text) { return count_of(measure_tokens(text)); }

TokenCount listing_tokens(const Skill& skill) { return count_of(listing_features(skill)); }

std::vector<SectionTokens> section_tokens(const Skill& skill) {
  std::vector<SectionTokens> sections;
  for (const Section& section : find_sections(skill)) {
    sections.push_back({section.title, section.line, count_tokens(slice(skill.manifest.text, section.span))});
  }
  return sections;
}

TokenCosts token_costs(const Skill& skill) {
  TokenCosts costs;
  costs.listing_features = listing_features(skill);
  costs.listing = count_of(costs.listing_features);
  costs.skill = count_tokens(skill.manifest.text);
  costs.body_features = measure_tokens(skill.body());
  costs.body = count_of(costs.body_features);
  costs.sections = section_tokens(skill);
  for (const SkillFile& file : skill.files) {
    if (is_manifest(skill, file)) {
      costs.files.push_back({file.entry.path, costs.skill, false});
    } else if (file.kind == ContentKind::text) {
      costs.files.push_back({file.entry.path, count_tokens(file.source.text), is_reference(file.entry.path)});
      if (costs.files.back().reference) costs.references += costs.files.back().tokens;
    }
  }
  return costs;
}

}  // namespace skillstow
