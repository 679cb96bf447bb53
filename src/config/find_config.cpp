#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "config/config.h"

namespace skillstow {
namespace {

constexpr std::string_view k_file_name = ".skillstow.yaml";
constexpr std::uint64_t k_max_bytes = 64 * 1024;  // that of every YAML document here

// The nearest file from the current folder up; "" if there is none. Above the root of a repository or of the home
// begins what belongs to somebody else.
std::string nearest_file(const std::string& home) {
  const Result<std::string> current = real_path(".");
  if (!current) return {};
  std::string shown = "";
  for (std::string folder = *current;;) {
    const std::string file = join_path(folder, k_file_name);
    if (status_behind(file).kind != FileKind::missing) return shown + std::string(k_file_name);
    const bool last = status_of(join_path(folder, ".git")).kind != FileKind::missing || folder == home;
    const std::string above(parent_path(folder));
    if (last || above.empty() || above == folder) return {};
    folder = above;
    shown += "../";
  }
}

}  // namespace

Result<Config> find_config(const std::string& named, const std::string& home) {
  const std::string path = named.empty() ? nearest_file(home) : named;
  if (path.empty()) return Config{};
  const Result<std::string> text = read_file(path, k_max_bytes, Follow::yes);
  if (!text) return tl::unexpected(text.error());
  ConfigFile file = read_config(*text);
  if (!file.problems.empty())
    return tl::unexpected(document_error(path, "configuration", file.problems,
                                         "see docs/configuration.md for all that a configuration may say"));
  const std::string_view folder = parent_path(path);
  const Result<std::string> absolute = real_path(folder.empty() ? "." : std::string(folder));
  if (!absolute) return tl::unexpected(absolute.error());
  file.config.path = path;
  file.config.folder = *absolute;
  return std::move(file.config);
}

}  // namespace skillstow
