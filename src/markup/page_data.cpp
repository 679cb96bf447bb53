#include "markup/page_data.h"

namespace skillstow {

PageData& PageData::set(std::string_view name, PageData value) {
  for (Member& member : members_) {
    if (member.first != name) continue;
    member.second = std::move(value);
    return *this;
  }
  members_.emplace_back(std::string(name), std::move(value));
  return *this;
}

bool PageData::empty() const { return text_.empty() && items_.empty() && members_.empty() && !flag_; }

const PageData& PageData::operator[](std::string_view name) const {
  static const PageData k_nothing;
  for (const Member& member : members_) {
    if (member.first == name) return member.second;
  }
  return k_nothing;
}

}  // namespace skillstow
