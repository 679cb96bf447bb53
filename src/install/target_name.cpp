#include "install/target_name.h"

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "base/unicode.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

bool is_name_character(char32_t point) {
  if (point < 0x80) {
    const char c = static_cast<char>(point);
    return is_alnum(c) || c == '-' || c == '_' || c == '.';
  }
  const CharacterClass kind = classify(point);
  return kind == CharacterClass::letter || kind == CharacterClass::mark || kind == CharacterClass::number;
}

// Every other character becomes "-"; no "-" or "." at the ends, no two in a row. "plain" tells whether anything
// changed.
std::string safe_form(std::string_view name, bool& plain) {
  const std::string normal = to_nfc(name);
  std::string safe;
  plain = true;
  for (std::size_t at = 0; at < normal.size();) {
    const Decoded character = decode_utf8(normal, at);
    if (character.valid && is_name_character(character.point)) {
      safe.append(normal, at, character.length);
    } else {
      plain = false;
      if (!safe.empty() && safe.back() != '-') safe += '-';
    }
    at += character.length;
  }
  if (plain && (safe.empty() || (safe.front() != '.' && safe.back() != '.'))) return safe;
  plain = false;
  std::size_t begin = 0;
  while (begin < safe.size() && (safe[begin] == '-' || safe[begin] == '.')) ++begin;
  std::size_t end = safe.size();
  while (end > begin && (safe[end - 1] == '-' || safe[end - 1] == '.')) --end;
  return safe.substr(begin, end - begin);
}

}  // namespace

Result<std::string> target_name(std::string_view declared, std::string_view folder) {
  const std::string_view name = trim(declared);
  if (name == "." || name == ".." || name.find_first_of("/\\") != std::string_view::npos) {
    return failure(
        ErrorKind::bad_input, std::string(name),
        format("the name \"{}\" is written like a path, and would lead to another folder", visible(name, 100)),
        "give the skill a plain name in its SKILL.md");
  }
  for (const std::string_view candidate : {name, folder}) {
    bool plain = false;
    std::string safe = safe_form(candidate, plain);
    if (safe.empty()) continue;
    if (!plain) safe = to_lower(safe);
    if (const auto portable = check_portable_name(safe); !portable) {
      return failure(
          ErrorKind::bad_input, safe,
          format("\"{}\" cannot be the name of a folder everywhere: {}", visible(safe, 100), portable.error().message),
          "give the skill another name in its SKILL.md");
    }
    return safe;
  }
  return failure(ErrorKind::bad_input, std::string(name), "neither its name nor its folder can be the name of a folder",
                 "give the skill a name of lower-case letters, digits and hyphens");
}

std::string collision_key(std::string_view name) { return fold_case(to_nfc(name)); }

}  // namespace skillstow
