#include "fetch/source_spec.h"

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"

namespace skillstow {
namespace {

bool is_url(std::string_view text) {
  const std::size_t colon = text.find("://");
  if (colon == 0 || colon == std::string_view::npos) return false;
  for (char c : text.substr(0, colon)) {
    if (!is_alnum(c) && c != '+' && c != '-' && c != '.') return false;
  }
  return is_alpha(text.front());
}

// "git@host:owner/repo": a user, a host and a colon before the first slash.
bool is_ssh_address(std::string_view text) {
  const std::string_view start = text.substr(0, text.find('/'));
  const std::size_t at = start.find('@');
  return at != std::string_view::npos && at > 0 && start.find(':', at) != std::string_view::npos;
}

}  // namespace

Result<SourceSpec> parse_source(std::string_view text, std::string_view home) {
  if (trim(text).empty()) {
    return failure(ErrorKind::usage, "", "the source is empty",
                   "name the folder that holds the skill, for example ./my-skill");
  }
  if (text.find('\0') != std::string_view::npos) {
    return failure(ErrorKind::usage, std::string(text.substr(0, text.find('\0'))), "the source holds a NUL byte");
  }
  if (is_url(text) || is_ssh_address(text)) {
    return failure(ErrorKind::usage, std::string(text), "this is an address, and only folders can be installed from",
                   "clone or unpack it first, then name the folder");
  }
  SourceSpec spec{SourceSpec::Kind::folder, std::string(text), std::string(text)};
  if (text == "~" || text.substr(0, 2) == "~/") {
    if (home.empty()) return failure(ErrorKind::usage, spec.text, "HOME is not set, so ~ means nothing here");
    spec.path = text.size() <= 2 ? std::string(home) : join_path(home, text.substr(2));
  }
  return spec;
}

}  // namespace skillstow
