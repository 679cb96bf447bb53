#include "pack/digests.h"

#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "pack/locale_order.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_file_bytes = 256u << 20;

// "blob 12\0…": git names an object by its kind, its size and its bytes.
std::string object_id(std::string_view kind, std::string_view bytes) {
  return sha1(format("{} {}", kind, bytes.size()) + '\0' + std::string(bytes));
}

std::string hex_of(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes) hex += format("{:02x}", static_cast<unsigned char>(c));
  return hex;
}

// What stands in one folder, in git's order: a folder sorts as if its name ended with "/".
using Folder = std::map<std::string, std::string>;  // the key for sorting, and the entry

}  // namespace

std::string git_tree_id(const PackList& list) {
  std::map<std::string, Folder, std::greater<>>
      folders;  // deepest names last in bytes, so children come before parents
  folders[""];
  for (const PackedFile& file : list.files) {
    for (std::string_view up = parent_path(file.path); !up.empty(); up = parent_path(up)) folders[std::string(up)];
    folders[std::string(parent_path(file.path))][std::string(base_name(file.path))] =
        format("{} {}", file.executable ? "100755" : "100644", base_name(file.path)) + '\0' +
        object_id("blob", file.bytes);
  }
  std::string id;
  for (const auto& [path, entries] : folders) {
    std::string text;
    for (const auto& [key, entry] : entries) text += entry;
    id = object_id("tree", text);
    if (path.empty()) break;
    const std::string name(base_name(path));
    folders[std::string(parent_path(path))][name + "/"] = format("40000 {}", name) + '\0' + id;
  }
  return hex_of(id);
}

Result<std::string> skills_lock_hash(const Tree& tree, std::string_view folder) {
  WalkLimits limits;
  limits.leave_out = [](std::string_view path) {
    return base_name(path) == ".git" || base_name(path) == "node_modules";
  };
  Walk walk = walk_tree(tree, folder, limits);
  if (!walk.errors.empty()) return tl::unexpected(walk.errors.front());
  if (!walk.complete) return failure(ErrorKind::too_large, std::string(folder), "it has more files than are read here");
  std::erase_if(walk.entries, [](const TreeEntry& entry) { return entry.kind != EntryKind::file; });
  std::sort(walk.entries.begin(), walk.entries.end(),
            [](const TreeEntry& a, const TreeEntry& b) { return locale_before(a.path, b.path); });
  std::string text;
  for (const TreeEntry& entry : walk.entries) {
    const Result<std::string> bytes = tree.read(join_path(folder, entry.path), k_max_file_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    text += entry.path;
    text += *bytes;
  }
  return sha256_hex(text);
}

std::string clawhub_fingerprint(const PackList& list) {
  std::vector<const PackedFile*> files;
  for (const PackedFile& file : list.files) files.push_back(&file);
  std::sort(files.begin(), files.end(),
            [](const PackedFile* a, const PackedFile* b) { return locale_before(a->path, b->path); });
  std::vector<std::string> lines;
  for (const PackedFile* file : files) lines.push_back(format("{}:{}", file->path, file->sha256));
  return sha256_hex(join(lines, "\n"));
}

}  // namespace skillstow
