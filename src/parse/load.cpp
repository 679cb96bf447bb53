#include "parse/load.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "parse/appended.h"

namespace skillstow {
namespace {

// Enough of a file to tell text from binary.
constexpr std::uint64_t k_start = 8192;

// Archives that are kept: a template or a sample is smaller, and memory stays small beside the text.
constexpr std::uint64_t k_most_archive_bytes = 4u << 20;
constexpr std::uint64_t k_most_kept_bytes = 8u << 20;

// Reading a file of this size whole costs less than opening it twice, even if it turns out to be binary.
constexpr std::uint64_t k_small = 256 * 1024;

// Files of these kinds are never text; their bytes need not be read at all.
bool has_binary_signature(std::string_view start) {
  static constexpr std::string_view k_signatures[] = {
      "\x89PNG",
      "\xFF\xD8\xFF",
      "GIF8",
      "PK\x03\x04",
      "%PDF-",
      "\x1F\x8B",
      "\x7F"
      "ELF",
      "RIFF",
      "wOFF",
      "wOF2",
      "OTTO",
      "ID3",
      "BZh",
      "7z\xBC\xAF",
      "\xFD"
      "7zXZ",
      "SQLite format 3",
  };
  return std::any_of(std::begin(k_signatures), std::end(k_signatures),
                     [start](std::string_view signature) { return start.substr(0, signature.size()) == signature; });
}

std::string to_text(std::string bytes, Encoding encoding) {
  if (encoding == Encoding::utf16_le) return utf16_to_utf8(bytes, false);
  if (encoding == Encoding::utf16_be) return utf16_to_utf8(bytes, true);
  return bytes;
}

class Loader {
 public:
  Loader(const Tree& tree, std::string_view folder, const LoadLimits& limits, Skill& skill)
      : tree_(tree), folder_(folder), limits_(limits), skill_(skill) {}

  void load_manifest(const TreeEntry& entry) {
    const std::string path = join_path(folder_, skill_.manifest_name);
    skill_.manifest_is_link = entry.kind == EntryKind::link;
    Result<std::string> bytes = skill_.manifest_is_link ? tree_.read_through(path, limits_.max_file_bytes)
                                                        : tree_.read(path, limits_.max_file_bytes);
    if (!bytes) {
      skill_.manifest_problem = bytes.error().message;
      skill_.manifest = SourceFile(skill_.manifest_name, {});
      return;
    }
    read_ += bytes->size();
    skill_.encoding = detect_encoding(*bytes);
    const bool readable = skill_.encoding == Encoding::utf8 || skill_.encoding == Encoding::utf8_bom;
    skill_.manifest = SourceFile(skill_.manifest_name, to_text(std::move(*bytes), skill_.encoding));
    if (readable) skill_.frontmatter = parse_frontmatter(skill_.manifest.text);
    if (skill_.encoding != Encoding::binary)
      skill_.markdown = parse_markdown(skill_.manifest.text, skill_.frontmatter.body);
    if (skill_.markdown.nodes.empty()) skill_.markdown = parse_markdown({});
  }

  SkillFile load_file(TreeEntry entry) {
    SkillFile file;
    const std::string path = join_path(folder_, entry.path);
    file.entry = std::move(entry);
    switch (file.entry.kind) {
      case EntryKind::link:
        file.kind = ContentKind::link;
        return file;
      case EntryKind::submodule:
        file.kind = ContentKind::submodule;
        return file;
      case EntryKind::file:
        break;
      default:
        file.kind = ContentKind::other;
        return file;
    }
    const auto unread = [&file](std::string reason) {
      file.kind = ContentKind::unread;
      file.reason = std::move(reason);
      return std::move(file);
    };
    // A large file is looked at before it is read: most are binary.
    const bool too_much = read_ + file.entry.size > limits_.max_skill_bytes;
    if (file.entry.size > k_small || too_much) {
      Result<std::string> start = tree_.read_start(path, k_start);
      if (!start) return unread(start.error().message);
      file.encoding = detect_encoding(*start);
      if (is_binary(*start, file.encoding)) {
        file.kind = ContentKind::binary;
        keep_archive(file, path, *start);
        look_behind(file, path, *start, false);
        return file;
      }
    }
    if (too_much) {
      return unread(
          format("the text files before it have {} bytes already, the most that is read of one skill", grouped(read_)));
    }
    Result<std::string> bytes = tree_.read(path, limits_.max_file_bytes);
    if (!bytes) return unread(std::move(bytes.error().message));
    file.encoding = detect_encoding(*bytes);
    if (is_binary(*bytes, file.encoding)) {
      file.kind = ContentKind::binary;
      keep_archive(file, path, *bytes);
      look_behind(file, path, *bytes, true);
      return file;
    }
    read_ += bytes->size();
    file.kind = ContentKind::text;
    file.source = SourceFile(file.entry.path, to_text(std::move(*bytes), file.encoding));
    return file;
  }

 private:
  // An archive is kept for those who look into it; what cannot be read is as good as one that nobody looked into.
  void keep_archive(SkillFile& file, const std::string& path, std::string_view start) {
    const bool tar = start.size() > 262 && start.substr(257, 5) == "ustar";
    if (!tar && !start.starts_with("PK\x03\x04") && !start.starts_with("\x1F\x8B")) return;
    if (file.entry.size > k_most_archive_bytes || kept_ + file.entry.size > k_most_kept_bytes) return;
    Result<std::string> bytes = tree_.read(path, k_most_archive_bytes);
    if (!bytes) return;
    kept_ += bytes->size();
    file.source = SourceFile(file.entry.path, std::move(*bytes));
  }

  // A picture or PDF of at most so many bytes is read to its end; `whole`: `bytes` are all of it.
  void look_behind(SkillFile& file, const std::string& path, std::string_view bytes, bool whole) {
    if (!has_known_end(bytes)) return;
    std::string all;
    if (!whole) {
      if (file.entry.size > k_most_archive_bytes) return;
      Result<std::string> read = tree_.read(path, k_most_archive_bytes);
      if (!read) return;
      all = std::move(*read);
      bytes = all;
    }
    file.appended = appended_text(bytes);
    file.runs_when_opened = opens_with_script(bytes);
  }

  static bool is_binary(std::string_view start, Encoding encoding) {
    return encoding == Encoding::binary || encoding == Encoding::utf32 || has_binary_signature(start);
  }

  const Tree& tree_;
  std::string_view folder_;
  const LoadLimits& limits_;
  Skill& skill_;
  std::uint64_t read_ = 0;  // bytes of text so far
  std::uint64_t kept_ = 0;  // of archives
};

}  // namespace

Skill load_skill(const Tree& tree, std::string_view folder, std::string_view manifest_name, std::string path,
                 std::string folder_name, const LoadLimits& limits) {
  Skill skill;
  skill.path = std::move(path);
  skill.folder = std::move(folder_name);
  skill.manifest_name = manifest_name;

  Walk walk = walk_tree(tree, folder, limits.walk);
  skill.files_complete = walk.complete;
  skill.file_errors = std::move(walk.errors);
  Loader loader(tree, folder, limits, skill);

  // SKILL.md comes first, also where the walk's limit left it out.
  const auto manifest = std::find_if(walk.entries.begin(), walk.entries.end(),
                                     [&](const TreeEntry& entry) { return entry.path == manifest_name; });
  TreeEntry manifest_entry;
  manifest_entry.path = manifest_name;
  if (manifest != walk.entries.end()) {
    manifest_entry = std::move(*manifest);
    walk.entries.erase(manifest);
  }
  loader.load_manifest(manifest_entry);
  SkillFile first;
  first.entry = std::move(manifest_entry);
  first.encoding = skill.encoding;
  first.reason = skill.manifest_problem;
  first.kind = first.entry.kind == EntryKind::link  ? ContentKind::link
               : !skill.manifest_problem.empty()    ? ContentKind::unread
               : skill.encoding == Encoding::binary ? ContentKind::binary
                                                    : ContentKind::text;
  skill.files.push_back(std::move(first));
  for (TreeEntry& entry : walk.entries) skill.files.push_back(loader.load_file(std::move(entry)));
  return skill;
}

}  // namespace skillstow
