#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"
#include "safety/detectors/detectors.h"
#include "safety/scan_state.h"
#include "safety/unicode.h"

// Words that mix letters of two scripts which are drawn alike: a command or a name that is not what it seems. Words
// that are wholly of one script are text.
namespace skillstow {
namespace {

bool is_ascii_word_char(char c) { return is_alnum(c); }

// A command that full-width letters would imitate.
bool is_command(std::string_view word) {
  for (const std::string_view name : {"curl", "wget", "bash", "sh", "sudo", "python", "python3", "node", "eval", "rm",
                                      "powershell", "iex", "ssh", "nc"}) {
    if (word == name) return true;
  }
  return false;
}

}  // namespace

void find_look_alikes(Scan& scan, const View& file) {
  const std::string_view text = file.text;
  std::size_t scanned = 0;
  for (std::size_t at = next_non_ascii(text, 0); at < text.size(); at = next_non_ascii(text, at)) {
    const Decoded here = decode_utf8(text, at);
    if (look_alike_of(here.point) == 0 && compatibility_ascii(here.point) == 0) {
      at += here.length;
      continue;
    }
    // The word around it.
    std::size_t begin = at;
    while (begin > scanned && at - begin < 64 && is_ascii_word_char(text[begin - 1])) --begin;
    std::size_t end = at;
    std::string skeleton(text.substr(begin, at - begin));
    std::size_t ascii = skeleton.size();
    std::size_t alike = 0;
    std::size_t wide = 0;
    bool other = false;
    bool greek = false;
    while (end < text.size() && end - begin < 200) {
      const Decoded next = decode_utf8(text, end);
      if (next.point < 0x80) {
        if (!is_ascii_word_char(text[end])) break;
        skeleton += text[end];
        ++ascii;
      } else if (const char same = look_alike_of(next.point)) {
        skeleton += same;
        ++alike;
        greek = greek || is_greek(next.point);
      } else if (const char plain = compatibility_ascii(next.point)) {
        if (!is_alnum(plain)) break;
        skeleton += plain;
        ++wide;
      } else {
        other = other || is_cyrillic(next.point) || is_greek(next.point) || next.point >= 0x00C0;
        if (!other || (next.point >= 0x2000 && next.point < 0x3000)) break;
      }
      end += next.length;
    }
    scanned = end;
    if (end <= at) end = at + here.length;
    at = end;
    const Span span = span_between(begin, end);
    if (wide >= 2 && !other && is_command(to_lower(skeleton))) {
      scan.findings.in_file(*file.file, file.map.to_source(span),
                            {.rule = "look-alike",
                             .risk = Risk::high,
                             .message = format("writes the command \"{}\" in letters that only look like it", skeleton),
                             .help = "write it in plain letters"});
      continue;
    }
    std::size_t letters = 0;
    for (const char c : skeleton) letters += is_alpha(c);
    if (other || alike == 0 || letters <= alike || letters < 4 || ascii < (greek ? 3U : 1U)) continue;
    if (greek && alike > 1) continue;  // formulas
    const bool command = is_command(to_lower(skeleton));
    // Host names and commands act on their letters; prose is only read.
    const bool address =
        begin >= 3 && (text.substr(begin - 3, 3) == "://" || text[begin - 1] == '@' || text[begin - 1] == '.');
    scan.findings.in_file(*file.file, file.map.to_source(span),
                          {.rule = "look-alike",
                           .risk = command || address ? Risk::high : Risk::medium,
                           .message = format("mixes letters of two scripts to look like \"{}\"", skeleton),
                           .help = "write the word in letters of one script"});
  }
}

}  // namespace skillstow
