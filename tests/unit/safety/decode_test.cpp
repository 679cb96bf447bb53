#include "safety/decode.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("base64, base32 and hexadecimal") {
  CHECK(decode_base64("dGlkZQ==") == "tide");
  CHECK(decode_base64("dGlkZQ") == "tide");
  CHECK(decode_base64("dGl\n kZQ==") == "tide");
  CHECK(decode_base64("-_-_") == "\xFB\xFF\xBF");
  CHECK_FALSE(decode_base64("dGl*").has_value());
  CHECK_FALSE(decode_base64("dGlkZ").has_value());
  CHECK_FALSE(decode_base64("").has_value());
  CHECK(decode_base32("ORUWIZI=") == std::nullopt);  // seven digits are too few to be meant
  CHECK(decode_base32("ORUWIZLT") == "tides");
  CHECK_FALSE(decode_base32("orUWIZLT").has_value());
  CHECK(decode_hex("74 69 64 65") == "tide");
  CHECK(decode_hex("\\x74\\x69") == "ti");
  CHECK(decode_hex("0x74,0x69") == "ti");
  CHECK_FALSE(decode_hex("746").has_value());
  CHECK_FALSE(decode_hex("tide").has_value());
}

TEST_CASE("letters moved and turned") {
  CHECK(rot13("Gvqr 1") == "Tide 1");
  CHECK(reversed("edit") == "tide");
  CHECK(translate("gvqr", "a-z", "n-za-m") == "tide");
  CHECK(translate("TIDE", "A-Z", "a-z") == "tide");
  CHECK_FALSE(translate("tide", "[:lower:]", "[:upper:]").has_value());
}

TEST_CASE("escapes as printf, Python and JavaScript write them") {
  CHECK(decode_escapes("\\x74ide\\n") == "tide\n");
  CHECK(decode_escapes("\\164ide") == "tide");
  CHECK(decode_escapes("\\u0074ide") == "tide");
  CHECK(decode_escapes("\\u{74}ide") == "tide");
  CHECK(decode_escapes("\\u00e9") == "\xC3\xA9");
  CHECK(decode_escapes("\\q\\") == "q\\");
  CHECK(decode_escapes("\\xzz") == "xzz");
}

TEST_CASE("UTF-16 and text") {
  CHECK(from_utf16le(std::string_view("t\0i\0", 4)) == "ti");
  CHECK_FALSE(from_utf16le("tide").has_value());
  CHECK(looks_like_text("ls -l | sh\n"));
  CHECK_FALSE(looks_like_text("\x01\x02\x03\x04"));
  CHECK_FALSE(looks_like_text("\xFF\xFE\xFD\xFC"));
  CHECK_FALSE(looks_like_text("ls"));
}
