#include "base/format.h"
#include "base/text.h"
#include "config/config.h"
#include "config/settings.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

Config good(std::string_view text) {
  ConfigFile file = read_config(text);
  for (const DocumentProblem& problem : file.problems) FAIL_CHECK(problem.message);
  return std::move(file.config);
}

// "LINE:COLUMN message" of each fault.
std::string faults(std::string_view text) {
  std::string all;
  for (const DocumentProblem& problem : read_config(text).problems) {
    all += skillstow::format("{}:{} {}; {}\n", problem.position.line, problem.position.column, problem.message,
                             problem.help);
  }
  return all;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("an empty configuration changes nothing") {
  for (const std::string_view text : {"", "# a comment alone\n"}) {
    const Settings settings = settings_for(good(text), "skills/x");
    CHECK(settings.rules.empty());
    CHECK(settings.agents.empty());
    CHECK(settings.limits.tokens == 5'000);
    CHECK(settings.structure.empty());
  }
}

TEST_CASE("rules are named by id or by category") {
  const Settings settings = settings_for(good("ignore: [tokens, name-folder]\n"), "x");
  CHECK_FALSE(settings.is_on("line-budget"));
  CHECK_FALSE(settings.is_on("token-budget"));
  CHECK_FALSE(settings.is_on("name-folder"));
  CHECK(settings.is_on("name-chars"));
}

TEST_CASE("select turns all others off, but never the safety scan") {
  const Settings settings = settings_for(good("select: [frontmatter]\nignore: [name-folder]\n"), "x");
  CHECK(settings.is_on("name-chars"));
  CHECK_FALSE(settings.is_on("name-folder"));
  CHECK_FALSE(settings.is_on("link-broken"));
  CHECK(settings.is_on("structure-section-missing"));  // a structure is asked for by itself
  CHECK(settings.is_on("remote-code"));
}

TEST_CASE("severities are set by rule, and off is one of them") {
  const Settings settings =
      settings_for(good("severity:\n  description-thin: error\n  links: note\n  link-case: off\n"), "x");
  CHECK(settings.rules.at("description-thin").severity == Severity::error);
  CHECK(settings.rules.at("link-broken").severity == Severity::note);
  CHECK_FALSE(settings.is_on("link-case"));
}

TEST_CASE("the last entry whose pattern matches wins") {
  const Config config = good(
      "limits: { tokens: 4000, lines: 300 }\n"
      "structure: fallback\n"
      "paths:\n"
      "  - match: skills/**\n"
      "    limits: { tokens: 3000 }\n"
      "  - match: skills/old\n"
      "    limits: { tokens: 9000 }\n"
      "    structure: none\n"
      "    agents: [codex]\n");
  CHECK(settings_for(config, "other").limits.tokens == 4'000);
  CHECK(settings_for(config, "skills/new").limits.tokens == 3'000);
  CHECK(settings_for(config, "skills/new").structure == "fallback");
  const Settings old = settings_for(config, "skills/old");
  CHECK(old.limits.tokens == 9'000);
  CHECK(old.limits.lines == 300);
  CHECK(old.structure.empty());
  CHECK(old.judges("codex"));
  CHECK_FALSE(old.judges("cursor"));
}

TEST_CASE("excluded paths and the severity that fails a run") {
  const Config config = good("exclude: [vendor, 'third/**/x']\nfail_on: never\n");
  CHECK(is_excluded(config, "a/vendor/b"));
  CHECK(is_excluded(config, "third/1/2/x"));
  CHECK_FALSE(is_excluded(config, "skills/x"));
  REQUIRE(config.fail_on);
  CHECK_FALSE(config.fail_on->has_value());
  CHECK(*good("fail_on: warning\n").fail_on == Severity::warning);
}

TEST_CASE("what is not known is an error with a suggestion") {
  CHECK(faults("selct: [links]\n") == "1:1 unknown key \"selct\"; did you mean \"select\"?\n");
  CHECK(has(faults("ignore: [link-brokn]\n"),
            "1:10 unknown rule or category \"link-brokn\"; did you mean \"link-broken\"?"));
  CHECK(has(faults("severity: { links: fatal }\n"), "unknown severity \"fatal\""));
  CHECK(has(faults("agents: [codx]\n"), "there is no agent \"codx\""));
  CHECK(has(faults("agents: [goose]\n"), "nothing can be judged for it"));
  CHECK(has(faults("limits: { token: 1 }\n"), "did you mean \"tokens\"?"));
  CHECK(has(faults("paths:\n  - ignore: [links]\n"), "2:5 an entry of \"paths\" without a pattern"));
  CHECK(has(faults("paths: links\n"), "\"paths\" must be a list"));
  CHECK(has(faults("fail_on: always\n"), "unknown value of \"fail_on\" \"always\""));
}

TEST_CASE("all faults are told at once, in the order of the file") {
  CHECK(faults("limits: { lines: 0 }\nignore: [x-y-z]\n") ==
        "1:18 \"lines\" must be a whole number from 1 to 1000000000; write digits only\n"
        "2:10 unknown rule or category \"x-y-z\"; skillstow explain lists all rules\n");
}

TEST_CASE("a configuration cannot silence the safety scan") {
  CHECK(has(faults("ignore: [safety]\n"), "safety findings cannot be ignored"));
  CHECK(has(faults("ignore: [remote-code]\n"), "safety findings cannot be ignored"));
  CHECK(has(faults("severity: { secret: note }\n"), "follows from its risk"));
  CHECK(has(faults("paths:\n  - match: x\n    ignore: [secret]\n"), "safety findings cannot be ignored"));
}

TEST_CASE("what is no YAML is told with its place") {
  CHECK(has(faults("ignore: [links\n"), "1:"));
  CHECK(has(faults("- a\n"), "must be a mapping"));
  CHECK(has(faults(std::string_view("a\0b", 3)), "zero byte"));
}
