#include <string>

#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"
#include "safety/detectors/detectors.h"
#include "safety/scan_state.h"
#include "safety/unicode.h"

// Text that a person who reviews the skill does not see, but a model reads: tag characters, runs of selectors, zero
// width inside words, fillers, and marks that show text in another order than it has.
namespace skillstow {
namespace {

constexpr char32_t k_black_flag = 0x1F3F4;
constexpr char32_t k_cancel_tag = 0xE007F;
// Fewer selectors in a row stand in real text by accident (copied emoji); a payload needs one for each byte.
constexpr std::size_t k_selector_run = 4;
constexpr std::size_t k_filler_run = 4;
constexpr std::size_t k_private_run = 8;
// A bit a character: a payload of one byte.
constexpr std::size_t k_zero_width_run = 8;
// Nobody leaves this many lines empty for a reader.
constexpr std::size_t k_blank_lines = 200;

bool is_ascii_letter(char32_t point) { return point < 0x80 && is_alnum(static_cast<char>(point)); }

bool is_general_punctuation(char32_t point) { return point >= 0x2000 && point < 0x2070; }

char32_t point_before(std::string_view text, std::size_t at) {
  if (at == 0) return 0;
  std::size_t begin = at - 1;
  while (begin > 0 && at - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
  return decode_utf8(text, begin).point;
}

char32_t point_at(std::string_view text, std::size_t at) {
  return at < text.size() ? decode_utf8(text, at).point : U'\0';
}

// The flags of England, Scotland and Wales: the only sequences of tags that Unicode recommends.
bool is_flag(std::string_view tags) { return tags == "gbeng" || tags == "gbsct" || tags == "gbwls"; }

class Reader {
 public:
  Reader(Scan& scan, const View& view) : scan_(scan), view_(view), text_(view.text) {}

  void read() {
    for (std::size_t at = next_non_ascii(text_, 0); at < text_.size(); at = next_non_ascii(text_, at)) {
      const Decoded here = decode_utf8(text_, at);
      const Invisible kind = invisible_kind(here.point);
      at = kind == Invisible::none ? at + here.length : run(at, kind);
    }
  }

 private:
  void report(std::string_view rule, Risk risk, std::size_t begin, std::size_t end, std::string message) {
    scan_.findings.in_file(*view_.file, view_.map.to_source(span_between(begin, end)),
                           {.rule = rule,
                            .risk = risk,
                            .message = std::move(message),
                            .help = "remove the invisible characters; if a script needs them, say so beside it",
                            .excerpt = true});
  }

  // The characters of one kind that follow each other.
  std::size_t run(std::size_t begin, Invisible kind) {
    std::size_t end = begin;
    std::size_t count = 0;
    std::string tags;
    std::string bytes;
    char32_t last = 0;
    while (end < text_.size()) {
      const Decoded here = decode_utf8(text_, end);
      const Invisible here_kind = invisible_kind(here.point);
      if (here_kind != kind && !(is_zero_width(kind) && is_zero_width(here_kind))) break;
      last = here.point;
      if (kind == Invisible::tag && here.point >= 0xE0020 && here.point < k_cancel_tag) {
        tags += static_cast<char>(here.point - 0xE0000);
      }
      if (kind == Invisible::variation_selector) {
        bytes += static_cast<char>(here.point < 0xE0100 ? here.point - 0xFE00 : here.point - 0xE0100 + 16);
      }
      ++count;
      end += here.length;
    }
    judge(begin, end, kind, count, tags, bytes, last);
    return end;
  }

  static bool is_zero_width(Invisible kind) {
    return kind == Invisible::zero_width || kind == Invisible::joiner || kind == Invisible::operator_;
  }

  void judge(std::size_t begin, std::size_t end, Invisible kind, std::size_t count, const std::string& tags,
             const std::string& bytes, char32_t last) {
    const char32_t before = point_before(text_, begin);
    const char32_t after = point_at(text_, end);
    switch (kind) {
      case Invisible::tag:
        if (before == k_black_flag && last == k_cancel_tag && is_flag(tags)) return;
        return report("hidden-text", tags.size() > 1 ? Risk::critical : Risk::medium, begin, end,
                      tags.empty() ? std::string("holds tag characters, which no reader sees")
                                   : format("hides the text \"{}\" in tag characters, which a model reads and a person "
                                            "does not see",
                                            excerpt_of(tags)));
      case Invisible::variation_selector:
        if (count < k_selector_run) return;
        return report(
            "hidden-text", Risk::high, begin, end,
            format("has {} variation selectors in a row, which can carry a hidden message{}", count, readable(bytes)));
      case Invisible::filler:
        if (count >= k_filler_run || (is_ascii_letter(before) && is_ascii_letter(after))) {
          report("hidden-text", count >= k_filler_run ? Risk::high : Risk::medium, begin, end,
                 format("has {} that show as nothing", counted(count, "Hangul filler")));
        }
        return;
      case Invisible::bidi_override:
        return report("bidi", Risk::high, begin, end,
                      "turns the order in which the text is shown, so what a person reads is not what is there");
      case Invisible::bidi_embedding:
        if (line_has_right_to_left(begin)) return;
        return report("bidi", view_.language == Language::none ? Risk::medium : Risk::high, begin, end,
                      "has marks that change the order in which text is shown, in a line without any such script");
      case Invisible::annotation:
        return report("hidden-text", Risk::medium, begin, end, "has annotation marks, which no reader sees");
      case Invisible::private_plane:
        if (count < k_private_run) return;
        return report("hidden-text", Risk::medium, begin, end,
                      format("has {} characters of the private planes in a row, which show as nothing", count));
      case Invisible::zero_width:
      case Invisible::joiner:
      case Invisible::operator_:
        return zero_width(begin, end, count, before, after);
      case Invisible::bidi_mark:
      case Invisible::none:
        return;
    }
  }

  void zero_width(std::size_t begin, std::size_t end, std::size_t count, char32_t before, char32_t after) {
    if (begin == 0 && view_.map.to_source({0, 1}).offset == 0 && count == 1) return;  // the UTF-8 mark
    if (count >= k_zero_width_run) {
      return report("hidden-text", Risk::high, begin, end,
                    format("has {} invisible characters in a row, which can carry a hidden message", count));
    }
    if (uses_joiners(before) || uses_joiners(after)) return;
    if (is_pictograph(before) || is_pictograph(after)) return;
    if (!is_ascii_letter(before) || !is_ascii_letter(after)) {
      // U+200B tells where a line of Thai, Khmer, Lao or Burmese may break; between words of Latin it says nothing. A
      // joiner, or the mark that some editors leave, is an accident of copying there.
      const bool spaces = text_.substr(begin, end - begin).find("\xE2\x80\x8B") != std::string_view::npos;
      const bool latin =
          (before < 0x250 || is_general_punctuation(before)) && (after < 0x250 || is_general_punctuation(after));
      if (spaces && latin) report("hidden-text", Risk::low, begin, end, "has an invisible character between words");
      return;
    }
    // Two in one word or in words side by side are no accident of copying.
    const bool again = begin - last_in_word_ < 24 && last_in_word_ != 0;
    last_in_word_ = begin;
    report("hidden-text", again ? Risk::high : Risk::low, begin, end,
           again ? std::string("breaks words with invisible characters, so that a search does not find them")
                 : std::string("has an invisible character inside a word"));
  }

  // The answer holds for the whole stretch that was read, so that a line of nothing but marks is read once.
  bool line_has_right_to_left(std::size_t at) {
    if (at >= read_begin_ && at < read_end_) return right_to_left_;
    std::size_t begin = text_.rfind('\n', at);
    begin = begin == std::string_view::npos ? 0 : begin + 1;
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    // A line may be the whole file; a look at what stands near is enough.
    begin = std::max(begin, at > 2'000 ? at - 2'000 : 0);
    const std::size_t stop = std::min(end, at + 2'000);
    read_begin_ = at;
    read_end_ = stop;
    right_to_left_ = false;
    for (std::size_t i = next_non_ascii(text_, begin); i < stop; i = next_non_ascii(text_, i)) {
      const Decoded here = decode_utf8(text_, i);
      if (is_right_to_left(here.point) && here.point != 0x061C) return right_to_left_ = true;
      i += here.length;
    }
    return false;
  }

  static std::string readable(const std::string& bytes) {
    std::size_t plain = 0;
    for (const char c : bytes) plain += c >= 0x20 && c < 0x7F;
    return plain * 10 >= bytes.size() * 8 ? format(": \"{}\"", excerpt_of(bytes)) : std::string();
  }

  Scan& scan_;
  const View& view_;
  std::string_view text_;
  std::size_t last_in_word_ = 0;
  std::size_t read_begin_ = 0;
  std::size_t read_end_ = 0;
  bool right_to_left_ = false;
};

// A page of nothing, and then something.
void find_padding(Scan& scan, const View& view) {
  const std::string_view text = view.text;
  std::size_t blank = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) end = text.size();
    std::size_t first = at;
    while (first < end && is_space(text[first])) ++first;
    if (first == end) {
      ++blank;
    } else {
      if (blank >= k_blank_lines) {
        scan.findings.in_file(*view.file, view.map.to_source(span_between(first, end)),
                              {.rule = "hidden-text",
                               .risk = Risk::medium,
                               .message = format("stands below {} empty lines, where nobody looks", blank),
                               .help = "move the text up, or remove it",
                               .excerpt = true});
      }
      blank = 0;
    }
    at = end + 1;
  }
}

}  // namespace

void find_hidden_text(Scan& scan, const View& file) {
  Reader(scan, file).read();
  // Two hundred line ends need some room; short files are done.
  if (file.text.size() >= k_blank_lines) find_padding(scan, file);
}

}  // namespace skillstow
