#pragma once

#include <string>

#include "base/result.h"
#include "fetch/address.h"

namespace skillstow {

// What the address of a page says of the repository that it shows.
struct ForgePage {
  std::string host;         // whose repository it is: github.com for raw.githubusercontent.com
  std::string repository;   // "owner/repo", "group/sub/repo"; without ".git"
  bool dot_git = false;     // git is to ask for it with ".git" at the end
  std::string ref;          // settled: a branch, tag or commit that cannot be read otherwise
  std::string path;         // in the repository, where ref is settled
  std::string unsettled;    // "feature/x/skills/a": a ref and a path, and only the server's refs say where one ends
  bool file = false;        // the page shows a file, not a folder
  bool download = false;    // the address is that of a file to download
  bool known_host = false;  // a public forge whose addresses are known
};

// Reads the addresses of GitHub, GitLab, Bitbucket, Codeberg, Azure DevOps, sourcehut and of servers that run the same
// programs (GitLab, Forgejo and Gitea, GitHub Enterprise). An address that is none of their pages is the repository's
// own. Fails for pages of a public forge that show no folder of a repository.
Result<ForgePage> read_forge_page(const Address& url);

}  // namespace skillstow
