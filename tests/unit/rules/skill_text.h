#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/skill.h"
#include "model/tree.h"

// Skills for tests, from one text. The form is that of the examples in the rules' documentation (rules/rule.h).
namespace skillstow::test {

// A tree that lies in memory.
class TextTree final : public Tree {
 public:
  void add_file(std::string path, std::string bytes, bool executable = false);
  void add_link(std::string path, std::string target);
  void edit(std::string_view path, const Fix& fix);

  Result<std::vector<TreeEntry>> children(std::string_view folder) const override;
  Result<std::string> read(std::string_view path, std::uint64_t max_bytes) const override;
  Result<std::string> read_start(std::string_view path, std::uint64_t bytes) const override;
  Result<std::string> read_through(std::string_view link, std::uint64_t max_bytes) const override;
  bool is_folder_behind(std::string_view path) const override;

 private:
  struct Node {
    TreeEntry entry;
    std::string bytes;
  };
  std::vector<Node> nodes_;  // files and links
};

// The skill that the text describes, in a folder called "example" unless the text gives it another name.
Skill skill_of(std::string_view text);

// The same after a fix of one of its files.
Skill skill_with(std::string_view text, std::string_view path, const Fix& fix);

// What all rules find in it, and what one rule finds.
std::vector<Diagnostic> findings_of(std::string_view text);
std::vector<Diagnostic> findings_of(std::string_view text, std::string_view rule);

// A finding over some lines, for expected.txt.
std::string shown(const Diagnostic& diagnostic);

}  // namespace skillstow::test
