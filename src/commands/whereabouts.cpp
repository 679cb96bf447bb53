#include "commands/whereabouts.h"

#include <utility>

namespace skillstow {

Whereabouts whereabouts_of(const Io& io, std::string project) {
  Whereabouts where;
  where.home = io.env("HOME").value_or("");
  where.project = std::move(project);
  where.env = [&io](const std::string& name) { return io.env(name); };
  return where;
}

}  // namespace skillstow
