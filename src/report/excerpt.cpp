#include "report/excerpt.h"

#include <algorithm>

#include "base/text.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "facts/mask.h"

namespace skillstow {
namespace {

constexpr std::size_t k_before = 40;      // code points shown before the place in a line that is cut
constexpr std::size_t k_point_bytes = 4;  // of one code point at most

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string shown(std::string_view text, std::size_t columns) { return visible(replace_all(text, "\t", " "), columns); }

}  // namespace

// The stretch of the file with a star for each byte of a secret, so that places stay where they are.
std::string Excerpts::without_secrets(std::size_t from, std::size_t to) const {
  std::string text = file_->text.substr(from, to - from);
  auto secret = std::lower_bound(secrets_.begin(), secrets_.end(), from,
                                 [](Span span, std::size_t at) { return span.end() <= at; });
  for (; secret != secrets_.end() && secret->offset < to; ++secret) {
    for (std::size_t at = std::max<std::size_t>(secret->offset, from); at < std::min<std::size_t>(secret->end(), to);
         ++at) {
      if (text[at - from] != '\n' && text[at - from] != '\r') text[at - from] = '*';
    }
  }
  return text;
}

std::optional<Excerpt> Excerpts::of(const Diagnostic& finding, std::size_t columns) {
  const Location& location = finding.location;
  if (location.begin.line == 0) return std::nullopt;
  // The line may belong to a file that its owner never meant to show, such as one of the machine that runs the check.
  if (skill_.manifest_is_link && location.file == skill_.manifest_name) return std::nullopt;
  if (!file_ || path_ != location.file) {
    path_ = location.file;
    file_ = skill_.text_file(path_);
    secrets_ = file_ ? find_secret_values(file_->text) : std::vector<Span>{};
  }
  if (!file_) return std::nullopt;

  // All in bytes of the file: the line, the place in it, and the window of it that is worth a look.
  const std::size_t start = file_->lines.start(location.begin.line);
  const std::size_t end = start + file_->lines.text_of(file_->text, location.begin.line).size();
  const std::size_t place = std::clamp<std::size_t>(location.span.offset, start, end);
  const std::size_t place_end = std::min<std::size_t>(end, place + location.span.length);
  std::size_t from = start;
  if (place - start > (columns + k_before) * k_point_bytes) from = place - (columns + k_before) * k_point_bytes;
  const std::size_t to = std::min(end, place + (columns + 1) * k_point_bytes);
  const std::string window = without_secrets(from, to);
  const bool whole = from == start && to == end && count_code_points(window) <= columns;

  std::string_view before = std::string_view(window).substr(0, place - from);
  Excerpt excerpt;
  if (!whole && (from > start || count_code_points(before) > k_before)) {
    std::size_t cut = before.size();
    for (std::size_t points = 0; points < k_before && cut > 0; ++points) {
      --cut;
      while (cut > 0 && continues_character(before[cut])) --cut;
    }
    before.remove_prefix(cut);
    excerpt.before = "…";
  }
  excerpt.before += shown(before, columns);
  const std::size_t used = terminal_width(excerpt.before);
  const std::size_t left = columns > used ? columns - used : 1;
  const std::string_view marked = std::string_view(window).substr(place - from, std::min(place_end, to) - place);
  excerpt.marked = shown(marked, left);
  const std::size_t marked_points = count_code_points(marked);
  if (marked_points <= left) {
    excerpt.after = shown(std::string_view(window).substr(place - from + marked.size()), left - marked_points);
  }
  return excerpt;
}

}  // namespace skillstow
