#include "base/line_index.h"

#include <algorithm>
#include <iterator>

#include "base/utf8.h"

namespace skillstow {

namespace {

constexpr std::size_t k_stride = 4096;  // bytes from one milestone to the next

bool continues_code_point(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

LineIndex::LineIndex(std::string_view text) : size_(static_cast<std::uint32_t>(text.size())) {
  // Nearly all text has no "\r", and then one search finds the line ends many bytes at a time.
  const bool has_return = text.find('\r') != std::string_view::npos;
  std::size_t at = 0;
  while (true) {
    const std::size_t end = has_return ? text.find_first_of("\r\n", at) : text.find('\n', at);
    if (end == std::string_view::npos) break;
    if (end - starts_.back() > k_stride) mark_line(text, starts_.back(), end);
    at = end + (text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n' ? 2 : 1);
    if (at < text.size()) starts_.push_back(static_cast<std::uint32_t>(at));
  }
  const bool ends_without_line_end = at == starts_.back();
  if (ends_without_line_end && text.size() - at > k_stride) mark_line(text, starts_.back(), text.size());
}

void LineIndex::mark_line(std::string_view text, std::size_t begin, std::size_t end) {
  std::size_t points = 0;
  while (end - begin > k_stride) {
    // Never between the bytes of a code point; after three bytes that continue one, a fourth starts anew.
    std::size_t next = begin + k_stride;
    for (int i = 0; i < 3 && next < end && continues_code_point(text[next]); ++i) ++next;
    points += count_code_points(text.substr(begin, next - begin));
    milestones_.push_back({static_cast<std::uint32_t>(next), static_cast<std::uint32_t>(points)});
    begin = next;
  }
}

std::uint32_t LineIndex::line(std::size_t offset) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return static_cast<std::uint32_t>(after - starts_.begin());
}

Position LineIndex::position(std::string_view text, std::size_t offset) const {
  offset = std::min(offset, text.size());
  const std::uint32_t at = line(offset);
  std::size_t begin = starts_[at - 1];
  std::size_t points = 0;
  if (offset - begin > k_stride) {
    const auto after = std::upper_bound(milestones_.begin(), milestones_.end(), offset,
                                        [](std::size_t o, const Milestone& m) { return o < m.offset; });
    if (after != milestones_.begin() && std::prev(after)->offset > begin) {
      begin = std::prev(after)->offset;
      points = std::prev(after)->points;
    }
  }
  points += count_code_points(text.substr(begin, offset - begin));
  return {at, static_cast<std::uint32_t>(points + 1)};
}

std::size_t LineIndex::start(std::uint32_t line) const {
  if (line == 0) return 0;
  return line <= starts_.size() ? starts_[line - 1] : size_;
}

std::string_view LineIndex::text_of(std::string_view text, std::uint32_t line) const {
  const std::size_t begin = start(line);
  std::size_t end = start(line + 1);
  if (end > begin && text[end - 1] == '\n') --end;
  if (end > begin && text[end - 1] == '\r') --end;
  return text.substr(begin, end - begin);
}

}  // namespace skillstow
