#include "report/paint.h"

namespace skillstow {

std::string painted(std::string_view text, Paint paint, bool color) {
  if (!color || paint == Paint::plain) return std::string(text);
  std::string_view code;
  switch (paint) {
    case Paint::bold:
      code = "1";
      break;
    case Paint::dim:
      code = "2";
      break;
    case Paint::red:
      code = "1;31";
      break;
    case Paint::yellow:
      code = "33";
      break;
    case Paint::green:
      code = "32";
      break;
    case Paint::cyan:
      code = "36";
      break;
    case Paint::plain:
      break;
  }
  return std::string("\x1B[").append(code).append("m").append(text).append("\x1B[0m");
}

}  // namespace skillstow
