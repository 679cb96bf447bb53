#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace skillstow {

// Creates a new file as create_file does, but leaves it to the system when it gets to the disk: for what can be made
// again, and is moved into its place only when all of it is there.
Result<void> create_draft(const std::string& path, std::string_view bytes);

// Moves a file over another, or to where none is; both on one disk.
Result<void> move_over(const std::string& from, const std::string& to);

// Removes a file; none of that name is no error. Folders are left alone.
Result<void> remove_file(const std::string& path);

// Removes a folder if it is empty; else it stays, and that is no error.
void remove_if_empty(const std::string& folder);

}  // namespace skillstow
