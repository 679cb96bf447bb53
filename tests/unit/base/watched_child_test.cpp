#include "base/watched_child.h"

#include <csignal>
#include <cstdlib>

#include <unistd.h>

#include "base/base64.h"
#include "base/sha256.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

WatchLimits quick() {
  WatchLimits limits;
  limits.silence = 1;
  limits.total = 3;
  return limits;
}

}  // namespace

TEST_CASE("a child's result, its words and its errors reach the parent") {
  std::string heard;
  const auto listen = [&heard](std::string_view word) { heard += word; };
  const auto whole = run_watched(
      {},
      [](const ChildReport& report) -> Result<std::string> {
        report.say("one ");
        report.say("two");
        return std::string(1'000'000, 'x');
      },
      listen);
  REQUIRE(whole);
  CHECK(*whole == std::string(1'000'000, 'x'));
  CHECK(heard == "one two");
  const auto failed = run_watched(
      {}, [](const ChildReport&) -> Result<std::string> { return failure(ErrorKind::tls, "a", "b", "c"); }, {});
  REQUIRE_FALSE(failed);
  CHECK(failed.error().kind == ErrorKind::tls);
  CHECK(failed.error().path + failed.error().message + failed.error().help == "abc");
}

TEST_CASE("a child that is silent, or that takes too long, is ended") {
  const auto silent = run_watched(quick(),
                                  [](const ChildReport&) -> Result<std::string> {
                                    for (;;) ::pause();
                                  },
                                  {});
  REQUIRE_FALSE(silent);
  CHECK(silent.error().kind == ErrorKind::timeout);
  const auto busy = run_watched(quick(),
                                [](const ChildReport& report) -> Result<std::string> {
                                  for (;;) {
                                    report.say("");
                                    ::usleep(50'000);
                                  }
                                },
                                {});
  REQUIRE_FALSE(busy);
  CHECK(busy.error().kind == ErrorKind::timeout);
}

TEST_CASE("a child that dies is told") {
  const auto died = run_watched(quick(),
                                [](const ChildReport&) -> Result<std::string> {
                                  ::kill(::getpid(), SIGKILL);
                                  return std::string();
                                },
                                {});
  REQUIRE_FALSE(died);
  CHECK(died.error().message.find("died") != std::string::npos);
}

TEST_CASE("a program is run without a shell") {
  CHECK(run_program({"cat"}, "a $HOME `b`", {}).value() == "a $HOME `b`");
  CHECK(run_program({"printenv", "SKILLSTOW_X"}, "", {"SKILLSTOW_X=1 2"}).value() == "1 2\n");
  CHECK(run_program({"no-such-program-here"}, "", {}).error().kind == ErrorKind::not_found);
  CHECK_FALSE(run_program({"false"}, "", {}));
}

TEST_CASE("base64 both ways, with the vectors of RFC 4648") {
  const char* const rows[][2] = {{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, encoded] : rows) {
    CHECK(base64_encoded(plain) == encoded);
    CHECK(base64_decoded(encoded) == plain);
  }
  CHECK_FALSE(base64_decoded("Zg"));
  CHECK_FALSE(base64_decoded("Z!=="));
}

TEST_CASE("HMAC-SHA1, with a vector of RFC 2202") {
  CHECK(base64_encoded(hmac_sha1("Jefe", "what do ya want for nothing?")) == "7/zfauXrL6LSdBbV8YTfnCWafHk=");
}
