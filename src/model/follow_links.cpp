#include "model/follow_links.h"

#include <vector>

#include "base/text.h"

namespace skillstow {
namespace {

constexpr int k_max_links = 40;  // as Linux does: more lead in a circle

}  // namespace

Destination follow_links(std::string_view path,
                         const std::function<const std::string*(const std::string&)>& target_of) {
  std::vector<std::string> to_go;  // the next step last
  const auto push = [&to_go](std::string_view way) {
    const std::vector<std::string_view> steps = split(way, '/');
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) to_go.emplace_back(*step);
  };
  push(path);
  std::vector<std::string> way;
  int links = 0;
  while (!to_go.empty()) {
    const std::string step = std::move(to_go.back());
    to_go.pop_back();
    if (step.empty() || step == ".") continue;
    if (step == "..") {
      if (way.empty()) return {.outside = true};
      way.pop_back();
      continue;
    }
    way.push_back(step);
    const std::string* target = target_of(join(way, "/"));
    if (!target) continue;
    if (target->empty() || target->front() == '/') return {.outside = true};
    if (++links > k_max_links) return {.circle = true};
    way.pop_back();
    push(*target);
  }
  return {.path = way.empty() ? "." : join(way, "/")};
}

}  // namespace skillstow
