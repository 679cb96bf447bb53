#include "report/wrap.h"

#include <algorithm>

#include "base/text.h"
#include "base/unicode.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

// The bytes of the colour code at a place, which take up no column; 0 if there is none.
std::size_t code_length(std::string_view text, std::size_t at) {
  if (!text.substr(at).starts_with("\x1B[")) return 0;
  const std::size_t end = text.find('m', at);
  return end == std::string_view::npos ? 0 : end + 1 - at;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = text.find('\x1B'); at != std::string_view::npos; at = text.find('\x1B')) {
    const std::size_t code = code_length(text, at);
    if (code == 0) break;
    columns += terminal_width(text.substr(0, at));
    text.remove_prefix(at + code);
  }
  return columns + terminal_width(text);
}

// The longest start of a text that fits into so many columns, in bytes; at least one character.
std::size_t fitting(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  std::size_t used = 0;
  while (at < text.size()) {
    if (const std::size_t code = code_length(text, at); code > 0) {
      at += code;
      continue;
    }
    const Decoded decoded = decode_utf8(text, at);
    const auto width = static_cast<std::size_t>(terminal_width(decoded.point));
    if (used > 0 && used + width > columns) break;
    used += width;
    at += decoded.length;
  }
  return at;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width, std::string_view first, std::size_t first_width) {
  const std::size_t room = std::max<std::size_t>(width > first_width ? width - first_width : 0, 16);
  const std::string indent(first_width, ' ');
  std::string out(first);
  std::size_t used = 0;
  const auto new_line = [&] {
    while (out.ends_with(' ')) out.pop_back();
    out += "\n" + indent;
    used = 0;
  };
  const std::string folded = fold_space(text);
  for (std::string_view word : split(folded, ' ')) {
    std::size_t columns = columns_of(word);
    if (used > 0 && used + 1 + columns > room) new_line();
    if (used > 0) {
      out += ' ';
      ++used;
    }
    while (columns > room) {
      const std::size_t part = fitting(word, room);
      out += word.substr(0, part);
      word.remove_prefix(part);
      columns = columns_of(word);
      new_line();
    }
    out += word;
    used += columns;
  }
  while (out.ends_with(' ')) out.pop_back();
  return out + "\n";
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view first) {
  return wrapped(text, width, first, columns_of(first));
}

std::string padded(std::string_view text, std::size_t columns) {
  const std::size_t used = terminal_width(text);
  return std::string(text) + std::string(columns > used ? columns - used : 0, ' ');
}

std::string shortened(std::string_view text, std::size_t columns) {
  if (terminal_width(text) <= columns) return std::string(text);
  if (columns == 0) return {};
  return std::string(text.substr(0, columns > 1 ? fitting(text, columns - 1) : 0)) + "…";
}

}  // namespace skillstow
