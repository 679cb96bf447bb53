#include "base/line_index.h"

#include <algorithm>

#include "base/utf8.h"

namespace skillstow {

LineIndex::LineIndex(std::string_view text) : size_(static_cast<std::uint32_t>(text.size())) {
  // Nearly all text has no "\r", and then one search finds the line ends many bytes at a time.
  const bool has_return = text.find('\r') != std::string_view::npos;
  std::size_t at = 0;
  while (true) {
    const std::size_t end = has_return ? text.find_first_of("\r\n", at) : text.find('\n', at);
    if (end == std::string_view::npos) break;
    at = end + (text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n' ? 2 : 1);
    if (at < text.size()) starts_.push_back(static_cast<std::uint32_t>(at));
  }
}

std::uint32_t LineIndex::line(std::size_t offset) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return static_cast<std::uint32_t>(after - starts_.begin());
}

Position LineIndex::position(std::string_view text, std::size_t offset) const {
  offset = std::min(offset, text.size());
  const std::uint32_t at = line(offset);
  const std::size_t begin = starts_[at - 1];
  return {at, static_cast<std::uint32_t>(count_code_points(text.substr(begin, offset - begin)) + 1)};
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
