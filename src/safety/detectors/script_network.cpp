#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/text.h"
#include "safety/detectors/standing.h"
#include "safety/hosts.h"
#include "safety/providers.h"
#include "safety/script_names.h"
#include "safety/script_scan.h"

// Scripts that send away what proves who the user is, in one file or over several.
namespace skillstow {
namespace {

constexpr std::string_view k_help = "remove it: nothing that proves who the user is may leave the machine";

// Where a call sends to, as far as it is written out.
std::string destination(const ScriptScan& script, const Call& call, const Value& all) {
  const Value where = script.argument(call, 0);
  std::string url = where.known || where.partly ? where.text : where.url;
  if (find_url(url).empty()) url = all.url;
  if (!url.empty()) return url;
  // https.request({hostname: "…"}), and objects that know: HTTPSConnection("…"), connect(("…", 443))
  for (const std::string_view name : {"hostname", "host", "url", "baseURL"}) {
    const auto [begin, end] = script.model.keyword(call, name);
    if (begin >= end) continue;
    const Value value = script.model.value_of(begin, end);
    if (value.known) return value.text;
  }
  return {};
}

// A file that holds a secret, by its name among the arguments.
FileMemory::Kept secret_file_in(const ScriptScan& script, const Call& call) {
  const auto& files = script.scan.memory.secret_files;
  if (files.empty()) return {};
  const std::vector<Token>& tokens = script.model.tokens();
  for (std::size_t i = call.open; i < std::min(call.close, tokens.size()); ++i) {
    std::string_view path = tokens[i].kind == Token::Kind::text ? std::string_view(tokens[i].text) : std::string_view();
    const Value value = tokens[i].kind == Token::Kind::name ? script.model.value_of(i, i + 1) : Value{};
    if (value.known) path = value.text;
    const auto found = path.empty() ? files.end() : files.find(path);
    if (found != files.end()) return found->second;
  }
  return {};
}

// for i in range(1000): get("https://…"), with an address that is the same each time and nothing that waits
bool asks_endlessly(const ScriptScan& script, const Call& call) {
  constexpr std::size_t k_many = 500;
  constexpr std::size_t k_reach = 30;  // tokens
  const std::vector<Token>& tokens = script.model.tokens();
  for (std::size_t i = call.first; i > 0 && call.first - i < k_reach; --i) {
    if (!tokens[i - 1].is("range") || i + 1 >= tokens.size() || !tokens[i].is("(")) continue;
    if (tokens[i + 1].kind != Token::Kind::number || tokens[i + 1].raw.size() > 9) return false;
    std::size_t number = 0;
    for (const char c : tokens[i + 1].raw) {
      if (is_digit(c)) number = number * 10 + static_cast<std::size_t>(c - '0');
    }
    const auto [begin, end] = script.model.argument(call, 0);
    return number >= k_many && end == begin + 1 && tokens[begin].kind == Token::Kind::text && tokens[begin].plain &&
           !script.mentions("sleep");
  }
  return false;
}

bool asks_name_server(std::string_view path) {
  return path.find("gethostbyname") != std::string_view::npos || path.find("getaddrinfo") != std::string_view::npos ||
         path.starts_with("dns.");
}

}  // namespace

void judge_network(ScriptScan& script, const Call& call) {
  if (call.close - call.open > k_most_source_tokens) {
    script.scan.left_out(script.view, script.span_of(call), "sends away an expression that is longer than is followed");
  }
  Value all = script.model.sources_in(call.open + 1, call.close);
  const std::string address = destination(script, call, all);
  const Url to = parse_url(address);
  if (to.kind == HostKind::local) return;
  const std::string name = to.host.empty() ? std::string("another machine") : to.host;
  ChainStep step = script.read_step(all);
  if (all.secret.empty()) {
    FileMemory::Kept kept = secret_file_in(script, call);
    if (!kept.what.empty()) step = {script.view.file, kept.span, "is put into the file here"};
    all.secret = std::move(kept.what);
    all.common_secret = all.path_only = false;
  }
  if (!all.secret.empty()) {
    // Its own entry of a key ring, its own token file: meant for the service that it belongs to.
    if (all.common_secret && !to.odd() && !to.plain) return;
    return script.report(call, "exfiltration", Risk::critical, format("sends {} to {}", all.secret, name), k_help, true,
                         {std::move(step)});
  }
  if (all.walks_home) {
    return script.report(call, "exfiltration", Risk::high,
                         format("sends the files of the user's home folder to {}", name), k_help, true);
  }
  if (all.environment) {
    return script.report(call, "exfiltration", Risk::high,
                         format("sends the whole environment, tokens included, to {}", name), k_help, true,
                         {std::move(step)});
  }
  if (foreign_providers(all.variables, to.host) >= 2) {
    return script.report(
        call, "exfiltration", Risk::high,
        format("sends keys of different services ({}, {}) to {}", all.variables[0], all.variables[1], name), k_help,
        true);
  }
  if (asks_name_server(call.path) && !all.variables.empty()) {
    return script.report(call, "exfiltration", Risk::high,
                         format("sends {} out as part of a host name", all.variables[0]), k_help, true);
  }
  if (!all.variables.empty() && (to.odd() || to.plain) && !to.host.empty()) {
    return script.report(call, "exfiltration", Risk::high, format("sends {} to {}", all.variables[0], name), k_help,
                         true);
  }
  if (asks_endlessly(script, call) && is_foreign_host(address)) {
    return script.report(call, "destructive", Risk::high, format("asks {} hundreds of times without a pause", name),
                         "ask once, or wait between the requests");
  }
  if (!all.imported.empty() && script.scan.imports.sent.size() < k_most_remembered &&
      !script.scan.findings.in_derived_text()) {
    script.scan.imports.sent.push_back(
        {script.view.file, script.view.map.to_source(script.span_of(call)), to.host, "", "", all.imported});
  }
}

void judge_imports(Scan& scan) {
  const ImportMemory& imports = scan.imports;
  // "./lib/collect.grab" -> "collect.grab"
  const auto key_of = [](std::string_view path) {
    const std::size_t dot = path.rfind('.');
    const std::string_view module = path.substr(0, dot == std::string_view::npos ? 0 : dot);
    const std::size_t from = module.find_last_of("./");
    return std::string(path.substr(from == std::string_view::npos ? 0 : from + 1));
  };
  for (const ImportMemory::Sent& one : imports.sent) {
    std::string to = one.to;
    std::vector<ChainStep> steps;
    if (!one.sender.empty()) {
      const auto sender = imports.senders.find(key_of(one.sender));
      if (sender == imports.senders.end()) continue;
      to = sender->second.to;
      steps.push_back({sender->second.file, sender->second.span, "sends what it is given"});
    }
    std::string what = one.secret;
    std::string where;
    for (const std::string& name : one.imported) {
      const auto given = imports.given.find(key_of(name));
      if (given == imports.given.end() || !what.empty()) continue;
      what = given->second.what;
      where = format(", which {} reads in line {},", given->second.file->path,
                     given->second.file->line(given->second.span.offset));
      steps.insert(steps.begin(), {given->second.file, given->second.span, format("reads {}", what)});
    }
    if (what.empty()) continue;
    const std::string host = to.empty() ? std::string("another machine") : to;
    scan.findings.in_file(*one.file, one.span,
                          {.rule = "exfiltration",
                           .risk = Risk::critical,
                           .message = format("sends {}{} to {}", what, where, host),
                           .help = std::string(k_help),
                           .steps = std::move(steps)});
  }
}

}  // namespace skillstow
