#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "install/candidates.h"
#include "install/installer.h"
#include "install/undo.h"
#include "support/temporary_folder.h"
#include "tree/folder_tree.h"

// A project with a source beside it, and the way from one to the other that the command takes.
namespace skillstow {

inline const std::string k_good_skill =
    "---\nname: greet\ndescription: Greets people by name. Use when someone arrives.\n---\n\nSay hello.\n";

class Scene {
 public:
  Scene() {
    for (const char* folder : {"home", "project", "source"}) (void)create_folders(at(folder));
  }

  std::string at(const std::string& below) const {
    return real_path(folder_.path("")).value() + (below.empty() ? "" : "/" + below);
  }

  void write(const std::string& path, const std::string& text, std::uint32_t mode = 0644) const {
    (void)create_folders(std::string(parent_path(at(path))));
    (void)::unlink(at(path).c_str());
    if (auto done = create_file(at(path), text, mode); !done)
      throw std::runtime_error(path + ": " + done.error().message);
  }
  void link(const std::string& path, const std::string& target) const {
    (void)create_folders(std::string(parent_path(at(path))));
    if (::symlink(target.c_str(), at(path).c_str()) != 0) throw std::runtime_error(path);
  }

  // A skill of that name below source/, with one reference.
  void write_skill(const std::string& folder, const std::string& name, const std::string& text = "Say hello.") const {
    write(folder + "/SKILL.md", "---\nname: " + name +
                                    "\ndescription: Greets people by name. Use when someone arrives.\n---\n\n" + text +
                                    " See [more](references/more.md).\n");
    write(folder + "/references/more.md", "# More\n\n" + text + "\n");
  }

  Environment environment() const {
    const std::string home = at("home");
    return [home](const std::string& name) { return name == "HOME" ? std::optional<std::string>(home) : std::nullopt; };
  }
  Site project() const { return open_site(Scope::project, at("project"), environment()).value(); }
  Site user() const { return open_site(Scope::user, "", environment()).value(); }

  // Every file and link below, with its content; links as "-> target". Folders that hold nothing count as "/".
  std::map<std::string, std::string> files(const std::string& below) const {
    std::map<std::string, std::string> all;
    collect(at(below), "", all);
    return all;
  }

 private:
  static void collect(const std::string& root, const std::string& way, std::map<std::string, std::string>& all) {
    const auto entries = read_folder(join_path(root, way));
    if (!entries) return;
    if (entries->empty() && !way.empty()) all[way] = "/";
    for (const FolderEntry& entry : *entries) {
      const std::string path = join_path(way, entry.name);
      if (entry.kind == FileKind::folder) collect(root, path, all);
      if (entry.kind == FileKind::link) all[path] = "-> " + read_link(join_path(root, path)).value();
      if (entry.kind == FileKind::regular) all[path] = read_file(join_path(root, path), 1 << 20).value();
    }
  }

  TemporaryFolder folder_;
};

struct InstallOutcome {
  bool ok = false;
  Error error;
  InstallPlan plan;
  Prepared prepared;
  std::vector<Backup> backups;
};

// What `install SOURCE --skill '*' --agent …` does, without a command line.
inline InstallOutcome run_install(Disk& disk, const Site& site, const std::string& source_folder,
                                  const std::vector<std::string>& agents, const PlanOptions& options = {}) {
  InstallOutcome outcome;
  const FolderTree tree(source_folder);
  DiscoverOptions discovery;
  discovery.absolute_root = source_folder;
  const Candidates candidates = find_candidates(tree, "source", discovery);
  const Source source{tree,
                      source_folder,
                      site.scope == Scope::project ? relative_path(source_folder, site.root) : source_folder,
                      site.root,
                      source_folder,
                      "source",
                      {},
                      {},
                      {}};
  const auto chosen = select_candidates(candidates.skills, {"*"});
  GateOptions gate;
  gate.force = options.force;
  outcome.prepared = prepare(source, candidates.skills, chosen.value(), gate);
  const auto targets = choose_folders(site, find_agents(agents).value());
  if (!targets) {
    outcome.error = targets.error();
    return outcome;
  }
  auto transaction = Transaction::open(disk, site, [](std::string_view) {});
  if (!transaction) {
    outcome.error = transaction.error();
    return outcome;
  }
  const auto record = read_site_record(site);
  if (!record) {
    outcome.error = record.error();
    return outcome;
  }
  outcome.plan = plan_install(site, *record, source, outcome.prepared.incoming, *targets, options);
  if (!outcome.plan.refused.empty() || !outcome.prepared.refused.empty()) return outcome;
  const Record after = record_after(site, *record, outcome.plan, outcome.prepared.incoming, *targets, options);
  auto done = carry_out(disk, **transaction, source, outcome.plan, outcome.prepared.incoming, options, *record, after);
  outcome.ok = done.has_value();
  if (done) outcome.backups = *done;
  if (!done) outcome.error = done.error();
  return outcome;
}

struct RemoveOutcome {
  bool ok = false;
  Error error;
  std::vector<RemovalStep> steps;
  std::vector<Backup> backups;
};

inline RemoveOutcome run_remove(Disk& disk, const Site& site, const RemovalRequest& request) {
  RemoveOutcome outcome;
  auto transaction = Transaction::open(disk, site, [](std::string_view) {});
  if (!transaction) {
    outcome.error = transaction.error();
    return outcome;
  }
  const Record record = read_site_record(site).value();
  outcome.steps = plan_removal(site, record, request, {});
  auto done = carry_out(disk, **transaction, outcome.steps, record);
  outcome.ok = done.has_value();
  if (done) outcome.backups = *done;
  if (!done) outcome.error = done.error();
  return outcome;
}

struct UndoOutcome {
  bool ok = false;
  Error error;
};

inline UndoOutcome run_undo(Disk& disk, const Site& site) {
  auto transaction = Transaction::open(disk, site, [](std::string_view) {});
  if (!transaction) return {false, transaction.error()};
  const Record record = read_site_record(site).value();
  const auto step = read_undo(site).value();
  if (!step) return {false, {ErrorKind::not_found, "", "nothing to undo", ""}};
  const auto plan = plan_undo(site, record, *step);
  if (!plan) return {false, plan.error()};
  if (plan->refused) return {false, {ErrorKind::exists, "", "refused", ""}};
  const auto done = carry_out(disk, **transaction, *plan, record);
  return done ? UndoOutcome{true, {}} : UndoOutcome{false, done.error()};
}

}  // namespace skillstow
