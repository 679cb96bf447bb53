#include "install/contents.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/format.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/utf8.h"
#include "install/root_contents.h"
#include "install/skill_ignore.h"
#include "install/target_name.h"
#include "model/follow_links.h"
#include "model/junk.h"

namespace skillstow {
namespace {

// Names that no folder on disk and no Git tree of good will has: they could mean another place, or cannot be written
// down in the record. Names that only Windows refuses are told by the check and may be copied here.
std::string fault_of_name(std::string_view path) {
  if (find_invalid_utf8(path) != std::string_view::npos) return "its name is not UTF-8";
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == "." || part == "..") return "its name is a way through folders";
    if (part.size() > 255) return "its name has more than 255 bytes";
    if (part.find('\\') != std::string_view::npos)
      return "its name holds a backslash, which separates folders on Windows";
    for (char c : part) {
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return "its name holds a control character";
    }
  }
  return {};
}

// What Windows alone forbids is the check's to tell, wherever it comes from.
std::string without_punctuation(std::string_view name) {
  std::string plain(name);
  std::replace_if(
      plain.begin(), plain.end(), [](char c) { return std::string_view("<>:\"|?*").find(c) != std::string_view::npos; },
      '_');
  return plain;
}

class Gathering {
 public:
  Gathering(const Tree& tree, std::string_view folder, std::string_view manifest, const ContentLimits& limits)
      : tree_(tree), folder_(folder), manifest_(manifest), limits_(limits) {}

  Contents run() {
    ignore_ = read_skill_ignore(tree_, folder_);
    list();
    if (limits_.repository || is_repository(tree_, folder_, entries_)) leave_repository_out();
    for (const TreeEntry& entry : entries_) known_.emplace(entry.path, &entry);
    for (const TreeEntry& entry : entries_) take(entry);
    std::sort(contents_.left_out.begin(), contents_.left_out.end(),
              [](const LeftOut& a, const LeftOut& b) { return a.path < b.path; });
    return std::move(contents_);
  }

 private:
  // Walks down, but not into junk: node_modules alone may hold more files than any limit.
  void list() {
    struct Open {
      std::string path;
      std::size_t depth;
    };
    std::vector<Open> open{{std::string{}, 0}};
    while (!open.empty()) {
      const Open next = std::move(open.back());
      open.pop_back();
      auto children = tree_.children(join_path(folder_, next.path));
      if (!children) {
        const bool name = children.error().kind == ErrorKind::bad_file_name;
        problem(name ? ContentProblem::Kind::unsafe : ContentProblem::Kind::unreadable, next.path,
                children.error().message, name ? children.error().help : "give yourself the right to read it");
        continue;
      }
      std::unordered_map<std::string, std::string> names;  // by what a disk blind to letter case sees
      for (TreeEntry& child : *children) {
        child.path = join_path(next.path, base_name(child.path));
        const bool folder = child.kind == EntryKind::folder;
        if (std::string fault = fault_of(child.path, names); !fault.empty()) {
          problem(ContentProblem::Kind::unsafe, child.path, std::move(fault), "rename it in the source");
        } else if (const Junk junk = folder ? junk_at(child.path + "/x") : junk_at(child.path)) {
          contents_.left_out.push_back(
              {folder ? child.path + "/" : child.path, std::string(junk.what), junk.kind == JunkKind::secret});
        } else if (const std::string_view why = ignore_.reason(child.path); !why.empty() && child.path != manifest_) {
          contents_.left_out.push_back({folder ? child.path + "/" : child.path, std::string(why)});
        } else if (!folder) {
          entries_.push_back(std::move(child));
        } else if (next.depth + 1 < limits_.walk.max_depth) {
          open.push_back({std::move(child.path), next.depth + 1});
        } else {
          problem(ContentProblem::Kind::unreadable, child.path,
                  format("it stands more than {} folders deep", limits_.walk.max_depth), "");
        }
      }
      if (entries_.size() > limits_.walk.max_entries) {
        problem(
            ContentProblem::Kind::unreadable, "",
            format("it has more than {} files, the most that a skill may have here", grouped(limits_.walk.max_entries)),
            "move what does not belong to the skill out of its folder");
        entries_.resize(limits_.walk.max_entries);
        break;
      }
    }
    std::sort(entries_.begin(), entries_.end(), [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; });
  }

  // `names`: of the folder so far; the name is added.
  std::string fault_of(const std::string& path, std::unordered_map<std::string, std::string>& names) const {
    if (std::string fault = fault_of_name(path); !fault.empty() || !limits_.foreign_names) return fault;
    const std::string name(base_name(path));
    if (const auto fine = check_portable_name(without_punctuation(name)); !fine) return fine.error().message;
    const auto [other, fresh] = names.emplace(collision_key(name), name);
    if (fresh) return {};
    return other->second == name
               ? "its name stands twice in the folder"
               : format("it and {} are one file on disks that are blind to letter case", visible(other->second, 100));
  }

  void leave_repository_out() {
    const std::vector<std::string> leftovers = repository_leftovers(tree_, folder_, entries_, manifest_);
    const std::unordered_set<std::string> gone(leftovers.begin(), leftovers.end());
    const auto left = [&gone](const TreeEntry& entry) {
      for (std::size_t slash = entry.path.find('/'); slash != std::string::npos;
           slash = entry.path.find('/', slash + 1)) {
        if (gone.count(entry.path.substr(0, slash + 1)) != 0) return true;
      }
      return gone.count(entry.path) != 0;
    };
    entries_.erase(std::remove_if(entries_.begin(), entries_.end(), left), entries_.end());
    for (const std::string& path : leftovers) {
      contents_.left_out.push_back({path, "part of the repository that the skill does not name"});
    }
  }

  void take(const TreeEntry& entry) {
    switch (entry.kind) {
      case EntryKind::file:
        return take_file(entry.path, entry.path, entry);
      case EntryKind::link:
        return take_link(entry);
      case EntryKind::submodule:
        contents_.left_out.push_back({entry.path, "a submodule, whose files are in another repository"});
        return;
      default:
        problem(ContentProblem::Kind::unreadable, entry.path, "it is neither a file nor a folder nor a link",
                "remove it from the source");
    }
  }

  void take_file(const std::string& as, const std::string& path, const TreeEntry& entry) {
    const std::string from = join_path(folder_, path);
    auto bytes = tree_.read(from, limits_.max_file_bytes);
    if (!bytes) {
      problem(ContentProblem::Kind::unreadable, as, bytes.error().message,
              "give yourself the right to read it, or leave it out of the skill");
      return;
    }
    if (may_hold_key(path) && holds_private_key(*bytes)) {
      contents_.left_out.push_back({as, "a private key", true});
      return;
    }
    ContentFile file{{as, entry.executable ? FileForm::executable : FileForm::plain, sha256_hex(*bytes)}, from};
    file.size = bytes->size();
    if (limits_.keep_bytes) file.bytes = std::move(*bytes);
    contents_.files.push_back(std::move(file));
  }

  void take_link(const TreeEntry& link) {
    if (find_invalid_utf8(link.link_target) != std::string_view::npos) {
      problem(ContentProblem::Kind::unsafe, link.path, "it is a link whose target is not UTF-8",
              "rename the file that it leads to");
      return;
    }
    const Destination destination = follow(link.path);
    if (destination.circle) return leave_link_out(link, "a link that leads in a circle");
    if (destination.outside) {
      problem(ContentProblem::Kind::escapes, link.path,
              format("it is a link to {}, which is outside the skill", visible(link.link_target, 200)),
              "put the file itself into the skill's folder");
      return;
    }
    const std::string& at = destination.path;
    if (at == "." || link.path.compare(0, at.size() + 1, at + "/") == 0) {
      return leave_link_out(link, "a link to a folder that it stands in");  // whoever follows it never ends
    }
    const auto file = known_.find(at);
    const bool folder = file == known_.end() && is_folder(at);
    if (file == known_.end() && !folder) return leave_link_out(link, "a link to nothing that is installed");
    if (link.path == manifest_ && file != known_.end()) return take_file(link.path, at, *file->second);
    contents_.files.push_back({{link.path, FileForm::link, link.link_target}, join_path(folder_, link.path)});
  }

  Destination follow(const std::string& path) const {
    return follow_links(path, [this](const std::string& at) -> const std::string* {
      const auto found = known_.find(at);
      return found != known_.end() && found->second->kind == EntryKind::link ? &found->second->link_target : nullptr;
    });
  }

  bool is_folder(const std::string& path) const {
    if (path == ".") return true;
    const std::string start = path + "/";
    const auto next =
        std::lower_bound(entries_.begin(), entries_.end(), start,
                         [](const TreeEntry& entry, const std::string& value) { return entry.path < value; });
    return next != entries_.end() && next->path.compare(0, start.size(), start) == 0;
  }

  void leave_link_out(const TreeEntry& link, std::string why) {
    contents_.left_out.push_back({link.path, std::move(why)});
  }

  void problem(ContentProblem::Kind kind, std::string path, std::string message, std::string help) {
    contents_.problems.push_back({kind, std::move(path), std::move(message), std::move(help)});
  }

  const Tree& tree_;
  std::string folder_;
  std::string manifest_;
  const ContentLimits& limits_;
  SkillIgnore ignore_;
  std::vector<TreeEntry> entries_;  // by path, without junk
  std::unordered_map<std::string, const TreeEntry*> known_;
  Contents contents_;
};

}  // namespace

std::vector<RecordedFile> Contents::recorded() const {
  std::vector<RecordedFile> all;
  all.reserve(files.size());
  for (const ContentFile& file : files) all.push_back(file.file);
  return all;
}

std::string Contents::digest() const { return digest_of(recorded()); }

Contents gather_contents(const Tree& tree, std::string_view folder, std::string_view manifest_name,
                         const ContentLimits& limits) {
  return Gathering(tree, folder, manifest_name, limits).run();
}

}  // namespace skillstow
