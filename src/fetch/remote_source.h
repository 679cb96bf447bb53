#pragma once

#include <string>

#include "base/result.h"
#include "fetch/open_source.h"

namespace skillstow {

// A repository that is on this machine now.
struct FetchedRepository {
  std::string folder;
  std::string commit;
};

// Brings the commit that is meant into the cache, unless it is there. Settles ref and path of `spec` by the server's
// refs. A commit that is named in full, and any that the cache has for a ref when `offline` is set, needs no server; a
// server that cannot be reached is replaced by the cache, and that is said.
Result<FetchedRepository> fetch_repository(SourceSpec& spec, const OpenOptions& options);

}  // namespace skillstow
