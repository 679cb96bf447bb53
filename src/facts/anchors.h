#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "facts/documents.h"

namespace skillstow {

// The id that GitHub gives to a heading: small letters, white space as hyphens, all other signs but "-" and "_" gone.
// Letters outside ASCII are case-folded here, so fragments must be as well (see Anchors::has).
std::string heading_slug(std::string_view title);

// What #fragments of a Markdown file can lead to: its headings (a repeated one gets -1, -2, …), explicit
// {#ids} behind headings, and id or <a name> attributes in raw HTML.
class Anchors {
 public:
  explicit Anchors(const Document& document);

  // `fragment` without "#", percent codes resolved. Letter case does not count. "" and "top" lead to the start.
  bool has(std::string_view fragment) const;

  // The known id nearest to a mistyped one, or empty.
  std::string nearest_to(std::string_view fragment) const;

 private:
  std::unordered_set<std::string> ids_;
};

}  // namespace skillstow
