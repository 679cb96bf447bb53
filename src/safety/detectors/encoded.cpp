#include "base/format.h"
#include "base/text.h"
#include "safety/decode.h"
#include "safety/detectors/detectors.h"
#include "safety/scan_state.h"

// Long words in base64 whose text is a command. Images, digests and tokens decode to nothing that a detector knows, and
// stay silent.
namespace skillstow {
namespace {

constexpr std::size_t k_least = 32;

constexpr bool is_digit64(char c) { return is_alnum(c) || c == '+' || c == '/' || c == '-' || c == '_'; }

// Commands that a payload holds; one of them must be there before it is read as code.
bool worth_reading(std::string_view text) {
  const TriggerHits hits = find_triggers(text);
  return hits.has(trigger::shell) || hits.has(trigger::powershell) || hits.has(trigger::code);
}

}  // namespace

void find_encoded(Scan& scan, const View& file) {
  const std::string_view text = file.text;
  // Every k_least-th byte of a run this long is part of it: jump from one to the next, and look around each.
  for (std::size_t probe = k_least - 1; probe < text.size();) {
    if (!is_digit64(text[probe])) {
      probe += k_least;
      continue;
    }
    std::size_t begin = probe;
    while (begin > 0 && probe - begin < k_least && is_digit64(text[begin - 1])) --begin;
    std::size_t end = probe + 1;
    while (end < text.size() && is_digit64(text[end])) ++end;
    const std::size_t length = end - begin;
    probe = end + k_least;
    if (length < k_least) continue;
    const std::string_view word = text.substr(begin, length);
    // A path or a name has no capital, or no digit.
    bool upper = false;
    bool lower = false;
    std::size_t slashes = 0;
    for (const char c : word) {
      upper = upper || is_upper(c);
      lower = lower || is_lower(c);
      slashes += c == '/' || c == '-' || c == '_';
    }
    if (!upper || !lower || slashes * 6 > length) continue;
    const std::optional<std::string> bytes = decode_base64(word);
    if (!bytes) continue;
    std::string decoded = *bytes;
    if (const std::optional<std::string> wide = from_utf16le(decoded)) decoded = *wide;
    if (!looks_like_text(decoded) || !worth_reading(decoded)) continue;
    const Span span = span_between(begin, end);
    if (scan.inside(file, span, decoded, Language::shell, "base64")) continue;
    scan.inside(file, span, decoded, Language::powershell, "base64");
  }
}

}  // namespace skillstow
