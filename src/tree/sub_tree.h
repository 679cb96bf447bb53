#pragma once

#include <memory>
#include <string>

#include "model/tree.h"

namespace skillstow {

// A folder of a tree as a tree of its own. Links that lead out of the folder still lead to what the whole tree has
// there: callers that write must refuse them, as with a folder on disk.
class SubTree final : public Tree {
 public:
  SubTree(std::shared_ptr<const Tree> whole, std::string folder);

  Result<std::vector<TreeEntry>> children(std::string_view folder) const override;
  Result<std::string> read(std::string_view path, std::uint64_t max_bytes) const override;
  Result<std::string> read_start(std::string_view path, std::uint64_t bytes) const override;
  Result<std::string> read_through(std::string_view link, std::uint64_t max_bytes) const override;
  bool is_folder_behind(std::string_view path) const override;

 private:
  std::string in_whole(std::string_view path) const;

  std::shared_ptr<const Tree> whole_;
  std::string folder_;
};

}  // namespace skillstow
