#include "lint/unified_diff.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

constexpr std::size_t k_context = 3;       // lines around a change, as diff -u has them
constexpr std::size_t k_most_steps = 400;  // lines that differ, up to which the smallest diff is looked for

// Lines with their ends; the last one may have none.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// Lines before[from_a … to_a) became after[from_b … to_b).
struct Change {
  std::size_t from_a, to_a, from_b, to_b;
};

// Both texts as numbers: equal lines have equal numbers.
struct Numbered {
  std::vector<std::uint32_t> a;
  std::vector<std::uint32_t> b;
};

Numbered number(const std::vector<std::string_view>& before, const std::vector<std::string_view>& after) {
  std::unordered_map<std::string_view, std::uint32_t> known;
  Numbered lines;
  const auto add = [&known](std::vector<std::uint32_t>& to, std::string_view line) {
    to.push_back(known.try_emplace(line, static_cast<std::uint32_t>(known.size())).first->second);
  };
  for (const std::string_view line : before) add(lines.a, line);
  for (const std::string_view line : after) add(lines.b, line);
  return lines;
}

using Lines = std::vector<std::uint32_t>;

// Which lines of both are kept, by the shortest way (Myers, "An O(ND) difference algorithm", 1986), if it has at most
// k_most_steps steps; else nothing.
std::vector<std::pair<std::size_t, std::size_t>> kept_lines(const Lines& a, const Lines& b, bool& found) {
  const auto n = static_cast<std::ptrdiff_t>(a.size());
  const auto m = static_cast<std::ptrdiff_t>(b.size());
  const auto most = static_cast<std::ptrdiff_t>(std::min(a.size() + b.size(), k_most_steps));
  std::vector<std::ptrdiff_t> reach(static_cast<std::size_t>(2 * most + 3), 0);  // by diagonal, the furthest line of a
  const auto at = [&](std::ptrdiff_t k) -> std::ptrdiff_t& { return reach[static_cast<std::size_t>(k + most + 1)]; };
  std::vector<std::vector<std::ptrdiff_t>> trace;  // reach before each step, its diagonals -d … d
  found = false;
  std::ptrdiff_t steps = 0;
  for (; steps <= most && !found; ++steps) {
    std::vector<std::ptrdiff_t>& row = trace.emplace_back();
    for (std::ptrdiff_t k = -steps - 1; k <= steps + 1; ++k) row.push_back(at(std::clamp(k, -most - 1, most + 1)));
    for (std::ptrdiff_t k = -steps; k <= steps; k += 2) {
      std::ptrdiff_t x = k == -steps || (k != steps && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
      while (x < n && x - k < m && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)]) ++x;
      at(k) = x;
      if (x >= n && x - k >= m) {
        found = true;
        break;
      }
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> kept;
  if (!found) return kept;
  std::ptrdiff_t x = n;
  std::ptrdiff_t y = m;
  for (std::ptrdiff_t d = steps - 1; d >= 0; --d) {
    const std::vector<std::ptrdiff_t>& row = trace[static_cast<std::size_t>(d)];
    const auto was = [&](std::ptrdiff_t k) { return row[static_cast<std::size_t>(k + d + 1)]; };
    const std::ptrdiff_t k = x - y;
    const std::ptrdiff_t from = k == -d || (k != d && was(k - 1) < was(k + 1)) ? k + 1 : k - 1;
    const std::ptrdiff_t old_x = d == 0 ? 0 : was(from);
    const std::ptrdiff_t old_y = d == 0 ? 0 : old_x - from;
    while (x > old_x && y > old_y) {
      --x;
      --y;
      kept.emplace_back(static_cast<std::size_t>(x), static_cast<std::size_t>(y));
    }
    x = old_x;
    y = old_y;
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

std::vector<Change> changes_between(Lines a, Lines b) {
  std::size_t start = 0;
  while (start < a.size() && start < b.size() && a[start] == b[start]) ++start;
  std::size_t end = 0;
  while (end + start < a.size() && end + start < b.size() && a[a.size() - 1 - end] == b[b.size() - 1 - end]) ++end;
  a = Lines(a.begin() + static_cast<std::ptrdiff_t>(start), a.end() - static_cast<std::ptrdiff_t>(end));
  b = Lines(b.begin() + static_cast<std::ptrdiff_t>(start), b.end() - static_cast<std::ptrdiff_t>(end));
  bool found = false;
  std::vector<std::pair<std::size_t, std::size_t>> kept = kept_lines(a, b, found);
  // Very many changes, each within its line: line against line.
  if (!found && a.size() == b.size())
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i] == b[i]) kept.emplace_back(i, i);
  kept.emplace_back(a.size(), b.size());
  std::vector<Change> changes;
  std::size_t x = 0;
  std::size_t y = 0;
  for (const auto& [next_x, next_y] : kept) {
    if (x < next_x || y < next_y) changes.push_back({start + x, start + next_x, start + y, start + next_y});
    x = next_x + 1;
    y = next_y + 1;
  }
  return changes;
}

// "3,7", or "3" for one line; of none the line before.
std::string range(std::size_t from, std::size_t to) {
  if (to == from) return format("{},0", from);
  return to - from == 1 ? format("{}", from + 1) : format("{},{}", from + 1, to - from);
}

void add_line(std::string& out, char sign, std::string_view line) {
  out += sign;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

}  // namespace

std::string unified_hunks(std::string_view before, std::string_view after) {
  std::string out;
  if (before == after) return out;
  const std::vector<std::string_view> a = lines_of(before);
  const std::vector<std::string_view> b = lines_of(after);
  Numbered lines = number(a, b);
  const std::vector<Change> changes = changes_between(std::move(lines.a), std::move(lines.b));
  for (std::size_t first = 0; first < changes.size();) {
    std::size_t last = first;  // of the changes that share a hunk, since the lines around them meet
    while (last + 1 < changes.size() && changes[last + 1].from_a - changes[last].to_a <= 2 * k_context) ++last;
    const std::size_t lead = std::min(k_context, changes[first].from_a);
    const std::size_t tail = std::min(k_context, a.size() - changes[last].to_a);
    out += format("@@ -{} +{} @@\n", range(changes[first].from_a - lead, changes[last].to_a + tail),
                  range(changes[first].from_b - lead, changes[last].to_b + tail));
    std::size_t at = changes[first].from_a - lead;
    for (; first <= last; ++first) {
      const Change& change = changes[first];
      for (; at < change.from_a; ++at) add_line(out, ' ', a[at]);
      for (; at < change.to_a; ++at) add_line(out, '-', a[at]);
      for (std::size_t i = change.from_b; i < change.to_b; ++i) add_line(out, '+', b[i]);
    }
    for (const std::size_t stop = at + tail; at < stop; ++at) add_line(out, ' ', a[at]);
  }
  return out;
}

std::string diff_path(std::string_view side, std::string_view path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  std::string out(side);
  bool plain = true;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F || c == '"' || c == '\\') {
      plain = false;
      if (c == '"' || c == '\\')
        out += format("\\{}", c);
      else
        out += format("\\{:03o}", static_cast<unsigned>(byte));
    } else {
      out += c;
    }
  }
  return plain ? out : "\"" + out + "\"";
}

std::string diff_for_terminal(std::string_view diff, bool color) {
  std::string out;
  for (const std::string_view line : split(diff, '\n')) {
    if (line.data() + line.size() == diff.data() + diff.size() && line.empty()) break;
    std::string_view paint;
    if (line.starts_with("@@")) paint = "\x1B[36m";
    if (line.starts_with('-')) paint = "\x1B[31m";
    if (line.starts_with('+')) paint = "\x1B[32m";
    if (color) out += paint;
    out += visible(line);
    if (color && !paint.empty()) out += "\x1B[0m";
    out += '\n';
  }
  return out;
}

}  // namespace skillstow
