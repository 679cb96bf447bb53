#pragma once

#include <string>

#include "cli/io.h"
#include "fetch/open_source.h"
#include "lint/discover.h"

// What the commands that take a SOURCE share.
namespace skillstow {

// `ref`, `path` and `offline` as the command line has them. The cache is $XDG_CACHE_HOME/skillstow
// (~/.cache/skillstow), the timeout SKILLSTOW_TIMEOUT in seconds. What a source means is said as notes.
OpenOptions open_options(const std::string& ref, const std::string& path, bool offline, Io& io);

// How an opened source is searched for skills.
DiscoverOptions discovery_of(const OpenedSource& source, const Io& io);

}  // namespace skillstow
