#include "facts/permissions.h"

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using namespace skillstow::test;

namespace {

Permissions of(std::string_view lines) {
  return find_permissions(skill_of("---\nname: example\ndescription: d\n" + std::string(lines) + "---\n\n# T\n"));
}

using Tools = std::vector<std::string>;
const auto k_four = [] { return Tools{"Read", "Grep", "Bash(git add *)", "Bash(jq:*)"}; };

}  // namespace

TEST_CASE("four ways to write the same tools") {
  CHECK(of("allowed-tools: Read Grep Bash(git add *) Bash(jq:*)\n").allowed_tools == k_four());
  CHECK(of("allowed-tools: Read, Grep, Bash(git add *), Bash(jq:*)\n").allowed_tools == k_four());
  CHECK(of("allowed-tools: [Read, Grep, \"Bash(git add *)\", \"Bash(jq:*)\"]\n").allowed_tools == k_four());
  CHECK(of("allowed-tools:\n  - Read\n  - Grep\n  - Bash(git add *)\n  - Bash(jq:*)\n").allowed_tools == k_four());
}

TEST_CASE("no field is not the same as an empty one, and a boolean is none") {
  CHECK_FALSE(of("").allowed_tools);
  CHECK(of("allowed-tools: \"\"\n").allowed_tools == Tools{});
  CHECK_FALSE(of("allowed-tools: true\n").allowed_tools);
  CHECK_FALSE(of("allowed-tools:\n  Read: yes\n").allowed_tools);
}

TEST_CASE("unclosed parentheses end with the text") {
  CHECK(split_tools("Bash(git *, Read") == Tools{"Bash(git *, Read"});
  CHECK(split_tools(" ,, ") == Tools{});
  CHECK(split_tools("A)B C") == Tools{"A)B", "C"});
}

TEST_CASE("a shell without limits") {
  for (const char* tool : {"Bash", "Bash(*)", "Bash(*:*)", "*", "run_shell_command", "shell"}) {
    INFO(tool);
    CHECK(allows_any_command(tool));
  }
  for (const char* tool : {"Read", "Bash(git:*)", "Bash(jq *)", "mcp__x__bash", "python"}) {
    INFO(tool);
    CHECK_FALSE(allows_any_command(tool));
  }
}

TEST_CASE("other wishes of the frontmatter") {
  const Permissions wishes =
      of("disallowed-tools: WebFetch\nmodel: opus\ncontext: fork\nagent: Explore\nshell: powershell\n"
         "disable-model-invocation: true\nuser-invocable: False\n"
         "hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: "
         "./scripts/check.sh\n");
  CHECK(wishes.disallowed_tools == Tools{"WebFetch"});
  CHECK(wishes.model == "opus");
  CHECK(wishes.context == "fork");
  CHECK(wishes.agent == "Explore");
  CHECK(wishes.shell == "powershell");
  CHECK(wishes.disable_model_invocation == true);
  CHECK(wishes.user_invocable == false);
  REQUIRE(wishes.hooks.size() == 1);
  CHECK(wishes.hooks[0].event == "PreToolUse");
  CHECK(wishes.hooks[0].matcher == "Bash");
  CHECK(wishes.hooks[0].command == "./scripts/check.sh");
  CHECK(wishes.hooks[0].line == 16);
}
