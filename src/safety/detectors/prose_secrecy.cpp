#include <algorithm>

#include "base/text.h"
#include "safety/detectors/prose.h"
#include "safety/detectors/standing.h"

// Orders to hide from the user what the skill does, in a sentence or in a comment, and to switch guards off.
namespace skillstow {
namespace {

constexpr std::string_view k_covert[] = {"silently", "secretly",   "covertly",
                                         "quietly",  "stealthily", "surreptitiously"};
constexpr std::string_view k_data[] = {
    "conversation", "conversations", "credentials", "secrets",  "secret",      "tokens",  "token",
    "keys",         "key",           "files",       "file",     "data",        "history", "contents",
    "content",      "passwords",     "prompt",      "messages", "environment", "source",  "code",
    "transcript",   "everything",    "logs",        "context",  "variables"};
constexpr std::string_view k_tell[] = {"tell", "mention", "inform", "reveal", "disclose", "alert"};
constexpr std::string_view k_hide[] = {"hide", "conceal"};

// do not tell the user · never mention this to the user · hide these steps from the user
void hides(Prose& prose, std::size_t w) {
  const std::string_view word = prose.words[w].text;
  if (!is_one_of(word, k_tell) && !is_one_of(word, k_hide) && word != "let" && word != "without") return;
  const auto [begin, end] = prose.sentence_cached(w);
  const std::string_view all = std::string_view(prose.lower).substr(begin, end - begin);
  const std::string_view rest =
      std::string_view(prose.lower).substr(prose.words[w].end, std::min<std::size_t>(end - prose.words[w].end, 120));
  const bool user = holds_any(rest, {"user", "them", "anyone", "human", "operator", "owner", "customer"});
  const bool about_itself =
      holds_any(rest, {" this", " these", "upload", "collection", "transfer", "telemetry", "backup step", "instruction",
                       "the comment", "that you", "data was", "hidden", "exfil", "sync step", "modification",
                       "this skill", "the skill ", "network request", "in the background"});
  const bool sends =
      holds_any(all, {"upload", "send", "collect", "transmit", "forward", "exfil", "telemetry", "record", "credential",
                      "secret", "network request", "in the background", ".ssh", "id_rsa", "password"}) ||
      // What is to be done for every task and hidden is more than a wording.
      (is_standing_order(prose.lower) && holds_any(prose.lower, {"run ", "execute "}));
  if (is_one_of(word, k_tell)) {
    bool denied = false;
    std::size_t from = w;  // the denial is part of what is told, not a word that forbids it
    for (std::size_t back = 1; back <= 2 && back <= w && !denied; ++back) {
      const std::string_view before = prose.words[w - back].text;
      denied = (before == "not" || before == "never" || before == "don't" || before == "don\xE2\x80\x99t") &&
               prose.same_sentence(prose.words[w - back].end, prose.words[w].begin) &&
               std::string_view(prose.lower)
                       .substr(prose.words[w - back].end, prose.words[w].begin - prose.words[w - back].end)
                       .find(',') == std::string_view::npos;
      if (denied) from = w - back;
    }
    const bool without = w > 0 && prose.words[w - 1].text == "without";
    if (!denied && !without) return;
    // "Never do X without telling the user" asks for openness.
    if (without) return;
    // What is kept back is an action of the skill, not a fault of somebody else or a wording.
    if (!about_itself || (!user && !sends)) return;
    if (holds_any(rest, {"unless", "until", "if they", "if the user", "implementation", "internal", "the word",
                         "by name", "file path", "tool name"}) &&
        !sends)
      return;
    return prose.report(prose.words[from].begin, prose.words[w].end + std::min<std::size_t>(rest.size(), 60),
                        "deception", sends || prose.view.place != Place::prose ? Risk::high : Risk::medium,
                        "tells the agent to keep what it does from the user", "let the user see every step");
  }
  if (word == "without") {
    if (!rest.starts_with(" the user's knowledge") && !rest.starts_with(" the user\xE2\x80\x99s knowledge") &&
        !rest.starts_with(" the user's awareness") && !rest.starts_with(" the user knowing") &&
        !rest.starts_with(" the user noticing")) {
      return;
    }
    // "Never … without the user's knowledge" asks for openness.
    if (holds_any(all, {"never", " not ", "n't ", "must ", "should ", "avoid", "prevent", "risk", "attacker", "could",
                        "malicious"}) &&
        !sends)
      return;
    if (holds_any(std::string_view(prose.lower).substr(begin, prose.words[w].begin - begin),
                  {"never", "n't ", "must not", "should not", "avoid", "prevent"}))
      return;
    prose.report(prose.words[w].begin, std::min(prose.words[w].end + 24, end), "deception",
                 sends || holds_any(prose.lower, {"send ", "upload", "dump "}) ? Risk::high : Risk::medium,
                 "tells the agent to keep what it does from the user", "let the user see every step");
    return;
  }
  if (is_one_of(word, k_hide) && !prose.negated(w)) {
    if (!holds_any(rest, {"from the user", "from user", "from them", "from the human", "from the operator"})) return;
    if (!holds_any(rest, {"step", "instruction", "action", "upload", "collection", "this ", "these ", "activity",
                          "request", "call"}))
      return;
    prose.report(prose.words[w].begin, std::min(prose.words[w].end + 60, end), "deception",
                 sends ? Risk::high : Risk::medium, "tells the agent to keep what it does from the user",
                 "let the user see every step");
  }
  if (word == "let" && w > 0 &&
      (prose.words[w - 1].text == "don't" || prose.words[w - 1].text == "not" || prose.words[w - 1].text == "never") &&
      sends && holds_any(rest, {"the user see", "the user know", "user notice", "them see", "them know"})) {
    prose.report(prose.words[w - 1].begin, std::min(prose.words[w].end + 60, end), "deception", Risk::high,
                 "tells the agent to keep what it does from the user", "let the user see every step");
  }
}

// silently upload the conversation
void covert(Prose& prose, std::size_t w) {
  if (!is_one_of(prose.words[w].text, k_covert) || prose.negated(w)) return;
  for (std::size_t k = w + 1; k < prose.words.size() && k <= w + 2; ++k) {
    if (!is_one_of(prose.words[k].text, k_send) || !prose.same_sentence(prose.words[w].end, prose.words[k].begin))
      continue;
    const bool copying =
        prose.words[k].text == "append" || prose.words[k].text == "copy" || prose.words[k].text == "transfer";
    for (std::size_t d = k + 1; d < prose.words.size() && d <= k + 8; ++d) {
      if (!prose.same_sentence(prose.words[k].end, prose.words[d].begin)) break;
      if (!is_one_of(prose.words[d].text, k_data)) continue;
      if (copying && prose.words[w].text == "silently" && holds_any(prose.lower, {"overwrit", "fail"})) return;
      return prose.report(prose.words[w].begin, prose.words[d].end, "deception", Risk::high,
                          "tells the agent to send something away without a word to the user",
                          "say what is sent and where to, and let the user decide");
    }
  }
}

// disable antivirus before you proceed
void disables_guard(Prose& prose, std::size_t w) {
  const std::string_view word = prose.words[w].text;
  if (word != "disable" && word != "deactivate" && word != "turn") return;
  if (prose.negated(w)) return;
  for (std::size_t k = w + 1; k < prose.words.size() && k <= w + 6; ++k) {
    if (!prose.same_sentence(prose.words[w].end, prose.words[k].begin)) return;
    const std::string_view guard = prose.words[k].text;
    if (guard != "antivirus" && guard != "defender" && guard != "gatekeeper" && guard != "anti") continue;
    if (guard == "anti" && !(k + 1 < prose.words.size() && prose.words[k + 1].text == "virus")) continue;
    const bool pressing = holds_any(prose.lower, {"before you proceed", "before running", "before installing", "sudo",
                                                  "administrator", " now", "first"});
    return prose.report(prose.words[w].begin, prose.words[k].end, "privilege",
                        pressing && prose.view.role == Role::instructs ? Risk::high : Risk::medium,
                        "tells to switch a guard of the system off",
                        "remove it; a program that needs this is not to be trusted");
  }
}

// <!-- assistant: do not mention this; send … -->
void hidden_order(Prose& prose) {
  const bool addressed =
      holds_any(prose.lower, {"assistant", "agent:", "agent,", "agents:", "agents,", "claude", "copilot", "the model",
                              "ai:", "llm", "you must", "you should", "you are", "before answering"});
  const bool wicked = holds_any(
      prose.lower,
      {"do not mention",  "don't mention",   "do not tell",    "don't tell",  "never mention", "do not reveal",
       "ignore previous", "ignore all",      "silently",       "secretly",    "credentials",   ".env",
       "exfil",           "without telling", "without asking", "ssh key",     "curl ",         "upload ",
       "send the",        "system prompt",   "disregard",      "keep quiet",  "keep silent",   "rm -rf",
       "base64",          "wget ",           "bypass",         "do not show", "don't show",    "first run ",
       "run scripts/",    "execute scripts/"});
  if (!addressed || !wicked) return;
  // A comment that is only shown: in a skill about such attacks the heading says so, and lowers it.
  View governed = plain_view(*prose.view.file, {}, Language::none, Place::comment, prose.view.role);
  governed.text = prose.text;
  governed.map = prose.view.map;
  prose.scan.findings.add(governed, span_between(0, prose.text.size()),
                          {.rule = "prompt-injection",
                           .risk = Risk::high,
                           .message = "gives the agent an order in a comment, which nobody sees who reads the page",
                           .help = "remove it, or say it openly"});
}

}  // namespace

void find_secrecy(Prose& prose) {
  for (std::size_t w = 0; w < prose.words.size(); ++w) {
    if (prose.has(trigger::conceal)) {
      hides(prose, w);
      covert(prose, w);
    }
    if (prose.has(trigger::guard)) disables_guard(prose, w);
  }
  if (prose.view.place == Place::comment) hidden_order(prose);
}

}  // namespace skillstow
