#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/span.h"
#include "safety/view.h"

namespace skillstow {

// A token of Python or JavaScript, as far as the detectors need them.
struct Token {
  enum class Kind : std::uint8_t { name, text, number, sign, line_end };
  Kind kind = Kind::sign;
  Span span;             // in the text that was read
  std::string_view raw;  // as it is written
  std::string text;      // of a text: its value, escapes taken away
  bool plain = true;     // text: no {…} or ${…} in it that would be put in
  bool is(std::string_view sign) const { return kind != Kind::text && raw == sign; }
};

// Reads Python or JavaScript/TypeScript into tokens. Comments are passed over; regular expressions of JavaScript are
// texts that match nothing. Linear; never fails: an open text ends at the line's end (or at the end of the file).
// Starts at `from`, which must be the start of a token, and stops after `most` tokens.
std::vector<Token> tokenize(std::string_view text, Language language, std::size_t from = 0,
                            std::size_t most = SIZE_MAX);

}  // namespace skillstow
