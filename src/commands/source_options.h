#pragma once

#include <string>

#include "commands/io.h"
#include "fetch/open_source.h"
#include "install/upstream.h"
#include "lint/discover.h"

// What the commands that take a SOURCE share.
namespace skillstow {

// `ref`, `path` and `offline` as the command line has them. The cache is $XDG_CACHE_HOME/skillstow
// (~/.cache/skillstow), the timeout SKILLSTOW_TIMEOUT in seconds. What a source means is said as notes.
OpenOptions open_options(const std::string& ref, const std::string& path, bool offline, Io& io);

// How an opened source is searched for skills.
DiscoverOptions discovery_of(const OpenedSource& source, const Io& io);

// How the record names a folder: from the project's root where that says the same on another machine, which it does for
// what is inside and for what was given as a relative path.
std::string recorded_source(const Site& site, const OpenedSource& source);

// Opens what a record names: an address, or a folder that counts from the site's root. Says nothing but warnings.
OpenRecorded recorded_opener(const Site& site, bool offline, Io& io);

}  // namespace skillstow
