#include "base/utf8.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("decoding follows Unicode's table of well-formed sequences") {
  CHECK(decode_utf8("é", 0).point == 0xE9);
  CHECK(decode_utf8("€", 0).length == 3);
  CHECK(decode_utf8("😀", 0).point == 0x1F600);
  for (const std::string_view bad :
       {"\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\x80", "\xE2\x82"}) {
    CAPTURE(bad);
    CHECK_FALSE(decode_utf8(bad, 0).valid);
    CHECK(decode_utf8(bad, 0).length == 1);
    CHECK(find_invalid_utf8(bad) == 0);
  }
}

TEST_CASE("lengths are counted in code points and UTF-16 units") {
  CHECK(count_code_points("a😀é") == 3);
  CHECK(count_utf16_units("a😀é") == 4);
  CHECK(count_code_points("\xff\xfe") == 2);
  CHECK(count_code_points(std::string(1000, 'x') + "é" + std::string(9, 'y')) == 1010);
}

TEST_CASE("the first ill-formed byte is found behind long ASCII") {
  CHECK(find_invalid_utf8(std::string(33, 'a') + "\xff") == 33);
  CHECK(find_invalid_utf8("all well – here") == std::string_view::npos);
  CHECK(repair_utf8("a\xff"
                    "b") ==
        "a\uFFFD"
        "b");
}

TEST_CASE("encodings are told by their mark, else by where the zero bytes stand") {
  using namespace std::string_view_literals;
  CHECK(detect_encoding("\xEF\xBB\xBF---") == Encoding::utf8_bom);
  CHECK(detect_encoding("\xFF\xFE-\0"sv) == Encoding::utf16_le);
  CHECK(detect_encoding("\xFE\xFF\0-"sv) == Encoding::utf16_be);
  CHECK(detect_encoding("-\0-\0-\0n\0"sv) == Encoding::utf16_le);
  CHECK(detect_encoding("\0-\0-\0-\0n"sv) == Encoding::utf16_be);
  CHECK(detect_encoding("\x7f"
                        "ELF\0\0\0\0\0\0\0\x01"sv) == Encoding::binary);
  CHECK(detect_encoding(std::string(300, 'a') + '\0') == Encoding::utf8);
  CHECK(detect_encoding("") == Encoding::utf8);
  CHECK(detect_encoding("caf\xE9 is Latin-1, and text all the same") == Encoding::utf8);
}

TEST_CASE("UTF-16 becomes UTF-8, lone surrogates become U+FFFD") {
  using namespace std::string_view_literals;
  CHECK(utf16_to_utf8("\xFF\xFEh\0i\0"sv, false) == "hi");
  CHECK(utf16_to_utf8("\xD8\x3D\xDE\x00"sv, true) == "😀");
  CHECK(utf16_to_utf8("\xD8\x3D\0a"sv, true) == "\uFFFDa");
  CHECK(utf16_to_utf8("a\0b"sv, false) == "a\uFFFD");
}
