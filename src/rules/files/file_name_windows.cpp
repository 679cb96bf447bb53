#include <unordered_set>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  std::unordered_set<std::string> told;  // a folder's name once, not for each of its files
  for (const SkillFile& file : skill.files) {
    const std::string& path = file.entry.path;
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      const Result<void> portable = check_portable_name(std::string_view(path).substr(begin, end - begin));
      if (!portable && told.insert(path.substr(0, end)).second)
        report.about(path,
                     format("{} cannot be written on every system: {}", visible(path.substr(0, end), 100),
                            portable.error().message),
                     "rename it");
      begin = end + 1;
    }
  }
}

}  // namespace

extern const Rule file_name_windows;
constinit const Rule file_name_windows = {
    .id = "file-name-windows",
    .category = Category::files,
    .severity = Severity::warning,
    .summary = "A file's name cannot exist on Windows",
    .what = R"(The name of a file or folder holds a sign that Windows forbids (`< > : " | ? *`, a backslash, a control
character), ends in a blank or a dot, or is the name of a device (`CON`, `NUL`, `COM1`).)",
    .why =
        R"(A clone or an install of the skill fails there, mostly for the whole repository and not only for this file.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](aux.md), then write the table out again.
=== aux.md ===
# Words
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](auxiliary.md), then write the table out again.
=== auxiliary.md ===
# Words
)",
    .source = "Microsoft's documentation, \"Naming files, paths, and namespaces\".",
    .check = check,
};

}  // namespace skillstow::rules
