#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "site/entry.h"

// The pages of a site that are about all of its skills.
namespace skillstow {

// The folder of each skill's page below skills/: its name where that is a safe one and no other has it, else with the
// start of the digest of its path. In the order of the entries, whatever that is, each gets the same.
std::vector<std::string> page_folders(const std::vector<SkillEntry>& entries);

struct SiteText {
  std::string title;
  std::string_view version;
};

// The first page: what there is, search, filters. Lists the first skills; the script lists the others.
std::string index_html(const std::vector<SkillEntry>& entries, const SiteText& site);

// Plain lists for readers without scripts, k_listed skills each.
inline constexpr std::size_t k_listed = 150;
std::size_t list_pages(std::size_t skills);
std::string list_html(const std::vector<SkillEntry>& entries, std::size_t page, const SiteText& site);

// What the script searches: "skillstow(…)" of a JSON document, so that a page from file:// can load it.
std::string index_script(const std::vector<SkillEntry>& entries);

// The same as a JSON document, for other programs.
std::string index_json(const std::vector<SkillEntry>& entries, const SiteText& site);

}  // namespace skillstow
