#include "install/installer.h"

#include <algorithm>

#include "base/path.h"
#include "fetch/source_spec.h"
#include "install/base_store.h"
#include "install/stage.h"

namespace skillstow {
namespace {

std::string in_source(const std::string& source, const std::string& path) {
  return join_path(source, path == "." ? "" : path);
}

std::optional<SourceIdentity> identity_of(const Site& site, const RecordedSkill* entry) {
  if (!entry) return std::nullopt;
  const std::string source = identity_of_recorded(site, entry->source);
  return SourceIdentity{source, in_source(source, entry->path)};
}

// The link from a skills folder to the source's folder: relative, so that it holds where both are moved together.
std::string link_text(const Incoming& incoming, const std::string& target) {
  return relative_path(incoming.folder, parent_path(target));
}

void add_agents(std::vector<std::string>& ids, const std::vector<const Agent*>& agents) {
  for (const Agent* agent : agents) ids.emplace_back(agent->id);
}

}  // namespace

std::string identity_of_recorded(const Site& site, const std::string& source) {
  const auto spec = parse_source(source, {});
  if (spec && spec->kind != SourceSpec::Kind::local) {
    if (spec->kind != SourceSpec::Kind::file) return source_identity(*spec);
    return real_path(spec->repository).value_or(spec->repository);
  }
  const std::string folder = site.absolute(source);
  return real_path(folder).value_or(folder);
}

InstallPlan plan_install(const Site& site, const Record& record, const Source& source,
                         const std::vector<Incoming>& incoming, const TargetFolders& targets,
                         const PlanOptions& options) {
  InstallPlan plan;
  std::vector<FolderNames> names;
  for (const TargetFolder& folder : targets.folders) names.emplace_back(folder.folder);
  for (std::size_t i = 0; i < incoming.size(); ++i) {
    for (std::size_t k = 0; k < targets.folders.size(); ++k) {
      const std::string target = join_path(targets.folders[k].folder, incoming[i].target);
      Standing standing = look_at(site, record, target);
      standing.twin = names[k].twin_of(incoming[i].target);
      const SourceIdentity now{source.identity, incoming[i].folder.empty()
                                                    ? in_source(source.identity, incoming[i].path)
                                                    : incoming[i].folder};
      Step step = plan_step(incoming[i], standing, now, identity_of(site, standing.entry), options);
      step.incoming = i;
      step.folder = k;
      const std::string& folder = incoming[i].folder;
      if (!folder.empty() && (is_below(folder, target) || (options.link && is_below(target, folder)))) {
        step.action = Action::refuse;
        step.reason = Refusal::collision;
        step.message = "the skill's source and its target are one folder, or one is inside the other";
        step.help = "install from another folder, or into another one";
      }
      if (step.action == Action::refuse) {
        plan.refused.push_back(
            {incoming[i].name, site.shown(target), step.reason, step.message, step.help, {}, step.edits});
      }
      plan.changes = plan.changes || step.action == Action::create || step.action == Action::replace;
      plan.steps.push_back(std::move(step));
    }
  }
  return plan;
}

Record record_after(const Site& site, Record record, const InstallPlan& plan, const std::vector<Incoming>& incoming,
                    const TargetFolders& targets, const PlanOptions& options) {
  for (const Step& step : plan.steps) {
    const Incoming& skill = incoming[step.incoming];
    const TargetFolder& folder = targets.folders[step.folder];
    RecordedSkill& entry = record.skills[site.shown(step.target)];
    if (entry.source != skill.source) entry = {};  // another skill's agents are not this one's
    entry.name = skill.name;
    add_agents(entry.agents, folder.agents);
    add_agents(entry.agents, folder.through);
    std::sort(entry.agents.begin(), entry.agents.end());
    entry.agents.erase(std::unique(entry.agents.begin(), entry.agents.end()), entry.agents.end());
    entry.source = skill.source;
    entry.path = skill.path;
    entry.ref = skill.ref;
    entry.commit = skill.commit;
    entry.method = options.link ? Method::link : Method::copy;
    entry.digest = skill.contents.digest();
    entry.link = options.link ? link_text(skill, step.target) : std::string();
    entry.files = options.link ? std::vector<RecordedFile>{} : skill.contents.recorded();
  }
  return record;
}

Result<std::vector<Backup>> carry_out(Disk& disk, Transaction& transaction, const Source& source,
                                      const InstallPlan& plan, const std::vector<Incoming>& incoming,
                                      const PlanOptions& options, const Record& before, const Record& after) {
  std::vector<Backup> backups;
  for (const Step& step : plan.steps) {
    if (step.action != Action::create && step.action != Action::replace) continue;
    const Incoming& skill = incoming[step.incoming];
    const auto staged = transaction.staging_path(step.target);
    if (!staged) return tl::unexpected(staged.error());
    std::vector<std::string> written;
    if (options.link) {
      if (auto done = disk.make_link(*staged, link_text(skill, step.target)); !done)
        return tl::unexpected(done.error());
    } else {
      auto files = stage_contents(disk, source.tree, skill.contents, *staged);
      if (!files) return tl::unexpected(files.error());
      written = std::move(*files);
      const auto entry = after.skills.find(transaction.site().shown(step.target));
      keep_bases(disk, transaction.site(), entry->second, reader_of(source.tree, skill.contents));
    }
    std::string backup;
    if (step.backup) {
      backup = transaction.backup_path(step.target);
      backups.push_back({step.target, backup});
    }
    transaction.change(step.target, *staged, backup, std::move(written));
  }
  if (auto done = transaction.commit(before, after); !done) return tl::unexpected(done.error());
  return backups;
}

Result<std::vector<Backup>> carry_out(Disk& disk, Transaction& transaction, const std::vector<RemovalStep>& steps,
                                      const Record& before) {
  Record record = before;
  std::vector<Backup> backups;
  for (const RemovalStep& step : steps) {
    if (step.action == RemovalAction::refuse) continue;
    if (step.action == RemovalAction::unassign) {
      record.skills[step.key].agents = step.agents;
      continue;
    }
    record.skills.erase(step.key);
    if (step.action == RemovalAction::forget) continue;
    std::string staged;
    std::vector<std::string> written;
    if (!step.kept.empty() && !step.backup) {
      auto path = transaction.staging_path(step.target);
      if (!path) return tl::unexpected(path.error());
      auto files = stage_remainder(disk, step.target, step.kept, *path);
      if (!files) return tl::unexpected(files.error());
      staged = std::move(*path);
      written = std::move(*files);
    }
    std::string backup;
    if (step.backup) {
      backup = transaction.backup_path(step.target);
      backups.push_back({step.target, backup});
    }
    transaction.change(step.target, staged, backup, std::move(written));
  }
  if (auto done = transaction.commit(before, record); !done) return tl::unexpected(done.error());
  return backups;
}

}  // namespace skillstow
