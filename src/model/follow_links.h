#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace skillstow {

// Where a path ends after the links on its way and at its end.
struct Destination {
  std::string path = {};  // from the root; "." = the root itself; only if neither of the two below
  bool outside = false;   // the way leads out of the root, or a link is absolute
  bool circle = false;
};

// Goes the way that the system would go, step by step: ".." after a link counts from where the link leads, so that no
// chain of links leads out unseen. `target_of` gives the target of the link at a path, or nullptr if none stands there;
// whether anything stands at the end is not asked.
Destination follow_links(std::string_view path, const std::function<const std::string*(const std::string&)>& target_of);

}  // namespace skillstow
