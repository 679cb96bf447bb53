#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/diagnostic.h"

namespace skillstow {

enum class Container { zip, tar_gz, oci };

// Where the skill's files stand in the package.
enum class Layout {
  folder,  // in one folder, named after the skill
  flat,    // SKILL.md at the root
  plugin,  // in skills/NAME, beside the manifest of a plugin
};

// A number that a target sets, and where that is written. 0 = it sets none.
struct TargetLimit {
  std::uint64_t most = 0;
  std::string_view source = {};
};

// Somewhere that a package is for. Breaches of its limits are findings of `severity`: the default target warns of what
// the uploads refuse, since a .skill file may as well go elsewhere.
struct Target {
  std::string_view id;
  std::string_view summary;
  std::string_view ending;  // of the package's name, behind the skill's
  Container container;
  Layout layout;
  Severity severity = Severity::error;
  TargetLimit files = {};
  TargetLimit total_bytes = {};             // of all files, unpacked
  TargetLimit file_bytes = {};              // of each
  TargetLimit package_bytes = {};           // of the package itself
  std::string_view one_manifest = {};       // the source of "exactly one SKILL.md"; "" = not asked
  std::string_view reserved_words = {};     // the source of "no claude, no anthropic in the name"
  std::string_view known_keys = {};         // the source of "no other frontmatter keys"
  std::string_view plain_description = {};  // the source of "at most 1,024 characters and no < or >"
  TargetLimit short_description = {};       // characters that a page documents, though more are taken
  std::string_view manifest = {};           // of a plugin: where its manifest stands
  bool wants_version = false;               // the manifest must name a version
};

std::span<const Target> all_targets();  // the default first
const Target* find_target(std::string_view id);

}  // namespace skillstow
