#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "page/page.h"

namespace skillstow {

// The bins of a sketch; two texts are as alike as the share of bins that are equal.
inline constexpr std::size_t k_sketch_bins = 64;

// What is kept of a skill to compare it with others and to list it: some kilobytes, whatever the skill's size.
struct SkillEntry {
  std::string path;        // as it is reported
  std::string parent;      // the folder that the skill's folder stands in
  std::string repository;  // the repository, else the part of the collection, that it belongs to; "" = the collection
  std::string name;
  std::string title;
  std::string summary;
  std::string description;
  std::string href;  // of its page, from the site's root, or of its folder in its repository; "" = none
  std::vector<std::string> headings;
  std::vector<std::string> tags;      // of the frontmatter, and products that the description names
  std::vector<std::string> commands;  // sorted
  std::vector<std::string> hosts;     // sorted
  std::string verdict;                // "pass", "notes", "fail"; "" = it was not judged
  std::string licence;
  std::string updated;                  // "2025-11-30"; "" = not known
  std::vector<std::string_view> loads;  // ids of the agents
  std::uint64_t tokens = 0;             // of SKILL.md, by the rule
  std::uint64_t listing = 0;
  std::uint64_t files = 0;
  std::string digest;                                 // of all files with their paths, hexadecimal; "" = not known
  std::array<std::uint32_t, k_sketch_bins> sketch{};  // of the body's runs of words
  bool sketched = false;                              // the body is long enough for it
};

// From all that is known of a skill.
SkillEntry entry_of(const PageContext& page, std::string_view repository);

// From its SKILL.md alone: name, description and headings.
SkillEntry entry_of(const Skill& skill, std::string_view repository);

// The products that a text names, of a fixed list, and the frontmatter's tags, keywords and category; small letters,
// sorted.
std::vector<std::string> tags_of(const Skill& skill);

// Share of equal bins.
double likeness(const SkillEntry& a, const SkillEntry& b);

}  // namespace skillstow
