#pragma once

#include <string>
#include <string_view>

#include "model/diagnostic.h"

namespace skillstow {

// A place where secrets of the user are kept.
struct SensitivePath {
  std::string_view what;    // "SSH private keys"; empty = the path is none
  Risk alone = Risk::none;  // the risk of reading it when nothing goes out
  bool common = false;      // honest skills read it too (.env, ~/.npmrc): said only when something goes out
  explicit operator bool() const { return !what.empty(); }
};

// Judges a path as it is written in a command: "~", "$HOME", "%USERPROFILE%", "/root", "/home/me" and "../.." all lead
// home; "*" and "?" match. Public keys, examples ("….env.example"), known_hosts and the like are no secrets.
SensitivePath sensitive_path(std::string_view path);

// Where a recursive delete, or a write, would strike.
enum class Target {
  other,       // a folder of the project, or nothing known
  scratch,     // temporary or built: /tmp/x, node_modules, build
  below_home,  // something the user keeps: ~/Documents, ~/.ssh
  home,        // all of it
  system,      // /, /etc, /usr, C:\ …
  below_system,
  unset_root,  // "$DIR/*": the root, when DIR is empty
  everything,  // "*", ".", "..": what the folder holds, wherever it is run
};
Target target_of(std::string_view path);

// The path with every way to say "home" as "~", backslashes as "/", quotes gone, "." and doubled slashes taken out.
std::string plain_path(std::string_view path);

}  // namespace skillstow
