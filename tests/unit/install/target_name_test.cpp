#include "install/target_name.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("the folder is named after the skill where the name can be one everywhere") {
  CHECK(target_name("one-tool", "repo").value() == "one-tool");
  CHECK(target_name("Lint", "x").value() == "Lint");
  CHECK(target_name("my_skill.v2", "x").value() == "my_skill.v2");
  CHECK(target_name("日本語", "x").value() == "日本語");
  CHECK(target_name("u\xCC\x88"
                    "ber",
                    "x")
            .value() ==
        "\xC3\xBC"
        "ber");  // NFC, whatever form the file has
}

TEST_CASE("names with other characters get a safe form") {
  CHECK(target_name("pack:lint", "lint").value() == "pack-lint");
  CHECK(target_name("My Tool.", "tool").value() == "my-tool");
  CHECK(target_name("a  b*?c", "x").value() == "a-b-c");
  CHECK(target_name("-x-", "y").value() == "-x-");  // not pretty, but it can be a folder
  CHECK(target_name(".hidden", "y").value() == "hidden");
}

TEST_CASE("without a name the folder's own name serves") {
  CHECK(target_name("", "my-skill").value() == "my-skill");
  CHECK(target_name("***", "my-skill").value() == "my-skill");
  CHECK_FALSE(target_name("", ""));
  CHECK_FALSE(target_name("...", "::"));
}

TEST_CASE("a name that is written like a path is refused, never made safe") {
  for (const char* name : {"..", ".", "../evil", "/etc/cron.d/x", "a/b", "a\\b", "..\\evil"}) {
    INFO(name);
    CHECK_FALSE(target_name(name, "folder"));
  }
}

TEST_CASE("names that Windows or git keep for themselves are refused") {
  for (const char* name : {"con", "NUL", "aux.md", "com1", "git~1:"}) {
    INFO(name);
    const auto result = target_name(name, "folder");
    if (std::string_view(name) == "git~1:") {
      CHECK(result.value() == "git-1");
    } else {
      CHECK_FALSE(result);
    }
  }
}

TEST_CASE("names that some disks hold as one have one key") {
  CHECK(collision_key("Lint") == collision_key("lint"));
  CHECK(collision_key("u\xCC\x88") == collision_key("\xC3\x9C"));
  CHECK(collision_key("lint") != collision_key("lints"));
}
