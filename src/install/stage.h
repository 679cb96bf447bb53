#pragma once

#include <string>
#include <vector>

#include "install/contents.h"
#include "install/disk.h"
#include "install/merge.h"
#include "model/tree.h"

namespace skillstow {

// Writes the contents below `to`, which must not exist: folders 0755, files 0644 or 0755, whatever the umask. Each file
// is compared with the hash that was planned; one that changed since is an error. Gives the paths that were written, to
// be flushed.
Result<std::vector<std::string>> stage_contents(Disk& disk, const Tree& tree, const Contents& contents,
                                                const std::string& to);

// Writes a merge below `to`: what comes from the source, copies of what stays from the folder `from`, what was merged.
Result<std::vector<std::string>> stage_merge(Disk& disk, const Tree& tree, const Merge& merge, const std::string& from,
                                             const std::string& to);

// Makes at `to` a folder that holds only the named files of `from`, for a folder that keeps them when the rest goes.
// They are shared with `from`, not copied, where the file system can.
Result<std::vector<std::string>> stage_remainder(Disk& disk, const std::string& from,
                                                 const std::vector<std::string>& files, const std::string& to);

}  // namespace skillstow
