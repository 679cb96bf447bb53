#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "base/result.h"
#include "model/diagnostic.h"
#include "parse/document_reader.h"
#include "rules/limits.h"

namespace skillstow {

// What one mapping of the configuration says: of all skills, or of those below some paths. What is not set is left as
// it was.
struct ConfigLayer {
  std::vector<std::string_view> select;                 // ids of rules; with `selects` false: all
  bool selects = false;                                 // "select" was given
  std::vector<std::string_view> ignore;                 // ids of rules
  std::map<std::string_view, Severity> severity;        // by id
  std::optional<std::vector<std::string_view>> agents;  // ids of those to judge for
  std::optional<std::uint64_t> tokens;
  std::optional<std::uint64_t> lines;
  std::optional<std::uint64_t> listing;
  std::optional<std::uint64_t> file_bytes;
  std::optional<std::string> structure;  // a template's name or a path; "" = none
  std::uint32_t structure_line = 0;      // of the configuration's file, if it names one
};

struct PathLayer {
  std::string match;  // a pattern for the way from the configuration's folder to the skill's; see config/glob.h
  ConfigLayer layer;
};

// A configuration file, read. Documented for people in docs/configuration.md.
struct Config {
  std::string path;    // of the file, as it is named in messages; "" = there is none
  std::string folder;  // absolute: paths in it count from here
  ConfigLayer layer;
  std::vector<PathLayer> paths;                    // in the order of the file; later ones win
  std::vector<std::string> exclude;                // patterns of folders whose skills are passed over
  std::optional<std::optional<Severity>> fail_on;  // as --fail-on; the inner one empty = never
};

struct ConfigFile {
  Config config;  // only complete if there is no problem
  std::vector<DocumentProblem> problems;
};

// Reads the text of a configuration file; every fault is told. Does not touch the disk. Safety rules can neither be
// ignored nor changed: the file may have come with the skills that it speaks of.
ConfigFile read_config(std::string_view text);

// The configuration that holds in a folder: the file `.skillstow.yaml` in it or in the nearest folder above it, up to
// the root of the repository (".git") or of the home; `named` (not empty) is taken instead. No file: an empty Config.
// Errors: bad_input - the file has faults, all listed with line and column; the others - it could not be read.
Result<Config> find_config(const std::string& named, const std::string& home);

}  // namespace skillstow
