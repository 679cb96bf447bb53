#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "archive/archive.h"
#include "tree/memory_tree.h"

namespace skillstow {

// Takes what a reader finds in an archive, one entry after the other, and refuses what no honest archive holds and what
// does not fit the limits. The rules about names and links are here, once for all formats.
class ArchiveEntries {
 public:
  ArchiveEntries(std::string shown, const ArchiveLimits& limits);

  // The name of an entry as a path in the tree, if it may be one and is not there yet. A "/" at the end and a "./" at
  // the start, as tar writes them, are dropped; "" is the root itself.
  Result<std::string> path_of(std::string_view name);

  Result<void> add_folder(std::string_view name);
  Result<void> add_link(std::string_view name, std::string_view target);

  // To be asked before the bytes are unpacked: whether that many more fit.
  Result<void> reserve(std::string_view name, std::uint64_t bytes);
  Result<void> add_file(std::string_view name, std::string bytes, bool executable);

  // The tree, once all entries are there: only now it is known whether a link stays inside.
  Result<std::shared_ptr<const Tree>> take();

  // Most bytes that `packed` bytes may unpack to.
  std::uint64_t most_unpacked(std::uint64_t packed) const;

  const ArchiveLimits& limits() const { return limits_; }

  tl::unexpected<Error> refuse(ErrorKind kind, std::string message, std::string help = {}) const;
  tl::unexpected<Error> refuse_entry(ErrorKind kind, std::string_view name, std::string_view message,
                                     std::string help = {}) const;

 private:
  enum class Kind { file, link, folder, way };  // way: a folder that no entry names, only paths below it
  Result<void> note(std::string_view name, const std::string& path, Kind kind);

  std::string shown_;
  const ArchiveLimits& limits_;
  std::shared_ptr<MemoryTree> tree_;
  std::map<std::string, Kind, std::less<>> kinds_;          // of each path
  std::map<std::string, std::string, std::less<>> folded_;  // the path, by what a case-blind disk makes of it
  std::map<std::string, std::string, std::less<>> links_;   // targets
  std::uint64_t total_ = 0;
};

}  // namespace skillstow
