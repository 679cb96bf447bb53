#include "commands/site_options.h"

#include "base/path.h"
#include "install/target_folders.h"

namespace skillstow {
Result<SiteChoice> choose_site(bool user, const std::string& dir, const std::string& into, const Io& io) {
  const Environment env = [&io](const std::string& name) { return io.env(name); };
  auto site = open_site(user ? Scope::user : Scope::project, dir, env);
  if (!site) return tl::unexpected(site.error());
  if (into.empty()) return SiteChoice{std::move(*site), {}};
  if (user) return failure(ErrorKind::usage, "", "--user and --into name two places", "give one of them");
  auto folder = folder_into(*site, into);
  if (!folder) return tl::unexpected(folder.error());
  if (is_below(folder->folder, site->root)) return SiteChoice{std::move(*site), folder->folder};
  auto home = open_site(Scope::user, "", env);
  if (!home) return tl::unexpected(home.error());
  return SiteChoice{std::move(*home), folder->folder};
}

std::string json_path(const Site& site, const std::string& absolute) {
  return site.scope == Scope::project ? site.shown(absolute) : absolute;
}

}  // namespace skillstow
