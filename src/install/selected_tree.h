#pragma once

#include <map>
#include <string>
#include <vector>

#include "install/contents.h"
#include "model/tree.h"

namespace skillstow {

// A skill as it will be once it is installed: the root is the skill's folder, and only what belongs to it is there. The
// gate judges this tree, so that nothing counts that is not installed, and all that is installed counts.
class SelectedTree final : public Tree {
 public:
  // Both must outlive this one.
  SelectedTree(const Tree& tree, const Contents& contents);

  Result<std::vector<TreeEntry>> children(std::string_view folder) const override;
  Result<std::string> read(std::string_view path, std::uint64_t max_bytes) const override;
  Result<std::string> read_start(std::string_view path, std::uint64_t bytes) const override;
  Result<std::string> read_through(std::string_view link, std::uint64_t max_bytes) const override;
  bool is_folder_behind(std::string_view path) const override;

 private:
  const ContentFile* find(std::string_view path) const;

  const Tree& tree_;
  std::map<std::string, std::vector<TreeEntry>, std::less<>> folders_;
  std::map<std::string, const ContentFile*, std::less<>> files_;
};

}  // namespace skillstow
