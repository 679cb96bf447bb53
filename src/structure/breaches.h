#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/skill.h"
#include "structure/outline.h"
#include "structure/structure.h"

namespace skillstow {

inline constexpr std::size_t k_shown_title = 80;  // code points of a title that a message shows

// A text of the skill or the structure, safe to print, in quotes.
std::string quoted_title(std::string_view text);

// What one check works on, and where it puts what it finds.
class Breaches {
 public:
  Breaches(const Structure& structure, const Skill& skill);

  const Structure& structure() const { return structure_; }
  const Skill& skill() const { return skill_; }
  const Markdown& markdown() const { return skill_.markdown; }
  const std::vector<OutlineHeading>& headings() const { return headings_; }

  void at(std::string_view rule, Span span, std::string message, std::string help);
  void at_heading(std::string_view rule, std::uint32_t heading, std::string message, std::string help);
  void about_skill(std::string_view rule, std::string message, std::string help);

  const MarkdownNode& node_of(std::uint32_t heading) const { return markdown().nodes[headings_[heading].node]; }
  std::uint32_t line_of(std::uint32_t heading) const;
  std::string title_of(std::uint32_t heading) const;   // "Example", in quotes
  std::string with_line(std::uint32_t heading) const;  // "Example" (line 46)
  std::string structure_name() const { return quoted_title(structure_.name); }
  std::size_t last_line_end() const;  // byte offset

  // All in the order of the file; what is above the limit is counted in one more finding.
  std::vector<Diagnostic> take();

 private:
  Diagnostic* add(std::string_view rule, std::string message, std::string help);

  const Structure& structure_;
  const Skill& skill_;
  std::vector<OutlineHeading> headings_;
  std::vector<Diagnostic> found_;
  std::size_t left_out_ = 0;
};

}  // namespace skillstow
