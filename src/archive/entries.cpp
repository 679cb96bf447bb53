#include "archive/entries.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "model/follow_links.h"

namespace skillstow {
namespace {

constexpr std::string_view k_make_anew =
    "have its author pack it anew, and do not unpack it with another tool meanwhile";

// Why a name cannot be a path inside the archive; "" if it can.
std::string fault_of(std::string_view name, const ArchiveLimits& limits) {
  if (name.empty()) return "it has no name";
  if (name.size() > limits.max_path_bytes) return format("its name has more than {} bytes", limits.max_path_bytes);
  if (find_invalid_utf8(name) != std::string_view::npos) return "its name is not UTF-8";
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return "its name holds a control character";
  }
  if (name.front() == '/') return "its name is an absolute path, so unpacking could write anywhere";
  if (name.size() > 1 && is_alpha(name.front()) && name[1] == ':')
    return "its name starts with a drive, so unpacking could write anywhere";
  if (name.find('\\') != std::string_view::npos)
    return "its name holds a backslash, which separates folders on Windows alone: tools disagree about where it goes";
  std::size_t depth = 0;
  for (const std::string_view part : split(name, '/')) {
    if (part == "..") return "its name leads out of the archive (\"..\"), so unpacking could write anywhere";
    if (part.empty() || part == ".") return "its name has an empty part or a \".\", which tools read in different ways";
    if (part.size() > 255) return "a part of its name has more than 255 bytes, the most that disks hold";
    ++depth;
  }
  if (depth > limits.max_depth) return format("it stands more than {} folders deep", limits.max_depth);
  return {};
}

}  // namespace

ArchiveEntries::ArchiveEntries(std::string shown, const ArchiveLimits& limits)
    : shown_(std::move(shown)), limits_(limits), tree_(std::make_shared<MemoryTree>()) {}

tl::unexpected<Error> ArchiveEntries::refuse(ErrorKind kind, std::string message, std::string help) const {
  return failure(kind, shown_, std::move(message), help.empty() ? std::string(k_make_anew) : std::move(help));
}

tl::unexpected<Error> ArchiveEntries::refuse_entry(ErrorKind kind, std::string_view name, std::string_view message,
                                                   std::string help) const {
  return refuse(kind, format("its entry {} cannot be used: {}", visible(name, 200), message), std::move(help));
}

std::uint64_t ArchiveEntries::most_unpacked(std::uint64_t packed) const {
  const std::uint64_t by_ratio = std::max(limits_.ratio_from, packed * limits_.max_ratio);
  return std::min(limits_.max_total_bytes, by_ratio);
}

Result<std::string> ArchiveEntries::path_of(std::string_view name) {
  std::string_view plain = name;
  while (plain.starts_with("./")) plain.remove_prefix(2);
  if (plain == ".") plain = {};
  if (plain.empty() && !name.empty()) return std::string{};
  if (plain.size() > 1 && plain.back() == '/') plain.remove_suffix(1);
  if (const std::string fault = fault_of(plain, limits_); !fault.empty()) {
    const bool leaves = fault.find("anywhere") != std::string::npos;
    return refuse_entry(leaves ? ErrorKind::outside : ErrorKind::bad_input, name, fault);
  }
  return std::string(plain);
}

// Enters the path and the folders on its way, each of which must be alone with its name.
Result<void> ArchiveEntries::note(std::string_view name, const std::string& path, Kind kind) {
  for (std::size_t slash = path.find('/');; slash = path.find('/', slash + 1)) {
    const bool last = slash == std::string::npos;
    const std::string part = path.substr(0, slash);
    const Kind as = last ? kind : Kind::way;
    const auto [known, is_new] = kinds_.emplace(part, as);
    const bool was_folder = known->second == Kind::way || known->second == Kind::folder;
    if (!is_new && !last && !was_folder) {
      return refuse_entry(ErrorKind::bad_input, name,
                          format("{} is a {} in the same archive, so nothing can stand below it", visible(part, 200),
                                 known->second == Kind::link ? "link" : "file"));
    }
    if (!is_new && last && (kind != Kind::folder || known->second != Kind::way)) {
      return refuse_entry(ErrorKind::bad_input, name,
                          "the archive holds two entries of that name, and tools disagree about which one counts");
    }
    if (!is_new && last) known->second = Kind::folder;
    if (is_new) {
      if (kinds_.size() > limits_.max_entries) {
        return refuse(ErrorKind::too_large,
                      format("it holds more than {} files and folders, the most that is read here",
                             grouped(limits_.max_entries)));
      }
      const auto [other, alone] = folded_.emplace(fold_case(part), part);
      if (!alone) {
        return refuse_entry(ErrorKind::bad_input, name,
                            format("{} and {} are one name on disks that do not tell letter case or Unicode forms "
                                   "apart (macOS, Windows), so one would overwrite the other",
                                   visible(part, 200), visible(other->second, 200)));
      }
    }
    if (last) return {};
  }
}

Result<void> ArchiveEntries::add_folder(std::string_view name) {
  const Result<std::string> path = path_of(name);
  if (!path) return tl::unexpected(path.error());
  if (path->empty()) return {};
  if (auto noted = note(name, *path, Kind::folder); !noted) return noted;
  tree_->add_folder(*path);
  return {};
}

Result<void> ArchiveEntries::add_link(std::string_view name, std::string_view target) {
  const Result<std::string> path = path_of(name);
  if (!path) return tl::unexpected(path.error());
  if (path->empty()) return refuse_entry(ErrorKind::bad_input, name, "the root cannot be a link");
  if (target.empty() || target.size() > limits_.max_path_bytes || find_invalid_utf8(target) != std::string_view::npos ||
      target.find('\0') != std::string_view::npos) {
    return refuse_entry(ErrorKind::bad_input, name, "it is a link whose target is no path");
  }
  if (auto noted = note(name, *path, Kind::link); !noted) return noted;
  links_.emplace(*path, target);
  tree_->add_link(*path, std::string(target));
  return {};
}

Result<void> ArchiveEntries::reserve(std::string_view name, std::uint64_t bytes) {
  if (bytes > limits_.max_total_bytes || total_ + bytes > limits_.max_total_bytes) {
    return refuse_entry(ErrorKind::too_large, name,
                        format("with it the archive unpacks to more than {} bytes, the most that is read here",
                               grouped(limits_.max_total_bytes)));
  }
  total_ += bytes;
  return {};
}

Result<void> ArchiveEntries::add_file(std::string_view name, std::string bytes, bool executable) {
  const Result<std::string> path = path_of(name);
  if (!path) return tl::unexpected(path.error());
  if (path->empty() || name.back() == '/')
    return refuse_entry(ErrorKind::bad_input, name, "it has the name of a folder");
  if (auto noted = note(name, *path, Kind::file); !noted) return noted;
  tree_->add_file(*path, std::move(bytes), executable);
  return {};
}

Result<std::shared_ptr<const Tree>> ArchiveEntries::take() {
  const auto target_of = [this](const std::string& at) -> const std::string* {
    const auto link = links_.find(at);
    return link == links_.end() ? nullptr : &link->second;
  };
  for (const auto& [path, target] : links_) {
    if (!follow_links(path, target_of).outside && target.find('\\') == std::string::npos) continue;
    return refuse_entry(ErrorKind::outside, path,
                        format("it is a link to {}, which is outside the archive", visible(target, 200)));
  }
  return std::shared_ptr<const Tree>(std::move(tree_));
}

}  // namespace skillstow
