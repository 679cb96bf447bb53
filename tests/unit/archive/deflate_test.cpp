#include "archive/deflate.h"

#include "archive/compression.h"
#include "archive/huffman.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

// zlib is the judge of what our own compressor writes.
void check_round_trip(const std::string& bytes) {
  std::string back;
  const std::string packed = deflate(bytes);
  REQUIRE(inflate(packed, bytes.size(), back) == Unpacked::ok);
  REQUIRE(back == bytes);
  REQUIRE(gunzip(gzip(bytes), bytes.size(), back) == Unpacked::ok);
  REQUIRE(back == bytes);
  CHECK(packed.size() <= bytes.size() + bytes.size() / 6000 + 16);
}

std::string noise(std::size_t size, unsigned letters) {
  std::string bytes;
  std::uint32_t state = static_cast<std::uint32_t>(size) + letters;
  for (std::size_t i = 0; i < size; ++i) {
    state = state * 1'664'525u + 1'013'904'223u;
    bytes += static_cast<char>((state >> 16) % letters);
  }
  return bytes;
}

}  // namespace

TEST_CASE("what is compressed unpacks to the same bytes, whatever they are") {
  for (const std::size_t size :
       {0u, 1u, 2u, 3u, 4u, 257u, 258u, 259u, 32767u, 32768u, 32769u, 65535u, 65536u, 200000u}) {
    check_round_trip(std::string(size, 'a'));
    for (const unsigned letters : {2u, 5u, 256u}) check_round_trip(noise(size, letters));
  }
  // Matches at the far end of the window, and one byte beyond it.
  for (const std::size_t gap : {32764u, 32765u, 32768u, 32769u}) {
    const std::string word = "a word that comes back";
    check_round_trip(word + noise(gap - word.size(), 256) + word);
  }
}

TEST_CASE("text becomes about as small as with other compressors") {
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += "Low water at harbour " + std::to_string(i % 37) + ", height " + std::to_string(i) + " cm\n";
  CHECK(deflate(text).size() < text.size() / 6);
}

TEST_CASE("the bytes are pinned: another version of skillstow must not change them unsaid") {
  const std::string packed = deflate("Read the table of the harbour. Read the table of the harbour.\n");
  std::string hex;
  for (const char c : packed) {
    hex += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4];
    hex += "0123456789abcdef"[static_cast<unsigned char>(c) & 15];
  }
  CHECK(hex == "0b4a4d4c5128c9485528494cca4955c84f037332128b92f24b8bf414f04b730100");
}

TEST_CASE("prefix codes are complete, short for what is frequent, and never longer than asked") {
  std::vector<std::size_t> counts(286);
  std::size_t a = 1;
  std::size_t b = 1;
  for (std::size_t i = 0; i < 60; ++i) {  // Fibonacci numbers make the deepest tree
    counts[i] = a;
    const std::size_t next = a + b;
    a = b;
    b = next;
  }
  for (const unsigned most : {7u, 15u}) {
    const PrefixCode code = make_prefix_code(counts, most);
    double filled = 0;
    for (const std::uint8_t length : code.lengths) {
      CHECK(length <= most);
      if (length > 0) filled += 1.0 / (1u << length);
    }
    CHECK(filled == 1.0);
    CHECK(code.lengths[59] < code.lengths[0]);
  }
  CHECK(make_prefix_code({0, 0, 5, 0}, 15).lengths == std::vector<std::uint8_t>{1, 0, 1, 0});
}
