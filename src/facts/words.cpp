#include "facts/words.h"

#include "base/text.h"
#include "base/unicode.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

// The white space of Unicode above ASCII (property White_Space).
constexpr bool is_wide_space(char32_t c) {
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

bool is_word_point(char32_t c) {
  const CharacterClass cls = classify(c);
  return cls == CharacterClass::letter || cls == CharacterClass::mark || cls == CharacterClass::number;
}

}  // namespace

std::uint64_t count_words(std::string_view text) {
  std::uint64_t words = 0;
  bool counted = false;  // the stretch at hand has a word character already
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t length = 1;
    bool space = is_space(c);
    bool word = is_word(c);
    if (static_cast<unsigned char>(c) >= 0x80) {
      const Decoded decoded = decode_utf8(text, at);
      length = decoded.length;
      space = decoded.valid && is_wide_space(decoded.point);
      word = !counted && decoded.valid && !space && is_word_point(decoded.point);
    }
    if (space) counted = false;
    if (word && !counted) {
      ++words;
      counted = true;
    }
    at += length;
  }
  return words;
}

std::uint64_t count_words(const Skill& skill) {
  const std::string_view text = skill.manifest.text;
  std::size_t at = text.size() - skill.body().size();
  std::uint64_t words = 0;
  for (const MarkdownNode& node : skill.markdown.nodes) {
    if (node.kind != NodeKind::code_block || !node.fenced || node.span.offset < at) continue;
    words += count_words(text.substr(at, node.span.offset - at));
    at = node.span.end();
  }
  return words + count_words(text.substr(std::min(at, text.size())));
}

std::uint64_t count_lines(const Skill& skill) {
  return skill.manifest.text.empty() ? 0 : skill.manifest.lines.line_count();
}

}  // namespace skillstow
