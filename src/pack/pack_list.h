#pragma once

#include <memory>
#include <string>
#include <vector>

#include "install/contents.h"
#include "lint/discover.h"
#include "model/diagnostic.h"
#include "model/tree.h"
#include "tree/memory_tree.h"

namespace skillstow {

// A file as it goes into a package.
struct PackedFile {
  std::string path;  // from the skill's folder
  std::string bytes;
  std::string sha256;
  bool executable = false;
};

// What of a skill goes into its packages: what install copies (install/contents.h), with links replaced by what they
// lead to, since importers refuse links.
struct PackList {
  std::vector<PackedFile> files;  // by path
  std::vector<LeftOut> left_out;
  std::vector<Diagnostic> problems;  // of the folder, for every target: links, names, secrets, unreadable files
  bool impossible = false;           // not even --force can make a package of it

  std::uint64_t bytes() const;
  std::vector<RecordedFile> recorded() const;
  std::string digest() const;                      // docs/digest.md
  std::shared_ptr<const MemoryTree> tree() const;  // the skill as its reader will have it
};

PackList list_for_packing(const Tree& tree, const FoundSkill& found);

// A finding about a file of the package, or about all of it ("").
Diagnostic pack_finding(std::string_view rule, Severity severity, std::string file, std::string message,
                        std::string help);

}  // namespace skillstow
