#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace skillstow {

// Where a skill comes from, as the git repository around it tells. Facts never open repositories: whoever loads the
// skill reads this (see git/folder_history.h) and hands it in.
struct History {
  std::string repository;  // the remote's address, as "https://host/owner/repo" where it can be; "" without a remote
  std::string commit;      // of HEAD, 40 or 64 hexadecimal digits
  std::string path;        // of the skill's folder in the repository; "." = its root
  std::string updated;     // when a commit last changed the folder: "2025-11-30T03:31:00Z"; "" if it never was
};

// Seconds since 1970, UTC, as "2025-11-30T03:31:00Z".
std::string utc_time(std::int64_t seconds);

// "git@github.com:owner/repo.git" and "ssh://git@github.com/owner/repo" -> "https://github.com/owner/repo"; a user name
// and password are taken out. An address of another form stays as it is.
std::string repository_address(const std::string& remote);

}  // namespace skillstow
