#pragma once

#include <string>
#include <string_view>

// The form of a name: Agent Skills specification, name field.
namespace skillstow::rules {

inline constexpr std::size_t k_max_name = 64;  // code points

// 1 to 64 of a-z, 0-9 and hyphens, none at an end and none doubled.
bool is_name(std::string_view text);

// The name that was meant: lower case, one hyphen for each run of other characters. Empty if no such name comes out.
std::string to_name(std::string_view text);

}  // namespace skillstow::rules
