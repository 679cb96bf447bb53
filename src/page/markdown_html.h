#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "parse/markdown.h"

namespace skillstow {

// What a link of the text becomes on the page.
struct LinkTarget {
  std::string href;  // "" = no link: what is said of it stands in `note`
  std::string note;  // "leads to a file that is not there"
  bool outside = false;
};
using LinkResolver = std::function<LinkTarget(std::string_view destination)>;

// Markdown as HTML for a page of ours. Of the text's own HTML nothing is left but its letters: raw HTML is shown as
// text, images become links, no address but those of the resolver gets in. Headings move down by two levels and get ids
// ("doc-…"); tables of pipes become tables. `file` is the text that the spans of `markdown` count in.
std::string markdown_html(const Markdown& markdown, std::string_view file, const LinkResolver& resolve);

// A schema that a page may link to: http, https, mailto.
bool is_safe_address(std::string_view address);

// Text for HTML: escaped, with what does not show made visible. Line ends and tabs stay.
std::string html_text(std::string_view text);

}  // namespace skillstow
