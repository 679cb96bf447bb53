#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "markup/page_data.h"
#include "site/neighbours.h"

namespace skillstow {

// What the page of a skill says of the others. `root` is the way from the page to where the entries' addresses count
// from.
PageData related_view(const std::vector<SkillEntry>& entries, std::size_t skill, const Neighbours& neighbours,
                      std::string_view root);

// As HTML for the page's frame: the sections, and the question about alternatives.
std::string related_html(const PageData& related);
std::string alternatives_html(const PageData& related);

}  // namespace skillstow
