#include "structure/lookup.h"

#include <algorithm>
#include <utility>

#include "base/edit_distance.h"
#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "structure/structure_file.h"
#include "structure/templates.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_file_bytes = 64 * 1024;  // that of every YAML document here

bool is_path(const std::string& text) {
  return text.find_first_of("/.") != std::string::npos || status_behind(text).kind == FileKind::regular;
}

Result<Structure> built_in(const std::string& name) {
  const Template found = find_template(name);
  if (!found.name.empty()) {
    // The files that are built in are read by the tests, so they have no fault.
    return read_structure(found.structure).structure;
  }
  const std::vector<std::string_view> names = template_names();
  const std::string_view meant = nearest(name, names);
  std::string known;
  for (const std::string_view n : names) known += (known.empty() ? "" : ", ") + std::string(n);
  return failure(ErrorKind::usage, "", format("there is no built-in structure \"{}\"", visible(name, 80)),
                 meant.empty()
                     ? format("built in are {}; for a file of your own give its path, such as ./house.yaml", known)
                     : format("did you mean \"{}\"? For a file of your own give its path", meant));
}

}  // namespace

Result<Structure> find_structure(const std::string& name_or_path) {
  const std::vector<std::string_view> names = template_names();
  const bool known = std::find(names.begin(), names.end(), name_or_path) != names.end();
  if (known || !is_path(name_or_path)) return built_in(name_or_path);
  Result<std::string> text = read_file(name_or_path, k_max_file_bytes, Follow::yes);
  if (!text) return tl::unexpected(text.error());
  StructureFile file = read_structure(*text);
  if (!file.problems.empty())
    return tl::unexpected(document_error(name_or_path, "structure file", file.problems,
                                         "see docs/structure.md for all that a structure file may say"));
  if (file.structure.name.empty()) {
    const std::string_view name = base_name(name_or_path);
    file.structure.name = std::string(name.substr(0, name.size() - extension(name).size()));
  }
  return std::move(file.structure);
}

}  // namespace skillstow
