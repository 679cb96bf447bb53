#include "safety/shell_model.h"

#include "support/catch.h"

using namespace skillstow;

namespace {

// "program argument argument" of the last command.
std::string last(std::string_view text) {
  const ShellModel model(text);
  const Invocation& run = model.runs.back();
  std::string all = run.name;
  for (const Argument& argument : run.arguments) all += " " + argument.text;
  return all;
}

}  // namespace

TEST_CASE("words are worked out as the shell would") {
  CHECK(last("c''url \"a\"'b'") == "curl ab");
  CHECK(last("A=x; B=y; $A$B /tmp/$A") == "xy /tmp/x");
  CHECK(last("A=tides; echo ${A:1:3}") == "echo ide");
  CHECK(last("A=t; A+=ide; echo $A") == "echo tide");
  CHECK(last("A='a b'; echo $A") == "echo a b");
  CHECK(last("rm${IFS}-rf${IFS}/x") == "rm -rf /x");
  CHECK(last("/usr/bin/curl x") == "curl x");
  CHECK(last("sudo -u me ls -l") == "ls -l");
  CHECK(last("echo $UNSET") == "echo $UNSET");
  CHECK(last("read A; echo $A") == "echo $A");
}

TEST_CASE("what is left over and what is cut is known") {
  const ShellModel open("echo $(date) '$(date)'");
  const auto& arguments = open.runs[0].arguments;
  CHECK_FALSE(arguments[0].known);
  CHECK(arguments[1].known);
  CHECK(arguments[0].commands.size() == 1);
  const ShellModel longer("A='" + std::string(9'000, 'a') + "'; eval \"$A\"");
  REQUIRE(longer.runs[1].name == "eval");
  CHECK(longer.runs[1].arguments[0].cut);
  const ShellModel shorter("A='" + std::string(900, 'a') + "'; eval \"$A\"");
  REQUIRE(shorter.runs[1].name == "eval");
  CHECK_FALSE(shorter.runs[1].arguments[0].cut);
}

TEST_CASE("options and their values") {
  const ShellModel model("curl -so out --retry=3 -H 'A: b' -- -x");
  const Invocation& run = model.runs[0];
  CHECK(run.has_flag('s'));
  CHECK_FALSE(run.has_flag('x'));
  CHECK(run.value_of('o', "--output").text == "out");
  CHECK(run.value_of(0, "--retry").text == "3");
  CHECK(run.value_of('q', "--none").text.empty());
}

TEST_CASE("pipes are followed both ways, through groups") {
  const ShellModel model("{ echo a; curl x; } | tee f | sh");
  std::uint32_t curl = 0;
  std::uint32_t sh = 0;
  for (std::uint32_t i = 0; i < model.runs.size(); ++i) {
    if (model.runs[i].name == "curl") curl = i;
    if (model.runs[i].name == "sh") sh = i;
  }
  bool cut = true;
  const std::vector<std::uint32_t> up = model.upstream(sh, &cut);
  CHECK_FALSE(cut);
  REQUIRE(up.size() == 3);
  CHECK(model.runs[up[0]].name == "tee");
  CHECK(std::find(up.begin(), up.end(), curl) != up.end());
  const std::vector<std::uint32_t> down = model.downstream(curl);
  CHECK(std::find(down.begin(), down.end(), sh) != down.end());
  std::string many = "curl x";
  for (int i = 0; i < 40; ++i) many += " | cat";
  const ShellModel pipeline(many + " | sh");
  const auto sources = pipeline.upstream(static_cast<std::uint32_t>(pipeline.runs.size() - 1), &cut);
  CHECK(cut);
  CHECK(sources.size() == 32);
}
