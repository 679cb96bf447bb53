#include "base/text.h"

#include "base/unicode.h"
#include "report/reporter.h"
#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using namespace skillstow::test;

namespace {

std::string report_of(const Skill& skill, const ReportStyle& style) {
  const Judgement judgement = judge(skill, {});
  return find_reporter("text")->skill({skill, judgement, {}, {}}, style).text;
}

ReportStyle style_of(std::size_t width, bool wrap) {
  ReportStyle style;
  style.width = width;
  style.wrap = wrap;
  return style;
}

}  // namespace

TEST_CASE("on a terminal no line of the report is wider than it; elsewhere each finding is one line") {
  const Skill skill =
      skill_of("---\nname: Tide Tables\ndescription: Formats.\nversion: 1\n---\n\n# Tides\n\nSee [a](b.md).\n");
  const std::string narrow = report_of(skill, style_of(60, true));
  for (const std::string_view line : split_lines(narrow)) {
    CAPTURE(line);
    CHECK(terminal_width(line) <= 60);
  }
  const std::string plain = report_of(skill, style_of(60, false));
  CHECK(plain.size() > 0);
  CHECK(split_lines(plain).size() < split_lines(narrow).size());
  // The same words, on other lines.
  CHECK(fold_space(plain) == fold_space(narrow));
}
