#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fetch/source_spec.h"
#include "model/tree.h"

namespace skillstow {

// What was received so far from a server.
struct FetchProgress {
  std::uint64_t objects = 0;
  std::uint64_t total = 0;  // 0 = not known yet
  std::uint64_t bytes = 0;
};

struct OpenOptions {
  std::string home;                 // of the user, for "~"; "" = unknown
  std::string ref;                  // --ref: instead of one in the source's own text
  std::string path;                 // --path: a folder in the source
  std::string commit;               // exactly this one, whatever the ref is now: for restoring what a record says
  std::vector<std::string> skills;  // the names that are asked for, where a source can leave the others out; "*" = all
  std::string cache;                // folder for what is fetched; "" = nothing can be fetched
  bool offline = false;             // ask no server; only what the cache has
  bool stale_allowed = false;       // where no server can be reached, what was fetched before will do, and that is said
  unsigned timeout = 60;            // seconds that a server may stay silent
  std::function<std::optional<std::string>(const std::string&)> env;
  std::function<void(std::string_view)> say;  // a line for a person: what the source means, before anything is fetched
  std::function<void(const FetchProgress&)> progress;  // set on a terminal only
};

// A source that can be read.
struct OpenedSource {
  SourceSpec spec;
  std::shared_ptr<const Tree> tree;  // its root is the folder that was named
  std::string shown;                 // for messages, without a slash at the end; the way down to a skill goes behind it
  std::string name;                  // of its folder: what a skill at its root is called that declares no name
  std::string root;                  // absolute, links resolved, if it is a folder on the disk; else ""
  bool only_root = false;            // a SKILL.md was named: what stands below its folder is not meant
  bool whole_repository = false;     // the root is that of a repository, although no .git stands in it

  // For a record. A path on the disk is for the caller to write down in its own way.
  std::string origin;    // what to open again: the folder (absolute), or canonical_source()
  std::string identity;  // what tells two sources apart: the folder (absolute), or source_identity()
  bool on_disk = false;  // origin and identity are paths
  std::string path;      // in origin's repository, of the root; "" = its root, or origin is the folder itself
  std::string ref;       // as it was asked for; "" = the default branch, or none
  std::string commit;    // what was read, hexadecimal; "" = the folder as it stands
};

// Opens what a text means. Folders are read where they stand and local repositories out of their objects, without a
// clone; --ref, #REF and a bare repository mean a commit, everything else the folder as it stands.
Result<OpenedSource> open_source(const std::string& text, const OpenOptions& options);

}  // namespace skillstow
