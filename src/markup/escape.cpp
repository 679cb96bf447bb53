#include "markup/escape.h"

#include <algorithm>

#include "base/percent.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

// The Char production of XML 1.0.
bool is_xml_char(char32_t c) {
  return c == 0x9 || c == 0xA || c == 0xD || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) ||
         (c >= 0x10000 && c <= 0x10FFFF);
}

std::string_view entity_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    case '\t':
      return "&#9;";
    case '\n':
      return "&#10;";
    case '\r':
      return "&#13;";
    default:
      return {};
  }
}

// Only these characters.
std::string percent_escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) == std::string_view::npos) {
      out += c;
    } else {
      append_percent(out, c);
    }
  }
  return out;
}

}  // namespace

std::string markup_escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Decoded decoded = decode_utf8(text, at);
    const std::string_view entity = decoded.length == 1 ? entity_of(text[at]) : std::string_view{};
    if (!entity.empty()) {
      out += entity;
    } else if (!decoded.valid || !is_xml_char(decoded.point)) {
      append_utf8(out, 0xFFFD);
    } else {
      out += text.substr(at, decoded.length);
    }
    at += decoded.length;
  }
  return out;
}

std::string markdown_escaped(std::string_view text) {
  constexpr std::string_view k_syntax = "\\`*_[]<>|~&!$";
  constexpr std::string_view k_gap = "&#8203;";  // no width; parts what GitHub would make a link of
  const std::string shown = visible(text);
  std::string out;
  for (std::size_t at = 0; at < shown.size(); ++at) {
    const char c = shown[at];
    const std::string_view rest = std::string_view(shown).substr(at);
    const bool address = rest.starts_with("://") || rest.starts_with(":@");
    if (k_syntax.find(c) != std::string_view::npos) out += '\\';
    out += c;
    if (c == '@' || c == '#' || address) out += k_gap;
    if (c == '.' && at >= 3 && starts_with_ignoring_case(std::string_view(shown).substr(at - 3), "www")) out += k_gap;
    if (c == '-' && at >= 2 && starts_with_ignoring_case(std::string_view(shown).substr(at - 2), "GH")) out += k_gap;
  }
  return out;
}

std::string backticks_around(std::string_view text, std::size_t least) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(std::max(least, longest + 1), '`');
}

std::string markdown_code(std::string_view text) {
  const std::string shown = visible(text);
  if (shown.empty()) return {};
  const std::string fence = backticks_around(shown, 1);
  const bool pad = shown.front() == '`' || shown.back() == '`' || (shown.front() == ' ' && shown.back() == ' ');
  const std::string blank = pad ? " " : "";
  // A table takes "\|" for a bar even inside of code.
  return fence + blank + replace_all(shown, "|", "\\|") + blank + fence;
}

std::string uri_path(std::string_view path) { return percent_encoded(path, "-._~/"); }

std::string workflow_message(std::string_view text) { return percent_escaped(repair_utf8(text), "%\r\n"); }

std::string workflow_property(std::string_view text) { return percent_escaped(repair_utf8(text), "%\r\n:,"); }

}  // namespace skillstow
