#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "install/site.h"
#include "model/diagnostic.h"

namespace skillstow {

// What a team or an owner of a machine lets in. A policy only takes away: nothing in it, and no option, lets in what
// would be refused without it.
struct Policy {
  enum class Pin {
    any,
    commit,  // from a repository, so that a commit is recorded; no folder as it stands
    exact,   // asked for by the whole id of a commit
  };
  std::string file;                                 // where it stands, for messages
  std::optional<std::vector<std::string>> sources;  // patterns of those that are allowed
  Pin pin = Pin::any;
  std::optional<Risk> max_risk;  // the gravest finding of the scan that may be installed
  bool signature = false;        // a signature is required, and its certificates must lead to …
  std::string signature_root;  // … one in this PEM file; counts from the policy's folder until read_policies() gave it
};

Result<Policy> parse_policy(std::string_view text, const std::string& file);

// All that hold at a site, each in full: /etc/skillstow/policy.yaml, $XDG_CONFIG_HOME/skillstow/policy.yaml
// (~/.config), and a project's skillstow-policy.yaml. One that cannot be read is an error.
Result<std::vector<Policy>> read_policies(const Site& site);

// A source as a policy sees it.
struct PolicedSource {
  std::string name;  // "github.com/owner/repo"; of a folder its path from the project's root, or an absolute one
  std::string ref;
  std::string commit;
};

// Why the source is refused; "" if it is not.
std::string fault_of_source(const Policy& policy, const PolicedSource& source);

}  // namespace skillstow
