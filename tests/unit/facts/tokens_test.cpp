#include "facts/tokens.h"

#include <string>

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using namespace skillstow::test;

TEST_CASE("the rule is code points divided by four, rounded up") {
  CHECK(count_tokens("").rule == 0);
  CHECK(count_tokens("a").rule == 1);
  CHECK(count_tokens("abcd").rule == 1);
  CHECK(count_tokens("abcde").rule == 2);
  CHECK(count_tokens("\xE4\xBD\xA0\xE5\xA5\xBD\xE4\xBD\xA0\xE5\xA5\xBD").rule == 1);  // four Han characters
  CHECK(count_tokens("\xFF\xFE\xFF\xFE\xFF").rule == 2);                              // each ill-formed byte is one
}

TEST_CASE("the estimate looks at what the text is made of") {
  const TokenFeatures f = measure_tokens("getUserName(42, 12345)  ->\n\n  internationalization\n");
  CHECK(f.words == 4);  // get User Name internationalization
  CHECK(f.long_words == 13);
  CHECK(f.digits == 3);       // 42; 123 45
  CHECK(f.punctuation == 4);  // "("  ","  ")"  "->"
  CHECK(f.more_punctuation == 1);
  CHECK(f.line_ends == 2);
  CHECK(f.indents == 2);
  CHECK(f.cjk == 0);
  CHECK(f.other == 0);

  const TokenFeatures wide = measure_tokens("\xE6\x97\xA5\xE6\x9C\xAC\xED\x95\x9C\xC3\xA9\xF0\x9F\x98\x80\xFF");
  CHECK(wide.cjk == 3);    // two Han, one Hangul
  CHECK(wide.other == 3);  // an accented letter, an emoji, a stray byte
  CHECK(wide.points == 6);
}

TEST_CASE("each vocabulary has weights of its own") {
  const TokenFeatures f = measure_tokens("Read the table, then write it out again.\n");
  CHECK(estimate_tokens(f, Tokenizer::o200k) == 10);
  CHECK(estimate_tokens(f, Tokenizer::claude_legacy) == 11);
  const TokenFeatures han = measure_tokens("\xE4\xBD\xA0\xE5\xA5\xBD\xE4\xB8\x96\xE7\x95\x8C\xE5\x95\x8A");
  CHECK(estimate_tokens(han, Tokenizer::o200k) == 4);
  CHECK(estimate_tokens(han, Tokenizer::cl100k) == 6);
}

TEST_CASE("a skill's costs are told by the level at which they are loaded") {
  const Skill skill = skill_of(
      "---\nname: tides\ndescription: Prints tide tables.\n---\n"
      "# Tides\n\nText.\n\n## Read\n\nMore text.\n### Deep\n\nEnd.\n"
      "=== notes.txt ===\n1234\n"
      "=== references/a.md ===\n12345678\n"
      "=== references/b.csv ===\n1234\n"
      "=== assets/c.png ===\n\x89PNG\r\n\x1a\n");
  const TokenCosts costs = token_costs(skill);
  CHECK(costs.listing.rule == 6);  // 5 + 19 characters, nothing between them
  CHECK(costs.skill.rule == (skill.manifest.text.size() + 3) / 4);
  CHECK(costs.body.rule == (skill.body().size() + 3) / 4);

  REQUIRE(costs.sections.size() == 3);
  CHECK(costs.sections[0].title == "Tides");
  CHECK(costs.sections[0].line == 5);
  CHECK(costs.sections[0].tokens.rule == 4);  // up to the next heading, of whatever level: "# Tides\n\nText.\n\n"
  CHECK(costs.sections[1].title == "Read");
  CHECK(costs.sections[2].title == "Deep");
  CHECK(costs.sections[2].line == 12);

  std::vector<std::string> files;
  for (const FileTokens& file : costs.files) files.push_back(file.path);
  CHECK(files == std::vector<std::string>{"SKILL.md", "notes.txt", "references/a.md", "references/b.csv"});
  CHECK(costs.references.rule == 5);  // a.md and b.csv, each with its line end: 3 + 2
  CHECK(costs.references == [&] {
    TokenCount sum = costs.files[2].tokens;
    return sum += costs.files[3].tokens;
  }());
}

TEST_CASE("white space around a description costs nothing in the listing") {
  const Skill skill = skill_of("---\nname: tides\ndescription: |\n  Prints.\n\n---\n\n# T\n");
  CHECK(token_costs(skill).listing.rule == 3);  // 5 + 7
  CHECK(listing_tokens(skill) == token_costs(skill).listing);
}
