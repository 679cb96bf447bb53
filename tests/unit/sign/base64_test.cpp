#include "sign/base64.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("base64 is read in its one form alone") {
  CHECK(base64_of("") == "");
  CHECK(base64_of("f") == "Zg==");
  CHECK(base64_of("fo") == "Zm8=");
  CHECK(base64_of("foobar") == "Zm9vYmFy");
  CHECK(base64_of(std::string("\xFF\xFE\0x", 4)) == "//4AeA==");
  for (const std::string& bytes :
       {std::string("f"), std::string("fo"), std::string("foo"), std::string("\xFF\xFE\0x", 4)})
    CHECK(read_base64(base64_of(bytes)) == bytes);
  // Bits that count for nothing, blanks, the alphabet of URLs, padding that is missing or too much.
  for (const char* wrong : {"Zh==", "Zm9=", "Zm 9v", "Zm9v\n", "_-4A", "Zg=", "Zg", "Z===", "====", "Zg==Zg=="}) {
    CAPTURE(wrong);
    CHECK_FALSE(read_base64(wrong));
  }
}
