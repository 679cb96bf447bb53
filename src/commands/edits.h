#pragma once

#include <vector>

#include "base/json.h"
#include "install/standing.h"

// How edits of installed files are told.
namespace skillstow {

// "files": [ { "path", "state" } ]
void write_edits(JsonWriter& json, const std::vector<FileEdit>& edits);

}  // namespace skillstow
