#include "structure/skill_name.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

constexpr std::size_t k_max_name = 64;  // Agent Skills specification, name field

bool is_name_character(char c) { return is_lower(c) || is_digit(c) || c == '-'; }

std::string what_is_wrong(std::string_view name) {
  if (name.empty()) return "the name is empty";
  const auto bad = std::find_if_not(name.begin(), name.end(), is_name_character);
  if (bad != name.end()) {
    const auto at = static_cast<std::size_t>(bad - name.begin());
    const Decoded character = decode_utf8(name, at);
    const std::string shown = visible(name.substr(at, character.length));
    return format("a name has only a-z, 0-9 and hyphens, and this one has \"{}\"", shown);
  }
  if (name.front() == '-' || name.back() == '-') return "a name neither starts nor ends with a hyphen";
  if (name.find("--") != std::string_view::npos) return "a name has no two hyphens in a row";
  if (name.size() > k_max_name)
    return format("a name has at most {} characters, and this one has {}", k_max_name, name.size());
  return {};
}

// Where a new word begins inside "PdfForms" and "PDFForms".
bool starts_word(std::string_view name, std::size_t i) {
  if (i == 0 || !is_upper(name[i])) return false;
  const bool after_lower = is_lower(name[i - 1]) || is_digit(name[i - 1]);
  const bool last_of_capitals = is_upper(name[i - 1]) && i + 1 < name.size() && is_lower(name[i + 1]);
  return after_lower || last_of_capitals;
}

}  // namespace

std::string suggested_skill_name(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size() && out.size() < k_max_name; ++i) {
    if (starts_word(name, i) && !out.empty() && out.back() != '-') out += '-';
    if (is_alnum(name[i])) {
      out += to_lower(name[i]);
    } else if (name[i] != '\'' && !out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  out.resize(std::min(out.size(), k_max_name));
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

Result<void> check_skill_name(std::string_view name) {
  const std::string wrong = what_is_wrong(name);
  if (wrong.empty()) return {};
  const std::string suggested = suggested_skill_name(name);
  return failure(ErrorKind::usage, {}, wrong,
                 suggested.empty() ? std::string("choose a name such as pdf-forms") : format("try {}", suggested));
}

}  // namespace skillstow
