#include "archive/archive.h"

#include "base/file.h"
#include "support/catch.h"

using namespace skillstow;

// What hostile archives are refused for is in tests/hostile/archives.py.

TEST_CASE("archives are known by their names and by their first bytes") {
  for (const char* name : {"a.skill", "dir/a.zip", "A.ZIP", "a.tar.gz", "a.tgz", "a.tar"})
    CHECK(has_archive_name(name));
  for (const char* name : {"SKILL.md", "zip", ".zip", "a.gz", "skill", "a.zip.txt"})
    CHECK_FALSE(has_archive_name(name));
  CHECK(is_archive("PK\x03\x04 and more"));
  CHECK(is_archive("\x1F\x8B\x08"));
  CHECK_FALSE(is_archive("---\nname: x\n"));
  CHECK_FALSE(is_archive(""));
}

TEST_CASE("the limits are the caller's") {
  const std::string zip = read_file("tests/fuzz/seeds/archives/python.zip", 1u << 20).value();
  REQUIRE(open_archive(zip, "a.zip"));
  ArchiveLimits limits;
  limits.max_entries = 2;
  CHECK(open_archive(zip, "a.zip", limits).error().message.starts_with("it holds 3 entries, and at most 2"));
  limits = {};
  limits.max_total_bytes = 1000;
  CHECK(open_archive(zip, "a.zip", limits).error().kind == ErrorKind::too_large);
  limits = {};
  limits.max_archive_bytes = 100;
  CHECK(open_archive(zip, "a.zip", limits).error().kind == ErrorKind::too_large);
}

TEST_CASE("long names of pax and of GNU tar count in place of the short ones") {
  for (const char* seed : {"pax.tar", "gnu.tar"}) {
    const auto tree = open_archive_file("tests/fuzz/seeds/archives/" + std::string(seed));
    REQUIRE(tree);
    CHECK((*tree)->read("x/long", 10).value() == "x");
    CHECK_FALSE((*tree)->read("x/a", 10));
  }
}
