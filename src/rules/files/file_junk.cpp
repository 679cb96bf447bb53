#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

struct Junk {
  std::string_view name;
  std::string_view what;
};

constexpr std::array k_files = {
    Junk{".DS_Store", "the Finder's notes on a folder"},
    Junk{"Thumbs.db", "a cache of Windows"},
    Junk{"desktop.ini", "a setting of Windows"},
    Junk{"ehthumbs.db", "a cache of Windows"},
    Junk{".localized", "a note of macOS"},
    Junk{"Icon\r", "an icon of macOS"},
    Junk{".coverage", "the output of a test run"},
    Junk{"npm-debug.log", "a log"},
};

constexpr std::array k_folders = {
    Junk{"__MACOSX", "what macOS adds to archives"}, Junk{"__pycache__", "compiled Python"},
    Junk{"node_modules", "installed packages"},      Junk{".pytest_cache", "a cache of pytest"},
    Junk{".mypy_cache", "a cache of mypy"},          Junk{".ruff_cache", "a cache of Ruff"},
    Junk{".venv", "a Python environment"},           Junk{".ipynb_checkpoints", "a cache of Jupyter"},
    Junk{".idea", "settings of an editor"},          Junk{".git", "a repository's own data"},
    Junk{".svn", "a repository's own data"},
};

constexpr std::array k_ends = {
    Junk{".pyc", "compiled Python"},          Junk{".pyo", "compiled Python"},
    Junk{".swp", "an editor's swap file"},    Junk{".swo", "an editor's swap file"},
    Junk{"~", "an editor's backup"},          Junk{".orig", "the left-over of a merge"},
    Junk{".rej", "the left-over of a patch"},
};

std::string_view what_is(std::string_view name) {
  for (const Junk& junk : k_files)
    if (equals_ignoring_case(name, junk.name)) return junk.what;
  if (name.starts_with("._") && name.size() > 2) return "a shadow file of macOS";
  for (const Junk& junk : k_ends)
    if (name.size() > junk.name.size() && name.ends_with(junk.name)) return junk.what;
  return {};
}

void check(const Skill& skill, Report& report) {
  std::unordered_set<std::string_view> told;  // a folder speaks once, at its first file
  for (const SkillFile& file : skill.files) {
    const std::string_view path = file.entry.path;
    std::string_view what;
    std::string_view folder;
    for (std::size_t begin = 0, end = path.find('/'); end != std::string_view::npos && what.empty();
         begin = end + 1, end = path.find('/', begin)) {
      for (const Junk& junk : k_folders)
        if (path.substr(begin, end - begin) == junk.name) {
          what = junk.what;
          folder = path.substr(0, end);
        }
    }
    if (!folder.empty() && !told.insert(folder).second) continue;
    if (what.empty()) what = what_is(base_name(path));
    if (what.empty()) continue;
    report.about(std::string(path),
                 format("{} is {}, and would reach everybody who installs the skill from here",
                        visible(folder.empty() ? path : folder, 100), what),
                 "delete it, and name it in .gitignore");
  }
}

}  // namespace

extern const Rule file_junk;
constinit const Rule file_junk = {
    .id = "file-junk",
    .category = Category::files,
    .severity = Severity::warning,
    .summary = "The left-over of a system, an editor or a build",
    .what =
        R"(The folder holds what programs leave behind: `.DS_Store`, `Thumbs.db`, `__MACOSX`, `__pycache__`, `node_modules`,
caches, swap files and backups. A folder of that kind is told once, at its first file. skillstow leaves these files out
when it installs or packs.)",
    .why = R"(They reach every user, make the folder large, and may hold private paths or outdated code. An archive with
`__MACOSX` in it is refused by some uploads.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table, then write it out again.
=== .DS_Store ===
x
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table, then write it out again.
=== .gitignore ===
.DS_Store
__pycache__/
)",
    .source = "What Anthropic's packer and gitignore's common templates leave out.",
    .check = check,
};

}  // namespace skillstow::rules
