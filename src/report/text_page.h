#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/paint.h"

namespace skillstow {

// What pages in a terminal are made of: headings, labelled rows, lists. Texts must be fit for a terminal already.
class TextPage {
 public:
  static constexpr std::size_t k_label = 14;       // columns of the labels at the left
  static constexpr std::size_t k_most_lines = 12;  // of one list; the rest is counted

  // Lines above 100 columns are hard to read, below 40 nothing can be laid out.
  TextPage(bool color, std::size_t width);

  void heading(std::string_view title);  // with an empty line before it
  void row(std::string_view label, std::string_view text, Paint paint = Paint::dim);
  void more(std::string_view text) { row("", text); }                        // goes on below the row before
  void text(std::string_view text);                                          // a paragraph from the first column on
  void item(std::string_view text);                                          // a paragraph, two columns in
  void rows(std::string_view label, const std::vector<std::string>& texts);  // the label stands before the first
  void line(std::string_view text);                                          // as it is

  std::string paint(std::string_view text, Paint paint) const { return painted(text, paint, color_); }
  std::size_t width() const { return width_; }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  bool color_;
  std::size_t width_;
};

// "A, B, C and D, plus 2 more sections"
std::string enumerated(const std::vector<std::string>& names, std::size_t most, std::string_view noun);

}  // namespace skillstow
