#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/skill.h"

namespace skillstow {

// A credential that the skill asks for by name. The name alone: values are never read out.
struct Credential {
  const SourceFile* source = nullptr;  // the file that names it; lives as long as the skill
  Span span;
  std::uint32_t line = 0;
  std::string name;
};

// Names in capitals, as environment variables have them, that end like those of secrets: _API_KEY, _TOKEN, _SECRET,
// _KEY, _PASSWORD and the like. Left out: words of databases and protocols (PRIMARY_KEY, PAGE_TOKEN, EOS_TOKEN), values
// to be filled in (YOUR_API_KEY), error codes (INVALID_TOKEN) and switches (USE_TOKEN). All text files; the first of
// each name in a file.
std::vector<Credential> find_credentials(const Skill& skill);

bool is_credential_name(std::string_view identifier);

}  // namespace skillstow
