#pragma once

#include <map>
#include <string>

#include "tree/folder_tree.h"

namespace skillstow {

// A folder as it will be once the editor has saved what is open in it: an open document stands for its file, also for
// one that is not on the disk yet.
class OverlayTree final : public Tree {
 public:
  // `documents`: the text of each open one, by its absolute path. Must outlive the tree.
  OverlayTree(std::string root, const std::map<std::string, std::string>& documents)
      : disk_(std::move(root)), documents_(documents) {}

  Result<std::vector<TreeEntry>> children(std::string_view folder) const override;
  Result<std::string> read(std::string_view path, std::uint64_t max_bytes) const override;
  Result<std::string> read_start(std::string_view path, std::uint64_t bytes) const override;
  Result<std::string> read_through(std::string_view link, std::uint64_t max_bytes) const override;
  bool is_folder_behind(std::string_view path) const override { return disk_.is_folder_behind(path); }

 private:
  const std::string* document(std::string_view path) const;

  FolderTree disk_;
  const std::map<std::string, std::string>& documents_;
};

}  // namespace skillstow
