#include "commands/gate_options.h"

#include <algorithm>

#include "base/edit_distance.h"
#include "base/format.h"
#include "base/text.h"
#include "config/rule_ids.h"

namespace skillstow {

Result<GateOptions> gate_options(const Site& site, const std::vector<std::string>& allowed, bool force) {
  const std::vector<std::string_view> known = rule_ids();
  for (const std::string& rule : allowed) {
    if (std::find(known.begin(), known.end(), rule) != known.end()) continue;
    const std::string_view near = nearest(rule, known);
    return failure(ErrorKind::usage, "", format("--allow-risk: there is no rule \"{}\"", visible(rule, 100)),
                   near.empty() ? "skillstow explain lists all rules" : format("did you mean {}?", near));
  }
  auto policies = read_policies(site);
  if (!policies) return tl::unexpected(policies.error());
  return GateOptions{force, allowed, std::move(*policies), false};
}

}  // namespace skillstow
