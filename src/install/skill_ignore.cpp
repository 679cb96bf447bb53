#include "install/skill_ignore.h"

#include "base/path.h"
#include "base/text.h"
#include "config/glob.h"

namespace skillstow {
namespace {

constexpr std::string_view k_name = ".skillignore";
constexpr std::uint64_t k_max_bytes = 64u << 10;
constexpr std::size_t k_max_patterns = 500;  // each is held against each path

}  // namespace

SkillIgnore SkillIgnore::parse(std::string_view text) {
  SkillIgnore ignore;
  for (const std::string_view line : split_lines(text)) {
    std::string_view glob = trim(line);
    if (glob.empty() || glob.front() == '#') continue;
    if (ignore.patterns_.size() == k_max_patterns) break;
    Pattern pattern;
    pattern.keep = glob.front() == '!';
    if (pattern.keep) glob.remove_prefix(1);
    pattern.root_only = glob.starts_with('/');
    if (pattern.root_only) glob.remove_prefix(1);
    pattern.glob = glob;
    if (!glob.empty()) ignore.patterns_.push_back(std::move(pattern));
  }
  return ignore;
}

std::string_view SkillIgnore::reason(std::string_view path) const {
  if (path == k_name) return "it says what is left out";
  bool out = false;
  for (const Pattern& pattern : patterns_) {
    if (pattern.keep != out) continue;
    // A name alone stands for any part of a path; held to the root, for the first part.
    const std::string_view asked =
        pattern.root_only && pattern.glob.find('/') == std::string::npos ? path.substr(0, path.find('/')) : path;
    if (matches_glob(pattern.glob, asked)) out = !out;
  }
  return out ? "named in .skillignore" : "";
}

SkillIgnore read_skill_ignore(const Tree& tree, std::string_view folder) {
  const Result<std::string> text = tree.read(join_path(folder, k_name), k_max_bytes);
  return text ? SkillIgnore::parse(*text) : SkillIgnore{};
}

}  // namespace skillstow
