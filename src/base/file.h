#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// The disk, with the errors in words. Paths are bytes as the system has them; nothing here changes the process's
// folder.
namespace skillstow {

enum class FileKind { missing, regular, folder, link, other };

struct FileStatus {
  FileKind kind = FileKind::missing;
  std::uint64_t size = 0;
  std::uint32_t mode = 0;  // permission bits only
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
};

FileStatus status_of(const std::string& path);      // does not follow a link at the end
FileStatus status_behind(const std::string& path);  // follows links

struct FolderEntry {
  std::string name;
  FileKind kind = FileKind::other;
};

// The entries of a folder without "." and "..", sorted by bytes.
Result<std::vector<FolderEntry>> read_folder(const std::string& path);

// The whole file. Refuses what is not a regular file before it opens it for reading (a FIFO would block for ever), and
// files above max_bytes.
enum class Follow { no, yes };
Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes, Follow follow = Follow::no);

// The first bytes of a regular file, at most `bytes`.
Result<std::string> read_file_start(const std::string& path, std::uint64_t bytes);

Result<std::string> read_link(const std::string& path);

// Absolute, with every link resolved. Fails if it does not exist.
Result<std::string> real_path(const std::string& path);

// Writes through a temporary file beside it, flushed to the disk and renamed, so that the old or the new content is
// there whatever happens.
Result<void> write_file_atomically(const std::string& path, std::string_view bytes, std::uint32_t mode = 0644);

// Creates a new file; fails if anything is there, link or not. Flushed to the disk.
Result<void> create_file(const std::string& path, std::string_view bytes, std::uint32_t mode = 0644);

// Creates the folder and those above it that are missing. Gives the folders that it made, outermost first.
Result<std::vector<std::string>> create_folders(const std::string& path);

// Removes a tree without following links. Removing what is not there is no error.
Result<void> remove_tree(const std::string& path);

// Flushes a folder's entries to the disk.
Result<void> sync_folder(const std::string& path);

// The system's reason in words: "permission denied", "no space left on the device".
std::string system_reason(int error_number);
Error system_error(int error_number, std::string path, std::string_view doing);

}  // namespace skillstow
