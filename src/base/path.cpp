#include "base/path.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "base/unicode.h"
#include "base/utf8.h"

namespace skillstow {

std::string join_path(std::string_view folder, std::string_view name) {
  if (folder.empty() || folder == ".") return std::string(name);
  if (name.empty()) return std::string(folder);
  std::string path(folder);
  if (path.back() != '/') path += '/';
  return path.append(name);
}

std::string_view base_name(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos || path == "/" ? path : path.substr(slash + 1);
}

std::string_view parent_path(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {};
  return slash == 0 ? path.substr(0, 1) : path.substr(0, slash);
}

std::string_view extension(std::string_view path) {
  const std::string_view name = base_name(path);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view{} : name.substr(dot);
}

std::string normal_path(std::string_view path) {
  const bool absolute = !path.empty() && path.front() == '/';
  std::vector<std::string> kept;
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == ".." && !kept.empty() && kept.back() != "..") {
      kept.pop_back();
    } else if (part != ".." || !absolute) {
      kept.emplace_back(part);
    }
  }
  const std::string joined = join(kept, "/");
  if (absolute) return "/" + joined;
  return joined.empty() ? "." : joined;
}

std::string relative_path(std::string_view path, std::string_view base) {
  const std::string from = normal_path(base);
  const std::string to = normal_path(path);
  const auto parts_of = [](const std::string& text) {
    std::vector<std::string> parts;
    for (const std::string_view part : split(text, '/')) {
      if (!part.empty() && part != ".") parts.emplace_back(part);
    }
    return parts;
  };
  const std::vector<std::string> a = parts_of(from);
  const std::vector<std::string> b = parts_of(to);
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  std::vector<std::string> way(static_cast<std::size_t>(a.end() - in_a), "..");
  way.insert(way.end(), in_b, b.end());
  return way.empty() ? "." : join(way, "/");
}

namespace {

// Windows: "Naming Files, Paths, and Namespaces", reserved names; they stay reserved with any extension.
bool is_device_name(std::string_view name) {
  static constexpr std::array<std::string_view, 22> k_devices = {
      "con",  "prn",  "aux",  "nul",  "com1", "com2", "com3", "com4", "com5", "com6", "com7",
      "com8", "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9"};
  const std::string stem = to_lower(trim_right(name.substr(0, name.find('.'))));
  return std::find(k_devices.begin(), k_devices.end(), stem) != k_devices.end();
}

// Names that git itself refuses in a tree, since some disks read them as ".git".
bool is_git_name(std::string_view name) {
  const std::string folded = fold_case(name);
  std::string_view plain = folded;
  while (!plain.empty() && (plain.back() == '.' || plain.back() == ' ')) plain.remove_suffix(1);
  return plain == ".git" || plain == "git~1";
}

}  // namespace

Result<void> check_portable_name(std::string_view name) {
  const auto refuse = [name](std::string why) {
    return failure(ErrorKind::bad_input, std::string(name), std::move(why), "rename it");
  };
  if (name.empty()) return refuse("the name is empty");
  if (name == "." || name == "..") return refuse("the name is a way through folders");
  if (name.size() > 255) return refuse(format("the name has {} bytes, and disks hold 255", name.size()));
  if (find_invalid_utf8(name) != std::string_view::npos) return refuse("the name is not UTF-8");
  for (std::size_t at = 0; at < name.size();) {
    const Decoded character = decode_utf8(name, at);
    const std::string_view shown = name.substr(at, character.length);
    if (shown == "/" || shown == "\\") return refuse("the name holds a path separator");
    if (character.point < 0x20 || character.point == 0x7F || classify(character.point) == CharacterClass::control) {
      return refuse(format("the name holds a control character ({})", visible(shown)));
    }
    if (std::string_view("<>:\"|?*").find(shown) != std::string_view::npos) {
      return refuse(format("the name holds \"{}\", which Windows forbids", shown));
    }
    if (classify(character.point) == CharacterClass::format) {
      return refuse(format("the name holds an invisible character ({})", visible(shown)));
    }
    at += character.length;
  }
  if (name.back() == '.' || name.back() == ' ')
    return refuse("the name ends with a dot or a blank, which Windows drops");
  if (is_device_name(name)) return refuse("the name is a device on Windows");
  if (is_git_name(name)) return refuse("the name is that of a git repository's own folder");
  return {};
}

}  // namespace skillstow
