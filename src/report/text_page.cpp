#include "report/text_page.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "report/wrap.h"

namespace skillstow {

TextPage::TextPage(bool color, std::size_t width) : color_(color), width_(std::clamp<std::size_t>(width, 40, 100)) {}

void TextPage::heading(std::string_view title) { out_ += "\n" + paint(title, Paint::bold) + "\n"; }

void TextPage::row(std::string_view label, std::string_view text, Paint paint) {
  out_ += wrapped(text, width_, "  " + painted(padded(label, k_label - 2), paint, color_), k_label);
}

void TextPage::text(std::string_view text) { out_ += wrapped(text, width_); }

void TextPage::item(std::string_view text) { out_ += wrapped(text, width_, "  "); }

void TextPage::rows(std::string_view label, const std::vector<std::string>& texts) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i == k_most_lines && texts.size() > k_most_lines + 1) {
      more(format("… and {} more", texts.size() - i));
      return;
    }
    row(i == 0 ? label : std::string_view{}, texts[i]);
  }
}

void TextPage::line(std::string_view text) { out_.append(text).append("\n"); }

std::string enumerated(const std::vector<std::string>& names, std::size_t most, std::string_view noun) {
  const std::size_t shown = std::min(most, names.size());
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == shown ? " and " : ", ";
    text += names[i];
  }
  if (names.size() > shown) text += format(", plus {}", counted(names.size() - shown, format("more {}", noun)));
  return text;
}

}  // namespace skillstow
