#include "commands/installed_names.h"

#include <algorithm>

#include "base/edit_distance.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "install/target_folders.h"

namespace skillstow {

namespace {

bool has_name(std::string_view name, std::string_view key, const RecordedSkill& skill) {
  return name == skill.name || name == base_name(key);
}

}  // namespace

bool AskedFor::takes(const Site& site, std::string_view key, const RecordedSkill& skill) const {
  const auto is_it = [&](const std::string& name) { return has_name(name, key, skill); };
  const auto has_it = [&](const std::string& agent) {
    return std::find(skill.agents.begin(), skill.agents.end(), agent) != skill.agents.end();
  };
  return (names.empty() || std::any_of(names.begin(), names.end(), is_it)) &&
         (agents.empty() || std::any_of(agents.begin(), agents.end(), has_it)) &&
         (into.empty() || is_below(site.absolute(std::string(key)), into));
}

Result<AskedFor> asked_for(const std::vector<std::string>& names, const std::vector<std::string>& agents,
                           const std::string& into) {
  auto ids = find_agent_ids(agents);
  if (!ids) return tl::unexpected(ids.error());
  return AskedFor{names, std::move(*ids), into};
}

Result<void> require_installed(const Site& site, const Record& record, const AskedFor& asked) {
  for (const std::string& name : asked.names) {
    const AskedFor one{{name}, asked.agents, asked.into};
    const auto is_there = [&](const auto& entry) { return one.takes(site, entry.first, entry.second); };
    if (std::any_of(record.skills.begin(), record.skills.end(), is_there)) continue;
    for (const auto& [key, skill] : record.skills) {
      if (!has_name(name, key, skill)) continue;
      return failure(ErrorKind::exists, name,
                     format("it is installed in {}, and not where this asks for it", visible(key)),
                     skill.agents.empty() ? "name its folder with --into"
                                          : format("it was installed for {}", join(skill.agents, ", ")));
    }
    std::vector<std::string_view> known;
    for (const auto& [key, skill] : record.skills) known.push_back(skill.name);
    const std::string_view near = nearest(name, known);
    return failure(
        ErrorKind::exists, name,
        format("skillstow has not installed it {}", site.scope == Scope::user ? "for the user" : "in this project"),
        near.empty() ? "`skillstow list` shows what is there" : format("did you mean {}?", visible(near, 100)));
  }
  return {};
}

ExitCode fail_names(Io& io, Format output, const Error& error) {
  say_refusal(io, error.path, error.message, error.help);
  if (output == Format::json) {
    JsonWriter json;
    json.begin_object().key("skills").begin_array().end_array().key("refused").begin_array().begin_object();
    json.member("name", error.path).member("reason", "not-installed").member("message", error.message);
    io.out(json.end_object().end_array().end_object().take() + "\n");
  }
  return ExitCode::findings;
}

}  // namespace skillstow
