#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace skillstow {

// Everything that installing and removing change on disk goes through these calls and no others. One call is one step
// that a power cut or a full disk can fall between, so a test that stops after the nth of them sees every state that a
// user can be left with.
class Disk {
 public:
  virtual ~Disk() = default;

  virtual Result<void> make_folder(const std::string& path, std::uint32_t mode = 0755);

  // A new file, never through a link; the mode does not depend on the umask. Not flushed: see sync().
  virtual Result<void> write_file(const std::string& path, std::string_view bytes, std::uint32_t mode = 0644);
  virtual Result<void> make_link(const std::string& path, const std::string& target);

  // A second name for a file, or a copy of it where the file system has no such thing.
  virtual Result<void> share_file(const std::string& from, const std::string& to);

  // Fails if something is at `to`.
  virtual Result<void> move(const std::string& from, const std::string& to);

  // A file takes the place of another in one step.
  virtual Result<void> replace_file(const std::string& from, const std::string& to);

  // Two things change places in one step. false: this file system cannot do that.
  virtual Result<bool> exchange(const std::string& a, const std::string& b);

  virtual Result<void> remove_file(const std::string& path);
  virtual Result<void> remove_folder(const std::string& path);  // an empty one
  virtual Result<void> make_writable(const std::string& folder);

  // Flushes files and folders to the disk. Those that are gone are no error.
  virtual Result<void> sync(const std::vector<std::string>& paths);
};

// Creates the folder and those above it that are missing. Gives those that it made, outermost first; on failure they
// are removed again.
Result<std::vector<std::string>> make_folders(Disk& disk, const std::string& path);

// Removes a file, a link or a whole tree without following links, read-only folders included. What is not there is no
// error.
Result<void> remove_all(Disk& disk, const std::string& path);

// Writes a file's new state beside it, flushes it and puts it in place. Flush::no: for what a power cut may take.
enum class Flush { no, yes };
Result<void> put_file(Disk& disk, const std::string& path, std::string_view bytes, Flush flush = Flush::yes,
                      std::uint32_t mode = 0644);

}  // namespace skillstow
