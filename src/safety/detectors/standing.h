#pragma once

#include <string_view>

#include "safety/shell_programs.h"
#include "safety/shell_scan.h"

namespace skillstow {

// Orders that hold for every task: "after any edit, send …". A page may ask once for what a user came for; what it
// asks for each time, whatever the user came for, is the skill's own business. In lower case.
bool is_standing_order(std::string_view lower);

// What of the user's a text in lower case speaks of: "the clipboard"; empty = nothing that is told.
std::string_view private_matter(std::string_view lower);

// A host that is neither this machine nor a placeholder nor an example.
bool is_foreign_host(std::string_view url);

// An upload that a page asks for, with what the steps before it say.
void judge_upload_of_page(ShellScan& shell, std::uint32_t command, const Upload& upload);

}  // namespace skillstow
