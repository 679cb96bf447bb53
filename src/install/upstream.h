#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "fetch/open_source.h"
#include "install/contents.h"
#include "install/prepare.h"
#include "install/record.h"

namespace skillstow {

// A recorded skill as its source has it, now or at the recorded commit.
struct Upstream {
  enum class Kind {
    found,
    gone,     // the source is there, the skill is not
    renamed,  // the skill is not there, one very like it is
    failed,   // the source cannot be read
  };
  Kind kind = Kind::failed;
  Error error;                       // failed
  std::string successor;             // renamed: the other one's name
  std::string successor_path;        // in the source
  std::shared_ptr<const Tree> tree;  // found: its root is the skill's folder
  Candidate candidate;
  Source source() const;  // as prepare() wants it
  std::string root;       // of the skill's folder, absolute; "" = not on the disk
  std::string path;       // of the skill's folder in the source, as a record has it; "." = the source itself
  std::string folder_name;
  bool repository = false;  // the folder is a whole repository
  bool moved = false;       // another path than the recorded one
  std::string recorded, project, identity, ref, commit;
  Contents contents;
};

// Opens what a record names as a source: `commit` alone, or "" for what the ref is now.
using OpenRecorded = std::function<Result<OpenedSource>(const RecordedSkill& skill, const std::string& commit)>;

// Looks recorded skills up in their sources, each of which is opened once.
class Upstreams {
 public:
  Upstreams(const Site& site, OpenRecorded open) : site_(site), open_(std::move(open)) {}

  // Skills of the record are no successors of one that is gone.
  void leave_out(const Record& record);

  // `here`: the folder where it is installed, to know a renamed skill by its text; may not exist.
  const Upstream& latest(const RecordedSkill& skill, const std::string& here);
  const Upstream& at_commit(const RecordedSkill& skill);  // as it was recorded; of a folder: as it stands

 private:
  const Result<OpenedSource>& opened(const RecordedSkill& skill, const std::string& commit);
  Upstream find(const RecordedSkill& skill, const OpenedSource& opened, const std::string& here);
  bool was_there(const RecordedSkill& skill, const std::string& path);
  bool take(Upstream& upstream, const OpenedSource& opened, const RecordedSkill& skill, const std::string& path) const;

  const Site& site_;
  OpenRecorded open_;
  std::set<std::pair<std::string, std::string>> installed_;  // source and path
  std::map<std::string, Result<OpenedSource>> opened_;
  std::map<std::string, Upstream> found_;
};

}  // namespace skillstow
