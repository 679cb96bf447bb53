#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace skillstow {

// Why an operation on the outside world failed. One class for all: callers branch on `kind`, people read the rest.
enum class ErrorKind {
  not_found,      // nothing of that name
  permission,     // the system refuses access
  not_regular,    // a folder, FIFO, socket or device where a file is needed
  too_large,      // above a documented limit
  outside,        // a path or link leads out of the folder it must stay in
  exists,         // something is there already
  bad_input,      // the text is not what its format asks for
  usage,          // the command line asks for something that cannot be
  bad_file_name,  // a source holds a name that cannot safely become a file here
  ref_not_found,  // the repository is there, the branch, tag or commit is not
  network,        // no server was reached, or the connection broke
  timeout,        // a server said nothing for too long
  tls,            // the server's certificate is not trusted
  ssh_key,        // ssh: no key that the server takes, or its own (host) key is not a known one
  other,
};

// `message` says what happened and why, without the path; `help` says what to do and may be empty.
struct Error {
  ErrorKind kind = ErrorKind::other;
  std::string path;
  std::string message;
  std::string help;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(ErrorKind kind, std::string path, std::string message, std::string help = {}) {
  return tl::unexpected<Error>(Error{kind, std::move(path), std::move(message), std::move(help)});
}

}  // namespace skillstow
