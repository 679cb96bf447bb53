#include "config/settings.h"

#include <algorithm>

#include "config/glob.h"
#include "config/rule_ids.h"

namespace skillstow {
namespace {

bool holds(const std::vector<std::string_view>& ids, std::string_view id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// Safety is never off, and a structure is asked for by itself.
bool is_selectable(std::string_view id) { return !is_safety_rule(id) && !id.starts_with("structure-"); }

void apply(const ConfigLayer& layer, Settings& settings) {
  if (layer.selects) {
    for (const std::string_view id : rule_ids()) {
      if (is_selectable(id)) settings.rules[id].on = holds(layer.select, id);
    }
  }
  for (const std::string_view id : layer.ignore) settings.rules[id].on = false;
  for (const auto& [id, severity] : layer.severity) settings.rules[id].severity = severity;
  if (layer.agents) settings.agents = *layer.agents;
  if (layer.tokens) settings.limits.tokens = *layer.tokens;
  if (layer.lines) settings.limits.lines = *layer.lines;
  if (layer.listing) settings.limits.listing = *layer.listing;
  if (layer.file_bytes) settings.limits.file_bytes = *layer.file_bytes;
  if (layer.structure) settings.structure = *layer.structure;
}

}  // namespace

bool Settings::is_on(std::string_view rule) const {
  const auto at = rules.find(rule);
  return at == rules.end() || at->second.on;
}

bool Settings::judges(std::string_view agent) const { return agents.empty() || holds(agents, agent); }

Settings settings_for(const Config& config, std::string_view path) {
  Settings settings;
  apply(config.layer, settings);
  for (const PathLayer& layer : config.paths) {
    if (matches_glob(layer.match, path)) apply(layer.layer, settings);
  }
  return settings;
}

std::string path_in(const Config& config, const std::string& absolute) {
  if (absolute == config.folder) return ".";
  const std::string start = config.folder == "/" ? "/" : config.folder + "/";
  return !config.folder.empty() && absolute.starts_with(start) ? absolute.substr(start.size()) : absolute;
}

bool is_excluded(const Config& config, std::string_view path) {
  return std::any_of(config.exclude.begin(), config.exclude.end(),
                     [&](const std::string& pattern) { return matches_glob(pattern, path); });
}

}  // namespace skillstow
