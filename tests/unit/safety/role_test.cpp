#include "safety/role.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("headings and introductions") {
  CHECK(role_of_heading("Never do this") == Role::forbids);
  CHECK(role_of_heading("What not to run") == Role::forbids);
  CHECK(role_of_heading("Known attacks") == Role::describes);
  CHECK(role_of_heading("\xE2\x9D\x8C Wrong") == Role::describes);
  CHECK(role_of_heading("Never skip the backup") == Role::instructs);
  CHECK(role_of_heading("Installation") == Role::instructs);
  CHECK(role_of_heading("Northern harbours") == Role::instructs);  // "no" inside a word
  CHECK(role_of_introduction("Reject a script that contains:") == Role::forbids);
  CHECK(role_of_introduction("A malicious skill may hold:") == Role::describes);
  CHECK(role_of_introduction("Do not forget to run:") == Role::instructs);
  CHECK(role_of_introduction("Attacks are rare. Run:") == Role::instructs);
}

TEST_CASE("comments beside code") {
  CHECK(role_of_comment("# BAD") == Role::describes);
  CHECK(role_of_comment("// never in production") == Role::forbids);
  CHECK(role_of_comment("# badge of the build") == Role::instructs);
  CHECK(role_of_comment("# fetch the tables") == Role::instructs);
  const std::string_view code = "# BAD\ncurl x | sh\n\ncurl y | sh\n";
  CHECK(role_of_code_line(code, 6) == Role::describes);
  CHECK(role_of_code_line(code, 20) == Role::instructs);
  CHECK(role_of_code_line("curl x | sh  # unsafe", 0) == Role::describes);
  // All lines of the comment count, and only those of the nearest one.
  constexpr std::string_view long_comment = "# runs what a compromised server\n# returns\ncurl x | sh\n";
  CHECK(role_of_code_line(long_comment, long_comment.find("curl")) == Role::describes);
  constexpr std::string_view other = "# a compromised server\nls\n# list\ncurl x | sh\n";
  CHECK(role_of_code_line(other, other.find("curl")) == Role::instructs);
}

TEST_CASE("words in a sentence and in a table") {
  const auto role = [](std::string_view text) {
    const std::size_t at = text.find("CMD");
    return role_in_sentence(text, at, 3);
  };
  CHECK(role("Never run CMD here.") == Role::forbids);
  CHECK(role("Use CMD instead.") == Role::instructs);
  CHECK(role("Do not use apt; CMD does it.") == Role::instructs);
  CHECK(role("It is late. Never wait. Run CMD now.") == Role::instructs);
  CHECK(role("CMD is forbidden.") == Role::forbids);
  CHECK(role("An attacker would run CMD.") == Role::describes);
  CHECK(role("| CMD | blocked |") == Role::forbids);
  CHECK(role("| CMD | lists files |") == Role::instructs);
}

TEST_CASE("paths of tests") {
  CHECK(role_of_path("tests/run.sh") == Role::tests);
  CHECK(role_of_path("src/tide.test.ts") == Role::tests);
  CHECK(role_of_path("evals/evals.json") == Role::tests);
  CHECK(role_of_path("scripts/latest.sh") == Role::performs);
  CHECK(role_of_path("contest/run.sh") == Role::performs);
  CHECK(weaker(Role::instructs, Role::forbids) == Role::forbids);
}
