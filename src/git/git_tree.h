#pragma once

#include <memory>
#include <string>

#include "model/tree.h"

namespace skillstow {

// The tree of a commit in a local repository, bare or not, as a Tree. The working tree is never looked at: bytes come
// from the blobs, so no line end is changed and no filter is run. A folder with an entry whose name leads elsewhere
// ("..", "a/b", ".git") cannot be read; other names are as the repository has them, unchecked.
class GitTree final : public Tree {
 public:
  // `revision`: a branch, tag, commit id, or anything that git rev-parse understands.
  static Result<std::unique_ptr<GitTree>> open(const std::string& repository, const std::string& revision = "HEAD");
  ~GitTree() override;

  Result<std::vector<TreeEntry>> children(std::string_view folder) const override;
  Result<std::string> read(std::string_view path, std::uint64_t max_bytes) const override;
  Result<std::string> read_start(std::string_view path, std::uint64_t bytes) const override;

  // Links are followed inside the tree only.
  Result<std::string> read_through(std::string_view link, std::uint64_t max_bytes) const override;
  bool is_folder_behind(std::string_view path) const override;

  const std::string& commit() const { return commit_; }  // hexadecimal

 private:
  struct State;
  explicit GitTree(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
  std::string commit_;
};

}  // namespace skillstow
