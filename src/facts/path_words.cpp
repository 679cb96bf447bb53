#include "facts/path_words.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/path.h"
#include "base/text.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "facts/placeholder.h"

namespace skillstow {
namespace {

constexpr std::size_t k_longest_placeholder = 64;
constexpr std::size_t k_longest_path = 4096;

// What a byte is to a word: bits, so that those of a word can be put together as it is passed. None: a delimiter.
using Kinds = std::uint8_t;
constexpr Kinds k_path = 1;
constexpr Kinds k_special = 2;  // brackets of placeholders, bytes above ASCII
constexpr Kinds k_dot = 4;
constexpr Kinds k_slash = 8;
constexpr Kinds k_pattern = 16;

constexpr std::array<Kinds, 256> make_kinds() {
  std::array<Kinds, 256> kinds{};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const char c = static_cast<char>(i);
    if (i >= 0x80 || c == '<' || c == '{')
      kinds[i] = k_special;
    else if (is_word(c) || std::string_view("-./~@+*$%").find(c) != std::string_view::npos)
      kinds[i] = k_path;
    if (c == '.') kinds[i] |= k_dot;
    if (c == '/') kinds[i] |= k_slash;
    if (c == '$' || c == '<' || c == '{' || c == '*') kinds[i] |= k_pattern;
  }
  return kinds;
}
constexpr std::array<Kinds, 256> k_kinds = make_kinds();

constexpr Kinds kind_of(char c) { return k_kinds[static_cast<unsigned char>(c)]; }

constexpr Kinds kinds_in(std::string_view text) {
  Kinds kinds = 0;
  for (const char c : text) kinds |= kind_of(c);
  return kinds;
}

// The length of "<…>" or "{…}" at `at`, or 0. No line end inside, and nothing that opens another.
std::size_t length_of_placeholder(std::string_view text, std::size_t at) {
  const char close = text[at] == '<' ? '>' : '}';
  const std::size_t end = std::min(text.size(), at + k_longest_placeholder);
  for (std::size_t i = at + 1; i < end; ++i) {
    if (text[i] == close) return i - at + 1;
    if (text[i] == '\n' || text[i] == '"' || text[i] == '`' || text[i] == '<') return 0;
  }
  return 0;
}

}  // namespace

std::size_t PathWords::length_of_special(std::size_t at, bool first) const {
  const char c = text_[at];
  if (c == '{' || c == '<') {
    const std::size_t length = length_of_placeholder(text_, at);
    if (length < 3 || c == '{') return length;
    if (text_[at + 1] == '/' || text_[at + 1] == '!') return 0;  // a closing tag or a comment
    // "<file>scripts/x" is a tag before a path, "<name>.md" and "<root>/x" are placeholders.
    const std::size_t after = at + length;
    return first && after < text_.size() && is_alnum(text_[after]) ? 0 : length;
  }
  const Decoded decoded = decode_utf8(text_, at);
  const CharacterClass cls = classify(decoded.point);
  const bool part = decoded.valid && (cls == CharacterClass::letter || cls == CharacterClass::mark ||
                                      cls == CharacterClass::number || decoded.point == 0x2026);
  return part ? decoded.length : 0;
}

bool PathWords::next(PathWord& word) {
  const std::size_t size = text_.size();
  while (true) {
    while (at_ < size && kind_of(text_[at_]) == 0) ++at_;
    if (at_ >= size) return false;
    const std::size_t start = at_;
    Kinds seen = 0;
    while (at_ < size) {
      const Kinds kind = kind_of(text_[at_]);
      if ((kind & k_path) != 0) {
        seen |= kind;
        ++at_;
        continue;
      }
      const std::size_t length = (kind & k_special) != 0 ? length_of_special(at_, at_ == start) : 0;
      if (length == 0) break;
      seen |= kind;
      at_ += length;
    }
    if (at_ == start) {
      ++at_;
      continue;
    }
    std::string_view found = text_.substr(start, at_ - start);
    while (found.ends_with('.') || found.ends_with('-') || found.ends_with('~')) found.remove_suffix(1);
    // Stars on both sides are emphasis, not globs.
    while (found.size() > 2 && found.front() == '*' && found.back() == '*') found = found.substr(1, found.size() - 2);
    while (found.starts_with('@') || found.starts_with('-')) found.remove_prefix(1);
    const auto offset = static_cast<std::size_t>(found.data() - text_.data());
    if (found.empty() || found.size() > k_longest_path) continue;
    // What was cut off, and what stands inside a placeholder, was not told apart on the way.
    if (found.size() != at_ - start || (seen & k_special) != 0) seen = kinds_in(found);
    word = {found, offset, (seen & k_dot) != 0, (seen & k_slash) != 0, (seen & k_pattern) != 0};
    return true;
  }
}

PathReading read_path(std::string_view word, std::string_view file, std::string_view folder_name,
                      const FileIndex& index) {
  PathReading reading;
  std::string_view path = without_skill_root(word);
  reading.from_root = path.size() != word.size();
  if (!reading.from_root && (path.starts_with('/') || path.starts_with('~') || path.starts_with('$') ||
                             path.starts_with('%') || path.starts_with('{') || path.starts_with('<'))) {
    // ".../skills/<own folder>/x" is ours wherever it is installed.
    const std::string own = "/" + std::string(folder_name) + "/";
    const std::size_t at = folder_name.empty() ? std::string_view::npos : path.rfind(own);
    if (at == std::string_view::npos) {
      reading.place = PathReading::Place::elsewhere;
      reading.path = path;
      return reading;
    }
    path.remove_prefix(at + own.size());
  }
  if (is_template(path)) {
    reading.place = PathReading::Place::pattern;
    reading.path = normal_path(path);
    return reading;
  }
  reading.path = normal_path(path);
  reading.entry = index.find(reading.path);
  if (reading.entry != FileIndex::Entry::none || reading.from_root) return reading;
  const std::string beside = normal_path(join_path(parent_path(file), path));
  if (beside != reading.path && !beside.starts_with("..")) {
    const FileIndex::Entry entry = index.find(beside);
    if (entry != FileIndex::Entry::none || reading.path.starts_with("..")) {
      reading.path = beside;
      reading.entry = entry;
      return reading;
    }
  }
  // "my-skill/scripts/x", "skills/my-skill/scripts/x"
  if (!folder_name.empty()) {
    const std::string own = std::string(folder_name) + "/";
    const std::size_t at = reading.path.rfind(own);
    if (at != std::string::npos && (at == 0 || reading.path[at - 1] == '/')) {
      const std::string below = reading.path.substr(at + own.size());
      if (const FileIndex::Entry entry = index.find(below); entry != FileIndex::Entry::none) {
        reading.path = below;
        reading.entry = entry;
        return reading;
      }
    }
  }
  if (reading.path.starts_with("..")) reading.place = PathReading::Place::elsewhere;
  return reading;
}

}  // namespace skillstow
