#pragma once

#include <string_view>
#include <vector>

namespace skillstow {

// The ids of all rules, those of structures included.
std::vector<std::string_view> rule_ids();

// The ids of a category's rules ("links"), or the one rule of that id; empty if there is no such word.
std::vector<std::string_view> rules_named(std::string_view word);

bool is_safety_rule(std::string_view id);

}  // namespace skillstow
