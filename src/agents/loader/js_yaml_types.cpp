// The types of js-yaml's default schema, by version.
#include <charconv>
#include <cmath>

#include "agents/loader/js_yaml_loader.h"
#include "base/text.h"

namespace skillstow::loader {
namespace {

using Kind = YamlTree::Kind;

bool is_null(std::string_view text) { return text == "~" || text == "null" || text == "Null" || text == "NULL"; }
bool is_true(std::string_view text) { return text == "true" || text == "True" || text == "TRUE"; }
bool is_false(std::string_view text) { return text == "false" || text == "False" || text == "FALSE"; }

bool is_digit_of(char c, int base) {
  if (base == 16) return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f');
  return c >= '0' && c < '0' + base;
}

// Digits with "_" between them, at least one, not ending in "_".
bool are_digits(std::string_view text, int base) {
  bool any = false;
  for (char c : text) {
    if (c == '_') continue;
    if (!is_digit_of(c, base)) return false;
    any = true;
  }
  return any && text.back() != '_';
}

// ":59" groups of base 60, at least one.
bool are_sixties(std::string_view text) {
  if (text.empty()) return false;
  while (!text.empty()) {
    if (text[0] != ':') return false;
    text.remove_prefix(1);
    std::size_t digits = 0;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    if (digits == 0 || digits > 2 || (digits == 2 && text[0] > '5')) return false;
    text.remove_prefix(digits);
  }
  return true;
}

std::string without_underscores(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c != '_') out += c;
  }
  return out;
}

double digits_value(std::string_view digits, int base) {
  double value = 0;
  for (char c : digits) value = value * base + (is_digit(c) ? c - '0' : to_lower(c) - 'a' + 10);
  return value;
}

std::optional<double> whole_number(std::string_view text, JsYaml version) {
  std::string_view rest = text;
  if (rest.starts_with('-') || rest.starts_with('+')) rest.remove_prefix(1);
  if (rest.empty()) return std::nullopt;
  const double sign = text[0] == '-' ? -1 : 1;
  if (rest == "0") return sign * 0;
  if (rest[0] == '0') {
    const std::string_view digits = rest.substr(rest[1] == 'b' || rest[1] == 'x' || rest[1] == 'o' ? 2 : 1);
    int base = 8;
    if (rest[1] == 'b') base = 2;
    if (rest[1] == 'x') base = 16;
    // Octals are "0o17" to version 4 and "017" to version 3; version 4 reads "017" as decimal.
    if (rest[1] == 'o' && version == JsYaml::v3) return std::nullopt;
    if (base != 8 || rest[1] == 'o') {
      if (digits.empty() || !are_digits(digits, base)) return std::nullopt;
      return sign * digits_value(without_underscores(digits), base);
    }
    if (version == JsYaml::v3) {
      if (!are_digits(digits, 8)) return std::nullopt;
      return sign * digits_value(without_underscores(digits), 8);
    }
  }
  if (rest[0] == '_') return std::nullopt;
  const std::size_t colon = version == JsYaml::v3 ? rest.find(':') : std::string_view::npos;
  const std::string_view whole = rest.substr(0, colon);
  if (colon == std::string_view::npos) {
    if (!are_digits(whole, 10)) return std::nullopt;
    double value = 0;
    const std::string plain = without_underscores(whole);
    std::from_chars(plain.data(), plain.data() + plain.size(), value);
    return sign * value;
  }
  bool any = false;
  for (char c : whole) {
    if (c != '_' && !is_digit(c)) return std::nullopt;
    any = any || is_digit(c);
  }
  if (!any || !are_sixties(rest.substr(colon))) return std::nullopt;
  double value = 0;
  const std::string digits = without_underscores(rest);
  for (std::string_view part : split(digits, ':')) value = value * 60 + digits_value(part, 10);
  return sign * value;
}

std::size_t take_digits(std::string_view& text, bool underscores) {
  std::size_t count = 0;
  while (count < text.size() && (is_digit(text[count]) || (underscores && text[count] == '_'))) ++count;
  text.remove_prefix(count);
  return count;
}

bool take_exponent(std::string_view& text) {
  if (text.empty() || (text[0] != 'e' && text[0] != 'E')) return true;
  std::string_view rest = text.substr(1);
  if (rest.starts_with('-') || rest.starts_with('+')) rest.remove_prefix(1);
  if (take_digits(rest, false) == 0) return false;
  text = rest;
  return true;
}

bool is_float(std::string_view text, JsYaml version) {
  if (text.empty() || text.back() == '_') return false;
  if (text == ".nan" || text == ".NaN" || text == ".NAN") return true;
  std::string_view rest = text;
  if (rest[0] == '-' || rest[0] == '+') rest.remove_prefix(1);
  if (rest == ".inf" || rest == ".Inf" || rest == ".INF") return true;
  if (rest.empty()) return false;
  if (text[0] == '.') {
    rest.remove_prefix(1);
    return take_digits(rest, true) != 0 && take_exponent(rest) && rest.empty();
  }
  if (!is_digit(rest[0])) return false;
  std::string_view number = rest;
  if (version == JsYaml::v3 && number[0] == '0') {
    number.remove_prefix(1);
  } else {
    take_digits(number, true);
  }
  if (number.starts_with('.')) {
    number.remove_prefix(1);
    take_digits(number, true);
  }
  if (take_exponent(number) && number.empty()) return true;
  if (version == JsYaml::v4) return false;
  // 20:59.5
  take_digits(rest, true);
  const std::size_t point = rest.find('.');
  if (point == std::string_view::npos || !are_sixties(rest.substr(0, point))) return false;
  rest.remove_prefix(point + 1);
  take_digits(rest, true);
  return rest.empty();
}

double float_value(std::string_view text) {
  std::string plain = to_lower(without_underscores(text));
  const double sign = plain.starts_with('-') ? -1 : 1;
  std::string_view rest = plain;
  if (rest.starts_with('-') || rest.starts_with('+')) rest.remove_prefix(1);
  if (rest == ".inf") return sign * HUGE_VAL;
  if (rest == ".nan") return std::nan("");
  double value = 0;
  for (std::string_view part : split(rest, ':')) {
    double number = std::nan("");
    const auto result = std::from_chars(part.data(), part.data() + part.size(), number);
    if (result.ec == std::errc::result_out_of_range) {
      number = part.find("e-") == std::string_view::npos ? HUGE_VAL : 0;
    }
    value = value * 60 + number;
  }
  return sign * value;
}

bool take_number(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t count = 0;
  while (count < most && count < text.size() && is_digit(text[count])) ++count;
  if (count < least) return false;
  text.remove_prefix(count);
  return true;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::size_t take_blanks(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_blank(text[count])) ++count;
  text.remove_prefix(count);
  return count;
}

// 2001-12-14, 2001-12-14t21:59:43.10-05:00, 2001-12-14 21:59:43.10 Z
bool is_timestamp(std::string_view text) {
  if (!take_number(text, 4, 4) || !take(text, '-')) return false;
  std::string_view date = text;
  if (take_number(date, 2, 2) && take(date, '-') && take_number(date, 2, 2) && date.empty()) return true;
  if (!take_number(text, 1, 2) || !take(text, '-') || !take_number(text, 1, 2)) return false;
  if (!take(text, 'T') && !take(text, 't') && take_blanks(text) == 0) return false;
  if (!take_number(text, 1, 2) || !take(text, ':') || !take_number(text, 2, 2) || !take(text, ':') ||
      !take_number(text, 2, 2)) {
    return false;
  }
  if (take(text, '.')) take_digits(text, false);
  if (text.empty()) return true;
  take_blanks(text);
  if (take(text, 'Z')) return text.empty();
  if (!take(text, '-') && !take(text, '+')) return false;
  if (!take_number(text, 1, 2)) return false;
  if (take(text, ':') && !take_number(text, 2, 2)) return false;
  return text.empty();
}

bool is_base64(std::string_view text) {
  std::size_t bits = 0;
  for (char c : text) {
    if (c == '\r' || c == '\n') continue;
    if (!is_alnum(c) && c != '+' && c != '/' && c != '=') return false;
    bits += 6;
  }
  return bits % 8 == 0;
}

}  // namespace

JsScalar js_yaml_plain(std::string_view text, JsYaml version) {
  if (is_null(text)) return {Kind::null, false, {}};
  if (is_true(text)) return {Kind::boolean, false, "true"};
  if (is_false(text)) return {Kind::boolean, false, "false"};
  const char first = text.empty() ? 'x' : text[0];
  if (is_digit(first) || first == '-' || first == '+' || first == '.') {
    if (const auto number = whole_number(text, version)) return {Kind::number, false, js_number(*number)};
    if (is_float(text, version)) return {Kind::number, false, js_number(float_value(text))};
    if (is_timestamp(text)) return {Kind::other, false, std::string(text)};
  }
  return {Kind::string, text == "<<", std::string(text)};
}

std::optional<JsScalar> js_yaml_tagged(std::string_view tag, std::string_view text, JsYaml version) {
  if (tag == "str") return JsScalar{Kind::string, false, std::string(text)};
  if (tag == "null" && is_null(text)) return JsScalar{Kind::null, false, {}};
  if (tag == "bool" && (is_true(text) || is_false(text))) {
    return JsScalar{Kind::boolean, false, is_true(text) ? "true" : "false"};
  }
  if (tag == "int") {
    if (const auto number = whole_number(text, version)) return JsScalar{Kind::number, false, js_number(*number)};
  }
  if (tag == "float" && is_float(text, version)) return JsScalar{Kind::number, false, js_number(float_value(text))};
  if (tag == "timestamp" && is_timestamp(text)) return JsScalar{Kind::other, false, std::string(text)};
  if (tag == "binary" && is_base64(text)) return JsScalar{Kind::other, false, std::string(text)};
  if (tag == "merge" && text == "<<") return JsScalar{Kind::string, true, "<<"};
  return std::nullopt;
}

}  // namespace skillstow::loader
