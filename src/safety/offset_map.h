#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/span.h"

namespace skillstow {

// Where the bytes of a derived text (indentation removed, escapes decoded, lines joined) stand in the file. A derived
// text has few stretches; within one, both run in step.
class OffsetMap {
 public:
  OffsetMap() = default;
  explicit OffsetMap(std::size_t base) : base_(static_cast<std::uint32_t>(base)) {}

  // Everything stands for this stretch of the file: a decoded payload.
  static OffsetMap fixed(Span source) {
    OffsetMap map;
    map.fixed_ = true;
    map.source_ = source;
    return map;
  }

  bool is_fixed() const { return fixed_; }

  // From `view` on, the text is that of the file from `source` on. Calls come in rising order.
  void add(std::size_t view, std::size_t source) {
    stretches_.push_back({static_cast<std::uint32_t>(view), static_cast<std::uint32_t>(source)});
  }

  Span to_source(Span view) const {
    if (fixed_) return source_;
    const std::uint32_t begin = at(view.offset);
    if (view.length == 0) return {begin, 0};
    return span_between(begin, std::max(begin, at(view.end() - 1)) + 1);
  }

 private:
  struct Stretch {
    std::uint32_t view;
    std::uint32_t source;
  };

  std::uint32_t at(std::uint32_t view) const {
    if (stretches_.empty()) return base_ + view;
    auto next = std::upper_bound(stretches_.begin(), stretches_.end(), view,
                                 [](std::uint32_t offset, const Stretch& stretch) { return offset < stretch.view; });
    if (next == stretches_.begin()) return next->source;
    --next;
    return next->source + (view - next->view);
  }

  std::uint32_t base_ = 0;
  bool fixed_ = false;
  Span source_;
  std::vector<Stretch> stretches_;
};

}  // namespace skillstow
