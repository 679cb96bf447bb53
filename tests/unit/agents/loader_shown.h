#pragma once

#include <string>
#include <string_view>

#include "agents/loader/loader.h"

namespace skillstow::test {

using Loader = loader::LoaderVerdict (*)(const loader::LoaderInput&);

// What an agent's loader makes of a SKILL.md in the folder "pdf": "name | description", or "refused: rule", with
// " (told)" behind where the agent tells its user.
inline std::string loaded(Loader load, std::string_view bytes, std::string_view folder = "pdf") {
  const loader::PreparedInput prepared(bytes, folder);
  const loader::LoaderVerdict verdict = load(prepared.input());
  if (verdict.loads) return verdict.name + " | " + verdict.description;
  return "refused: " + std::string(verdict.why.empty() ? "" : verdict.why[0]) + (verdict.told ? " (told)" : "");
}

// A file with these lines as its frontmatter.
inline std::string with_fields(std::string_view fields, std::string_view body = "\nBody line.\n\nMore.\n") {
  return "---\n" + std::string(fields) + "---\n" + std::string(body);
}

inline std::string repeated(std::string_view text, std::size_t count) {
  std::string out;
  while (count-- > 0) out += text;
  return out;
}

}  // namespace skillstow::test
