#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace skillstow {

enum class EntryKind { file, folder, link, submodule, other };  // other: FIFO, socket, device

struct TreeEntry {
  std::string path;  // from the root of the tree; "/" separates
  EntryKind kind = EntryKind::file;
  bool executable = false;
  std::uint64_t size = 0;   // bytes, of a file
  std::string link_target;  // of a link, as it is written
};

// Files below one root, whatever holds them: a folder on disk, a tree in a git repository, an archive. Links are
// entries of their own and never followed by this interface; read_through() is the one exception, and says so. All
// calls may come from several threads at once.
class Tree {
 public:
  virtual ~Tree() = default;

  // The entries of a folder ("" = the root), sorted by name as bytes. Names are as the holder has them: not checked.
  virtual Result<std::vector<TreeEntry>> children(std::string_view folder) const = 0;

  // The bytes of a file; fails for anything else and for more than max_bytes.
  virtual Result<std::string> read(std::string_view path, std::uint64_t max_bytes) const = 0;

  // The first bytes of a file, at most `bytes`, to tell what it is.
  virtual Result<std::string> read_start(std::string_view path, std::uint64_t bytes) const = 0;

  // What a link leads to, for readers that show what an agent would see. Fails if it leads to nothing or in a circle.
  // On disk it may lead out of the tree: callers that write must refuse such links.
  virtual Result<std::string> read_through(std::string_view link, std::uint64_t max_bytes) const = 0;

  // Whether the path (links followed) is a folder.
  virtual bool is_folder_behind(std::string_view path) const = 0;
};

// How far a walk over a tree goes. The numbers are far above any real skill: the largest of 24,980 public ones has
// fewer than 1,000 files.
struct WalkLimits {
  std::size_t max_entries = 20'000;
  std::size_t max_depth = 64;
  std::function<bool(std::string_view path)>
      leave_out;  // folders not to enter, by their path from where the walk starts
};

// All files, links, submodules and others below `folder`, sorted by path as bytes; folders are left out. Does not
// follow links. Above a limit it stops: `complete` is false and the entries so far are kept. `skip(name)` leaves
// folders out.
struct Walk {
  std::vector<TreeEntry> entries;  // paths from `folder`
  bool complete = true;
  std::vector<Error> errors;  // folders that could not be read
};
Walk walk_tree(const Tree& tree, std::string_view folder, const WalkLimits& limits = {});

}  // namespace skillstow
