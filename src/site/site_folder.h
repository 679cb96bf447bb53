#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"

namespace skillstow {

// The folder that a site is written to. It is new or empty, or it holds an earlier site: then the file .skillstow-site
// in it lists what was written, with digests, and nothing else in the folder is ever touched. Files are drafted first,
// in a folder within, and moved to their places when all are there; a run that is cut short can be run again.
class SiteFolder {
 public:
  // Fails if the folder holds anything and no such list, or if a file of the list was changed since.
  static Result<SiteFolder> open(const std::string& path);

  // Drafts a file; the path is relative and the same one comes once.
  Result<void> write(const std::string& path, std::string_view bytes);

  // A file for the time of the run only, not part of the site.
  Result<void> keep(const std::string& name, std::string_view bytes);
  Result<std::string> kept(const std::string& name) const;

  // Moves all drafts to their places and removes what the earlier site had and this one has not.
  Result<void> finish();

  // Takes the drafts away; to be called when finish() cannot be.
  void abandon();

  std::size_t files() const { return written_.size(); }

 private:
  explicit SiteFolder(std::string path) : path_(std::move(path)) {}
  std::string at(std::string_view path) const;
  std::string draft(std::string_view path) const;
  Result<void> read_list();
  Result<void> make_folders(const std::string& path);
  std::string list_of(bool with_earlier) const;

  std::string path_;
  std::map<std::string, std::set<std::string>> earlier_;  // by path: the digests that it may have
  std::map<std::string, std::string> written_;
  std::set<std::string> folders_;  // that are there
};

}  // namespace skillstow
