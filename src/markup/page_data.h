#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skillstow {

// What a template shows: text, a truth, a list, or named values. Built from the facts, and read by nothing but the
// templates and the tests.
class PageData {
 public:
  enum class Kind { text, flag, list, object };
  using Member = std::pair<std::string, PageData>;

  PageData() : kind_(Kind::object) {}
  PageData(std::string text) : kind_(Kind::text), text_(std::move(text)) {}
  PageData(std::string_view text) : PageData(std::string(text)) {}
  PageData(const char* text) : PageData(std::string(text)) {}
  PageData(bool flag) : kind_(Kind::flag), flag_(flag) {}
  static PageData list() {
    PageData view;
    view.kind_ = Kind::list;
    return view;
  }

  // A named value; a second one of the name takes the place of the first. Gives itself, to be called on.
  PageData& set(std::string_view name, PageData value);
  void add(PageData item) { items_.push_back(std::move(item)); }

  Kind kind() const { return kind_; }
  bool flag() const { return flag_; }
  const std::string& text() const { return text_; }
  const std::vector<PageData>& items() const { return items_; }
  const std::vector<Member>& members() const { return members_; }
  bool empty() const;  // no text, no item, no member, not true

  // The value of that name, an empty object if there is none.
  const PageData& operator[](std::string_view name) const;

 private:
  Kind kind_;
  bool flag_ = false;
  std::string text_;
  std::vector<PageData> items_;
  std::vector<Member> members_;
};

}  // namespace skillstow
