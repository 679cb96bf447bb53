#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/span.h"

namespace skillstow {

// An attribute of a start tag in raw HTML.
struct HtmlAttribute {
  std::string tag;    // lower case
  std::string name;   // lower case
  std::string value;  // &amp; &lt; &gt; &quot; &#39; resolved
  Span span;          // of the value without its quotes
};

// The attributes of all start tags, in order. Comments, and what stands inside <script> and <style>, hold no tags.
// Spans count from `base` before the first byte. Linear; never fails: what is not a tag is text.
std::vector<HtmlAttribute> html_attributes(std::string_view html, std::size_t base = 0);

}  // namespace skillstow
