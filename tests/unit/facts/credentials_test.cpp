#include "facts/credentials.h"

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using namespace skillstow::test;

TEST_CASE("names of secrets") {
  for (const char* name :
       {"OPENAI_API_KEY", "API_KEY", "GITHUB_TOKEN", "CLIENT_SECRET", "DB_PASSWORD", "NOTION_KEY",
        "AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID", "AZURE_STORAGE_KEY", "ACCESS_TOKEN", "DEPLOY_PAT",
        "GOOGLE_APPLICATION_CREDENTIALS", "BLOB_CONNECTION_STRING", "HF_TOKEN2_TOKEN"}) {
    INFO(name);
    CHECK(is_credential_name(name));
  }
}

TEST_CASE("names that only look like those of secrets") {
  for (const char* name : {"PRIMARY_KEY",
                           "FOREIGN_KEY",
                           "PARTITION_KEY",
                           "STORAGE_KEY",
                           "CACHE_KEY",
                           "PUBLIC_KEY",
                           "PAGE_TOKEN",
                           "NEXT_TOKEN",
                           "EOS_TOKEN",
                           "YOUR_API_KEY",
                           "MY_API_KEY",
                           "INVALID_TOKEN",
                           "MEETING_FAIL_INVALID_TOKEN",
                           "HAS_TOKEN",
                           "USE_ACCESS_TOKEN",
                           "_TOKEN",
                           "TOKEN",
                           "KEY",
                           "api_key",
                           "Api_TOKEN",
                           "OPENAI_API_KEYS",
                           ""}) {
    INFO(name);
    CHECK_FALSE(is_credential_name(name));
  }
}

TEST_CASE("each name is told once a file, at its first place") {
  const Skill skill = skill_of(
      "---\nname: example\ndescription: d\n---\n\nSet `GITHUB_TOKEN`.\nThen $GITHUB_TOKEN and api_key.\n"
      "=== scripts/a.py ===\nimport os\nos.environ[\"GITHUB_TOKEN\"]\n");
  const std::vector<Credential> found = find_credentials(skill);
  REQUIRE(found.size() == 2);
  CHECK(found[0].name == "GITHUB_TOKEN");
  CHECK(found[0].line == 6);
  CHECK(slice(skill.manifest.text, found[0].span) == "GITHUB_TOKEN");
  CHECK(found[1].source->path == "scripts/a.py");
  CHECK(found[1].line == 2);
}
