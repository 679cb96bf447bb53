#include "base/base64.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("base64 is read in its one form alone") {
  CHECK(base64_encoded("") == "");
  CHECK(base64_encoded("f") == "Zg==");
  CHECK(base64_encoded("fo") == "Zm8=");
  CHECK(base64_encoded("foobar") == "Zm9vYmFy");
  CHECK(base64_encoded(std::string("\xFF\xFE\0x", 4)) == "//4AeA==");
  for (const std::string& bytes :
       {std::string("f"), std::string("fo"), std::string("foo"), std::string("\xFF\xFE\0x", 4)})
    CHECK(base64_decoded(base64_encoded(bytes)) == bytes);
  // Bits that count for nothing, blanks, the alphabet of URLs, padding that is missing or too much.
  for (const char* wrong : {"Zh==", "Zm9=", "Zm 9v", "Zm9v\n", "_-4A", "Zg=", "Zg", "Z===", "====", "Zg==Zg=="}) {
    CAPTURE(wrong);
    CHECK_FALSE(base64_decoded(wrong));
  }
}
