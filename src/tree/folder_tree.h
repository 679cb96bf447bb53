#pragma once

#include <string>

#include "model/tree.h"

namespace skillstow {

// A folder on disk as a Tree.
class FolderTree final : public Tree {
 public:
  // `root` as the user named it: relative or absolute, links in it followed.
  explicit FolderTree(std::string root) : root_(std::move(root)) {}

  Result<std::vector<TreeEntry>> children(std::string_view folder) const override;
  Result<std::string> read(std::string_view path, std::uint64_t max_bytes) const override;
  Result<std::string> read_start(std::string_view path, std::uint64_t bytes) const override;
  Result<std::string> read_through(std::string_view link, std::uint64_t max_bytes) const override;
  bool is_folder_behind(std::string_view path) const override;

  const std::string& root() const { return root_; }

 private:
  std::string root_;
};

}  // namespace skillstow
