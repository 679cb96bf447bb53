#include "structure/numbering.h"

#include "base/format.h"

namespace skillstow {
namespace {

void report_gap(const HeadingPattern& pattern, std::uint32_t heading, std::uint32_t number, std::uint32_t expected,
                Breaches& breaches) {
  if (number == 0) {
    breaches.at_heading("structure-step-gap", heading,
                        format("{} has the number 0; numbers start at 1", breaches.title_of(heading)),
                        "number the headings 1, 2, 3 in the order of the file");
    return;
  }
  const std::string first = example_of(pattern, expected);
  const std::string missing = number == expected + 1
                                  ? format("\"{}\" is missing", first)
                                  : format("\"{}\" to \"{}\" are missing", first, example_of(pattern, number - 1));
  breaches.at_heading("structure-step-gap", heading, format("{} before {}", missing, breaches.title_of(heading)),
                      format("add what was left out, or give this heading the number {}", expected));
}

}  // namespace

void check_numbers(const HeadingPattern& pattern, const std::vector<std::uint32_t>& found, Breaches& breaches) {
  const std::vector<OutlineHeading>& headings = breaches.headings();
  std::uint32_t expected = 1;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::uint32_t heading = found[i];
    const HeadingMatch match = match_heading(pattern, headings[heading].folded);
    // A second series may start below another heading.
    const bool elsewhere = i > 0 && headings[heading].parent != headings[found[i - 1]].parent;
    if (match.number == 1 && elsewhere) expected = 1;

    if (match.fit == HeadingMatch::Fit::form) {
      breaches.at_heading("structure-step-form", heading,
                          format("{} is not written like \"{}\"", breaches.title_of(heading),
                                 example_of(pattern, match.number == 0 ? expected : match.number)),
                          "write a whole number, then the sign and a title as shown");
      if (match.number == expected) ++expected;
    } else if (match.number > expected || match.number == 0) {
      report_gap(pattern, heading, match.number, expected, breaches);
      expected = match.number + 1;
    } else if (match.number < expected && i > 0) {
      breaches.at_heading(
          "structure-step-duplicate", heading,
          format("{} comes after {}: its number was passed already", breaches.title_of(heading),
                 breaches.with_line(found[i - 1])),
          format("number the headings 1, 2, 3 in the order of the file; this one would be {}", expected));
    } else {
      ++expected;
    }
  }
}

}  // namespace skillstow
