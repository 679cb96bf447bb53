#include "base/format.h"
#include "base/text.h"
#include "safety/decode.h"
#include "safety/detectors/detectors.h"
#include "safety/document.h"
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

// Whether the sentence around the text says that it is shown: "for example `…`, which decodes to …".
Role role_of_words_around(std::string_view text, Span span) {
  constexpr std::size_t k_reach = 300;
  std::size_t begin = text.rfind('\n', span.offset);
  begin = begin == std::string_view::npos ? 0 : begin + 1;
  begin = std::max(begin, span.offset > k_reach ? span.offset - k_reach : 0);
  const std::size_t end = std::min<std::size_t>(text.find('\n', span.end()), span.end() + k_reach);
  const std::string lower = to_lower(text.substr(begin, end - begin));
  for (const std::string_view word : {"example", "decodes to", "such as", "detect", "flags ", "flag "}) {
    if (lower.find(word) != std::string::npos) return Role::describes;
  }
  return Role::instructs;
}

// What is hidden may as well be said to the agent.
void read_sentences(Scan& scan, const View& file, Span span, const std::string& decoded) {
  const TriggerHits hits = find_triggers(decoded);
  if (!hits.has(trigger::drop | trigger::foreign | trigger::conceal | trigger::pose | trigger::send)) return;
  View view;
  view.file = file.file;
  view.text = decoded;
  view.map = OffsetMap::fixed(file.map.to_source(span));
  view.place = Place::prose;
  // A page about attacks shows how they look; anywhere else, whoever hides a sentence means it.
  view.role = role_of_words_around(file.text, span);
  if (view.role == Role::instructs) view.via = "base64";
  scan_prose(scan, view, hits.mask);
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
    if (!looks_like_text(decoded)) continue;
    const Span span = span_between(begin, end);
    read_sentences(scan, file, span, decoded);
    if (!worth_reading(decoded)) continue;
    if (scan.inside(file, span, decoded, Language::shell, "base64")) continue;
    scan.inside(file, span, decoded, Language::powershell, "base64");
  }
}

}  // namespace skillstow
