#include <cstdint>
#include <string_view>

#include "archive/archive.h"
#include "base/utf8.h"
#include "fuzz/require.h"

using namespace skillstow;
using fuzz::require;

// Packages come from anywhere. Whatever the bytes are: a reason, or a tree of names that stay inside it, within the
// limits, all of which can be read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ArchiveLimits limits;
  limits.max_total_bytes = 1u << 20;
  limits.max_entries = 200;
  const auto tree = open_archive({reinterpret_cast<const char*>(data), size}, "package", limits);
  if (!tree) {
    require(!tree.error().message.empty() && find_invalid_utf8(tree.error().message) == std::string_view::npos);
    return 0;
  }
  const Walk walk = walk_tree(**tree, "");
  require(walk.complete && walk.errors.empty() && walk.entries.size() <= limits.max_entries);
  std::uint64_t total = 0;
  for (const TreeEntry& entry : walk.entries) {
    require(entry.path.front() != '/' && entry.path.find("..") != 0 && entry.path.find("/../") == std::string::npos);
    if (entry.kind == EntryKind::link) {
      static_cast<void>((*tree)->read_through(entry.path, limits.max_total_bytes));
      continue;
    }
    const auto bytes = (*tree)->read(entry.path, limits.max_total_bytes);
    require(entry.kind == EntryKind::file && bytes && bytes->size() == entry.size);
    total += bytes->size();
  }
  require(total <= limits.max_total_bytes);
  return 0;
}
