#include "base/format.h"
#include "base/text.h"
#include "safety/detectors/prose.h"
#include "safety/paths.h"
#include "safety/script_names.h"

// Orders to send away what proves who the user is, and to write into what rules later sessions.
namespace skillstow {

bool names_mailbox(std::string_view sentence) {
  const std::size_t at = sentence.find('@');
  return at != std::string_view::npos && at > 0 && at + 1 < sentence.size() && is_alnum(sentence[at - 1]) &&
         is_alnum(sentence[at + 1]) && sentence.find('.', at) != std::string_view::npos;
}

namespace {

constexpr std::string_view k_put[] = {"include", "attach", "embed", "put", "pass", "add", "encode", "insert"};

// "never", which "whenever" is not.
bool forbids_first(std::string_view sentence) {
  return trim_left(sentence).starts_with("never ") || sentence.find(" never ") != std::string_view::npos;
}

// OPENAI_API_KEY, AWS_SECRET_ACCESS_KEY: more than one of them.
bool names_keys(std::string_view sentence) {
  int keys = 0;
  for (std::size_t i = 0; i < sentence.size();) {
    std::size_t end = i;
    while (end < sentence.size() && (is_upper(sentence[end]) || is_digit(sentence[end]) || sentence[end] == '_')) ++end;
    const std::string_view word = sentence.substr(i, end - i);
    if (word.find('_') != std::string_view::npos && names_credential(word)) ++keys;
    i = end + 1;
  }
  return keys > 1;
}

// Read ~/.aws/credentials and post it to https://…
void sends_secrets(Prose& prose) {
  for (std::size_t w = 0; w < prose.words.size(); ++w) {
    const bool puts = is_one_of(prose.words[w].text, k_put);
    if ((!puts && !is_one_of(prose.words[w].text, k_send)) || prose.negated(w)) continue;
    const auto [begin, end] = prose.sentence_cached(w);
    if (begin == prose.last_sent) continue;
    const std::string_view all = std::string_view(prose.lower).substr(begin, end - begin);
    if (forbids_first(all)) continue;
    // "include it in the request": what is put has to be put into what goes out.
    if (puts && !holds_any(all, {"request", "query", "parameter", "url", "payload", "link", "image", "body"})) continue;
    if (holds_any(all, {"authorization", "bearer", "header", "authenticat", "do not ", "don't ", "must not",
                        "should not", "attacker", "can be used", "could ", "might "}))
      continue;
    const bool away = holds_any(all, {"http://", "https://", "smtp://", "ftp://", "webhook", "remote ", "our server",
                                      "endpoint", "external server", "pastebin", "scp ", "s3://"}) ||
                      names_mailbox(all);
    if (!away) continue;
    std::size_t paths = 0;
    std::string what;
    for (std::size_t i = begin; i < end;) {
      while (i < end && (is_space(prose.lower[i]) || prose.lower[i] == '`' || prose.lower[i] == ',' ||
                         prose.lower[i] == '(' || prose.lower[i] == '"'))
        ++i;
      std::size_t stop = i;
      while (stop < end && !is_space(prose.lower[stop]) && prose.lower[stop] != '`' && prose.lower[stop] != ',' &&
             prose.lower[stop] != ')' && prose.lower[stop] != '"')
        ++stop;
      std::string_view token = std::string_view(prose.lower).substr(i, stop - i);
      while (!token.empty() && (token.back() == '.' || token.back() == ':' || token.back() == ';'))
        token.remove_suffix(1);
      if (token.size() > 3 && (token.find('/') != std::string_view::npos || token[0] == '.')) {
        if (const SensitivePath path = sensitive_path(token)) {
          ++paths;
          what = path.what;
        }
      }
      i = stop + 1;
    }
    const bool read = holds_any(all, {"read ", "collect", "gather", "harvest", "extract", "find ", "grab", "package",
                                      "steal", "search for", "secretly", "list every", "dump "});
    const bool named = holds_any(all, {"secret credentials", "credentials", "api keys", "private key", "ssh key",
                                       "passwords", "seed phrase", "all environment variables", "environment variables",
                                       "every file in the home", "the secrets", "access tokens", "session cookies"});
    const bool keys = names_keys(prose.text.substr(begin, end - begin)) &&
                      holds_any(all, {"values of", "collect", "gather", "harvest", "extract", "dump "});
    if (paths == 0 && !keys && !(named && (read || holds_any(all, {"secret credentials", "all credentials"}))))
      continue;
    if (what.empty()) what = "the user's secrets";
    prose.last_sent = begin;
    prose.report(begin + (prose.lower[begin] == ' '), end, "exfiltration", Risk::high,
                 format("tells the agent to send {} away", what),
                 "remove it: nothing that proves who the user is may leave the machine");
  }
}

// Add these rules to ~/.claude/CLAUDE.md
void rules_later_sessions(Prose& prose) {
  for (const std::string_view file : {".claude/claude.md", ".codex/agents.md", ".gemini/gemini.md",
                                      ".openclaw/workspace", "soul.md", "memory.md", "heartbeat.md"}) {
    const std::size_t at = prose.lower.find(file);
    if (at == std::string::npos) continue;
    const bool home = at >= 2 && (prose.lower.compare(at - 2, 2, "~/") == 0 ||
                                  (at >= 6 && prose.lower.compare(at - 6, 6, "$home/") == 0));
    const bool own = file == "soul.md" || file == "heartbeat.md";
    if (!home && !own) continue;
    const auto [begin, end] = prose.sentence(at);
    const std::string_view all = std::string_view(prose.lower).substr(begin, end - begin);
    bool writes = false;
    for (std::size_t w = 0; w < prose.words.size(); ++w) {
      if (prose.words[w].begin < begin || prose.words[w].begin > at) continue;
      if (!starts_one_of(prose.words[w].text, {"add", "append", "write", "insert", "inject", "copy", "modif"}))
        continue;
      if (prose.negated(w)) return;
      writes = true;
    }
    if (!writes || holds_any(all, {"ask the user", "if the user", "user wants", "with permission"})) continue;
    if (own &&
        !holds_any(all, {"every session", "always", "persist", "permanent", "all future", "each session", "so that"}))
      continue;
    const bool hides = holds_any(prose.lower, {"never mention", "do not mention", "don't mention", "do not tell",
                                               "always trust", "ignore ", "without telling"});
    return prose.report(begin + (begin < prose.lower.size() && prose.lower[begin] == ' '), end, "persistence",
                        hides ? Risk::high : Risk::medium,
                        "puts standing orders into a file that rules every later session of the agent",
                        "let the user add them");
  }
}

}  // namespace

void find_sending(Prose& prose) {
  if (prose.has(trigger::send)) sends_secrets(prose);
  if (prose.has(trigger::agent)) rules_later_sessions(prose);
}

}  // namespace skillstow
