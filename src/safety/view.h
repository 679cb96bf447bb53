#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/source_file.h"
#include "safety/offset_map.h"

namespace skillstow {

enum class Language : std::uint8_t { none, shell, powershell, batch, python, javascript, other };

// Where in the skill a text stands.
enum class Place : std::uint8_t {
  script,   // a file that a machine runs
  build,    // a recipe: Makefile, Dockerfile, workflow, package.json script
  hook,     // a hook or install command in frontmatter or in an agent's settings
  dynamic,  // a command that an agent runs when it loads the skill: !`…`
  fence,    // a code block of a document
  inline_code,
  prose,
  comment,  // of a document: <!-- … -->
  description,
  data,
};

// On a page that is read, rather than in a file that a machine runs.
inline bool shows_page(Place place) {
  return place == Place::inline_code || place == Place::prose || place == Place::comment || place == Place::fence;
}

// What the text does with the thing it names. Lowers a risk, see lowered(); decided in role.cpp.
enum class Role : std::uint8_t {
  performs,   // runs it
  instructs,  // tells the agent or the user to run it
  describes,  // shows or quotes it
  forbids,    // names it as what must not be done
  tests,      // a sample in a test or fixture that nothing runs
};

// A piece of a file that one kind of detector can read, with the way back to the file's own bytes.
struct View {
  const SourceFile* file = nullptr;
  std::unique_ptr<std::string> storage;  // of a derived text
  std::string_view text;
  OffsetMap map;
  Language language = Language::none;
  Place place = Place::data;
  Role role = Role::performs;
  std::string via;         // "base64", "base64, then base64": how the text was hidden; empty = it was not
  std::uint8_t depth = 0;  // texts inside texts

  bool hidden() const { return !via.empty(); }
  // Runs without anybody deciding to: no wording around it makes that better.
  bool automatic() const { return place == Place::hook || place == Place::dynamic; }
};

inline View plain_view(const SourceFile& file, Span span, Language language, Place place, Role role) {
  View view;
  view.file = &file;
  view.text = slice(file.text, span);
  view.map = OffsetMap(span.offset);
  view.language = language;
  view.place = place;
  view.role = role;
  return view;
}

// Texts inside texts are followed so far: sh -c '…', base64 in base64.
inline constexpr std::uint8_t k_max_depth = 5;

}  // namespace skillstow
