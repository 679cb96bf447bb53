#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace skillstow {

// 1-based. Columns count code points (an ill-formed byte is one).
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

// Where the lines of a text start. "\n", "\r\n" and a lone "\r" end a line, as CommonMark has it. Built in one pass;
// does not keep the text, so the text is passed again to ask for a column.
class LineIndex {
 public:
  LineIndex() = default;
  explicit LineIndex(std::string_view text);

  std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }
  std::uint32_t line(std::size_t offset) const;
  Position position(std::string_view text, std::size_t offset) const;

  // Byte offset where a 1-based line starts; lines past the end give the size of the text.
  std::size_t start(std::uint32_t line) const;

  // The line without its end.
  std::string_view text_of(std::string_view text, std::uint32_t line) const;

 private:
  // A place inside of a long line, so that a column there is not counted from the line's start each time: thousands of
  // findings on one line would cost the square of its length.
  struct Milestone {
    std::uint32_t offset = 0;
    std::uint32_t points = 0;  // code points from the line's start to it
  };
  void mark_line(std::string_view text, std::size_t begin, std::size_t end);

  std::vector<std::uint32_t> starts_{0};
  std::vector<Milestone> milestones_;  // by offset; of lines longer than a stride only
  std::uint32_t size_ = 0;
};

}  // namespace skillstow
