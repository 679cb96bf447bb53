#include "facts/placeholder.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"

namespace skillstow {
namespace {

// The words between the brackets, in small letters and without "-", "_" and blanks. CLAUDE_SKILL_DIR: Claude Code
// replaces it. baseDir: Claude Code writes the folder at the head of the skill under that name. The others are seen in
// public skills.
constexpr std::array<std::string_view, 17> k_root_names = {
    "claudeskilldir", "basedir",      "skilldir",      "skillroot",       "skillpath", "skillfolder",
    "skilldirectory", "skillbase",    "pathtoskill",   "pathtothisskill", "thisskill", "skillsdir",
    "pathtoskilldir", "skillbasedir", "skillbasepath", "skill",           "skillhome"};

bool is_root_name(std::string_view word) {
  std::string plain;
  for (const char c : word) {
    if (is_alnum(c))
      plain += to_lower(c);
    else if (c != '-' && c != '_' && c != ' ')
      return false;
  }
  return std::find(k_root_names.begin(), k_root_names.end(), plain) != k_root_names.end();
}

// A run of one of these letters in capitals stands for something to be filled in: "XXX", "NNN", "YYYY", "MM".
constexpr std::size_t shortest_stand_in(char c) {
  switch (c) {
    case 'X':
    case 'N':
    case 'Y':
      return 3;
    case 'D':
    case 'M':
      return 2;
    default:
      return 0;
  }
}

}  // namespace

bool is_template(std::string_view path) {
  for (std::size_t at = 0; at < path.size();) {
    const char c = path[at];
    switch (c) {
      case '<':
      case '>':
      case '{':
      case '}':
      case '*':
      case '$':
      case '|':
      case '[':
        return true;
      case '.':
        if (path.substr(at).starts_with("...")) return true;
        break;
      case '\xE2':
        if (path.substr(at).starts_with("\xE2\x80\xA6")) return true;
        break;
      default:
        break;
    }
    std::size_t end = at + 1;
    if (const std::size_t shortest = shortest_stand_in(c); shortest > 0) {
      while (end < path.size() && path[end] == c) ++end;
      const bool starts_word = at == 0 || !is_alnum(path[at - 1]);
      const bool ends_word = end == path.size() || !is_alnum(path[end]);
      if (end - at >= shortest && starts_word && ends_word) return true;
    }
    at = end;
  }
  return false;
}

std::string_view without_skill_root(std::string_view path) {
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos || slash == 0) return path;
  std::string_view start = path.substr(0, slash);
  if (start.starts_with('$')) {
    start.remove_prefix(1);
    if (start.starts_with('{') && start.ends_with('}')) start = start.substr(1, start.size() - 2);
  } else if (start.size() > 2 &&
             ((start.front() == '{' && start.back() == '}') || (start.front() == '<' && start.back() == '>'))) {
    start = start.substr(1, start.size() - 2);
    if (start.starts_with('{') && start.ends_with('}')) start = start.substr(1, start.size() - 2);
  } else {
    return path;
  }
  if (!is_root_name(start)) return path;
  path.remove_prefix(slash + 1);
  while (path.starts_with('/')) path.remove_prefix(1);
  return path;
}

}  // namespace skillstow
