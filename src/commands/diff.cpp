#include "commands/diff.h"

#include <functional>

#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/installed_names.h"
#include "commands/site_options.h"
#include "commands/source_options.h"
#include "install/upstream.h"
#include "lint/unified_diff.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_shown = 4u << 20;  // longer files are told as different, and not shown

using ReadText = std::function<Result<std::string>(const std::string& path)>;

struct FileDiff {
  FileEdit edit;
  std::string patch;  // empty: no text
};

// One installed folder.
struct SkillDiff {
  std::string name;
  std::string path;
  std::string problem;  // why there is nothing to compare with
  bool failed = false;
  std::vector<FileDiff> files;
};

const RecordedFile* find(const std::vector<RecordedFile>& files, const std::string& path) {
  for (const RecordedFile& file : files) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

std::string_view mode_of(const RecordedFile& file) {
  return file.form == FileForm::link ? "120000" : file.form == FileForm::executable ? "100755" : "100644";
}

// As git writes the difference of one file; "" if one of the two is no text.
std::string patch_of(const std::string& folder, const FileEdit& edit, const RecordedFile* before,
                     const RecordedFile* after, const ReadText& read_before, const ReadText& read_after) {
  const auto text_of = [&](const RecordedFile* file, const ReadText& read) -> std::optional<std::string> {
    if (file == nullptr) return std::string();
    if (file->form == FileForm::link) return file->content;
    auto bytes = read(file->path);
    if (!bytes || bytes->find('\0') != std::string::npos) return std::nullopt;
    return std::move(*bytes);
  };
  const auto old_text = text_of(before, read_before);
  const auto new_text = text_of(after, read_after);
  const std::string path = join_path(folder, edit.path);
  std::string head = format("diff --git {} {}\n", diff_path("a/", path), diff_path("b/", path));
  if (before == nullptr && after != nullptr) head += format("new file mode {}\n", mode_of(*after));
  if (after == nullptr && before != nullptr) head += format("deleted file mode {}\n", mode_of(*before));
  if (before != nullptr && after != nullptr && before->form != after->form)
    head += format("old mode {}\nnew mode {}\n", mode_of(*before), mode_of(*after));
  if (!old_text || !new_text) return head + "Binary files differ\n";
  const std::string hunks = unified_hunks(*old_text, *new_text);
  if (hunks.empty()) return head;
  head += format("--- {}\n", before == nullptr ? "/dev/null" : diff_path("a/", path));
  head += format("+++ {}\n", after == nullptr ? "/dev/null" : diff_path("b/", path));
  return head + hunks;
}

class Diff {
 public:
  Diff(const DiffOptions& options, Io& io) : options_(options), io_(io) {}

  ExitCode run() {
    auto choice = choose_site(options_.user, options_.dir, options_.into, io_);
    if (!choice) return fail(io_, options_.format, choice.error());
    site_ = std::move(choice->site);
    const auto record = read_site_record(site_);
    if (!record) return fail(io_, options_.format, record.error());
    const auto asked = asked_for(options_.names, options_.agents, choice->into);
    if (!asked) return fail(io_, options_.format, asked.error());
    if (auto done = require_installed(site_, *record, *asked); !done)
      return fail_names(io_, options_.format, done.error());
    Upstreams upstreams(site_, recorded_opener(site_, options_.offline, io_));
    for (const auto& [key, skill] : record->skills) {
      if (asked->takes(site_, key, skill)) diffs_.push_back(compare(upstreams, key, skill));
    }
    if (options_.format == Format::json) {
      write_json();
    } else {
      write_text();
    }
    return exit_code();
  }

 private:
  SkillDiff compare(Upstreams& upstreams, const std::string& key, const RecordedSkill& skill) {
    SkillDiff diff{skill.name, key, {}, false, {}};
    const std::string target = site_.absolute(key);
    if (skill.method == Method::link) return diff;  // it shows what its source has
    if (skill.source.empty()) {
      diff.problem = "it is not known where it came from";
      return diff;
    }
    const Upstream& upstream = options_.local ? upstreams.at_commit(skill) : upstreams.latest(skill, target);
    if (upstream.kind != Upstream::Kind::found) {
      diff.failed = upstream.kind == Upstream::Kind::failed;
      diff.problem =
          diff.failed ? upstream.error.message : "its source no longer has it; `skillstow update` tells more";
      return diff;
    }
    const std::vector<RecordedFile> here = files_standing(target);
    const std::vector<RecordedFile> there = upstream.contents.recorded();
    if (options_.local && there != skill.files) {
      diff.problem =
          "its source no longer has what was installed, so the lines that differ are not known; "
          "`skillstow verify` names the files";
      return diff;
    }
    const ReadText read_here = [&](const std::string& path) { return read_file(join_path(target, path), k_max_shown); };
    const ReadText read_there = [&](const std::string& path) { return upstream.tree->read(path, k_max_shown); };
    const auto& before = options_.local ? there : here;
    const auto& after = options_.local ? here : there;
    for (const FileEdit& edit : compare_files(before, after)) {
      // What somebody added stays at an update, so it is no difference to the source.
      if (!options_.local && edit.kind == EditKind::removed && find(skill.files, edit.path) == nullptr) continue;
      diff.files.push_back(
          {edit, patch_of(key, edit, find(before, edit.path), find(after, edit.path),
                          options_.local ? read_there : read_here, options_.local ? read_here : read_there)});
    }
    return diff;
  }

  void write_text() const {
    for (const SkillDiff& diff : diffs_) {
      if (!diff.problem.empty()) say_note(io_, format("{}: {}", visible(diff.path), visible(diff.problem)));
      for (const FileDiff& file : diff.files)
        io_.out(io_.out_terminal ? diff_for_terminal(file.patch, io_.color) : file.patch);
    }
  }

  void write_json() const {
    JsonWriter json;
    json.begin_object().key("skills").begin_array();
    for (const SkillDiff& diff : diffs_) {
      json.begin_object().member("name", diff.name).member("path", json_path(site_, site_.absolute(diff.path)));
      json.key("files").begin_array();
      for (const FileDiff& file : diff.files) {
        json.begin_object().member("path", file.edit.path).member("state", name_of(file.edit.kind));
        json.member("diff", file.patch).end_object();
      }
      json.end_array();
      if (!diff.problem.empty()) json.member("message", diff.problem);
      json.end_object();
    }
    io_.out(json.end_array().end_object().take() + "\n");
  }

  ExitCode exit_code() const {
    bool differs = false;
    for (const SkillDiff& diff : diffs_) {
      if (diff.failed) return ExitCode::failure;
      differs = differs || !diff.files.empty();
    }
    return differs && options_.exit_code ? ExitCode::findings : ExitCode::ok;
  }

  const DiffOptions& options_;
  Io& io_;
  Site site_;
  std::vector<SkillDiff> diffs_;
};

}  // namespace

ExitCode diff(const DiffOptions& options, Io& io) { return Diff(options, io).run(); }

}  // namespace skillstow
