#include "unit/safety/scanned.h"

using namespace skillstow::test;

namespace {

// Put together here, so that no scanner takes this file for a leak.
std::string key(std::string_view prefix, std::string_view rest) { return std::string(prefix) + std::string(rest); }

}  // namespace

TEST_CASE("keys that somebody left in") {
  CHECK(in_python("TOKEN = '" + key("ghp", "_a8Kq2LmZx7RtYw4Ns9VbEc6Hf3JdGu1Pio5Q") + "'\n") == "secret high");
  CHECK(in_page("key: " + key("AKIA", "Q7ZLM2X4TRWB9KEH") + "\n") == "secret high");
  CHECK(in_page(key("-----BEGIN OPENSSH PRIVATE",
                    " KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB\n")) == "secret high");
  CHECK(in_python("url = 'postgres://tide:q8Zr2xLm7TwVb4@db.zzyzx-tools.net/t'\n") == "secret high");
  // The key itself is not repeated.
  for (const auto& one : skillstow::test::findings_of(
           with_file("a.py", "t = '" + key("ghp", "_a8Kq2LmZx7RtYw4Ns9VbEc6Hf3JdGu1Pio5Q") + "'\n"))) {
    CHECK(one.message.find("Zx7RtYw4Ns9V") == std::string::npos);
  }
}

TEST_CASE("placeholders and names of keys are none") {
  CHECK(in_python("TOKEN = '" + key("ghp", "_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx") + "'\n") == "");
  CHECK(in_page("Set `OPENAI_API_KEY=sk-your-key-here`.\n") == "");
  CHECK(in_page("key: " + key("AKIA", "IOSFODNN7EXAMPLE") + "\n") == "");
  CHECK(in_page(key("-----BEGIN PRIVATE", " KEY-----\n...\n")) == "");
  CHECK(in_python("url = 'postgres://user:password@localhost/t'\n") == "");
  CHECK(in_python("password = 'password123'\n") == "");
}
