#include <array>
#include <atomic>
#include <stdexcept>

#include "base/edit_distance.h"
#include "base/parallel.h"
#include "base/sha256.h"
#include "base/unicode.h"
#include "support/catch.h"

using namespace skillstow;

TEST_CASE("the nearest name is found for the ways people mistype") {
  static constexpr std::array<std::string_view, 4> k_keys = {"name", "description", "allowed-tools", "license"};
  CHECK(nearest("descripton", k_keys) == "description");
  CHECK(nearest("allowed_tools", k_keys) == "allowed-tools");
  CHECK(nearest("Licence", k_keys) == "license");
  CHECK(nearest("nmae", k_keys) == "name");
  CHECK(nearest("version", k_keys).empty());
  CHECK(edit_distance("kitten", "sitting", 9) == 3);
  CHECK(edit_distance("ab", "ba", 9) == 1);
  CHECK(edit_distance("abc", "xyz", 1) == 2);
}

TEST_CASE("results come out in order, whatever the number of threads") {
  for (const unsigned threads : {1u, 2u, 7u}) {
    std::vector<std::size_t> squares(500);
    std::vector<std::size_t> order;
    std::size_t running = 0;
    parallel_ordered(
        squares.size(), threads, 8, [&](std::size_t i) { squares[i] = i * i; },
        [&](std::size_t i) {
          order.push_back(squares[i]);
          running += squares[i] == i * i;
        });
    CHECK(running == 500);
    CHECK(order[499] == 499 * 499);
  }
}

TEST_CASE("an exception of one piece of work reaches the caller") {
  for (const unsigned threads : {1u, 3u}) {
    CHECK_THROWS_AS(parallel_ordered(
                        100, threads, 4,
                        [](std::size_t i) {
                          if (i == 50) throw std::runtime_error("x");
                        },
                        [](std::size_t) {}),
                    std::runtime_error);
    CHECK_THROWS_AS(parallel_ordered(
                        100, threads, 4, [](std::size_t) {},
                        [](std::size_t i) {
                          if (i == 50) throw std::runtime_error("x");
                        }),
                    std::runtime_error);
  }
}

TEST_CASE("SHA-256 is that of FIPS 180-4") {
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("Unicode forms and widths") {
  CHECK(to_nfc("u\u0308ber") == "über");
  CHECK(to_nfkc("ｆｕｌｌ") == "full");
  CHECK(fold_case("Straße") == fold_case("STRASSE"));
  CHECK(to_nfc("\xff") == "\xff");
  CHECK(terminal_width("日本") == 4);
  CHECK(terminal_width("e\u0301") == 1);
  CHECK(classify(0x200B) == CharacterClass::format);
}
