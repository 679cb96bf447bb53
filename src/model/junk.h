#pragma once

#include <string_view>

namespace skillstow {

// Why a file of a skill's folder does not belong to the skill. The one table behind installing, packing and the rule
// about leftovers, so that the three never disagree.
enum class JunkKind {
  none,
  system,        // what file managers and archivers leave: .DS_Store, Thumbs.db, __MACOSX
  editor,        // swap and backup files: .a.md.swp, a.md~
  cache,         // what programs write while they run: __pycache__, .mypy_cache
  dependencies,  // what a package manager can bring back: node_modules, .venv
  repository,    // the version control's own folder: .git
  secret,        // settings and keys that belong to one person: .env, id_rsa
};

struct Junk {
  JunkKind kind = JunkKind::none;
  std::string_view what;  // for a message: "a file of the macOS Finder"
  std::string_view path;  // the start of the path that was asked for which is junk: a folder on the way, or all of it

  explicit operator bool() const { return kind != JunkKind::none; }
};

// Judges a file by its path from the skill's folder: each folder on the way counts, and the name. Letter case counts
// only where the system that writes the file keeps one form. Everything else is kept: hidden files, README.md,
// metadata.json, .env.example.
Junk junk_at(std::string_view path);

// Whether the bytes hold a private key in PEM form. Only asked of files that may be one (*.pem, *.key).
bool may_hold_key(std::string_view path);
bool holds_private_key(std::string_view bytes);

}  // namespace skillstow
