#pragma once

#include <string>

#include "base/result.h"
#include "structure/structure.h"

namespace skillstow {

// The structure that --structure names: a built-in template ("fallback"), or the path of a structure file. The error's
// message is ready to be shown; its kind is usage if nothing of that name exists, bad_input if the file has faults.
Result<Structure> choose_structure(const std::string& name);

}  // namespace skillstow
