#include "lint/fingerprint.h"

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;

namespace {

Diagnostic finding_at(const Skill& skill, std::string_view rule, std::string_view words) {
  Diagnostic finding;
  finding.rule = rule;
  finding.location.file = "SKILL.md";
  const auto at = static_cast<std::uint32_t>(skill.manifest.text.find(words));
  finding.location.span = {at, static_cast<std::uint32_t>(words.size())};
  finding.location.begin = skill.manifest.position(at);
  return finding;
}

std::string fingerprint_of(std::string_view text, std::string_view rule, std::string_view words,
                           std::string_view identity = "skills/example") {
  const Skill skill = test::skill_of(text);
  std::vector<Diagnostic> findings{finding_at(skill, rule, words)};
  findings.front().message = std::string(text.substr(0, 3));  // no part of it
  set_fingerprints(findings, skill, identity);
  return findings.front().fingerprint;
}

}  // namespace

TEST_CASE("a fingerprint survives lines that move and blanks that change") {
  const std::string before = fingerprint_of("see [it](gone.md)\n", "link-broken", "gone.md");
  CHECK(before.size() == 32);
  CHECK(fingerprint_of("new\n\nlines\n\n  see\t [it](gone.md)  \n", "link-broken", "gone.md") == before);
}

TEST_CASE("another rule, skill or line gives another fingerprint") {
  const std::string before = fingerprint_of("see [it](gone.md)\n", "link-broken", "gone.md");
  CHECK(fingerprint_of("see [it](gone.md)\n", "link-case", "gone.md") != before);
  CHECK(fingerprint_of("see [it](gone.md)\n", "link-broken", "gone.md", "skills/other") != before);
  CHECK(fingerprint_of("see [it](gone.md) now\n", "link-broken", "gone.md") != before);
}

TEST_CASE("findings that have all in common are numbered") {
  const Skill skill = test::skill_of("a a\n\na a\n");
  std::vector<Diagnostic> findings(3, finding_at(skill, "step-gap", "a"));
  set_fingerprints(findings, skill, "x");
  CHECK(findings[0].fingerprint != findings[1].fingerprint);
  CHECK(findings[1].fingerprint != findings[2].fingerprint);
  CHECK(findings[0].fingerprint != findings[2].fingerprint);
}

TEST_CASE("a finding about the folder has a fingerprint too") {
  const Skill skill = test::skill_of("text\n");
  std::vector<Diagnostic> findings(1);
  findings.front().rule = "file-junk";
  set_fingerprints(findings, skill, "x");
  CHECK(findings.front().fingerprint.size() == 32);
  Diagnostic alone;
  alone.rule = "listing-budget";
  alone.location.file = ".claude/skills";
  set_fingerprint(alone, "");
  CHECK(alone.fingerprint.size() == 32);
}
