#include <algorithm>
#include <array>

#include "base/text.h"
#include "parse/known_tools.h"
#include "parse/shell.h"

// Fences: which of them hold commands, and which of their lines.
namespace skillstow {

namespace {

struct Label {
  std::string_view name;
  FenceKind kind;
};

// As renderers and authors name them (GitHub's Linguist, Pygments, Prism, and 1,700 public skills).
constexpr auto k_labels = std::to_array<Label>({
    {"!", FenceKind::shell},  // Claude Code runs such a block when it loads the skill
    {"ash", FenceKind::shell},
    {"bash", FenceKind::shell},
    {"bash-script", FenceKind::shell},
    {"bash-session", FenceKind::console},
    {"bat", FenceKind::powershell},
    {"batch", FenceKind::powershell},
    {"batchfile", FenceKind::powershell},
    {"cmd", FenceKind::powershell},
    {"console", FenceKind::console},
    {"csh", FenceKind::shell},
    {"dash", FenceKind::shell},
    {"dos", FenceKind::powershell},
    {"dosbatch", FenceKind::powershell},
    {"fish", FenceKind::shell},
    {"ksh", FenceKind::shell},
    {"posh", FenceKind::powershell},
    {"powershell", FenceKind::powershell},
    {"ps", FenceKind::powershell},
    {"ps1", FenceKind::powershell},
    {"pwsh", FenceKind::powershell},
    {"sh", FenceKind::shell},
    {"sh-session", FenceKind::console},
    {"shell", FenceKind::shell},
    {"shell-script", FenceKind::shell},
    {"shell-session", FenceKind::console},
    {"shellscript", FenceKind::shell},
    {"shellsession", FenceKind::console},
    {"tcsh", FenceKind::shell},
    {"term", FenceKind::console},
    {"terminal", FenceKind::console},
    {"zsh", FenceKind::shell},
});
static_assert(std::is_sorted(k_labels.begin(), k_labels.end(),
                             [](const Label& a, const Label& b) { return a.name < b.name; }));

// "bash", "{.bash .numberLines}" (Pandoc), "{bash, echo=FALSE}" (R Markdown), "bash:install.sh", "language-bash".
std::string_view label_of(std::string_view info) {
  std::string_view label = trim(info);
  if (label.starts_with('{')) label.remove_prefix(1);
  label = trim_left(label);
  if (label.starts_with('.')) label.remove_prefix(1);
  label = label.substr(0, label.find_first_of(" \t{},:;(="));
  for (std::string_view prefix : {"language-", "lang-"}) {
    if (starts_with_ignoring_case(label, prefix)) label.remove_prefix(prefix.size());
  }
  return label;
}

constexpr bool is_host_char(char c) { return is_word(c) || c == '-' || c == '.' || c == '@'; }
constexpr bool is_sign(char c) { return c == '$' || c == '%' || c == '#'; }

// "~/x", "user@host:~/x", "[user@host x]", "bash-5.1", "/srv": what may stand before the sign of a prompt.
std::size_t skip_place(std::string_view line, std::size_t at) {
  if (at >= line.size()) return at;
  if (line[at] == '[') {
    const std::size_t close = line.find(']', at);
    return close != std::string_view::npos && line.substr(at, close - at).find('@') != std::string_view::npos
               ? close + 1
               : at;
  }
  std::size_t i = at;
  if (line[at] != '~' && line[at] != '/') {
    while (i < line.size() && is_host_char(line[i])) ++i;
    const std::string_view host = line.substr(at, i - at);
    const bool shell = host.starts_with("bash-") || host.starts_with("sh-") || host.starts_with("zsh-");
    if (host.find('@') == std::string_view::npos && !shell) return at;
    if (i < line.size() && is_sign(line[i])) return i;
    if (i < line.size() && (line[i] == ':' || line[i] == ' ')) ++i;
  }
  while (i < line.size() && !is_blank(line[i]) && !is_sign(line[i])) ++i;
  if (i + 1 < line.size() && line[i] == ' ' && is_sign(line[i + 1])) ++i;
  return i < line.size() && is_sign(line[i]) ? i : at;
}

// "PS C:\x> ", "C:\x>"
std::size_t windows_prompt(std::string_view line, std::size_t at) {
  std::string_view rest = line.substr(at);
  const bool power = rest.starts_with("PS ") || rest.starts_with("PS>");
  if (power) rest.remove_prefix(2);
  rest = trim_left(rest);
  const bool drive = rest.size() > 2 && is_alpha(rest[0]) && rest[1] == ':' && rest[2] == '\\';
  if (!drive && !power) return 0;
  const std::size_t close = rest.find('>');
  if (close == std::string_view::npos || close + 1 >= rest.size() || (power && !drive && close > 80)) return 0;
  return static_cast<std::size_t>(rest.data() - line.data()) + close + 1;
}

// Where the command of the line starts, behind its prompt; 0 if there is no prompt.
std::size_t prompt_end(std::string_view line, FenceKind kind) {
  std::size_t at = line.size() - trim_left(line).size();
  if (const std::size_t windows = windows_prompt(line, at); windows != 0) return windows;
  if (at < line.size() && line[at] == '(') {  // (venv)
    std::size_t close = at + 1;
    while (close < line.size() && is_host_char(line[close])) ++close;
    if (close + 1 < line.size() && line[close] == ')' && line[close + 1] == ' ') at = close + 2;
  }
  for (std::string_view arrow : {"\u276f ", "\u03bb "}) {  // as Starship and fish draw it
    if (line.substr(at).starts_with(arrow)) return at + arrow.size();
  }
  const std::size_t sign = skip_place(line, at);
  if (sign + 1 >= line.size() || !is_sign(line[sign]) || !is_blank(line[sign + 1])) {
    const bool bare = kind == FenceKind::console && line.substr(at).starts_with("> ");
    return bare && looks_like_call(line.substr(at + 2)) ? at + 2 : 0;
  }
  const std::string_view rest = trim_left(line.substr(sign + 1));
  if (rest.empty()) return 0;
  const bool alone = sign == at;
  // "# " alone is root's prompt or a comment: in a console a known tool decides.
  if (line[sign] == '#' && alone && (kind != FenceKind::console || !looks_like_call(rest))) return 0;
  if (line[sign] == '%' && alone && !is_lower(rest.front())) return 0;
  return sign + 1;
}

// The delimiter of a here-document that the line opens, or empty.
std::string_view here_delimiter(std::string_view line) {
  std::size_t at = line.find("<<");
  while (at != std::string_view::npos && line.substr(at, 3) == "<<<") at = line.find("<<", at + 3);
  if (at == std::string_view::npos) return {};
  at += 2;
  while (at < line.size() && (is_blank(line[at]) || line[at] == '-' || line[at] == '\\')) ++at;
  if (at < line.size() && (line[at] == '\'' || line[at] == '"')) ++at;
  std::size_t end = at;
  while (end < line.size() && is_word(line[end])) ++end;
  return line.substr(at, end - at);
}

enum class GoesOn { no, behind_prompt, anyhow };  // whether the next line belongs to the command

GoesOn goes_on(std::string_view line) {
  line = trim_right(line);
  if (line.ends_with('\\')) return GoesOn::anyhow;
  for (std::string_view end : {"|", "&&", "{", "(", " do", " then"}) {
    if (line.ends_with(end)) return GoesOn::behind_prompt;
  }
  const bool open =
      std::count(line.begin(), line.end(), '\'') % 2 != 0 || std::count(line.begin(), line.end(), '"') % 2 != 0;
  return open ? GoesOn::behind_prompt : GoesOn::no;
}

// The word that ends what the line begins: "done" for "for f in a", or empty.
std::string_view closing_keyword(std::string_view line) {
  line = trim(line);
  const std::string_view first = line.substr(0, line.find_first_of(" \t"));
  const std::string_view close = first == "for" || first == "while" || first == "until" || first == "select" ? "done"
                                 : first == "if"                                                             ? "fi"
                                 : first == "case"                                                           ? "esac"
                                                                                                             : "";
  return close.empty() || line.ends_with(close) ? std::string_view{} : close;
}

}  // namespace

FenceKind fence_kind(std::string_view info) {
  const std::string_view written = label_of(info);
  if (written.empty()) return trim(info).empty() ? FenceKind::unlabelled : FenceKind::other;
  if (written.size() > 16) return FenceKind::other;
  const std::string label = to_lower(written);
  const auto* found = std::lower_bound(k_labels.begin(), k_labels.end(), std::string_view(label),
                                       [](const Label& known, std::string_view name) { return known.name < name; });
  return found != k_labels.end() && found->name == label ? found->kind : FenceKind::other;
}

std::string without_prompts(std::string_view text, FenceKind kind) {
  const std::vector<std::string_view> lines = split_lines(text);
  std::string out(text);
  if (kind == FenceKind::shell &&
      std::none_of(lines.begin(), lines.end(), [&](std::string_view line) { return prompt_end(line, kind) != 0; })) {
    return out;
  }
  GoesOn state = GoesOn::no;
  std::string_view delimiter;  // of the here-document that is open
  std::string_view keyword;    // that the compound command which is open waits for
  for (std::string_view line : lines) {
    const auto begin = static_cast<std::size_t>(line.data() - text.data());
    const auto blank_out = [&](std::size_t length) {
      std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(begin), length, ' ');
    };
    const std::size_t indent = line.size() - trim_left(line).size();
    std::size_t second = 0;  // behind the "> " of a continued line
    if (line.substr(indent).starts_with("> ")) second = indent + 2;
    if (line.substr(indent) == ">") second = indent + 1;
    if (!delimiter.empty()) {
      blank_out(second);
      if (trim(line.substr(second)) == delimiter) delimiter = {};
      continue;
    }
    const std::size_t first = prompt_end(line, kind);
    std::size_t command = first;
    if ((state != GoesOn::no || !keyword.empty()) && second != 0) {
      command = second;
    } else if (state != GoesOn::anyhow || first != 0) {
      if (first == 0) {
        blank_out(line.size());
        state = GoesOn::no;
        continue;
      }
    }
    blank_out(command);
    state = goes_on(line.substr(command));
    if (command == first) keyword = closing_keyword(line.substr(command));
    if (!keyword.empty() && trim(line.substr(command)).ends_with(keyword)) keyword = {};
    delimiter = here_delimiter(line.substr(command));
  }
  return out;
}

}  // namespace skillstow
