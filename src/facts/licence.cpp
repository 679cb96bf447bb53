#include "facts/licence.h"

#include <array>

#include "base/text.h"
#include "facts/documents.h"

namespace skillstow {
namespace {

// A sentence that only this licence has, white space folded. The first that fits decides: the narrower ones stand
// first, since the GNU licences quote each other.
struct Mark {
  std::string_view spdx;
  std::string_view words;
  std::string_view also = {};
};
constexpr std::array<Mark, 14> k_marks = {{
    {"AGPL-3.0", "gnu affero general public license version 3"},
    {"LGPL-3.0", "gnu lesser general public license version 3"},
    {"LGPL-2.1", "gnu lesser general public license version 2.1"},
    {"GPL-3.0", "gnu general public license version 3"},
    {"GPL-2.0", "gnu general public license version 2"},
    {"MPL-2.0", "mozilla public license version 2.0"},
    {"MPL-2.0", "mozilla public license, version 2.0"},
    {"Apache-2.0", "apache license version 2.0"},
    {"MIT-0",
     "permission is hereby granted, free of charge, to any person obtaining a copy of this software and "
     "associated documentation files (the \"software\"), to deal in the software without restriction, "
     "including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, "
     "and/or sell copies of the software, and to permit persons to whom the software is furnished to do so. "
     "the software is provided"},
    {"MIT",
     "permission is hereby granted, free of charge, to any person obtaining a copy of this software and "
     "associated documentation files"},
    {"BSD-3-Clause", "redistribution and use in source and binary forms", "neither the name of"},
    {"BSD-2-Clause", "redistribution and use in source and binary forms"},
    {"ISC", "permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"},
    {"CC0-1.0", "cc0 1.0 universal"},
}};

struct Name {
  std::string_view spdx;
  std::string_view words;  // small letters, without "license", blanks, "-", "_" and ","
};
constexpr std::array<Name, 32> k_names = {{
    {"MIT", "mit"},
    {"MIT-0", "mit0"},
    {"Apache-2.0", "apache2.0"},
    {"Apache-2.0", "apacheversion2.0"},
    {"Apache-2.0", "apache2"},
    {"Apache-2.0", "apachev2"},
    {"Apache-2.0", "apachev2.0"},
    {"BSD-2-Clause", "bsd2clause"},
    {"BSD-3-Clause", "bsd3clause"},
    {"ISC", "isc"},
    {"MPL-2.0", "mpl2.0"},
    {"MPL-2.0", "mozillapublic2.0"},
    {"GPL-2.0", "gpl2.0"},
    {"GPL-2.0", "gplv2"},
    {"GPL-3.0", "gpl3.0"},
    {"GPL-3.0", "gplv3"},
    {"GPL-3.0-only", "gpl3.0only"},
    {"GPL-3.0-or-later", "gpl3.0orlater"},
    {"LGPL-2.1", "lgpl2.1"},
    {"LGPL-3.0", "lgpl3.0"},
    {"LGPL-3.0", "lgplv3"},
    {"AGPL-3.0", "agpl3.0"},
    {"AGPL-3.0", "agplv3"},
    {"AGPL-3.0-only", "agpl3.0only"},
    {"AGPL-3.0-or-later", "agpl3.0orlater"},
    {"CC0-1.0", "cc01.0"},
    {"CC-BY-4.0", "ccby4.0"},
    {"CC-BY-SA-4.0", "ccbysa4.0"},
    {"CC-BY-NC-4.0", "ccbync4.0"},
    {"Unlicense", "unlicense"},
    {"0BSD", "0bsd"},
    {"BSL-1.0", "bsl1.0"},
}};

// Licences' texts are short; the marks stand near the start.
constexpr std::size_t k_head = 8 * 1024;

}  // namespace

bool is_licence_file(std::string_view path) {
  if (path.find('/') != std::string_view::npos) return false;
  const std::string name = to_lower(path);
  for (const std::string_view start : {"license", "licence", "copying", "unlicense"}) {
    if (name.starts_with(start) && (name.size() == start.size() || !is_alpha(name[start.size()]))) return true;
  }
  return false;
}

std::string_view spdx_of_text(std::string_view text) {
  const std::string folded = fold_space(to_lower(text.substr(0, k_head)));
  for (const Mark& mark : k_marks) {
    if (folded.find(mark.words) != std::string::npos && folded.find(mark.also) != std::string::npos) return mark.spdx;
  }
  if (folded.find("this is free and unencumbered software released into the public domain") != std::string::npos) {
    return "Unlicense";
  }
  return {};
}

std::string_view spdx_of_name(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c != ' ' && c != '-' && c != '_' && c != ',') plain += to_lower(c);
  }
  const bool unlicence = plain.find("unlicense") != std::string::npos;
  if (!unlicence) plain = replace_all(replace_all(plain, "license", ""), "licence", "");
  if (plain.starts_with("the")) plain.erase(0, 3);
  for (const Name& known : k_names) {
    if (plain == known.words) return known.spdx;
  }
  return {};
}

Licence find_licence(const Skill& skill) {
  Licence licence;
  if (const YamlNode::Member* member = skill.frontmatter.find("license");
      member != nullptr && member->value.is_scalar() && !trim(member->value.text).empty()) {
    licence.field = std::string(trim(member->value.text));
  }
  std::string_view spdx;
  for (const SkillFile& file : skill.files) {
    if (!is_licence_file(file.entry.path)) continue;
    if (!licence.file) licence.file = file.entry.path;
    if (spdx.empty()) spdx = spdx_of_text(source_of(skill, file).text);
  }
  if (spdx.empty() && licence.field) spdx = spdx_of_name(*licence.field);
  if (!spdx.empty()) licence.spdx = std::string(spdx);
  return licence;
}

}  // namespace skillstow
