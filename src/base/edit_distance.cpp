#include "base/edit_distance.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace skillstow {

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > limit) return limit + 1;
  // Three rows of the matrix are enough: swapped neighbours look two rows back.
  std::vector<std::size_t> before_last(a.size() + 1);
  std::vector<std::size_t> last(a.size() + 1);
  std::vector<std::size_t> row(a.size() + 1);
  for (std::size_t i = 0; i <= a.size(); ++i) last[i] = i;
  for (std::size_t j = 1; j <= b.size(); ++j) {
    row[0] = j;
    std::size_t best = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      row[i] = std::min({last[i] + 1, row[i - 1] + 1, last[i - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[i] = std::min(row[i], before_last[i - 2] + 1);
      best = std::min(best, row[i]);
    }
    if (best > limit) return limit + 1;
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return std::min(last[a.size()], limit + 1);
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  const auto normal = [](std::string_view text) {
    std::string out = to_lower(text);
    std::replace(out.begin(), out.end(), '_', '-');
    return out;
  };
  if (word.size() > 128) return {};
  const std::string wanted = normal(word);
  const std::size_t limit = std::clamp<std::size_t>(wanted.size() / 3, 1, 3);
  std::string_view best;
  std::size_t best_distance = limit + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(wanted, normal(candidate), limit);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace skillstow
