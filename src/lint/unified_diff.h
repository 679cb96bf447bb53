#pragma once

#include <string>
#include <string_view>

namespace skillstow {

// The hunks of a unified diff ("@@ -3,7 +3,7 @@") with three lines around each change, as diff -u and git write them;
// empty if the texts are the same. Lines end in "\n"; a carriage return is a byte of its line. Bytes are as they are
// in the texts: a terminal must get them through diff_for_terminal. Time and memory are bounded: where the texts differ
// in very many lines the hunks are right, but not the smallest.
std::string unified_hunks(std::string_view before, std::string_view after);

// A path as it stands in the head of a diff: with "a/" or "b/" before it, in quotes and escaped where git would do so.
// A path from the file system's root loses its first slash, since patch refuses such names.
std::string diff_path(std::string_view side, std::string_view path);

// The diff with everything that could move a terminal's cursor or hide made visible, and, if wanted, in colour.
std::string diff_for_terminal(std::string_view diff, bool color);

}  // namespace skillstow
