#include "lint/baseline.h"

#include "base/file.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace skillstow;

namespace {

Diagnostic finding(std::string fingerprint, Risk risk = Risk::none) {
  Diagnostic one;
  one.rule = "link-broken";
  one.risk = risk;
  one.location.file = "SKILL.md";
  one.fingerprint = std::move(fingerprint);
  return one;
}

}  // namespace

TEST_CASE("what was written is accepted when it is read again") {
  const TemporaryFolder folder;
  Baseline baseline;
  baseline.add(finding("b"), "skills/y");
  baseline.add(finding("a"), "skills/x");
  baseline.add(finding("a"), "skills/x");
  const std::string path = folder.path("baseline.json");
  REQUIRE(write_file_atomically(path, baseline.to_json()));
  const Result<Baseline> read = Baseline::read(path);
  REQUIRE(read);
  CHECK(read->size() == 2);
  CHECK(read->accepts(finding("a")));
  CHECK(read->accepts(finding("b")));
  CHECK_FALSE(read->accepts(finding("c")));
}

TEST_CASE("the file does not depend on the order of the findings") {
  Baseline one;
  one.add(finding("b"), "skills/y");
  one.add(finding("a"), "skills/x");
  Baseline other;
  other.add(finding("a"), "skills/x");
  other.add(finding("b"), "skills/y");
  CHECK(one.to_json() == other.to_json());
}

TEST_CASE("findings of critical risk are neither written nor accepted") {
  Baseline baseline;
  baseline.add(finding("a", Risk::critical), "skills/x");
  CHECK(baseline.size() == 0);
  baseline.add(finding("a", Risk::high), "skills/x");
  CHECK(baseline.accepts(finding("a", Risk::high)));
  CHECK_FALSE(baseline.accepts(finding("a", Risk::critical)));
}

TEST_CASE("a file that is no baseline is refused with the reason") {
  const TemporaryFolder folder;
  const std::string path = folder.path("baseline.json");
  for (const char* text : {"", "[]", "{}", R"({"version": 2, "findings": []})", R"({"version": 1, "findings": {}})",
                           R"({"version": 1, "findings": [{"rule": "x"}]})"}) {
    CAPTURE(text);
    REQUIRE(write_file_atomically(path, text));
    const Result<Baseline> read = Baseline::read(path);
    REQUIRE_FALSE(read);
    CHECK(read.error().kind == ErrorKind::bad_input);
    CHECK(read.error().message.find("no baseline") != std::string::npos);
  }
  CHECK(Baseline::read(folder.path("none.json")).error().kind == ErrorKind::not_found);
}
