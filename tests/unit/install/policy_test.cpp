#include "install/policy.h"

#include "scene.h"
#include "support/catch.h"

namespace skillstow {
namespace {

bool mentions(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }

std::string fault_in(const std::string& text) {
  const auto policy = parse_policy(text, "p.yaml");
  REQUIRE_FALSE(policy);
  CHECK(policy.error().kind == ErrorKind::bad_input);
  CHECK(policy.error().path == "p.yaml");
  CHECK_FALSE(policy.error().help.empty());
  return policy.error().message;
}

Policy policy_of(const std::string& text) { return parse_policy(text, "p.yaml").value(); }

PolicedSource from(const std::string& name, const std::string& ref = {}, const std::string& commit = {}) {
  return {name, ref, commit};
}

}  // namespace

TEST_CASE("a policy of nothing allows all") {
  for (const char* text : {"", "# nothing yet\n", "{}\n"}) {
    const Policy policy = policy_of(text);
    CHECK_FALSE(policy.sources);
    CHECK(policy.pin == Policy::Pin::any);
    CHECK_FALSE(policy.max_risk);
    CHECK(fault_of_source(policy, from("anything")).empty());
  }
}

TEST_CASE("every key of a policy is read") {
  const Policy policy = policy_of("sources: [github.com/acme, 'skills/**']\npin: exact\nmax_risk: low\n");
  REQUIRE(policy.sources);
  CHECK(*policy.sources == std::vector<std::string>{"github.com/acme", "skills/**"});
  CHECK(policy.pin == Policy::Pin::exact);
  CHECK(policy.max_risk == Risk::low);
  CHECK(policy.file == "p.yaml");
  CHECK(policy_of("pin: commit\n").pin == Policy::Pin::commit);
  CHECK(policy_of("max_risk: none\n").max_risk == Risk::none);
  CHECK(policy_of("max_risk: high\n").max_risk == Risk::high);
}

TEST_CASE("an empty list of sources allows none") {
  CHECK(mentions(fault_of_source(policy_of("sources: []\n"), from("github.com/acme/tools")), "no source"));
}

TEST_CASE("what a policy does not know is a fault with its place") {
  CHECK(mentions(fault_in("sorces: [a]\n"), "p.yaml:1:1"));
  CHECK(mentions(fault_in("pin: commit\nmax_risk: some\n"), "p.yaml:2:11"));
  CHECK(mentions(fault_in("pin: always\n"), "p.yaml:1:6"));
  CHECK(mentions(fault_in("signature: perhaps\n"), "p.yaml:1:12"));
  CHECK(mentions(fault_in("sources: {github.com: acme}\n"), "p.yaml:"));
  CHECK(mentions(fault_in("- pin: commit\n"), "p.yaml:1:"));
}

TEST_CASE("all faults of a policy are told at once") {
  const std::string message = fault_in("pin: always\nmax_risk: some\nother: 1\n");
  for (const char* place : {"p.yaml:1:", "p.yaml:2:", "p.yaml:3:"}) CHECK(mentions(message, place));
}

TEST_CASE("a pattern counts from the start of a source's name") {
  const Policy policy = policy_of("sources: [github.com/acme/*, gitlab.com, ./skills/**]\n");
  CHECK(fault_of_source(policy, from("github.com/acme/tools")).empty());
  CHECK(fault_of_source(policy, from("gitlab.com/any/thing")).empty());
  CHECK(fault_of_source(policy, from("skills/greet")).empty());
  CHECK(fault_of_source(policy, from("./skills/greet")).empty());
  for (const char* name : {"elsewhere.example/github.com/acme/tools", "github.com/acmeevil/tools", "github.com/other/x",
                           "notgitlab.com/a/b", "/etc/skills/greet"}) {
    INFO(name);
    CHECK(mentions(fault_of_source(policy, from(name)), "p.yaml allows no skill from"));
  }
}

TEST_CASE("pins ask for a commit, or for its whole id") {
  const std::string id(40, 'a');
  const Policy commit = policy_of("pin: commit\n");
  CHECK_FALSE(fault_of_source(commit, from("x")).empty());
  CHECK(fault_of_source(commit, from("x", "main", id)).empty());
  const Policy exact = policy_of("pin: exact\n");
  CHECK_FALSE(fault_of_source(exact, from("x", "main", id)).empty());
  CHECK_FALSE(fault_of_source(exact, from("x", id.substr(1), id)).empty());
  CHECK(fault_of_source(exact, from("x", id, id)).empty());
}

TEST_CASE("the policies of a site are those of the user and of the project") {
  const Scene scene;
  CHECK(read_policies(scene.project()).value().empty());
  scene.write("home/.config/skillstow/policy.yaml", "pin: commit\n");
  scene.write("project/skillstow-policy.yaml", "max_risk: low\n");
  const auto both = read_policies(scene.project()).value();
  REQUIRE(both.size() == 2);
  CHECK(both[0].pin == Policy::Pin::commit);
  CHECK(both[1].max_risk == Risk::low);
  CHECK(both[1].file == "skillstow-policy.yaml");
  CHECK(read_policies(scene.user()).value().size() == 1);
}

TEST_CASE("a policy that cannot be read stops everything") {
  const Scene scene;
  scene.write("project/skillstow-policy.yaml", "pin: [\n");
  CHECK_FALSE(read_policies(scene.project()));
  scene.write("project/skillstow-policy.yaml", std::string(65 * 1024, '#'));
  CHECK(read_policies(scene.project()).error().kind == ErrorKind::too_large);
  ::unlink(scene.at("project/skillstow-policy.yaml").c_str());
  (void)create_folders(scene.at("project/skillstow-policy.yaml"));
  CHECK_FALSE(read_policies(scene.project()));
}

}  // namespace skillstow
