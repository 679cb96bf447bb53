#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/sections.h"
#include "markup/page_data.h"
#include "model/skill.h"

// The skill's own words, as a page shows them: no control characters, no secrets. Nothing is made up.
namespace skillstow {

// The skill's text, fit for any output: values of secrets masked.
std::string own_words(std::string_view text);

// The first heading of level 1, else the name in words with capitals ("pdf-forms" -> "Pdf Forms").
std::string title_of(const Skill& skill, const std::vector<Section>& sections);
std::string title_of_words(std::string_view name);

// The name as declared, else that of the folder.
std::string name_of(const Skill& skill);

// The first sentence; a text without one is cut at a word.
std::string first_sentence(std::string_view text, std::size_t most_points = 240);

// "https://github.com/owner/repo" -> "owner/repo"; of another host with its name.
std::string repository_name(std::string_view address);

// 588, 2.4k, 24k, 1.2M
std::string compact(std::uint64_t number);

// "a, b and c"
std::string listed(const std::vector<std::string>& names);

// Text with `code` in it as parts for the template "inline": what stands between backticks is code.
PageData inline_view(std::string_view text);

// Text in several lines as a list, since a template's text is one line.
PageData lines_view(std::string_view text);

}  // namespace skillstow
