#include "config/glob.h"

#include <vector>

#include "base/text.h"

namespace skillstow {
namespace {

// One part against one pattern. On a mismatch only the last star is tried again, one character further on, which is
// enough: what an earlier star took is never worth less.
bool matches_part(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t after_star = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || (pattern[p] == text[t] && pattern[p] != '*'))) {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      after_star = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++after_star;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

// The same over whole parts, where "**" is the star. A pattern that ends early has matched a folder above.
bool matches_parts(const std::vector<std::string_view>& pattern, const std::vector<std::string_view>& path) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t after_star = 0;
  while (t < path.size()) {
    if (p == pattern.size()) return true;
    if (pattern[p] == "**") {
      star = p++;
      after_star = t;
    } else if (matches_part(pattern[p], path[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++after_star;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == "**") ++p;
  return p == pattern.size();
}

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view path) {
  while (pattern.starts_with("./")) pattern.remove_prefix(2);
  while (pattern.ends_with('/')) pattern.remove_suffix(1);
  if (pattern.empty()) return false;
  const std::vector<std::string_view> parts = split(path, '/');
  if (pattern.find('/') == std::string_view::npos && pattern != "**") {
    for (const std::string_view part : parts) {
      if (matches_part(pattern, part)) return true;
    }
    return false;
  }
  return matches_parts(split(pattern, '/'), parts);
}

}  // namespace skillstow
