#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "fetch/refs.h"

namespace skillstow {

// What was fetched of one address. Below the cache's folder:
//
//   git/<SHA-256 of the address>/<commit>/   a bare repository that holds the commit
//                               /refs        the server's refs as they were last seen
//                               /fetched     lines "COMMIT REF": what each ref was when it was fetched
//                               /tmp-…/      being fetched: never read
//
// A repository gets its name when it is whole and on the disk, so whatever stands under a commit's name is whole. All
// of it may be removed at any time.
class GitCache {
 public:
  // `cache`: absolute; "" = none: then everything is missing and nothing can be stored.
  GitCache(const std::string& cache, const std::string& address);

  // The repository that holds the commit, if it was fetched.
  std::optional<std::string> find(const std::string& commit) const;

  // The refs as they were last seen, with the commits that were fetched in place of the newer ones.
  std::optional<RefList> refs() const;

  // Has `fetch` make a repository in a new folder and give its commit, then keeps it under that name. What a run that
  // was killed left behind is removed first. Gives the repository's folder.
  struct Stored {
    std::string folder;
    std::string commit;
  };
  Result<Stored> store(const std::function<Result<std::string>(const std::string& folder)>& fetch);

  // `list` as the server gave it, and which ref of it was fetched ("" = none by name).
  void remember(const std::string& list, const std::string& ref, const std::string& commit);

 private:
  void remove_leftovers() const;

  std::string folder_;
};

}  // namespace skillstow
