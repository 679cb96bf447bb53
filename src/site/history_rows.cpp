#include "site/history_rows.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "facts/facts.h"
#include "git/folder_history.h"
#include "git/git_tree.h"
#include "page/view_parts.h"
#include "page/wording.h"
#include "parse/load.h"
#include "site/around.h"

namespace skillstow {
namespace {

constexpr std::size_t k_most_versions = 12;

// What is compared of a version.
struct Version {
  std::uint64_t tokens = 0;
  std::set<std::string> tools;
  std::set<std::string> commands;
  std::set<std::string> hosts;
  std::set<std::string> credentials;
  std::uint64_t dynamic = 0;
};

Version version_of(const Skill& skill, const History& source) {
  const SkillFacts facts = collect_facts(skill, source);
  Version version;
  version.tokens = facts.tokens.skill.rule;
  if (facts.permissions.allowed_tools)
    version.tools.insert(facts.permissions.allowed_tools->begin(), facts.permissions.allowed_tools->end());
  for (const std::string& name : command_names(facts)) version.commands.insert(name);
  for (const NamedHost& host : named_hosts(facts)) version.hosts.insert(host.host);
  for (const Credential& credential : facts.credentials) version.credentials.insert(credential.name);
  version.dynamic = facts.dynamic.size();
  return version;
}

void add_new(const std::set<std::string>& now, const std::set<std::string>& before, std::string_view what,
             std::vector<std::string>& grew) {
  constexpr std::size_t k_named = 5;
  std::vector<std::string> fresh;
  std::set_difference(now.begin(), now.end(), before.begin(), before.end(), std::back_inserter(fresh));
  if (fresh.empty()) return;
  const std::size_t more = fresh.size() > k_named ? fresh.size() - k_named : 0;
  if (more > 0) fresh.resize(k_named);
  for (std::string& name : fresh) name = own_words(name);
  grew.push_back(format("{} {}{}", what, join(fresh, ", "), more > 0 ? format(" and {} more", more) : ""));
}

std::string growth(const Version& now, const Version& before) {
  std::vector<std::string> grew;
  add_new(now.tools, before.tools, "may use without asking:", grew);
  add_new(now.commands, before.commands, "calls:", grew);
  add_new(now.hosts, before.hosts, "names hosts:", grew);
  add_new(now.credentials, before.credentials, "names:", grew);
  if (now.dynamic > before.dynamic) grew.emplace_back("runs more commands when it is loaded");
  return join(grew, "; ");
}

std::string difference(std::uint64_t now, std::uint64_t before) {
  if (now == before) return "the same";
  return now > before ? format("+{}", grouped(now - before)) : format("−{}", grouped(before - now));
}

}  // namespace

PageData history_rows(const std::string& folder, const std::string& manifest, const History& source) {
  PageData rows = PageData::list();
  const Result<std::vector<FolderChange>> changes = folder_changes(folder, k_most_versions + 1);
  if (!changes) return rows;
  std::vector<Version> versions;
  for (const FolderChange& change : *changes) {
    const Result<std::unique_ptr<GitTree>> tree = GitTree::open(repository_root(folder, source), change.commit);
    if (!tree) return PageData::list();
    const std::string path = source.path == "." ? "" : source.path;
    versions.push_back(version_of(load_skill(**tree, path, manifest, path, std::string(base_name(path))), source));
  }
  for (std::size_t i = 0; i < changes->size() && i < k_most_versions; ++i) {
    const bool first = i + 1 == versions.size();
    const FolderChange& change = (*changes)[i];
    rows.add(PageData()
                 .set("date", utc_time(change.time).substr(0, 10))
                 .set("commit", change.commit.substr(0, 12))
                 .set("tokens", grouped(versions[i].tokens))
                 .set("change", first ? "first seen" : difference(versions[i].tokens, versions[i + 1].tokens))
                 .set("grew", first ? "" : growth(versions[i], versions[i + 1])));
  }
  return rows;
}

}  // namespace skillstow
