#include "report/excerpt.h"

#include <algorithm>

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using namespace skillstow::test;

namespace {

constexpr std::string_view k_head = "---\nname: example\ndescription: x\n---\n";

// A finding at the first place of `words` in SKILL.md.
Diagnostic at(const Skill& skill, std::string_view words) {
  Diagnostic finding;
  finding.location.file = "SKILL.md";
  finding.location.span.offset = static_cast<std::uint32_t>(skill.manifest.text.find(words));
  finding.location.span.length = static_cast<std::uint32_t>(words.size());
  finding.location.begin = skill.manifest.position(finding.location.span.offset);
  finding.location.end = skill.manifest.position(finding.location.span.end());
  return finding;
}

}  // namespace

TEST_CASE("A short line is shown whole, with the place in the middle") {
  const Skill skill = skill_of(std::string(k_head) + "See\t[it](gone.md) there.\n");
  const auto excerpt = Excerpts(skill).of(at(skill, "gone.md"), 60);
  REQUIRE(excerpt);
  CHECK(excerpt->before == "See [it](");
  CHECK(excerpt->marked == "gone.md");
  CHECK(excerpt->after == ") there.");
}

TEST_CASE("A finding about a whole file has no line") {
  const Skill skill = skill_of(k_head);
  Diagnostic finding;
  finding.location.file = "SKILL.md";
  CHECK_FALSE(Excerpts(skill).of(finding, 60));
}

TEST_CASE("A long line is cut around the place") {
  const Skill skill =
      skill_of(std::string(k_head) + std::string(9'000, 'a') + "é HERE " + std::string(9'000, 'b') + "\n");
  const auto excerpt = Excerpts(skill).of(at(skill, "HERE"), 60);
  REQUIRE(excerpt);
  CHECK(excerpt->before == "…" + std::string(38, 'a') + "é ");
  CHECK(excerpt->marked == "HERE");
  CHECK(excerpt->after == " " + std::string(14, 'b') + "…");
}

TEST_CASE("A secret is masked also where the cut goes through it") {
  const std::string key = "sk-" + std::string(3'000, 'q') + "1a2b3c4d5e6f7g8h9i";
  const Skill skill = skill_of(std::string(k_head) + key + " HERE\n");
  const auto excerpt = Excerpts(skill).of(at(skill, "HERE"), 60);
  REQUIRE(excerpt);
  CHECK(excerpt->before == "…" + std::string(39, '*') + " ");
}

TEST_CASE("A private key is masked on each of its lines") {
  const Skill skill = skill_of(
      std::string(k_head) + "-----BEGIN PRIVATE KEY-----\nMIIBVQIBADANBg\nkqhkiG9w0BAQEF\n-----END PRIVATE KEY-----\n");
  const auto excerpt = Excerpts(skill).of(at(skill, "kqhkiG9w0BAQEF"), 60);
  REQUIRE(excerpt);
  CHECK(excerpt->marked == std::string(14, '*'));
}

TEST_CASE("What does not show is made visible") {
  const Skill skill = skill_of(std::string(k_head) + "a\x1B[31m HERE \xFF\n");
  const auto excerpt = Excerpts(skill).of(at(skill, "HERE"), 60);
  REQUIRE(excerpt);
  CHECK(excerpt->before == "a<U+001B>[31m ");
  CHECK(excerpt->after == " <0xFF>");
}
