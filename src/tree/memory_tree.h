#pragma once

#include <map>
#include <set>
#include <string>

#include "model/follow_links.h"
#include "model/tree.h"

namespace skillstow {

// Files that lie in memory: what an archive held, or what a server sent. Paths are taken as they are given: whoever
// fills it checks names first. Not to be changed once it is shared.
class MemoryTree final : public Tree {
 public:
  // The folders on the way are made. A path that is there already keeps what it has.
  void add_file(std::string path, std::string bytes, bool executable = false);
  void add_folder(std::string path);
  void add_link(std::string path, std::string target);

  Result<std::vector<TreeEntry>> children(std::string_view folder) const override;
  Result<std::string> read(std::string_view path, std::uint64_t max_bytes) const override;
  Result<std::string> read_start(std::string_view path, std::uint64_t bytes) const override;

  // Links are followed inside the tree only.
  Result<std::string> read_through(std::string_view link, std::uint64_t max_bytes) const override;
  bool is_folder_behind(std::string_view path) const override;

 private:
  struct Node {
    TreeEntry entry;
    std::string bytes;
  };
  void add(Node node);
  const Node* find(std::string_view path) const;
  Destination follow(std::string_view path) const;

  std::map<std::string, Node, std::less<>> nodes_;
  std::map<std::string, std::set<std::string>, std::less<>> folders_;  // the paths of what stands in each
};

}  // namespace skillstow
