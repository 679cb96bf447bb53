#include "install/stage.h"

#include <set>

#include "base/path.h"
#include "base/sha256.h"
#include "install/undo_store.h"

namespace skillstow {
namespace {

// Makes the folders that lead to files below one root, each once.
class Folders {
 public:
  Folders(Disk& disk, std::string root) : disk_(disk), root_(std::move(root)) {}

  Result<void> make_for(std::string_view path) {
    const std::string folder = join_path(root_, parent_path(path));
    if (!made_.insert(folder).second) return {};
    if (folder != root_) {  // the outer ones first
      if (auto done = make_for(parent_path(path)); !done) return done;
    }
    order_.push_back(folder);
    return disk_.make_folder(folder);
  }

  const std::vector<std::string>& made() const { return order_; }

 private:
  Disk& disk_;
  std::string root_;
  std::set<std::string> made_;
  std::vector<std::string> order_;
};

}  // namespace

namespace {

Result<void> write_contents(Disk& disk, const Tree& tree, const Contents& contents, const std::string& to,
                            Folders& folders, std::vector<std::string>& written) {
  for (const ContentFile& content : contents.files) {
    const RecordedFile& file = content.file;
    const std::string path = join_path(to, file.path);
    if (auto done = folders.make_for(file.path); !done) return done;
    if (file.form == FileForm::link) {
      if (auto done = disk.make_link(path, file.content); !done) return done;
      continue;
    }
    const auto bytes = tree.read(content.from, content.size);
    if (!bytes && bytes.error().kind != ErrorKind::too_large) return tl::unexpected(bytes.error());
    if (!bytes || sha256_hex(*bytes) != file.content) {
      return failure(ErrorKind::other, content.from, "it changed while it was being installed", "try again");
    }
    if (auto done = disk.write_file(path, *bytes, file.form == FileForm::executable ? 0755 : 0644); !done) {
      return done;
    }
    written.push_back(path);
  }
  return {};
}

std::vector<std::string> with_folders(std::vector<std::string> written, const Folders& folders) {
  written.insert(written.end(), folders.made().begin(), folders.made().end());
  return written;
}

}  // namespace

Result<std::vector<std::string>> stage_contents(Disk& disk, const Tree& tree, const Contents& contents,
                                                const std::string& to) {
  Folders folders(disk, to);
  std::vector<std::string> written;
  auto done = write_contents(disk, tree, contents, to, folders, written);
  if (!done) return tl::unexpected(done.error());
  return with_folders(std::move(written), folders);
}

Result<std::vector<std::string>> stage_merge(Disk& disk, const Tree& tree, const Merge& merge, const std::string& from,
                                             const std::string& to) {
  Folders folders(disk, to);
  std::vector<std::string> written;
  auto done = write_contents(disk, tree, merge.contents, to, folders, written);
  for (const std::string& path : merge.kept) {
    // A copy, not the same file under a second name: what is put aside must not change with what stands here.
    if (done) done = folders.make_for(path);
    if (done) done = copy_tree(disk, join_path(from, path), join_path(to, path));
    if (done) written.push_back(join_path(to, path));
  }
  for (const MergedFile& file : merge.merged) {
    const std::string path = join_path(to, file.path);
    if (done) done = folders.make_for(file.path);
    if (done) done = disk.write_file(path, file.bytes, file.executable ? 0755 : 0644);
    if (done) written.push_back(path);
  }
  if (!done) return tl::unexpected(done.error());
  return with_folders(std::move(written), folders);
}

Result<std::vector<std::string>> stage_remainder(Disk& disk, const std::string& from,
                                                 const std::vector<std::string>& files, const std::string& to) {
  Folders folders(disk, to);
  for (const std::string& file : files) {
    auto done = folders.make_for(file);
    if (done) done = disk.share_file(join_path(from, file), join_path(to, file));
    if (!done) return tl::unexpected(done.error());
  }
  return folders.made();
}

}  // namespace skillstow
