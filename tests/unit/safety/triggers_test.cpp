#include "safety/triggers.h"

#include "base/text.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

// What stands where, by the plainest means: every literal held against every place.
std::vector<std::pair<std::size_t, std::string_view>> literals_in(std::string_view text) {
  const std::string lower = to_lower(text);
  std::vector<std::pair<std::size_t, std::string_view>> found;
  for (std::size_t at = 0; at < lower.size(); ++at) {
    for (std::uint16_t i = 0; i < trigger_literals(); ++i) {
      if (std::string_view(lower).substr(at).starts_with(trigger_literal(i)))
        found.emplace_back(at, trigger_literal(i));
    }
  }
  return found;
}

bool tells(const TriggerHits& hits, std::size_t at, std::string_view literal) {
  for (const TriggerHit& hit : hits.hits) {
    // Neighbours of one literal are one hit.
    if (trigger_literal(hit.literal) == literal && hit.offset <= at && at - hit.offset < 16) return true;
  }
  return false;
}

}  // namespace

TEST_CASE(
    "every trigger is found at every place: at the start, at the end, behind an odd and an even number of bytes") {
  for (std::uint16_t i = 0; i < trigger_literals(); ++i) {
    for (const std::string_view before : {"", "x", "xy", "xyz"}) {
      for (const std::string_view behind : {"", "~", "~~", "~~~~"}) {
        std::string text = std::string(before) + std::string(trigger_literal(i)) + std::string(behind);
        CAPTURE(text);
        CHECK(tells(find_triggers(text), before.size(), trigger_literal(i)));
        for (char& c : text) c = is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
        CHECK(tells(find_triggers(text), before.size(), trigger_literal(i)));
      }
    }
  }
}

TEST_CASE("the quick search and the plain one find the same") {
  // Literals one after the other, cut and joined by a fixed rule, so that their ends make others.
  std::string text;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const std::string_view literal = trigger_literal(static_cast<std::uint16_t>(i * 7919U % trigger_literals()));
    text += literal.substr(i % 3 == 0 ? 1 : 0, literal.size() - (i % 5 == 0 ? 1 : 0));
    if (i % 4 == 0) text += std::string(i % 7, "aeiou x"[i % 7]);
  }
  const TriggerHits hits = find_triggers(text);
  const auto plain = literals_in(text);
  for (const auto& [at, literal] : plain) {
    CAPTURE(at, literal);
    CHECK(tells(hits, at, literal));
  }
  for (std::size_t i = 0; i < hits.hits.size(); ++i) {
    const TriggerHit& hit = hits.hits[i];
    CHECK(starts_with_ignoring_case(std::string_view(text).substr(hit.offset), trigger_literal(hit.literal)));
    CHECK((i == 0 || hits.hits[i - 1].offset <= hit.offset));
  }
}
