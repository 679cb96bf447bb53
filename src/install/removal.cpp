#include "install/removal.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/edit_distance.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"

namespace skillstow {
namespace {

bool has_one_of(const std::vector<std::string>& list, const std::vector<std::string>& wanted) {
  return std::any_of(wanted.begin(), wanted.end(),
                     [&list](const std::string& id) { return std::find(list.begin(), list.end(), id) != list.end(); });
}

// A name is compared with names, so it can lead nowhere; but an untracked folder is looked up by it, so it must be one.
bool is_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

class Planning {
 public:
  Planning(const Site& site, const Record& record, const RemovalRequest& request,
           const std::vector<std::string>& folders)
      : site_(site), record_(record), request_(request), folders_(folders) {}

  std::vector<RemovalStep> run() {
    if (request_.all) {
      for (const auto& [key, skill] : record_.skills) {
        if (is_asked_for(key, skill)) plan(key, skill);
      }
    }
    std::set<std::string> seen;
    for (const std::string& name : request_.names) {
      if (seen.insert(name).second) plan_name(name);
    }
    spare_linked();
    return std::move(steps_);
  }

 private:
  // Links in the skills folders, by what they lead to.
  std::multimap<std::string, std::string> links() const {
    std::multimap<std::string, std::string> links;
    for (const std::string& folder : folders_) {
      const auto entries = read_folder(folder);
      if (!entries) continue;
      for (const FolderEntry& entry : *entries) {
        if (entry.kind != FileKind::link) continue;
        const std::string path = join_path(folder, entry.name);
        if (const auto real = real_path(path)) links.emplace(*real, path);
      }
    }
    return links;
  }

  void spare_linked() {
    const auto going = [](const RemovalStep& step) {
      return step.action == RemovalAction::remove && step.kept.empty();
    };
    if (request_.force || std::none_of(steps_.begin(), steps_.end(), going)) return;
    std::set<std::string> removed;  // links that go in the same run leave nothing dead
    for (const RemovalStep& step : steps_) {
      if (step.action == RemovalAction::remove) removed.insert(step.target);
    }
    const auto all = links();
    for (RemovalStep& step : steps_) {
      if (!going(step)) continue;
      const auto [begin, end] = all.equal_range(step.target);
      const auto left = std::find_if(begin, end, [&](const auto& link) { return removed.count(link.second) == 0; });
      if (left == end) continue;
      step.action = RemovalAction::refuse;
      step.reason = RemovalRefusal::linked;
      step.message = format("{} is a link to it, and would lead nowhere", visible(site_.shown(left->second)));
      step.help = "remove the link first, or use --force";
    }
  }

  bool is_asked_for(const std::string& key, const RecordedSkill& skill) const {
    if (!request_.into.empty() && parent_path(site_.absolute(key)) != request_.into) return false;
    return request_.agents.empty() || has_one_of(skill.agents, request_.agents);
  }

  void plan_name(const std::string& name) {
    bool found = false;
    for (const auto& [key, skill] : record_.skills) {
      if ((skill.name != name && base_name(key) != name) || !is_asked_for(key, skill)) continue;
      found = true;
      plan(key, skill);
    }
    if (!found) refuse_name(name);
  }

  void refuse_name(const std::string& name) {
    RemovalStep step;
    step.action = RemovalAction::refuse;
    step.name = name;
    if (!is_name(name)) {
      step.message = "this is not the name of a skill";
      step.help = "give the name alone, as `skillstow list` shows it";
      steps_.push_back(std::move(step));
      return;
    }
    for (const auto& [key, skill] : record_.skills) {
      if (skill.name != name && base_name(key) != name) continue;
      step.message = format("it is installed in {}, and not where this asks for it", visible(key));
      step.help = skill.agents.empty() ? "name its folder with --into"
                                       : format("it was installed for {}", join(skill.agents, ", "));
      steps_.push_back(std::move(step));
      return;
    }
    for (const std::string& folder : folders_) {
      const std::string path = join_path(folder, name);
      if (status_of(path).kind == FileKind::missing) continue;
      step.reason = RemovalRefusal::not_ours;
      step.target = path;
      step.message = "it was not installed by skillstow, so it is left as it is";
      step.help = "delete it yourself if you do not need it any more";
      steps_.push_back(std::move(step));
      return;
    }
    std::vector<std::string_view> known;
    for (const auto& [key, skill] : record_.skills) known.push_back(skill.name);
    const std::string_view near = nearest(name, known);
    step.message = format("it is not installed {}", site_.scope == Scope::user ? "for the user" : "in this project");
    step.help = !near.empty() ? format("did you mean {}?", visible(near, 100))
                : site_.scope == Scope::user
                    ? "`skillstow list --user` shows what is; leave --user out for a project's skills"
                    : "`skillstow list` shows what is; --user is for those of all projects";
    steps_.push_back(std::move(step));
  }

  void plan(const std::string& key, const RecordedSkill& skill) {
    RemovalStep step;
    step.name = skill.name;
    step.key = key;
    step.target = site_.absolute(key);
    const auto refuse = [&](RemovalRefusal reason, std::string message, std::string help) {
      step.action = RemovalAction::refuse;
      step.reason = reason;
      step.message = std::move(message);
      step.help = std::move(help);
    };
    if (!request_.agents.empty()) {
      for (const std::string& agent : skill.agents) {
        if (std::find(request_.agents.begin(), request_.agents.end(), agent) == request_.agents.end())
          step.agents.push_back(agent);
      }
    }
    const Standing standing = look_at(site_, record_, step.target);
    if (!step.agents.empty()) {
      step.action = RemovalAction::unassign;
    } else if (is_behind_link(site_, step.target)) {
      refuse(RemovalRefusal::outside, "it is reached through a link now, which leads elsewhere",
             "bring back the folder, or remove the link, then try again");
    } else if (standing.kind == FileKind::missing) {
      step.action = RemovalAction::forget;
    } else if (!standing.as_written) {
      judge_edits(skill, standing, step, refuse);
    }
    steps_.push_back(std::move(step));
  }

  template <class Refuse>
  void judge_edits(const RecordedSkill& skill, const Standing& standing, RemovalStep& step,
                   const Refuse& refuse) const {
    const bool same_kind = standing.kind == (skill.method == Method::link ? FileKind::link : FileKind::folder);
    // What lies in a folder without the SKILL.md that was written there may be anybody's, whatever the record says: it
    // comes with the project and can name any folder of it.
    const RecordedFile* manifest = manifest_of(skill);
    const bool harmless =
        same_kind && skill.method == Method::copy &&
        std::none_of(standing.edits.begin(), standing.edits.end(), [&](const FileEdit& edit) {
          return edit.kind == EditKind::changed || (edit.kind == EditKind::removed && !standing.files.empty() &&
                                                    (manifest == nullptr || edit.path == manifest->path));
        });
    if (harmless) {
      for (const FileEdit& edit : standing.edits) {
        if (edit.kind == EditKind::added) step.kept.push_back(edit.path);
      }
      return;
    }
    if (request_.force) {
      step.backup = true;
      return;
    }
    step.edits = standing.edits;
    if (!same_kind || skill.method == Method::link) {
      return refuse(RemovalRefusal::modified, "it is no longer what skillstow put there",
                    "look what it is; --force removes it and keeps it as a backup");
    }
    refuse(RemovalRefusal::modified, format("it was edited since it was installed: {}", in_words(standing.edits)),
           "--force removes it all the same and keeps it as a backup");
  }

  const Site& site_;
  const Record& record_;
  const RemovalRequest& request_;
  const std::vector<std::string>& folders_;
  std::vector<RemovalStep> steps_;
};

}  // namespace

std::string_view name_of(RemovalRefusal refusal) {
  switch (refusal) {
    case RemovalRefusal::not_ours:
      return "not-ours";
    case RemovalRefusal::modified:
      return "modified";
    case RemovalRefusal::outside:
      return "escapes";
    case RemovalRefusal::linked:
      return "linked";
    case RemovalRefusal::not_confirmed:
      return "not-confirmed";
    case RemovalRefusal::not_installed:
      break;
  }
  return "not-installed";
}

std::vector<RemovalStep> plan_removal(const Site& site, const Record& record, const RemovalRequest& request,
                                      const std::vector<std::string>& folders) {
  return Planning(site, record, request, folders).run();
}

}  // namespace skillstow
