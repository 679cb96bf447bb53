#include "commands/ask.h"

#include <algorithm>
#include <cerrno>
#include <set>

#include <unistd.h>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

// One line from standard input, byte by byte so that nothing of the next is taken. nullopt at the end of the input.
std::optional<std::string> read_line() {
  std::string line;
  while (line.size() < 4096) {
    char c = 0;
    const ssize_t got = ::read(STDIN_FILENO, &c, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return line.empty() ? std::nullopt : std::optional<std::string>(line);
    if (c == '\n') return line;
    line += c;
  }
  return line;
}

}  // namespace

bool ask_yes(Io& io, std::string_view question) {
  io.err(format("{} [Y/n] ", question));
  const std::optional<std::string> line = read_line();
  if (!line) return false;
  const std::string answer = to_lower(trim(*line));
  return answer.empty() || answer == "y" || answer == "yes";
}

std::vector<std::size_t> ask_choice(Io& io, std::string_view question, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) io.err(format("{:>4}  {}\n", i + 1, visible(names[i], 100)));
  while (true) {
    io.err(format("{} (numbers or names, * for all, nothing to stop) ", question));
    const std::optional<std::string> line = read_line();
    if (!line) return {};
    if (auto choice = read_choice(*line, names)) return *choice;
    io.err("That is not in the list.\n");
  }
}

std::optional<std::vector<std::size_t>> read_choice(std::string_view answer, const std::vector<std::string>& names) {
  std::set<std::size_t> chosen;
  const std::string plain = fold_space(replace_all(answer, ",", " "));
  for (const std::string_view word : split(plain, ' ')) {
    if (word.empty()) continue;
    if (word == "*") {
      for (std::size_t i = 0; i < names.size(); ++i) chosen.insert(i);
      continue;
    }
    const auto name = std::find(names.begin(), names.end(), word);
    if (name != names.end()) {
      chosen.insert(static_cast<std::size_t>(name - names.begin()));
      continue;
    }
    std::size_t number = 0;
    for (char c : word) {
      if (!is_digit(c) || number > names.size()) return std::nullopt;
      number = number * 10 + static_cast<std::size_t>(c - '0');
    }
    if (number == 0 || number > names.size()) return std::nullopt;
    chosen.insert(number - 1);
  }
  return std::vector<std::size_t>(chosen.begin(), chosen.end());
}

}  // namespace skillstow
