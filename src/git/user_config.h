#pragma once

#include <functional>
#include <optional>
#include <string>

#include "git/libgit2.h"

namespace skillstow {

using Variables = std::function<std::optional<std::string>(const std::string&)>;

// What the user's git configuration says of addresses. GIT_CONFIG_GLOBAL and GIT_CONFIG_NOSYSTEM are heeded.
class UserConfig {
 public:
  UserConfig(const Libgit2& git, const Variables& env);

  // url.BASE.insteadOf: the longest prefix wins, as in git.
  std::string rewritten(const std::string& address) const;

  // The file with the certificate authorities to trust: GIT_SSL_CAINFO, http.sslCAInfo (for an address and in general),
  // SSL_CERT_FILE; "" = those of the system.
  std::string certificate_file(const std::string& address) const;

 private:
  template <class Visit>
  void each(const char* pattern, const Visit& visit) const;

  const Libgit2& git_;
  Variables env_;
  std::unique_ptr<git_config, void (*)(git_config*)> config_;
};

}  // namespace skillstow
