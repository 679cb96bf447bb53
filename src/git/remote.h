#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"

namespace skillstow {

// What a server sends is bounded in all that it can fill: the disk, the memory, the time.
struct RemoteLimits {
  std::uint64_t objects = 2'000'000;   // a repository of 30,000 skills has a third of it
  std::uint64_t bytes = 512ull << 20;  // as they come over the line
  unsigned silence = 60;               // seconds without a word
  unsigned total = 3'600;              // seconds in all
};

struct RemoteProgress {
  std::uint64_t objects = 0;
  std::uint64_t total = 0;
  std::uint64_t bytes = 0;
};

struct Remote {
  std::string address;  // https, http of this machine, ssh, or user@host:path; has passed parse_source()
  std::string home;     // for ~/.ssh; "" = unknown
  RemoteLimits limits;
  std::function<std::optional<std::string>(const std::string&)> env;
  std::function<void(const RemoteProgress&)> progress;  // may be empty
};

// The user's git configuration may say that an address stands for another one (url.X.insteadOf). Gives that one, or the
// same. Runs in a child, as all that opens the library for a connection does.
Result<std::string> rewritten_address(const Remote& remote);

// All refs of a repository, as `git ls-remote --symref` prints them.
//
// Both this and fetch_commit() work in a child process that is killed when the server is silent for too long. A first
// attempt is made without credentials and follows a redirect of the first request; where the server wants to know who
// asks, a second one has credentials (of `git credential fill` and the ssh-agent, nobody is asked) and opens no
// connection to another origin.
// Errors say which it was: not_found (or private), ssh_key, network, timeout, tls, too_large, other; no message holds
// credentials.
Result<std::string> list_refs(const Remote& remote);

// Fetches one ref, or one commit by its id, into a new bare repository at `folder` (which must not exist) and gives the
// commit. `shallow`: without its history where the library can (from 1.7); a server that cannot is asked for all.
// When it returns, all of it is on the disk.
Result<std::string> fetch_commit(const Remote& remote, const std::string& ref, const std::string& folder, bool shallow);

}  // namespace skillstow
