#include "facts/html.h"

#include "base/text.h"

namespace skillstow {
namespace {

std::string without_entities(std::string_view text) {
  if (text.find('&') == std::string_view::npos) return std::string(text);
  std::string plain = replace_all(text, "&lt;", "<");
  plain = replace_all(plain, "&gt;", ">");
  plain = replace_all(plain, "&quot;", "\"");
  plain = replace_all(plain, "&#39;", "'");
  return replace_all(plain, "&amp;", "&");
}

class Scanner {
 public:
  Scanner(std::string_view html, std::size_t base) : html_(html), base_(base) {}

  std::vector<HtmlAttribute> run() {
    while ((at_ = html_.find('<', at_)) != std::string_view::npos) {
      if (html_.substr(at_).starts_with("<!--")) {
        pass("-->");
      } else if (at_ + 1 < html_.size() && is_alpha(html_[at_ + 1])) {
        ++at_;
        tag();
      } else {
        ++at_;
      }
    }
    return std::move(found_);
  }

 private:
  void pass(std::string_view end) {
    const std::size_t found = html_.find(end, at_);
    at_ = found == std::string_view::npos ? html_.size() : found + end.size();
  }

  void tag() {
    const std::string name = to_lower(word());
    while (at_ < html_.size() && html_[at_] != '>') {
      if (is_space(html_[at_]) || html_[at_] == '/') {
        ++at_;
      } else {
        attribute(name);
      }
    }
    if (name == "script") pass("</script");
    if (name == "style") pass("</style");
  }

  // A name: everything up to white space or a sign that ends it. Takes at least one byte.
  std::string_view word() {
    const std::size_t start = at_++;
    while (at_ < html_.size() && !is_space(html_[at_]) && html_[at_] != '=' && html_[at_] != '>' && html_[at_] != '/')
      ++at_;
    return html_.substr(start, at_ - start);
  }

  void attribute(const std::string& tag_name) {
    HtmlAttribute found{tag_name, to_lower(word()), "", {}};
    skip_space();
    if (at_ >= html_.size() || html_[at_] != '=') return;
    ++at_;
    skip_space();
    if (at_ >= html_.size()) return;
    std::size_t start = at_;
    std::size_t end;
    if (const char quote = html_[at_]; quote == '"' || quote == '\'') {
      end = html_.find(quote, ++start);
      if (end == std::string_view::npos) end = html_.size();
      at_ = std::min(end + 1, html_.size());
    } else {
      while (at_ < html_.size() && !is_space(html_[at_]) && html_[at_] != '>') ++at_;
      end = at_;
    }
    found.value = without_entities(html_.substr(start, end - start));
    found.span = span_between(base_ + start, base_ + end);
    found_.push_back(std::move(found));
  }

  void skip_space() {
    while (at_ < html_.size() && is_space(html_[at_])) ++at_;
  }

  std::string_view html_;
  std::size_t base_;
  std::size_t at_ = 0;
  std::vector<HtmlAttribute> found_;
};

}  // namespace

std::vector<HtmlAttribute> html_attributes(std::string_view html, std::size_t base) {
  return Scanner(html, base).run();
}

}  // namespace skillstow
