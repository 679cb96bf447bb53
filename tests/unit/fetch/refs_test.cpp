#include "fetch/refs.h"

#include "base/format.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

const std::string k_one(40, '1');
const std::string k_two(40, '2');

RefList list_of(const std::string& lines) {
  const auto list = parse_refs(lines);
  if (!list) FAIL(list.error().message);
  return *list;
}

// Branches main, feature/x and both; tags v1 (with a message), feature and both.
RefList usual() {
  return list_of("ref: refs/heads/main\tHEAD\n" + k_one + "\tHEAD\n" + k_one + "\trefs/heads/main\n" + k_two +
                 "\trefs/heads/feature/x\n" + k_one + "\trefs/heads/both\n" + k_two + "\trefs/tags/both\n" + k_two +
                 "\trefs/tags/feature\n" + k_one + "\trefs/tags/v1\n" + k_two + "\trefs/tags/v1^{}\n");
}

SourceSpec page(const std::string& rest) {
  SourceSpec spec;
  spec.text = "https://example.com/o/r/tree/" + rest;
  spec.unsettled = rest;
  return spec;
}

}  // namespace

TEST_CASE("refs as git ls-remote prints them") {
  const RefList list = usual();
  CHECK(list.head == "refs/heads/main");
  CHECK(list.head_commit == k_one);
  REQUIRE(list.find("refs/tags/v1") != nullptr);
  CHECK(list.find("refs/tags/v1")->commit == k_two);  // of the commit, not of the tag
  CHECK(list.find("refs/heads/none") == nullptr);
  CHECK(list_of("").refs.empty());
  CHECK(list_of(k_one + " refs/heads/a\r\n").refs.size() == 1);
  CHECK_FALSE(parse_refs("<html>"));
  CHECK_FALSE(parse_refs(k_one));
  CHECK_FALSE(parse_refs("123 refs/heads/a"));
}

TEST_CASE("the longest ref of a page's address is meant") {
  struct Row {
    const char* rest;
    const char* ref;
    const char* path;
  };
  for (const Row& row : {Row{"main", "main", ""}, Row{"main/skills/a", "main", "skills/a"},
                         Row{"feature/x/skills/a", "feature/x", "skills/a"}, Row{"feature/y", "feature", "y"},
                         Row{"v1/a", "v1", "a"}, Row{"refs/heads/feature/x/a", "feature/x", "a"}}) {
    INFO(row.rest);
    SourceSpec spec = page(row.rest);
    REQUIRE(settle_ref(spec, usual()));
    CHECK(spec.ref == row.ref);
    CHECK(spec.path == row.path);
    CHECK(spec.unsettled.empty());
  }
  SourceSpec commit = page(k_one + "/skills/a");
  REQUIRE(settle_ref(commit, usual()));
  CHECK(commit.ref == k_one);
}

TEST_CASE("a second reading of an address is told") {
  SourceSpec spec = page("feature/x/a");
  REQUIRE(settle_ref(spec, usual()));
  CHECK(spec.warning.find("--ref feature --path x/a") != std::string::npos);
  SourceSpec clear = page("main/a");
  REQUIRE(settle_ref(clear, usual()));
  CHECK(clear.warning.empty());
}

TEST_CASE("an address of no ref is refused with what is near") {
  SourceSpec spec = page("mian/a");
  const auto settled = settle_ref(spec, usual());
  REQUIRE_FALSE(settled);
  CHECK(settled.error().kind == ErrorKind::ref_not_found);
  CHECK(settled.error().message.find("mian/a") != std::string::npos);
  CHECK_FALSE(settled.error().help.empty());
  // No ref ends within a name.
  SourceSpec longer = page("mainline/a");
  CHECK_FALSE(settle_ref(longer, usual()));
}

TEST_CASE("a name is a branch, else a tag, and never two commits") {
  CHECK((*resolve_ref("main", usual()))->name == "refs/heads/main");
  CHECK((*resolve_ref("v1", usual()))->name == "refs/tags/v1");
  CHECK((*resolve_ref("refs/tags/both", usual()))->name == "refs/tags/both");
  CHECK(*resolve_ref("none", usual()) == nullptr);
  const auto both = resolve_ref("both", usual());
  REQUIRE_FALSE(both);
  CHECK(both.error().help.find("refs/heads/both") != std::string::npos);
  CHECK(resolve_ref("a", list_of(k_one + "\trefs/heads/a\n" + k_one + "\trefs/tags/a\n")));
}

TEST_CASE("a long list of refs is settled in linear time") {
  std::string lines;
  for (int i = 0; i < 100'000; ++i) lines += k_one + format("\trefs/heads/branch/{}\n", i);
  SourceSpec spec = page("branch/77777/skills/a");
  REQUIRE(settle_ref(spec, list_of(lines)));
  CHECK(spec.ref == "branch/77777");
}
