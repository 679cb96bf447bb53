#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_index.h"
#include "base/result.h"
#include "parse/yaml.h"

namespace skillstow {

// A fault of a YAML document of ours: a structure file, the configuration.
struct DocumentProblem {
  Position position;
  std::string message;  // what is wrong, without a full stop
  std::string help;
};

// All faults of the document at `path` as one error of bad input, each as PATH:LINE:COLUMN. `what`: "structure file".
Error document_error(const std::string& path, std::string_view what, const std::vector<DocumentProblem>& problems,
                     std::string help);

// What the readers of such documents share. Every fault is kept, so that a writer mends them in one go; nothing here
// touches the disk. Each kind of mapping has one table of its keys, which says all there is to know of them.
class DocumentReader {
 public:
  template <class Reader, class T>
  struct Key {
    std::string_view name;
    void (*read)(Reader& reader, T& into, const YamlNode::Member& member);
  };

 protected:
  explicit DocumentReader(std::string_view text) : text_(text), lines_(text) {}

  // The document, if it can be read at all; else its faults are told and nothing is given.
  YamlDocument parse();

  // The faults, in the order of the file.
  std::vector<DocumentProblem> take_problems();
  bool has_problems() const { return !problems_.empty(); }

  void problem(Span span, std::string message, std::string help);

  std::uint32_t line_of(Span span) const { return lines_.line(span.offset); }

  // A word that is none of `known`.
  void unknown(Span span, std::string_view what, std::string_view word, std::span<const std::string_view> known);

  template <class Reader, class T, std::size_t N>
  static void read_map(Reader& reader, const Key<Reader, T> (&keys)[N], T& into, const YamlNode& node,
                       std::string_view what) {
    if (!reader.is_map(node, what)) return;
    for (const YamlNode::Member& member : node.members) {
      const auto* key = std::find_if(keys, keys + N, [&](const auto& k) { return k.name == member.key.text; });
      if (key != keys + N) {
        key->read(reader, into, member);
        continue;
      }
      std::string_view names[N];
      for (std::size_t i = 0; i < N; ++i) names[i] = keys[i].name;
      reader.unknown(member.key.span, "key", member.key.text, names);
    }
  }

  bool is_map(const YamlNode& node, std::string_view what);             // tells it if not
  std::string read_text(const YamlNode::Member& member);                // runs of white space become one blank
  std::vector<std::string> read_texts(const YamlNode::Member& member);  // a single text counts as a list of one
  std::uint32_t read_count(const YamlNode::Member& member, std::uint32_t least, std::uint32_t most);

  // Which of two words stands there; true for the second.
  bool read_choice(const YamlNode::Member& member, std::string_view first, std::string_view second);

  static std::string listed(std::span<const std::string_view> names);  // "a, b, c"

 private:
  std::string_view text_;
  LineIndex lines_;
  std::vector<DocumentProblem> problems_;
};

}  // namespace skillstow
