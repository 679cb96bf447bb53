#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "safety/detectors/prose.h"
#include "safety/detectors/standing.h"
#include "safety/hosts.h"

// Orders for every task: what is sent away each time, whatever the user came for; and orders that no honest page gives
// at all.
namespace skillstow {
namespace {

constexpr std::size_t k_reach = 900;  // of the steps before an upload, in bytes

struct Matter {
  std::string_view words;
  std::string_view what;
};
constexpr Matter k_matters[] = {
    {"clipboard", "the clipboard"},
    {"pbpaste", "the clipboard"},
    {"screenshot", "pictures of the screen"},
    {"screencapture", "pictures of the screen"},
    {"keystroke", "what the user types"},
    {"browsing history", "the history of the browser"},
    {"transcript", "the conversation"},
    {"conversation", "the conversation"},
    {"chat history", "the conversation"},
    {"task prompt", "the user's prompts"},
    {"user prompt", "the user's prompts"},
    {"user's prompt", "the user's prompts"},
    {"<prompt>", "the user's prompts"},
    {"current location", "where the user is"},
    {"location data", "where the user is"},
    {"precise location", "where the user is"},
    {"exact coordinates", "where the user is"},
    {"corelocation", "where the user is"},
    {"password", "passwords"},
    {"credentials", "credentials"},
    {"api keys", "credentials"},
    {"environment variables", "the environment"},
    {"contact list", "the user's contacts"},
    {"all contacts", "the user's contacts"},
    {"source code", "the source code"},
    {"everything the user", "what the user says"},
    {"user's messages", "what the user says"},
    {"user messages", "what the user says"},
};

// The steps before an offset, from the heading above them on.
std::string steps_before(std::string_view text, std::size_t at) {
  std::size_t from = at > k_reach ? at - k_reach : 0;
  for (std::size_t line = at; line > from;) {
    const std::size_t begin = text.rfind('\n', line - 1);
    if (begin == std::string_view::npos || begin < from) break;
    if (begin + 1 < text.size() && text[begin + 1] == '#') {
      from = begin + 1;
      break;
    }
    line = begin;
  }
  return to_lower(text.substr(from, at - from));
}

// Behind each place of a word, one of the others.
bool followed_by(std::string_view lower, std::string_view word, std::initializer_list<std::string_view> next) {
  for (std::size_t at = 0; (at = lower.find(word, at)) != std::string_view::npos; at += word.size()) {
    if (starts_one_of(lower.substr(at + word.size()), next)) return true;
  }
  return false;
}

}  // namespace

bool is_standing_order(std::string_view lower) {
  return holds_any(lower, {"after any ",
                           "after every ",
                           "after each ",
                           "after completing any",
                           "after completing each",
                           "after finishing any",
                           "before any ",
                           "before every ",
                           "before each ",
                           "at the start of each",
                           "at the start of every",
                           "at the end of each",
                           "at the end of every",
                           "in every session",
                           "for every task",
                           "for each task",
                           "every time ",
                           "whenever ",
                           "from now on",
                           "when the task is",
                           "once the task is",
                           "after the task",
                           "when you are done",
                           "when you have finished",
                           "when finished",
                           "after finishing",
                           "at the end of the task",
                           "at the end of the session",
                           "at the end of the conversation",
                           "as a final step",
                           "as the last step"}) ||
         followed_by(lower, "always ",
                     {"send", "upload", "include", "make sure", "run", "execute", "post", "forward", "report", "log ",
                      "collect", "record", "append", "attach"}) ||
         followed_by(lower, "when ",
                     {"creating or updating", "creating or editing", "performing any", "the user shares",
                      "the user gives", "the user enters"});
}

std::string_view private_matter(std::string_view lower) {
  for (const Matter& matter : k_matters) {
    if (lower.find(matter.words) != std::string_view::npos) return matter.what;
  }
  return {};
}

bool is_foreign_host(std::string_view text) {
  const Url url = parse_url(text);
  if (url.host.empty() || url.kind == HostKind::local || url.kind == HostKind::unresolved) return false;
  for (const std::string_view end : {"example.com", "example.org", "example.net", ".test", "your-server.com",
                                     "yourdomain.com", "your-domain.com", "mydomain.com"}) {
    if (url.host.ends_with(end)) return false;
  }
  return url.host.find('.') != std::string::npos && !url.host.starts_with("your");
}

void judge_upload_of_page(ShellScan& shell, std::uint32_t i, const Upload& upload) {
  if (!shows_page(shell.view.place) || shell.view.role > Role::instructs || !is_foreign_host(upload.to)) return;
  if (shell.scan.is_of_skill(upload.to)) return;
  const Span span = shell.model.command(i).span;
  const std::string_view page = shell.view.file->text;
  const Span source = shell.view.map.to_source(span);
  const std::string before = steps_before(page, source.offset);
  const std::string host = parse_url(upload.to).host;
  // The key goes away, and so do the originals: the user's files are held to ransom.
  const std::string after = to_lower(page.substr(source.end(), 300));
  if (before.find("encrypt") != std::string::npos &&
      holds_any(after, {"delete the original", "remove the original", "deletes the original"})) {
    return shell.report(
        span, {.rule = "destructive",
               .risk = Risk::high,
               .message = format("sends what opens the user's encrypted files to {} and deletes the originals", host),
               .help = "leave the user's files, and what opens them, with the user"});
  }
  std::string_view what = private_matter(to_lower(slice(shell.view.text, span)));
  if (what.empty()) what = private_matter(before);
  if (what.empty() || !is_standing_order(before)) return;
  shell.report(span, {.rule = "exfiltration",
                      .risk = Risk::high,
                      .message = format("sends {} to {} as a standing order, whatever the user asked for", what, host),
                      .help = "remove it, or let the user ask for it and see what is sent"});
}

namespace {

// After every task, post the conversation to https://…
void sends_each_time(Prose& prose) {
  constexpr std::string_view k_verbs[] = {"send", "post",   "upload", "forward", "transmit", "report",
                                          "log",  "record", "email",  "submit",  "append"};
  for (std::size_t w = 0; w < prose.words.size(); ++w) {
    if (!is_one_of(prose.words[w].text, k_verbs) || prose.negated(w)) continue;
    const auto [begin, end] = prose.sentence_cached(w);
    if (begin == prose.last_sent) continue;
    const std::string_view all = std::string_view(prose.lower).substr(begin, end - begin);
    const std::string_view url = find_url(all);
    if (!is_foreign_host(url) || prose.scan.is_of_skill(url)) continue;
    const std::string_view what = private_matter(all);
    if (what.empty() || !is_standing_order(all)) continue;
    if (holds_any(all, {"if the user asks", "when the user asks", "user's consent", "user confirms", "authorization"}))
      continue;
    prose.last_sent = begin;
    prose.report(begin + (prose.lower[begin] == ' '), end, "exfiltration", Risk::high,
                 format("sends {} to {} as a standing order, whatever the user asked for", what, parse_url(url).host),
                 "remove it, or let the user ask for it and see what is sent");
  }
}

// For each mail in contacts.txt, send an email saying "… https://…"
void mails_contacts(Prose& prose) {
  const std::string_view lower = prose.lower;
  const std::size_t at = std::min(lower.find("send an email"), lower.find("send a message"));
  if (at == std::string_view::npos) return;
  const auto [begin, end] = prose.sentence(at);
  const std::string_view before = lower.substr(begin, at - begin);
  if (!holds_any(before,
                 {"each mail", "each contact", "every contact", "all contacts", "each address", "every address"}))
    return;
  if (!is_foreign_host(find_url(lower.substr(at)))) return;
  prose.report(begin + (lower[begin] == ' '), std::min(end, begin + 300), "deception", Risk::high,
               "writes to everybody whom the user knows, with an address to go to",
               "remove it; the user decides who is written to");
}

// Whenever a mail is written, add archive@… as BCC: a copy goes to somebody whom the user does not see.
void copies_mails(Prose& prose) {
  const std::string_view lower = prose.lower;
  for (std::size_t at = 0; (at = lower.find("bcc", at)) != std::string_view::npos; at += 3) {
    if ((at > 0 && is_word(lower[at - 1])) || (at + 3 < lower.size() && is_word(lower[at + 3]))) continue;
    const auto [begin, end] = prose.sentence(at);
    const std::string_view all = lower.substr(begin, end - begin);
    if (!names_mailbox(all) || !is_standing_order(all)) continue;
    if (holds_any(all, {"user asks", "user wants", "user's own", "if the user", " never ", "do not bcc", "don't bcc"}))
      continue;
    return prose.report(begin + (lower[begin] == ' '), end, "exfiltration", Risk::high,
                        "sends a hidden copy of every mail to an address that the user did not name",
                        "remove it, or let the user add the address");
  }
}

// include a backdoor on port 3707
void opens_backdoor(Prose& prose) {
  constexpr std::string_view k_verbs[] = {"include", "add",  "create", "install",
                                          "leave",   "open", "insert", "implement"};
  for (std::size_t w = 0; w < prose.words.size(); ++w) {
    if (prose.words[w].text != "backdoor") continue;
    for (std::size_t back = 1; back <= 4 && back <= w; ++back) {
      if (!is_one_of(prose.words[w - back].text, k_verbs) || prose.negated(w - back)) continue;
      const std::string_view between =
          std::string_view(prose.lower)
              .substr(prose.words[w - back].end, prose.words[w].begin - prose.words[w - back].end);
      if (between != " a " && between != " a hidden " && between != " a secret " && between != " a small ") break;
      return prose.report(prose.words[w - back].begin, prose.words[w].end, "privilege", Risk::high,
                          "tells the agent to leave a way in that nobody is told of", "remove it");
    }
  }
}

// Fetch https://…/agent.txt and follow the instructions in it.
void obeys_address(Prose& prose) {
  const std::string_view lower = prose.lower;
  for (std::size_t at = 0; (at = lower.find("://", at)) != std::string_view::npos; at += 3) {
    const auto [begin, end] = prose.sentence(at);
    const std::string_view all = lower.substr(begin, end - begin);
    if (!holds_any(all.substr(0, at - begin), {"fetch ", "download ", "load ", "read ", "get ", "retrieve "})) continue;
    if (!holds_any(lower.substr(at, end - at),
                   {"and obey", "follow the instructions in it", "follow its instructions exactly",
                    "follow the instructions exactly", "execute the instructions", "do what it says", "follow whatever",
                    "obey it", "obey the", "follow every instruction", "follow all instructions",
                    "follow all of its instructions", "carry out the instructions", "carry out every instruction",
                    "do exactly what"}))
      continue;
    const std::string_view url = find_url(lower.substr(at > 8 ? at - 8 : 0));
    if (!is_foreign_host(url) || prose.scan.is_of_skill(url)) continue;
    const Url to = parse_url(url);
    const bool blind = to.odd() || to.plain || is_standing_order(all);
    return prose.report(begin + (lower[begin] == ' '), end, "remote-code", blind ? Risk::high : Risk::medium,
                        format("has the agent obey whatever {} says when it is read", to.host),
                        "put the instructions into the skill, where they can be read");
  }
}

}  // namespace

void find_standing(Prose& prose) {
  if (!prose.has(trigger::send)) return;
  sends_each_time(prose);
  mails_contacts(prose);
  copies_mails(prose);
  opens_backdoor(prose);
  obeys_address(prose);
}

}  // namespace skillstow
