#include "lsp/file_uri.h"

#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"
#include "markup/escape.h"

namespace skillstow {

std::optional<std::string> path_of_uri(std::string_view uri) {
  constexpr std::string_view k_scheme = "file://";
  if (!starts_with_ignoring_case(uri, k_scheme)) return std::nullopt;
  std::string_view rest = uri.substr(k_scheme.size());
  constexpr std::string_view k_localhost = "localhost";
  if (starts_with_ignoring_case(rest, k_localhost)) rest.remove_prefix(k_localhost.size());
  if (rest.empty() || rest.front() != '/') return std::nullopt;
  const std::string path = percent_decoded(rest.substr(0, rest.find_first_of("?#")));
  if (path.find('\0') != std::string::npos) return std::nullopt;
  return normal_path(path);
}

std::string uri_of_path(std::string_view absolute) { return "file://" + uri_path(absolute); }

}  // namespace skillstow
