#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "model/diagnostic.h"
#include "rules/limits.h"

namespace skillstow {

// What holds for one skill, after all layers.
struct Settings {
  struct Choice {
    bool on = true;
    std::optional<Severity> severity;
  };
  std::map<std::string_view, Choice> rules;  // those that are not as they come
  std::vector<std::string_view> agents;      // ids, in the order of their table; empty = all that are judged
  Limits limits;
  std::string structure;  // a template's name, or a path that counts from the current folder; "" = none

  bool is_on(std::string_view rule) const;
  bool judges(std::string_view agent) const;
};

// What the configuration says of the skill at `path`, which counts from the configuration's folder (path_in).
Settings settings_for(const Config& config, std::string_view path);

// The way from the configuration's folder to an absolute path; one that lies elsewhere stays as it is.
std::string path_in(const Config& config, const std::string& absolute);

bool is_excluded(const Config& config, std::string_view path);

}  // namespace skillstow
