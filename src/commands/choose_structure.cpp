#include "commands/choose_structure.h"

#include <algorithm>

#include "base/edit_distance.h"
#include "base/file.h"
#include "base/format.h"
#include "base/text.h"
#include "structure/structure_file.h"
#include "structure/templates.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_structure_bytes = 64 * 1024;

bool looks_like_path(std::string_view name) {
  return name.find('/') != std::string_view::npos || name.find('.') != std::string_view::npos;
}

}  // namespace

Result<Structure> choose_structure(const std::string& name) {
  const std::vector<std::string_view> built_in = template_names();
  const bool known = std::find(built_in.begin(), built_in.end(), name) != built_in.end();
  std::string text;
  if (known) {
    text = find_template(name).structure;
  } else if (looks_like_path(name) || status_behind(name).kind == FileKind::regular) {
    Result<std::string> read = read_file(name, k_max_structure_bytes, Follow::yes);
    if (!read)
      return failure(read.error().kind, name, format("the structure file {}: {}", visible(name), read.error().message));
    text = std::move(*read);
  } else {
    std::string message = format("there is no structure \"{}\"", visible(name));
    if (const std::string_view near = nearest(name, built_in); !near.empty())
      message += format("; did you mean \"{}\"?", near);
    std::vector<std::string> names(built_in.begin(), built_in.end());
    message += format(" Built in are {}; the path of a structure file works too", join(names, ", "));
    return failure(ErrorKind::usage, name, std::move(message));
  }
  StructureFile file = read_structure(text);
  if (file.problems.empty()) return std::move(file.structure);
  std::string message = format("the structure file {} cannot be used:", visible(name));
  for (const StructureProblem& problem : file.problems) {
    message += format("\n  {}:{}:{}: {}", visible(name), problem.position.line, problem.position.column,
                      visible(problem.message));
    if (!problem.help.empty()) message += format("\n    help: {}", visible(problem.help));
  }
  return failure(ErrorKind::bad_input, name, std::move(message));
}

}  // namespace skillstow
