#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "commands/say.h"
#include "install/site.h"

// What install, list and remove share: the options that choose where.
namespace skillstow {

struct SiteChoice {
  Site site;
  std::string into;  // absolute, links resolved; empty without --into
};

// The site that --user, --dir and --into mean. A folder named with --into belongs to the project if it is below its
// root, else to the user.
Result<SiteChoice> choose_site(bool user, const std::string& dir, const std::string& into, const Io& io);

// A path in the JSON output: from the project's root, absolute for everything else.
std::string json_path(const Site& site, const std::string& absolute);

}  // namespace skillstow
