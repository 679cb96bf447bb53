#pragma once

#include <span>

#include "rules/rule.h"

namespace skillstow {

// What packing can find, documented like every other rule. They have no `check` of their own: pack_list.h and
// target_rules.h find them.
std::span<const Rule* const> pack_rules();  // by id

}  // namespace skillstow
