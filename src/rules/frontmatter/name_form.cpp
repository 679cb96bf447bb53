#include "rules/frontmatter/name_form.h"

#include "base/text.h"

namespace skillstow::rules {

bool is_name(std::string_view text) {
  if (text.empty() || text.size() > k_max_name || text.starts_with('-') || text.ends_with('-')) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!is_lower(c) && !is_digit(c) && c != '-') return false;
    if (c == '-' && text[i + 1] == '-') return false;  // not the last: ends_with was asked
  }
  return true;
}

std::string to_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return {};  // no guess at what stands for another alphabet's letters
    if (is_alnum(c))
      name += to_lower(c);
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  while (name.ends_with('-')) name.pop_back();
  return is_name(name) ? name : std::string();
}

}  // namespace skillstow::rules
