#include "pack/checksums.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("checksums are written by name, as sha256sum reads them, and known again") {
  const std::string a(64, 'a');
  const std::string b(64, 'b');
  const std::string text = write_checksums({{b, "tides.skill"}, {a, "harbour.skill"}});
  CHECK(text == a + "  harbour.skill\n" + b + "  tides.skill\n");
  CHECK(is_checksums(text));
  CHECK(is_checksums(a + " *binary mode\n"));
}

TEST_CASE("what is no list of checksums is not taken for one") {
  const std::string a(64, 'a');
  for (const std::string& text : {std::string(), std::string("\n"), std::string("Dear reader\n"), a + "\n", a + "  \n",
                                  a + "  x\nnotes\n", std::string(64, 'g') + "  x\n"}) {
    CAPTURE(text);
    CHECK_FALSE(is_checksums(text));
  }
}
