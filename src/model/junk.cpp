#include "model/junk.h"

#include "base/path.h"
#include "base/text.h"

namespace skillstow {
namespace {

enum class Match {
  folder,  // a folder of that name, at any depth
  name,    // a file or folder of that name
  file,    // a file of that name
  prefix,
  suffix,
};

struct Row {
  Match match;
  std::string_view text;  // lower case: names are compared without case
  JunkKind kind;
  std::string_view what;
};

constexpr Row k_rows[] = {
    {Match::name, ".ds_store", JunkKind::system, "a file of the macOS Finder"},
    {Match::name, "__macosx", JunkKind::system, "what macOS adds to archives"},
    {Match::name, ".appledouble", JunkKind::system, "what macOS adds to network folders"},
    {Match::name, ".spotlight-v100", JunkKind::system, "an index of macOS"},
    {Match::name, ".trashes", JunkKind::system, "a waste bin of macOS"},
    {Match::name, ".fseventsd", JunkKind::system, "a log of macOS"},
    {Match::file, ".localized", JunkKind::system, "a note of the macOS Finder"},
    {Match::file, "icon\r", JunkKind::system, "an icon of macOS"},
    {Match::prefix, "._", JunkKind::system, "what macOS adds to archives"},
    {Match::file, "thumbs.db", JunkKind::system, "a cache of the Windows Explorer"},
    {Match::file, "ehthumbs.db", JunkKind::system, "a cache of the Windows Explorer"},
    {Match::file, "desktop.ini", JunkKind::system, "a setting of the Windows Explorer"},
    {Match::name, "$recycle.bin", JunkKind::system, "a waste bin of Windows"},

    {Match::suffix, ".swp", JunkKind::editor, "an editor's swap file"},
    {Match::suffix, ".swo", JunkKind::editor, "an editor's swap file"},
    {Match::suffix, "~", JunkKind::editor, "an editor's backup"},
    {Match::suffix, ".bak", JunkKind::editor, "a backup"},
    {Match::suffix, ".orig", JunkKind::editor, "what a merge left behind"},
    {Match::suffix, ".rej", JunkKind::editor, "what a patch left behind"},
    {Match::folder, ".idea", JunkKind::editor, "settings of an editor"},
    {Match::prefix, ".#", JunkKind::editor, "an editor's lock file"},

    {Match::name, "__pycache__", JunkKind::cache, "a cache of Python"},
    {Match::suffix, ".pyc", JunkKind::cache, "a cache of Python"},
    {Match::suffix, ".pyo", JunkKind::cache, "a cache of Python"},
    {Match::name, ".mypy_cache", JunkKind::cache, "a cache of mypy"},
    {Match::name, ".pytest_cache", JunkKind::cache, "a cache of pytest"},
    {Match::name, ".ruff_cache", JunkKind::cache, "a cache of ruff"},
    {Match::name, ".tox", JunkKind::cache, "a work folder of tox"},
    {Match::name, ".nox", JunkKind::cache, "a work folder of nox"},
    {Match::file, ".coverage", JunkKind::cache, "the output of a test run"},
    {Match::file, "npm-debug.log", JunkKind::cache, "a log of npm"},
    {Match::name, ".ipynb_checkpoints", JunkKind::cache, "a cache of Jupyter"},

    {Match::name, "node_modules", JunkKind::dependencies, "installed packages"},
    {Match::name, "bower_components", JunkKind::dependencies, "installed packages"},
    {Match::name, ".venv", JunkKind::dependencies, "a virtual environment of Python"},
    {Match::folder, "venv", JunkKind::dependencies, "a virtual environment of Python"},

    {Match::name, ".git", JunkKind::repository, "the repository's own data"},
    {Match::name, ".hg", JunkKind::repository, "the repository's own data"},
    {Match::name, ".svn", JunkKind::repository, "the repository's own data"},
    {Match::name, ".jj", JunkKind::repository, "the repository's own data"},

    {Match::file, ".env", JunkKind::secret, "somebody's own settings and secrets"},
    {Match::file, ".netrc", JunkKind::secret, "a file of passwords"},
    {Match::file, ".pypirc", JunkKind::secret, "a file of passwords"},
    {Match::file, ".git-credentials", JunkKind::secret, "a file of passwords"},
    {Match::file, "id_rsa", JunkKind::secret, "a private key"},
    {Match::file, "id_dsa", JunkKind::secret, "a private key"},
    {Match::file, "id_ecdsa", JunkKind::secret, "a private key"},
    {Match::file, "id_ed25519", JunkKind::secret, "a private key"},
    {Match::suffix, ".p12", JunkKind::secret, "a store of private keys"},
    {Match::suffix, ".pfx", JunkKind::secret, "a store of private keys"},
    {Match::suffix, ".jks", JunkKind::secret, "a store of private keys"},
    {Match::suffix, ".keystore", JunkKind::secret, "a store of private keys"},
    {Match::suffix, ".kdbx", JunkKind::secret, "a store of passwords"},
};

bool fits(const Row& row, std::string_view name, bool is_file) {
  const auto ends = [&](std::string_view end) {
    return name.size() >= end.size() && equals_ignoring_case(name.substr(name.size() - end.size()), end);
  };
  switch (row.match) {
    case Match::folder:
      return !is_file && equals_ignoring_case(name, row.text);
    case Match::name:
      return equals_ignoring_case(name, row.text);
    case Match::file:
      return is_file && equals_ignoring_case(name, row.text);
    case Match::prefix:
      return is_file && name.size() > row.text.size() && starts_with_ignoring_case(name, row.text);
    case Match::suffix:
      return is_file && name.size() > row.text.size() && ends(row.text);
  }
  return false;
}

// ".env.local", ".env.production" hold secrets; ".env.example" and the like are there to be copied.
bool is_filled_in_env(std::string_view name) {
  constexpr std::string_view k_start = ".env.";
  if (!starts_with_ignoring_case(name, k_start)) return false;
  for (std::string_view part : split(name.substr(k_start.size()), '.')) {
    for (std::string_view open : {"example", "sample", "template", "dist", "defaults", "schema", "md", "j2"}) {
      if (equals_ignoring_case(part, open)) return false;
    }
  }
  return true;
}

bool is_emacs_autosave(std::string_view name) { return name.size() > 2 && name.front() == '#' && name.back() == '#'; }

Junk judge(std::string_view name, bool is_file) {
  for (const Row& row : k_rows) {
    if (fits(row, name, is_file)) return {row.kind, row.what, {}};
  }
  if (is_file && is_emacs_autosave(name)) return {JunkKind::editor, "an editor's backup", {}};
  if (is_file && is_filled_in_env(name)) return {JunkKind::secret, "somebody's own settings and secrets", {}};
  return {};
}

}  // namespace

Junk junk_at(std::string_view path) {
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t slash = path.find('/', begin);
    const bool last = slash == std::string_view::npos;
    const std::size_t end = last ? path.size() : slash;
    if (Junk junk = judge(path.substr(begin, end - begin), last)) {
      junk.path = path.substr(0, end);
      return junk;
    }
    if (last) break;
    begin = slash + 1;
  }
  return {};
}

bool may_hold_key(std::string_view path) {
  const std::string_view end = extension(path);
  return equals_ignoring_case(end, ".pem") || equals_ignoring_case(end, ".key");
}

bool holds_private_key(std::string_view bytes) {
  // "-----BEGIN PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----", "-----BEGIN OPENSSH PRIVATE KEY-----" (RFC 7468)
  constexpr std::string_view k_begin = "-----BEGIN ";
  for (std::size_t at = bytes.find(k_begin); at != std::string_view::npos; at = bytes.find(k_begin, at + 1)) {
    const std::string_view label = bytes.substr(at + k_begin.size(), 40);
    if (label.substr(0, label.find("--")).find("PRIVATE KEY") != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace skillstow
