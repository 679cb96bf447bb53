#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// Paths as text: nothing here asks the disk. "/" separates, on every system.
namespace skillstow {

std::string join_path(std::string_view folder, std::string_view name);  // "" and "." as folder give the name alone
std::string_view base_name(std::string_view path);
std::string_view parent_path(std::string_view path);  // "" for a name alone
std::string_view extension(std::string_view path);    // ".md"; "" if there is none

// "a/./b/../c" -> "a/c". ".." at the start stays. Gives "." for nothing.
std::string normal_path(std::string_view path);

// The way from folder `base` to `path`, both normalised and both absolute or both relative.
std::string relative_path(std::string_view path, std::string_view base);

// Whether a name from outside may become the name of a file or folder on any system: not empty, not "." or "..", no
// slash, backslash, colon, control or other character that Windows forbids, no blank or dot at the end, not a Windows
// device (CON, NUL, COM1, …), not ".git" in any case or its 8.3 form, valid UTF-8, at most 255 bytes. The message says
// which it was.
Result<void> check_portable_name(std::string_view name);

}  // namespace skillstow
