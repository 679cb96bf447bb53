#include "structure/heading_pattern.h"

#include "support/catch.h"

using namespace skillstow;
using Fit = HeadingMatch::Fit;

namespace {

HeadingMatch match(std::string_view pattern, std::string_view heading) {
  const Result<HeadingPattern> parsed = parse_heading_pattern(pattern);
  REQUIRE(parsed.has_value());
  return match_heading(*parsed, fold_heading(heading));
}

Fit fit(std::string_view pattern, std::string_view heading) { return match(pattern, heading).fit; }

}  // namespace

TEST_CASE("a numbered heading fits with any usual sign between number and title") {
  for (const char* heading : {"Step 3: Handle Output", "STEP 3: handle output", "Step  3 : Handle", "Step 3. Handle",
                              "Step 3) Handle", "Step 3 - Handle", "Step 3 – Handle", "Step 3 — Handle"}) {
    CAPTURE(heading);
    CHECK(fit("Step {n}: {title}", heading) == Fit::full);
    CHECK(match("Step {n}: {title}", heading).number == 3);
  }
}

TEST_CASE("what has the words and a number but not the form is told from other headings") {
  for (const char* heading :
       {"Step 3a: Handle", "Step 3.1: Handle", "Step 3 Handle", "Step 3:", "Step 3", "Step 1234567890: Handle"}) {
    CAPTURE(heading);
    CHECK(fit("Step {n}: {title}", heading) == Fit::form);
  }
  for (const char* heading :
       {"Step back and look", "Steps", "Stepwise 3: no", "Step three: Handle", "The Step 3: x", ""}) {
    CAPTURE(heading);
    CHECK(fit("Step {n}: {title}", heading) == Fit::none);
  }
}

TEST_CASE("the number may stand alone, first, or before more words") {
  CHECK(fit("Phase {n}", "Phase 2") == Fit::full);
  CHECK(fit("Phase {n}", "Phase 2:") == Fit::full);
  CHECK(fit("Phase {n}", "Phase 2: Build") == Fit::form);
  CHECK(fit("{n}. {title}", "12. Build") == Fit::full);
  CHECK(match("{n}. {title}", "12. Build").number == 12);
  CHECK(fit("{n}. {title}", "Build 12") == Fit::none);
  CHECK(fit("Round {n} of play: {title}", "Round 2 of play: Draw") == Fit::full);
  CHECK(fit("Round {n} of play: {title}", "Round 2: Draw") == Fit::form);
  CHECK(fit("Étape {n} : {title}", "ÉTAPE 2 : Ouvrir") == Fit::full);
}

TEST_CASE("a pattern without a number fits only in its whole form") {
  CHECK(fit("Example: {title}", "Example: one table") == Fit::full);
  CHECK(fit("Example: {title}", "Example") == Fit::none);
  CHECK(fit("Example: {title}", "Examples of tables") == Fit::none);
  CHECK(fit("Example: {title}", "Example one table") == Fit::none);
  CHECK(fit("{title}", "Anything") == Fit::full);
}

TEST_CASE("a pattern that could never work is refused with the reason") {
  CHECK(parse_heading_pattern("Step").error().message ==
        "the heading pattern \"Step\" has no placeholder, so only one heading fits it");
  CHECK_FALSE(parse_heading_pattern("{title} and more").has_value());
  CHECK_FALSE(parse_heading_pattern("{title} {n}").has_value());
  CHECK_FALSE(parse_heading_pattern("Step {number}: {title}").has_value());
  CHECK_FALSE(parse_heading_pattern("Step {n} {n}").has_value());
  CHECK_FALSE(parse_heading_pattern("").has_value());
}

TEST_CASE("an example of a pattern shows what to write") {
  CHECK(example_of(*parse_heading_pattern("Step {n}: {title}"), 4) == "Step 4: …");
  CHECK(example_of(*parse_heading_pattern("Phase {n}"), 1) == "Phase 1");
}

TEST_CASE("titles are equal but for case, spaces, typographic signs and punctuation at the end") {
  CHECK(folded_title("When to Use?") == folded_title("when  to use"));
  CHECK(folded_title("If It Doesn’t Work:") == folded_title("If it doesn't work"));
  CHECK(folded_title("ÜBERSICHT") == folded_title("Übersicht"));
  CHECK(folded_title("Step‑by‑Step") == folded_title("Step-by-step"));
  CHECK(folded_title("Example") != folded_title("Examples"));
  CHECK(folded_title("...").empty());
}
