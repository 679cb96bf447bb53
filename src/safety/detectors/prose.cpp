#include "safety/detectors/prose.h"

#include "base/text.h"
#include "safety/document.h"
#include "safety/role.h"

namespace skillstow {
namespace {

constexpr std::size_t k_piece = 8 * 1024;
constexpr std::size_t k_overlap = 1'024;  // of two pieces: more than any detector here looks ahead

}  // namespace

Prose::Prose(Scan& scan_, const View& view_, std::uint32_t groups_)
    : scan(scan_), view(view_), text(view_.text), groups(groups_), lower(to_lower(view_.text)) {
  for (char& c : lower) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  }
  if (!has(trigger::drop | trigger::conceal | trigger::guard | trigger::send | trigger::agent)) return;
  for (std::size_t i = 0; i < lower.size();) {
    if (!(is_word(lower[i]) || static_cast<unsigned char>(lower[i]) >= 0x80)) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < lower.size() && (is_word(lower[i]) || lower[i] == '\'' || static_cast<unsigned char>(lower[i]) >= 0x80))
      ++i;
    words.push_back({std::string_view(lower).substr(begin, i - begin), begin, i});
  }
}

// Findings in prose carry their words; what the sentence says of them weighs first.
void Prose::report(std::size_t begin, std::size_t end, std::string_view rule, Risk risk, std::string message,
                   std::string_view help) {
  View governed = plain_view(*view.file, {}, Language::none, view.place, view.role);
  governed.text = text;
  governed.map = view.map;
  governed.via = view.via;
  governed.role = weaker(view.role, quoted(begin, end) ? Role::describes : role_in_sentence(text, begin, end - begin));
  // What nobody sees is not said as an example.
  if (view.place == Place::comment || view.place == Place::description)
    governed.role = view.role == Role::tests ? Role::tests : Role::instructs;
  scan.findings.add(governed, span_between(begin, end),
                    {.rule = rule, .risk = risk, .message = std::move(message), .help = std::string(help)});
}

// Within quotation marks or code.
bool Prose::quoted(std::size_t begin, std::size_t end) const {
  const std::size_t from = begin > 160 ? begin - 160 : 0;
  for (const std::string_view mark : {"\"", "`", "\xE2\x80\x9C", "'"}) {
    const std::string_view closing = mark == "\xE2\x80\x9C" ? std::string_view("\xE2\x80\x9D") : mark;
    std::size_t count = 0;
    for (std::size_t at = from; (at = text.find(mark, at)) != std::string_view::npos && at < begin; at += mark.size()) {
      // An apostrophe is no quotation mark.
      if (mark == "'" && at > 0 && is_alnum(text[at - 1])) continue;
      if (mark == "'" && at + 1 < text.size() && !is_alnum(text[at + 1])) continue;
      ++count;
    }
    if (mark == "\xE2\x80\x9C" ? count > 0 : count % 2 == 1) {
      const std::size_t close = text.find(closing, end > 0 ? end - 1 : 0);
      if (close != std::string_view::npos && close - end < 200) return true;
    }
  }
  return false;
}

bool Prose::negated(std::size_t w) const {
  for (std::size_t back = 1; back <= 4 && back <= w; ++back) {
    const std::string_view word = words[w - back].text;
    if (same_sentence(words[w - back].end, words[w].begin) &&
        (word == "not" || word == "never" || word.ends_with("n't") || word.ends_with("n\xE2\x80\x99t") ||
         word == "cannot" || word == "without" || word == "avoid" || word == "no")) {
      return true;
    }
  }
  return false;
}

bool Prose::same_sentence(std::size_t a, std::size_t b) const {
  for (std::size_t i = a; i + 1 < b; ++i) {
    if ((lower[i] == '.' || lower[i] == '!' || lower[i] == '?' || lower[i] == ';') && lower[i + 1] == ' ') return false;
  }
  return true;
}

std::pair<std::size_t, std::size_t> Prose::sentence(std::size_t at) const {
  std::size_t begin = 0;
  std::size_t end = lower.size();
  for (std::size_t i = at; i > 0; --i) {
    if ((lower[i - 1] == '.' || lower[i - 1] == '!' || lower[i - 1] == '?') && i < lower.size() && lower[i] == ' ') {
      begin = i;
      break;
    }
    if (at - i > 600) {
      begin = i;
      break;
    }
  }
  for (std::size_t i = at; i + 1 < lower.size(); ++i) {
    if ((lower[i] == '.' || lower[i] == '!' || lower[i] == '?') && lower[i + 1] == ' ') {
      end = i + 1;
      break;
    }
    if (i - at > 600) {
      end = i;
      break;
    }
  }
  return {begin, end};
}

void scan_prose(Scan& scan, const View& view, std::uint32_t groups) {
  // Paragraphs are short; what is not is read in pieces, so that time grows with the bytes.
  for (std::size_t begin = 0; begin < view.text.size();) {
    std::size_t end = std::min(begin + k_piece, view.text.size());
    if (end < view.text.size()) {
      const std::size_t line_end = view.text.rfind('\n', end);
      if (line_end != std::string_view::npos && line_end > begin) end = line_end + 1;
    }
    View piece = plain_view(*view.file, {}, Language::none, view.place, view.role);
    piece.text = view.text.substr(begin, end - begin);
    const Span source = view.map.to_source({static_cast<std::uint32_t>(begin), 1});
    piece.map = view.map.is_fixed() ? OffsetMap::fixed(source) : OffsetMap(source.offset);
    piece.via = view.via;
    Prose prose(scan, piece, groups);
    find_overrides(prose);
    find_secrecy(prose);
    find_sending(prose);
    find_standing(prose);
    find_bare_commands(prose);
    if (end == view.text.size()) break;
    // A sentence that stands on both sides is read whole: the next piece starts at a blank before its beginning.
    std::size_t next = end - std::min(k_overlap, (end - begin) / 2);
    for (std::size_t k = next; k > begin && next - k < 64; --k) {
      if (!is_space(view.text[k - 1])) continue;
      next = k;
      break;
    }
    begin = std::max(next, begin + 1);
  }
}

}  // namespace skillstow
