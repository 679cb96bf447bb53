#include "pack/package.h"

#include <algorithm>

#include "archive/archive.h"
#include "archive/deflate.h"
#include "archive/writers.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "pack/manifests.h"
#include "pack/oci.h"

namespace skillstow {
namespace {

constexpr std::int64_t k_default_time = 315'532'800;  // 1980-01-01 00:00:00 UTC

std::string prefix_of(const Target& target, const std::string& name) {
  switch (target.layout) {
    case Layout::folder:
      return name + "/";
    case Layout::plugin:
      return "skills/" + name + "/";
    case Layout::flat:
      break;
  }
  return {};
}

// A package that does not read back as what went in must not leave the house.
Result<void> verify(const std::string& bytes, const std::vector<ArchiveFile>& files) {
  const auto wrong = [](std::string what) {
    return failure(ErrorKind::other, "", "the package does not read back as it was written: " + std::move(what),
                   "please report it with the skill that you packed");
  };
  ArchiveLimits limits;
  limits.max_archive_bytes = limits.max_total_bytes = limits.ratio_from = std::uint64_t{4} << 30;
  limits.max_entries = 100'000;
  limits.max_depth = 80;  // the folders around the skill come on top of its own
  limits.max_path_bytes = 4096;
  const auto tree = open_archive(bytes, "", limits);
  if (!tree) return wrong(tree.error().message);
  const Walk walk = walk_tree(**tree, "");
  if (!walk.complete || walk.entries.size() != files.size()) return wrong("it has other files");
  for (const ArchiveFile& file : files) {
    const auto at = std::lower_bound(walk.entries.begin(), walk.entries.end(), file.path,
                                     [](const TreeEntry& entry, const std::string& path) { return entry.path < path; });
    if (at == walk.entries.end() || at->path != file.path || at->executable != file.executable) return wrong(file.path);
    if ((*tree)->read(file.path, file.bytes.size()).value_or("") != file.bytes) return wrong(file.path);
  }
  return {};
}

}  // namespace

Result<std::string> build_package(const Target& target, const Skill& skill, const PackList& list,
                                  const std::string& name, std::int64_t time) {
  const std::string prefix = prefix_of(target, name);
  std::vector<ArchiveFile> files;
  files.reserve(list.files.size() + 1);
  for (const PackedFile& file : list.files) {
    // Importers look for this name alone.
    const bool manifest = file.path == skill.manifest_name;
    files.push_back({prefix + (manifest ? "SKILL.md" : file.path), file.bytes, file.executable});
  }
  if (!target.manifest.empty())
    files.push_back({std::string(target.manifest), plugin_manifest(target, skill, name), false});

  std::string package;
  if (target.container == Container::zip) {
    package = write_zip(files, time);
  } else {
    Result<std::string> tar = write_tar(files, time);
    if (!tar) return tar;
    package = gzip(*tar);
  }
  if (auto same = verify(package, files); !same) return tl::unexpected(same.error());
  return target.container == Container::oci ? write_oci_layout(skill, name, std::move(package), time) : package;
}

Result<std::int64_t> package_time(const std::string& source_date_epoch) {
  if (source_date_epoch.empty()) return k_default_time;
  std::int64_t time = 0;
  const bool digits =
      source_date_epoch.size() <= 11 && std::all_of(source_date_epoch.begin(), source_date_epoch.end(), is_digit);
  for (const char c : source_date_epoch) time = time * 10 + (c - '0');
  constexpr std::int64_t k_most = 8'589'934'591;  // what the eleven octal digits of tar hold
  if (digits && time <= k_most) return time;
  return failure(
      ErrorKind::usage, "",
      format("SOURCE_DATE_EPOCH is \"{}\", which is no number of seconds since 1970", visible(source_date_epoch, 60)),
      "unset it, or set it as `date +%s` prints it");
}

}  // namespace skillstow
