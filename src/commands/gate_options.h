#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "install/prepare.h"
#include "install/site.h"

namespace skillstow {

// The gate of a command: `allowed` as --allow-risk gives them, and the policies that hold at the site. Fails for a rule
// that does not exist, with the one that was probably meant, and for a policy that cannot be read.
Result<GateOptions> gate_options(const Site& site, const std::vector<std::string>& allowed, bool force);

}  // namespace skillstow
