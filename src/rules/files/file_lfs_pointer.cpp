#include "base/format.h"
#include "base/text.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// Git LFS specification: a pointer file starts with this line, and has the size of the content in a line "size N".
constexpr std::string_view k_first_line = "version https://git-lfs.github.com/spec/v1";
constexpr std::size_t k_longest_pointer = 1024;

void check(const Skill& skill, Report& report) {
  for (const SkillFile& file : skill.files) {
    const std::string_view text = file.source.text;
    if (file.kind != ContentKind::text || text.size() > k_longest_pointer || !text.starts_with(k_first_line)) continue;
    std::string_view size;
    for (const std::string_view line : split_lines(text))
      if (line.starts_with("size ")) size = trim(line.substr(5));
    std::uint64_t bytes = 0;
    const bool known =
        !size.empty() && size.size() <= 18 && size.find_first_not_of("0123456789") == std::string_view::npos;
    for (const char c : known ? size : std::string_view{}) bytes = bytes * 10 + static_cast<std::uint64_t>(c - '0');
    report.in(
        file.source, span_between(0, k_first_line.size()),
        format("this is a Git LFS pointer and not the file itself{}; whoever installs the skill gets these lines of "
               "text",
               known ? format(" ({} bytes are missing)", grouped(bytes)) : ""),
        "fetch the content with git lfs pull, or keep the file in git itself");
  }
}

}  // namespace

extern const Rule file_lfs_pointer;
constinit const Rule file_lfs_pointer = {
    .id = "file-lfs-pointer",
    .category = Category::files,
    .severity = Severity::warning,
    .summary = "A file is only a Git LFS pointer",
    .what = R"(The file holds the three lines that Git LFS puts in the place of a large file, and not its content.)",
    .why = R"(Installers and agents read what is there: a text of 130 bytes instead of a picture, a font or a model.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Put [the chart](assets/chart.png) above the table, then write it out again.
=== assets/chart.png ===
version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 570000
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Put [the chart](assets/chart.svg) above the table, then write it out again.
=== assets/chart.svg ===
<svg xmlns="http://www.w3.org/2000/svg"/>
)",
    .source = "Git LFS specification, the pointer file: version, oid and size.",
    .check = check,
};

}  // namespace skillstow::rules
