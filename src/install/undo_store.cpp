#include "install/undo_store.h"

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_bytes = 512u << 20;
constexpr std::size_t k_max_depth = 256;

Result<void> copy_entry(Disk& disk, const std::string& from, const std::string& to, std::size_t depth) {
  const FileStatus status = status_of(from);
  if (status.kind == FileKind::link) {
    const auto target = read_link(from);
    return target ? disk.make_link(to, *target) : tl::unexpected(target.error());
  }
  if (status.kind == FileKind::regular) {
    const auto bytes = read_file(from, UINT64_MAX - 1);
    return bytes ? disk.write_file(to, *bytes, status.mode) : tl::unexpected(bytes.error());
  }
  if (status.kind != FileKind::folder) return failure(ErrorKind::not_regular, from, "it is no file that can be copied");
  if (depth == k_max_depth) return failure(ErrorKind::too_large, from, "its folders are nested too deep to be copied");
  const auto entries = read_folder(from);
  if (!entries) return tl::unexpected(entries.error());
  if (auto done = disk.make_folder(to, status.mode | 0700u); !done) return done;
  for (const FolderEntry& entry : *entries) {
    auto done = copy_entry(disk, join_path(from, entry.name), join_path(to, entry.name), depth + 1);
    if (!done) return done;
  }
  return {};
}

}  // namespace

std::string write_undo(const UndoStep& step) {
  JsonWriter json;
  json.begin_object().key("version").number(1).member("root", step.root).key("targets").begin_array();
  for (const UndoTarget& target : step.targets)
    json.begin_object().member("target", target.target).member("old", target.old).end_object();
  json.end_array().member("before", step.before).member("after", step.after).member("now", step.now).end_object();
  return json.take() + "\n";
}

Result<UndoStep> parse_undo(std::string_view text, const std::string& file) {
  const auto json = parse_json(text);
  const JsonValue* version = json ? json->find("version") : nullptr;
  if (!version || version->text != "1") {
    return failure(ErrorKind::bad_input, file, "what the last change replaced was written down here, and is damaged",
                   "it cannot be taken back; the next change starts anew");
  }
  UndoStep step;
  step.root = json->string_or("root", "");
  step.before = json->string_or("before", "");
  step.after = json->string_or("after", "");
  step.now = json->string_or("now", "");
  if (const JsonValue* targets = json->find("targets")) {
    for (const JsonValue& target : targets->items) {
      step.targets.push_back({std::string(target.string_or("target", "")), std::string(target.string_or("old", ""))});
    }
  }
  return step;
}

std::string undo_file(const std::string& folder) { return join_path(folder, "undo.json"); }

Result<std::optional<UndoStep>> read_undo(const Site& site) {
  const auto steps = read_folder(site.undo);
  if (!steps) return std::optional<UndoStep>();
  for (const FolderEntry& entry : *steps) {
    const std::string file = undo_file(join_path(site.undo, entry.name));
    if (status_of(file).kind != FileKind::regular) continue;  // of a run that was broken off
    const auto bytes = read_file(file, k_max_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    auto step = parse_undo(*bytes, file);
    if (!step) return tl::unexpected(step.error());
    return std::optional<UndoStep>(std::move(*step));
  }
  return std::optional<UndoStep>();
}

Result<void> drop_other_undo(Disk& disk, const Site& site, const std::string& folder) {
  const auto steps = read_folder(site.undo);
  if (!steps) return {};
  for (const FolderEntry& entry : *steps) {
    const std::string other = join_path(site.undo, entry.name);
    if (other == folder) continue;
    // The file first: a step of which something is missing must not look complete.
    if (auto done = disk.remove_file(undo_file(other)); !done) return done;
    if (auto done = remove_all(disk, other); !done) return done;
  }
  return {};
}

Result<void> copy_tree(Disk& disk, const std::string& from, const std::string& to) {
  return copy_entry(disk, from, to, 0);
}

}  // namespace skillstow
