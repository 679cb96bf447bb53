#include "facts/anchors.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/edit_distance.h"
#include "base/text.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "facts/html.h"

namespace skillstow {
namespace {

bool stays_in_slug(char32_t c) {
  const CharacterClass cls = classify(c);
  return cls == CharacterClass::letter || cls == CharacterClass::mark || cls == CharacterClass::number;
}

// "Usage {#how-to}" -> "how-to", as Pandoc and many site builders have it.
std::string_view explicit_id(std::string_view title) {
  if (!title.ends_with('}')) return {};
  const std::size_t open = title.rfind("{#");
  return open == std::string_view::npos ? std::string_view{} : title.substr(open + 2, title.size() - open - 3);
}

}  // namespace

std::string heading_slug(std::string_view title) {
  std::string slug;
  for (std::size_t at = 0; at < title.size();) {
    const char c = title[at];
    if (static_cast<unsigned char>(c) < 0x80) {
      if (is_space(c))
        slug += '-';
      else if (is_word(c) || c == '-')
        slug += to_lower(c);
      ++at;
      continue;
    }
    const Decoded decoded = decode_utf8(title, at);
    if (decoded.valid && stays_in_slug(decoded.point)) slug += fold_case(title.substr(at, decoded.length));
    at += decoded.length;
  }
  return slug;
}

Anchors::Anchors(const Document& document) {
  std::unordered_map<std::string, unsigned> seen;
  for (const MarkdownNode& node : document.markdown->nodes) {
    if (node.kind == NodeKind::heading) {
      const std::string slug = heading_slug(trim(node.text));
      const unsigned before = seen[slug]++;
      ids_.insert(before == 0 ? slug : slug + "-" + std::to_string(before));
      if (const std::string_view id = explicit_id(trim_right(node.text)); !id.empty()) ids_.insert(fold_case(id));
    } else if (node.kind == NodeKind::html_block || node.kind == NodeKind::html_inline) {
      for (const HtmlAttribute& attribute : html_attributes(node.text)) {
        if (attribute.name == "id" || (attribute.tag == "a" && attribute.name == "name")) {
          ids_.insert(fold_case(attribute.value));
        }
      }
    }
  }
}

bool Anchors::has(std::string_view fragment) const {
  if (fragment.empty() || fragment == "top") return true;
  std::string folded = fold_case(fragment);
  constexpr std::string_view k_github_prefix = "user-content-";
  if (folded.starts_with(k_github_prefix)) folded.erase(0, k_github_prefix.size());
  return ids_.contains(folded);
}

std::string Anchors::nearest_to(std::string_view fragment) const {
  constexpr std::size_t k_most = 1'000;  // among more, looking costs more than a hint is worth
  if (ids_.size() > k_most) return {};
  std::vector<std::string_view> known(ids_.begin(), ids_.end());
  std::sort(known.begin(), known.end());
  return std::string(nearest(fragment, known));
}

}  // namespace skillstow
