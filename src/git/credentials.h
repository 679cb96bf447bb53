#pragma once

#include <string>
#include <vector>

#include "git/libgit2.h"
#include "git/remote.h"

namespace skillstow {

// Answers the library's questions of one connection: who asks, and whether the server is the right one.
class Credentials {
 public:
  Credentials(const Libgit2& git, const Remote& remote) : git_(git), remote_(remote) {}

  bool offered = false;  // something that shows who asks may be given; else the library is told that there is nothing
  bool wanted = false;   // the server asked
  std::string refusal;   // why the connection was given up, in words; "" = it was not
  std::string refusal_help;

  int acquire(git_credential** out, const char* user, unsigned allowed);
  int check_server(git_cert* certificate, bool valid, const char* host);

 private:
  int password(git_credential** out);
  int ssh_key(git_credential** out, const std::string& user);
  int give_up(std::string why, std::string help);

  const Libgit2& git_;
  const Remote& remote_;
  std::size_t attempts_ = 0;
};

}  // namespace skillstow
