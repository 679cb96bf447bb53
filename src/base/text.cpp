#include "base/text.h"

#include "base/format.h"
#include "base/unicode.h"
#include "base/utf8.h"

namespace skillstow {

std::string_view trim_left(std::string_view text) {
  std::size_t begin = 0;
  while (begin < text.size() && is_space(text[begin])) ++begin;
  return text.substr(begin);
}

std::string_view trim_right(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && is_space(text[end - 1])) --end;
  return text.substr(0, end);
}

std::string_view trim(std::string_view text) { return trim_left(trim_right(text)); }

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = to_lower(c);
  return lower;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && starts_with_ignoring_case(a, b);
}

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  if (text.size() < prefix.size()) return false;
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    if (to_lower(text[i]) != to_lower(prefix[i])) return false;
  }
  return true;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = begin;
    while (end < text.size() && text[end] != '\n' && text[end] != '\r') ++end;
    if (end == text.size()) {
      lines.push_back(text.substr(begin));
      break;
    }
    lines.push_back(text.substr(begin, end - begin));
    begin = end + (text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n' ? 2 : 1);
  }
  return lines;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != std::string_view::npos; begin = end + 1) {
    parts.push_back(text.substr(begin, end - begin));
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string joined;
  for (const std::string& part : parts) {
    if (!joined.empty() || &part != parts.data()) joined += separator;
    joined += part;
  }
  return joined;
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string replaced;
  std::size_t begin = 0;
  for (std::size_t at; !from.empty() && (at = text.find(from, begin)) != std::string_view::npos;
       begin = at + from.size()) {
    replaced.append(text.substr(begin, at - begin)).append(to);
  }
  return replaced.append(text.substr(begin));
}

std::string fold_space(std::string_view text) {
  std::string folded;
  for (const char c : trim(text)) {
    if (!is_space(c)) {
      folded += c;
    } else if (folded.back() != ' ') {
      folded += ' ';
    }
  }
  return folded;
}

std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural) {
  const std::string many = plural.empty() ? std::string(singular) + "s" : std::string(plural);
  return format("{} {}", grouped(count), count == 1 ? singular : std::string_view(many));
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string visible(std::string_view text, std::size_t max_points) {
  std::string shown;
  std::size_t points = 0;
  for (std::size_t at = 0; at < text.size(); ++points) {
    if (points == max_points) return shown + "…";
    const Decoded character = decode_utf8(text, at);
    const CharacterClass kind = classify(character.point);
    if (!character.valid) {
      shown += format("<0x{:02X}>", static_cast<unsigned char>(text[at]));
    } else if (character.point >= 0x20 && character.point < 0x7F) {
      shown += text[at];
    } else if (kind == CharacterClass::control || kind == CharacterClass::format ||
               kind == CharacterClass::unassigned || kind == CharacterClass::private_use || character.point == 0x2028 ||
               character.point == 0x2029) {
      shown += format("<U+{:04X}>", static_cast<std::uint32_t>(character.point));
    } else {
      shown.append(text.substr(at, character.length));
    }
    at += character.length;
  }
  return shown;
}

}  // namespace skillstow
