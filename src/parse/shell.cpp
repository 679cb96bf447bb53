#include "parse/shell.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/path.h"
#include "parse/shell_reader.h"

namespace skillstow {

namespace {

// Commands from texts inside words were read after all others: puts them where their first byte stands.
void sort_commands(ShellScript& script) {
  std::vector<std::uint32_t> order(script.commands.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return script.commands[a].span.offset < script.commands[b].span.offset;
  });
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  std::vector<ShellCommand> sorted;
  sorted.reserve(order.size());
  for (std::uint32_t old : order) {
    ShellCommand& moved = sorted.emplace_back(std::move(script.commands[old]));
    if (moved.parent != k_no_command) moved.parent = place[moved.parent];
    if (moved.group != k_no_command) moved.group = place[moved.group];
  }
  script.commands = std::move(sorted);
  std::sort(script.comments.begin(), script.comments.end(), [](Span a, Span b) { return a.offset < b.offset; });
}

}  // namespace

std::string_view ShellCommand::name() const {
  return program < words.size() ? base_name(words[program].text) : std::string_view{};
}

ShellScript parse_shell(std::string_view text, std::size_t base) {
  ShellScript script;
  std::deque<ShellText> waiting;
  ShellReader reader(script, waiting);
  ShellText whole;
  whole.view = text;
  whole.base = static_cast<std::uint32_t>(base);
  reader.read(whole);
  const bool nested = !waiting.empty();
  while (!waiting.empty()) {
    // Taken out, since a text that recovers from a fault cuts the queue back to what stood in it.
    const ShellText next = std::move(waiting.front());
    waiting.pop_front();
    reader.read(next);
  }
  if (nested ||
      !std::is_sorted(script.commands.begin(), script.commands.end(),
                      [](const ShellCommand& a, const ShellCommand& b) { return a.span.offset < b.span.offset; })) {
    sort_commands(script);
  }
  return script;
}

}  // namespace skillstow
