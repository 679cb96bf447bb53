#include "facts/powershell_names.h"

#include "base/text.h"
#include "parse/known_tools.h"

namespace skillstow {

namespace {

constexpr bool is_name_char(char c) { return is_word(c) || c == '-' || c == '.' || c == '\\' || c == '/' || c == ':'; }

// Get-ChildItem: capital letters at both starts.
bool is_cmdlet(std::string_view word) {
  const std::size_t dash = word.find('-');
  if (dash < 2 || dash == std::string_view::npos || dash + 2 >= word.size()) return false;
  for (char c : word.substr(0, dash)) {
    if (!is_alpha(c)) return false;
  }
  for (char c : word.substr(dash + 1)) {
    if (!is_alnum(c)) return false;
  }
  return is_upper(word[0]) && is_upper(word[dash + 1]);
}

// "C:\bin\git.exe" -> "git"
std::string_view plain_name(std::string_view word) {
  const std::size_t slash = word.find_last_of("\\/");
  if (slash != std::string_view::npos) word.remove_prefix(slash + 1);
  for (std::string_view ending : {".exe", ".cmd", ".bat"}) {
    if (word.size() > ending.size() && equals_ignoring_case(word.substr(word.size() - ending.size()), ending)) {
      word.remove_suffix(ending.size());
      break;
    }
  }
  return word;
}

// Past the string that starts at `at`. A string of one line that is not closed there ends with the line.
std::size_t skip_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  if (at > 0 && text[at - 1] == '@') {  // @" … "@ over several lines
    const char close[] = {'\n', quote, '@'};
    const std::size_t end = text.find(std::string_view(close, 3), at);
    return end == std::string_view::npos ? text.size() : end + 3;
  }
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\n') return i;
    if (text[i] == '`' && quote == '"')
      ++i;
    else if (text[i] == quote)
      return i + 1;
  }
  return text.size();
}

}  // namespace

std::vector<NamedCommand> find_powershell_names(std::string_view text) {
  std::vector<NamedCommand> found;
  bool start = true;  // a command may start here
  std::size_t i = 0;
  while (i < text.size()) {
    const char c = text[i];
    if (c == '\n' || c == '|' || c == ';' || c == '&' || c == '(' || c == '{' || c == '=' || c == '>') {
      start = c != '>' || (i > 0 && (text[i - 1] == '\\' || is_alnum(text[i - 1])));  // "PS C:\>"
      ++i;
    } else if (c == '#') {
      const bool block = i > 0 && text[i - 1] == '<';
      const std::size_t end = block ? text.find("#>", i) : text.find('\n', i);
      i = end == std::string_view::npos ? text.size() : end;
    } else if (c == '\'' || c == '"') {
      i = skip_string(text, i);
      start = false;
    } else if (is_blank(c) || c == '\r') {
      ++i;
    } else if (start && is_alpha(c)) {
      const std::size_t begin = i;
      while (i < text.size() && is_name_char(text[i])) ++i;
      const std::string_view word = text.substr(begin, i - begin);
      const std::string_view name = plain_name(word);
      const bool ends = i == text.size() || is_space(text[i]) || text[i] == '|' || text[i] == ';' || text[i] == ')';
      if (equals_ignoring_case(word, "rem") || word == "::") {
        i = text.find('\n', i);
        if (i == std::string_view::npos) i = text.size();
      } else if (word == "PS") {  // the prompt
        i = std::min(text.find_first_of(">\n", i), text.size());
        continue;
      } else if (ends && (is_cmdlet(name) || is_known_tool(name))) {
        const std::string_view rest = text.substr(i, std::min(text.find('\n', i), text.size()) - i);
        if (is_cmdlet(name) || trim(rest).empty() || !trim(rest).starts_with('=')) found.push_back({name, begin});
      }
      start = false;
    } else {
      start = false;
      ++i;
    }
  }
  return found;
}

}  // namespace skillstow
