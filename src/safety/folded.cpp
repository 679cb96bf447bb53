#include "safety/folded.h"

#include "base/text.h"
#include "base/utf8.h"
#include "safety/unicode.h"

namespace skillstow {
namespace {

bool is_ascii_word(char32_t point) { return point < 0x80 && is_word(static_cast<char>(point)); }

bool shows_nothing(Invisible kind) {
  return kind == Invisible::zero_width || kind == Invisible::joiner || kind == Invisible::operator_ ||
         kind == Invisible::tag || kind == Invisible::variation_selector || kind == Invisible::filler ||
         kind == Invisible::bidi_mark;
}

// "&#73;", "&#x49;": the ASCII character that it stands for, and its length; 0 for others.
char reference_at(std::string_view text, std::size_t at, std::size_t& length) {
  if (!text.substr(at).starts_with("&#")) return 0;
  std::size_t i = at + 2;
  const bool hex = i < text.size() && (text[i] == 'x' || text[i] == 'X');
  if (hex) ++i;
  unsigned value = 0;
  const std::size_t digits = i;
  for (; i < text.size() && i < digits + 6; ++i) {
    const char c = to_lower(text[i]);
    if (is_digit(c)) {
      value = value * (hex ? 16 : 10) + static_cast<unsigned>(c - '0');
    } else if (hex && c >= 'a' && c <= 'f') {
      value = value * 16 + static_cast<unsigned>(c - 'a' + 10);
    } else {
      break;
    }
  }
  if (i == digits || i >= text.size() || text[i] != ';' || value < 0x20 || value >= 0x7F) return 0;
  length = i + 1 - at;
  return static_cast<char>(value);
}

// Fewer letters with a blank between them are initials, or a table's cells.
constexpr std::size_t k_spread_letters = 8;

// Whether one letter that stands alone begins at `at`.
bool is_lone_letter(std::string_view text, std::size_t at) {
  return at < text.size() && is_alpha(text[at]) && (at == 0 || !is_word(text[at - 1])) &&
         (at + 1 == text.size() || !is_word(text[at + 1]));
}

// The end of letters that are spread over a line, one or a few blanks apart, from `at` on; `at` if there are not
// enough.
std::size_t end_of_spread(std::string_view text, std::size_t at) {
  if (!is_lone_letter(text, at)) return at;
  std::size_t letters = 1;
  std::size_t end = at + 1;
  for (std::size_t next = end; next < text.size(); next = end) {
    while (next < text.size() && text[next] == ' ' && next - end < 4) ++next;
    if (next == end || !is_lone_letter(text, next)) break;
    ++letters;
    end = next + 1;
  }
  return letters >= k_spread_letters ? end : at;
}

// A look at every few bytes finds such a stretch.
bool may_be_spread(std::string_view text) {
  constexpr std::size_t k_stride = 6;
  for (std::size_t i = 1; i + 4 < text.size(); i += k_stride) {
    const std::size_t at = text[i] == ' ' ? i + 1 : i;
    if (text[at - 1] == ' ' && text[at + 1] == ' ' && text[at + 3] == ' ' && is_alpha(text[at]) &&
        is_alpha(text[at + 2]))
      return true;
  }
  return false;
}

class Folder {
 public:
  explicit Folder(std::string_view text) : text_(text) {}

  std::optional<Folded> fold() {
    for (std::size_t at = 0; at < text_.size();) {
      const char c = text_[at];
      if (static_cast<unsigned char>(c) < 0x80) {
        std::size_t length = 0;
        const char stands_for = c == '&' ? reference_at(text_, at, length) : '\0';
        // Marks are escaped on every page; letters never need to be.
        if (stands_for != 0 && is_alnum(stands_for)) {
          change(at, length, stands_for);
          at += length;
        } else if (const std::size_t end = end_of_spread(text_, at); end > at) {
          at = spread(at, end);
        } else {
          keep(c);
          ++at;
        }
        continue;
      }
      at = wide(at);
    }
    if (!changed_) return std::nullopt;
    return std::move(folded_);
  }

 private:
  // i g n o r e  a l l: letters without the blanks between them, one blank for more of them.
  std::size_t spread(std::size_t at, std::size_t end) {
    while (at < end) {
      change(at, 1, text_[at]);
      std::size_t next = at + 1;
      while (next < end && text_[next] == ' ') ++next;
      if (next - at > 2) change(at + 1, next - at - 1, ' ');
      source_ = next;
      at = next;
    }
    return end;
  }

  std::size_t wide(std::size_t at) {
    const Decoded here = decode_utf8(text_, at);
    const std::size_t end = at + here.length;
    if (shows_nothing(invisible_kind(here.point)) && inside_word(end)) {
      drop(end);
      return end;
    }
    char ascii = compatibility_ascii(here.point);
    if (ascii == 0 && (word_with_ascii(at, end))) ascii = look_alike_of(here.point);
    if (ascii != 0 && is_word(ascii)) {
      change(at, here.length, ascii);
      return end;
    }
    for (std::size_t i = at; i < end; ++i) keep(text_[i]);
    return end;
  }

  // Between two letters of ASCII, with nothing but invisible characters between them.
  bool inside_word(std::size_t end) const {
    if (folded_.text.empty() || !is_word(folded_.text.back())) return false;
    for (int steps = 0; end < text_.size() && steps < 64; ++steps) {
      const Decoded next = decode_utf8(text_, end);
      if (is_ascii_word(next.point)) return true;
      if (!shows_nothing(invisible_kind(next.point)) && look_alike_of(next.point) == 0 &&
          compatibility_ascii(next.point) == 0)
        return false;
      end += next.length;
    }
    return false;
  }

  // The letter stands in a word that has letters of ASCII as well.
  bool word_with_ascii(std::size_t at, std::size_t end) const {
    constexpr int k_most = 16;
    for (int steps = 0; steps < k_most && at > 0; ++steps) {
      std::size_t begin = at - 1;
      while (begin > 0 && at - begin < 4 && (static_cast<unsigned char>(text_[begin]) & 0xC0U) == 0x80U) --begin;
      const char32_t point = decode_utf8(text_, begin).point;
      if (point < 0x80 && is_alpha(static_cast<char>(point))) return true;
      if (point < 0x80 || look_alike_of(point) == 0) break;
      at = begin;
    }
    for (int steps = 0; steps < k_most && end < text_.size(); ++steps) {
      const Decoded next = decode_utf8(text_, end);
      if (next.point < 0x80) return is_alpha(static_cast<char>(next.point));
      if (look_alike_of(next.point) == 0) return false;
      end += next.length;
    }
    return false;
  }

  void keep(char c) {
    if (resync_) {
      folded_.map.add(folded_.text.size(), source_);
      resync_ = false;
    }
    folded_.text += c;
    ++source_;
  }

  void change(std::size_t at, std::size_t length, char ascii) {
    folded_.map.add(folded_.text.size(), at);
    folded_.text += ascii;
    source_ = at + length;
    resync_ = changed_ = true;
  }

  void drop(std::size_t end) {
    source_ = end;
    resync_ = changed_ = true;
  }

  std::string_view text_;
  Folded folded_;
  std::size_t source_ = 0;
  bool resync_ = true;  // the next byte starts a stretch of the map
  bool changed_ = false;
};

// One of them must be there; nearly all files are done after this.
bool may_change(std::string_view text) {
  if (text.find("&#") != std::string_view::npos || may_be_spread(text)) return true;
  for (std::size_t at = next_non_ascii(text, 0); at < text.size(); at = next_non_ascii(text, at)) {
    const Decoded here = decode_utf8(text, at);
    if (shows_nothing(invisible_kind(here.point)) || look_alike_of(here.point) != 0 ||
        compatibility_ascii(here.point) != 0)
      return true;
    at += here.length;
  }
  return false;
}

}  // namespace

std::optional<Folded> fold(std::string_view text) {
  if (!may_change(text)) return std::nullopt;
  return Folder(text).fold();
}

}  // namespace skillstow
