#pragma once

#include "structure/breaches.h"

namespace skillstow {

// What a structure asks of the skill as a whole: length, keys of the frontmatter, files of the folder.
void check_whole_skill(Breaches& breaches);

}  // namespace skillstow
