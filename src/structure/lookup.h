#pragma once

#include <string>

#include "base/result.h"
#include "structure/structure.h"

namespace skillstow {

// The structure that `--structure` names: a built-in template, or else the path of a structure file (whatever holds a
// "/" or a ".", or is there). A structure file without a name gets that of the file.
// Errors: usage - nothing has that name, with a suggestion; bad_input - the file has faults, and the message lists all
// of them as PATH:LINE:COLUMN; the others - the file could not be read.
Result<Structure> find_structure(const std::string& name_or_path);

}  // namespace skillstow
