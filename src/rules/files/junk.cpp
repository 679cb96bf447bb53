#include "rules/files/junk.h"

#include <array>

#include "base/path.h"
#include "base/text.h"

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

}  // namespace

JunkFound find_junk(std::string_view path) {
  for (std::size_t begin = 0, end = path.find('/'); end != std::string_view::npos;
       begin = end + 1, end = path.find('/', begin)) {
    for (const Junk& junk : k_folders)
      if (path.substr(begin, end - begin) == junk.name) return {path.substr(0, end), junk.what};
  }
  const std::string_view what = what_is(base_name(path));
  return {what.empty() ? std::string_view{} : path, what};
}

}  // namespace skillstow::rules
