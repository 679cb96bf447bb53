#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "safety/detectors/detectors.h"
#include "safety/hosts.h"
#include "safety/role.h"
#include "safety/scan_state.h"

// Steps that talk a person into running what no scanner can look into: an archive behind a password, a "command to
// paste" on a host where anybody puts text. The steps may stand paragraphs apart, so a stretch of the page is read.
namespace skillstow {
namespace {

constexpr std::size_t k_reach = 700;

bool holds_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

// The start of an address of an archive or a program in the text, or npos.
std::size_t archive_address(std::string_view lower) {
  for (std::size_t at = 0; (at = lower.find("://", at)) != std::string_view::npos; at += 3) {
    std::size_t end = at;
    while (end < lower.size() && !is_space(lower[end]) && lower[end] != ')' && lower[end] != '"' && lower[end] != '>')
      ++end;
    while (end > at && (lower[end - 1] == ',' || lower[end - 1] == '.' || lower[end - 1] == ';')) --end;
    const std::string_view url = lower.substr(at, end - at);
    for (const std::string_view kind : {".zip", ".rar", ".7z", ".exe", ".dmg", ".pkg", ".msi"}) {
      if (url.ends_with(kind) || url.find(std::string(kind) + "?") != std::string_view::npos) return at;
    }
  }
  return std::string_view::npos;
}

void report(Scan& scan, const View& file, std::size_t begin, std::string message, ChainStep step = {}) {
  std::size_t line_begin = file.text.rfind('\n', begin);
  line_begin = line_begin == std::string_view::npos ? 0 : line_begin + 1;
  const std::size_t line_end = std::min(file.text.find('\n', begin), file.text.size());
  View view = plain_view(*file.file, {}, Language::none, Place::prose,
                         file.role == Role::performs ? Role::instructs : file.role);
  view.text = file.text;
  view.map = file.map;
  view.role =
      weaker(view.role, role_in_sentence(file.text, begin, 3) == Role::forbids ? Role::forbids : Role::instructs);
  scan.findings.add(view,
                    span_between(std::max(line_begin, begin > 200 ? begin - 200 : 0), std::min(line_end, begin + 300)),
                    {.rule = "deception",
                     .risk = Risk::critical,
                     .message = std::move(message),
                     .help = "remove it; name the package in a public registry instead",
                     .steps = {std::move(step)}});
}

}  // namespace

void find_lures(Scan& scan, const View& file, const TriggerHits& hits) {
  std::size_t done = 0;
  for (const TriggerHit& hit : hits.hits) {
    if ((hit.groups & trigger::lure) == 0 || hit.offset < done) continue;
    const std::string_view literal = trigger_literal(hit.literal);
    if (literal != "password" && literal != "extract" && literal != "](http" && literal != "terminal") continue;
    const std::size_t from = hit.offset > k_reach ? hit.offset - k_reach : 0;
    const std::size_t to = std::min<std::size_t>(hit.offset + k_reach, file.text.size());
    if (literal == "password" || literal == "extract") {
      std::string lower = to_lower(file.text.substr(from, to - from));
      // "**password**: `x`" as much as "password: x"; one blank for each sign keeps the offsets.
      for (char& c : lower) {
        if (c == '*' || c == '_' || c == '`') c = ' ';
      }
      const std::size_t at = archive_address(lower);
      if (at == std::string::npos) continue;
      const std::size_t here = hit.offset - from;
      const std::string_view near = std::string_view(lower).substr(here > 60 ? here - 60 : 0, 160);
      const bool secret =
          holds_any(near, {"password:", "password  :", "password is", "pass:", "extract using", "with password",
                           "with the password", "using password", "using the password", "password for it is", "unlock",
                           "pass phrase", "passphrase", "password (", "password=", "password -"}) &&
          holds_any(near, {"extract", "archive", "zip", "unpack", "rar"});
      const bool runs = holds_any(lower, {"run ", "execute", "open ", "launch", "install", "start ", "double-click"}) &&
                        holds_any(lower, {".exe", "executable", "tool", "utility", "app", "agent", "program", "setup",
                                          "installer", "client", "run it"});
      if (!secret || !runs) continue;
      report(scan, file, from + at,
             "tells to fetch an archive that only a password opens and to run what is in it, so that nothing can look "
             "inside first",
             {file.file, file.map.to_source(span_between(hit.offset, hit.offset + literal.size())),
              "names what opens it"});
      done = to;
    } else {
      // A link to a paste host with an order to run what stands there.
      const std::size_t line_begin_at = file.text.rfind('\n', hit.offset);
      const std::size_t begin = std::max(from, line_begin_at == std::string_view::npos ? 0 : line_begin_at + 1);
      const std::size_t end = std::min(file.text.find('\n', hit.offset), to);
      const std::string_view line = file.text.substr(begin, end - begin);
      const std::string_view url = find_url(line);
      if (url.empty()) continue;
      const HostKind kind = parse_url(url).kind;
      if (kind != HostKind::paste && kind != HostKind::shortener && kind != HostKind::raw_address) continue;
      const std::string lower = to_lower(line);
      if (!holds_any(lower, {"execute", "run ", "paste", "copy"}) ||
          !holds_any(lower, {"terminal", "command", "powershell", "prompt"}))
        continue;
      report(scan, file, begin + static_cast<std::size_t>(url.data() - line.data()),
             format("tells to run a command that stands at {}, where anybody can put text", parse_url(url).host));
      done = end;
    }
  }
}

}  // namespace skillstow
