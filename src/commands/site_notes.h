#pragma once

#include <vector>

#include "commands/io.h"
#include "install/installer.h"

// What several commands tell of a site.
namespace skillstow {

// That an earlier run was broken off here, if one was.
void say_unfinished(Io& io, const Site& site);

// Where what was put aside is kept now.
void say_backups(Io& io, const Site& site, const std::vector<Backup>& backups);

}  // namespace skillstow
