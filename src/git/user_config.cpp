#include "git/user_config.h"

#include "base/path.h"

namespace skillstow {

UserConfig::UserConfig(const Libgit2& git, const Variables& env) : git_(git), env_(env), config_(nullptr, nullptr) {
  const std::optional<std::string> global = env("GIT_CONFIG_GLOBAL");
  if (global) {
    git.git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, GIT_CONFIG_LEVEL_GLOBAL, "");
    git.git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, GIT_CONFIG_LEVEL_XDG, "");
  }
  if (env("GIT_CONFIG_NOSYSTEM").value_or("0") != "0") {
    git.git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, GIT_CONFIG_LEVEL_SYSTEM, "");
  }
  git_config* raw = nullptr;
  if (git.git_config_open_default(&raw) < 0) return;
  config_ = {raw, git.git_config_free};
  if (global && !global->empty()) {
    git.git_config_add_file_ondisk(raw, global->c_str(), GIT_CONFIG_LEVEL_GLOBAL, nullptr, 1);
  }
}

// Visits (name, value) of the entries whose name fits.
template <class Visit>
void UserConfig::each(const char* pattern, const Visit& visit) const {
  if (!config_) return;
  git_config_iterator* iterator = nullptr;
  if (git_.git_config_iterator_glob_new(&iterator, config_.get(), pattern) < 0) return;
  const std::unique_ptr<git_config_iterator, void (*)(git_config_iterator*)> owner(iterator,
                                                                                   git_.git_config_iterator_free);
  git_config_entry* entry = nullptr;
  while (git_.git_config_next(&entry, iterator) == 0) visit(std::string(entry->name), std::string(entry->value));
}

std::string UserConfig::rewritten(const std::string& address) const {
  std::string base;
  std::size_t longest = 0;
  each("^url\\..*\\.insteadof$", [&](const std::string& name, const std::string& prefix) {
    if (prefix.size() <= longest || address.compare(0, prefix.size(), prefix) != 0) return;
    longest = prefix.size();
    base = name.substr(4, name.size() - 4 - std::string_view(".insteadof").size());
  });
  return longest == 0 ? address : base + address.substr(longest);
}

std::string UserConfig::certificate_file(const std::string& address) const {
  if (auto file = env_("GIT_SSL_CAINFO"); file && !file->empty()) return *file;
  std::string found;
  std::size_t longest = 0;
  each("^http\\..*sslcainfo$", [&](const std::string& name, const std::string& value) {
    // "http.sslcainfo", or with the start of an address between the two.
    const std::string_view all = name;
    const std::string_view start = all == "http.sslcainfo"
                                       ? std::string_view{}
                                       : all.substr(5, all.size() - 5 - std::string_view(".sslcainfo").size());
    if (start.size() < longest || std::string_view(address).substr(0, start.size()) != start) return;
    longest = start.size();
    found = value;
  });
  if (found.substr(0, 2) == "~/") found = join_path(env_("HOME").value_or(""), found.substr(2));
  if (!found.empty()) return found;
  return env_("SSL_CERT_FILE").value_or("");
}

}  // namespace skillstow
