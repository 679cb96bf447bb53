#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "safety/hosts.h"
#include "safety/paths.h"
#include "safety/script_names.h"
#include "safety/script_scan.h"

// Files of the user that scripts read and delete, files that hold what was downloaded or is secret, and what a script
// records.
namespace skillstow {
namespace {

bool opens_file(const Call& call) {
  const std::string_view path = call.path;
  return path == "open" || path == "fs.readFileSync" || path == "fs.readFile" || path == "readFileSync" ||
         path == "readFile" || path == ".read_text" || path == ".read_bytes" || path == "shutil.copy" ||
         path == "shutil.copyfile" || path == "shutil.copy2" || path == "tar.add" || path == "fs.promises.readFile" ||
         path.ends_with(".read_text") || path.ends_with(".read_bytes");
}

void judge_reading(ScriptScan& script, const Call& call) {
  Value value;
  if (call.path == ".read_text" || call.path == ".read_bytes") {
    // (Path.home() / ".ssh" / "id_rsa").read_text()
    std::size_t from = call.first;
    while (from > 0 && call.first - from < 40 && script.model.tokens()[from - 1].kind != Token::Kind::line_end) --from;
    value = script.model.sources_in(from, call.open);
  } else {
    const auto [begin, end] = script.model.argument(call, 0);
    value = script.model.sources_in(call.path.starts_with("read") || begin >= end ? call.first : begin,
                                    begin >= end ? call.open : end);
    // Writing is no reading.
    const Value mode = script.argument(call, 1);
    if (call.path == "open" && mode.known && mode.text.find_first_of("wax") != std::string::npos) return;
  }
  if (value.secret.empty() || value.common_secret) return;
  script.report(call, "sensitive-path", Risk::medium, format("reads {}", value.secret),
                "ask the user for what is needed instead of reading it");
}

void judge_listening(ScriptScan& script, const Call& call) {
  if (call.path != "keyboard.Listener" && call.path != "pynput.keyboard.Listener" && call.path != "keyboard.on_press" &&
      call.path != "GetAsyncKeyState") {
    return;
  }
  // From the import on: the finding names both places.
  Span span = script.span_of(call);
  for (const Token& token : script.model.tokens()) {
    if (token.kind != Token::Kind::name || (token.raw != "pynput" && token.raw != "keyboard")) continue;
    const std::uint32_t begin = token.span.offset;
    if (begin < span.offset) span = span_between(begin, span.end());
    break;
  }
  script.scan.findings.add(script.view, span,
                           {.rule = "exfiltration",
                            .risk = Risk::high,
                            .message = "records what the user types",
                            .help = "remove it",
                            .firm = true});
}

// A library's object whose method of that name runs text, where the library is not known: m.exec("curl … | sh") of
// import("child_process").then(m => …). Only text that is written out and dangerous is told.
void judge_unknown_runner(ScriptScan& script, const Call& call) {
  const std::string_view name = last_name(call.path);
  if (name == call.path) return;
  for (const std::string_view runner : {"exec", "execSync", "spawn", "spawnSync", "system", "popen", "getoutput",
                                        "check_output", "check_call", "exec_command", "execa", "execaCommand"}) {
    if (name != runner) continue;
    const Value value = script.argument(call, 0);
    if (!value.known || value.text.find(' ') == std::string::npos) return;
    if (find_triggers(value.text).mask == 0) return;
    script.scan.inside(script.view, script.span_of(call), value.text, Language::shell, "");
    return;
  }
}

// Of open(path, "w"), the path and what is written by ".write(…)" behind it; of the other calls their arguments.
struct Written {
  std::string path;
  Value value;
};

// The path of open(path, "w"), Path(…).open("w") and ZipFile(path, "w"); empty for other calls.
std::string opened_path(const ScriptScan& script, const Call& open) {
  const std::string_view name = last_name(open.path);
  if (open.path == "open" || name == "ZipFile" || open.path == "tarfile.open") return script.argument(open, 0).text;
  if (name != "open") return {};
  const std::vector<Token>& tokens = script.model.tokens();
  std::size_t from = script.model.begin_of_statement(open.first);
  while (from < open.first && (tokens[from].is("with") || tokens[from].is("async"))) ++from;
  if (from + 1 < open.first && tokens[from + 1].is("=")) from += 2;
  const std::size_t to = open.path.starts_with(".") ? open.first - 1 : open.first + 1;
  return script.model.value_of(from, std::max(from, to)).text;
}

Written written_by(const ScriptScan& script, const Call& call) {
  const std::string_view name = last_name(call.path);
  const bool node = call.path.starts_with("fs.") || call.path.starts_with("fs/") || call.path == name;
  if (node && (name == "writeFileSync" || name == "writeFile" || name == "appendFileSync" || name == "appendFile")) {
    return {script.argument(call, 0).text, script.argument(call, 1)};
  }
  if (name == "write_text" || name == "write_bytes") {
    // Path("/tmp/x").write_text(…), p.write_text(…)
    const std::size_t from = script.model.begin_of_statement(call.first);
    const std::size_t to = call.path.starts_with(".") ? call.first - 1 : call.first + 1;
    const Value path = script.model.value_of(from, std::max(from, to));
    return {path.text, script.argument(call, 0)};
  }
  if (name != "write" && name != "add" && name != "writestr") return {};
  // open(path, "wb").write(…) or a variable that open made
  Written written;
  written.value = script.argument(call, name == "writestr" ? 1 : 0);
  if (call.path == ".write" && call.first >= 2) {
    for (const Call& open : script.model.calls()) {
      if (open.close == call.first - 2) written.path = opened_path(script, open);
    }
    return written;
  }
  const std::string_view variable = std::string_view(call.path).substr(0, call.path.size() - name.size() - 1);
  for (const Call& open : script.model.calls()) {
    if (open.first > call.first) break;
    const std::vector<Token>& tokens = script.model.tokens();
    const bool as =
        open.close + 2 < tokens.size() && tokens[open.close + 1].is("as") && tokens[open.close + 2].raw == variable;
    const std::size_t from = script.model.begin_of_statement(open.first);
    const bool assigned = from + 1 < open.first && tokens[from].raw == variable && tokens[from + 1].is("=");
    if (!as && !assigned) continue;
    if (std::string path = opened_path(script, open); !path.empty()) written.path = std::move(path);
  }
  return written;
}

// What a script writes into a start-up file, a list of timers or an agent's settings is judged as a shell's
// redirection is. Where the text is not known, each command that the script holds may be it.
void judge_lasting(ScriptScan& script, const Call& call, const Written& written) {
  constexpr std::size_t k_most_texts = 64;
  if (!written.path.starts_with("~") && !written.path.starts_with("/") &&
      written.path.find(".git/hooks/") == std::string::npos)
    return;
  const auto quoted = [](std::string_view text) { return "'" + replace_all(text, "'", "'\\''") + "'"; };
  const auto judge = [&](std::string_view text) {
    return script.scan.inside(script.view, script.span_of(call),
                              format("printf {} >> {}", quoted(text), quoted(written.path)), Language::shell, "");
  };
  if (!judge(written.value.text) || written.value.known) return;
  std::size_t texts = 0;
  for (const Token& token : script.model.tokens()) {
    if (token.kind != Token::Kind::text || token.text.find(' ') == std::string::npos) continue;
    if (++texts > k_most_texts) return;
    if (find_triggers(token.text).has(trigger::shell | trigger::powershell)) judge(token.text);
  }
}

// spec_from_file_location("m", path) of what was downloaded there: its code runs as that of a module.
void judge_loading(ScriptScan& script, const Call& call) {
  const auto& downloads = script.scan.memory.downloads;
  if (downloads.empty()) return;
  const std::string_view name = last_name(call.path);
  const bool second = name == "spec_from_file_location" || name == "load_source" || name == "SourceFileLoader";
  if (!second && name != "run_path" && name != "execfile") return;
  const auto found = downloads.find(plain_path(script.argument(call, second ? 1 : 0).text));
  if (found == downloads.end()) return;
  const OriginRisk origin = origin_risk(found->second.url, false);
  script.report(call, "remote-code", std::max(origin.risk, Risk::high),
                format("runs what it downloads from {}, unseen", origin.words),
                "keep the code in the skill, where it can be read", true,
                {{script.view.file, found->second.span, "is downloaded here"}});
}

// os.remove(…) or p.unlink() of every file that a walk over the home folder finds; the same with what it writes over
// them.
void removes_walked(ScriptScan& script, const Call& call) {
  script.report(call, "destructive", Risk::critical, "deletes one file of the user's home folder after the other",
                "delete only what the script itself made");
}

void judge_walk(ScriptScan& script, const Call& call) {
  const std::string_view name = last_name(call.path);
  const bool removes = call.path == "os.remove" || call.path == "os.unlink" || name == "unlink";
  if (!removes && name != "write" && name != "write_bytes") return;
  const std::size_t from = script.model.begin_of_statement(call.first);
  const Value all = script.model.sources_in(from, std::min(call.close, script.model.tokens().size()));
  if (!all.walks_home) return;
  if (removes && !all.walks_some) return removes_walked(script, call);
  if (removes || !script.mentions("encrypt")) return;
  script.report(call, "destructive", Risk::critical, "encrypts one file of the user's home folder after the other",
                "leave the user's files as they are");
}

void remember_download(ScriptScan& script, const Call& call, std::string_view path, std::string_view url) {
  auto& downloads = script.scan.memory.downloads;
  if (path.empty() || downloads.size() >= k_most_remembered) return;
  downloads[plain_path(path)] = {std::string(url), false, script.view.map.to_source(script.span_of(call)), false};
}

void remember_secret(ScriptScan& script, const Call& call, std::string path, const Value& value) {
  auto& files = script.scan.memory.secret_files;
  if (path.empty() || value.secret.empty() || value.common_secret || files.size() >= k_most_remembered) return;
  files[std::move(path)] = {value.secret, script.view.map.to_source(script.span_of(call))};
}

}  // namespace

void judge_removal(ScriptScan& script, const Call& call) {
  if (script.model.sources_in(call.open + 1, call.close).walks_home) return removes_walked(script, call);
  const Value value = script.argument(call, 0);
  if (!value.known) return;
  const Target target = target_of(value.text);
  if (target != Target::home && target != Target::system && target != Target::below_home) return;
  script.report(call, "destructive", target == Target::below_home ? Risk::high : Risk::critical,
                format("deletes \"{}\" and all below it", excerpt_of(value.text)),
                "delete only what the script itself made");
}

void judge_other_call(ScriptScan& script, const Call& call) {
  if (opens_file(call)) judge_reading(script, call);
  judge_listening(script, call);
  judge_unknown_runner(script, call);
  judge_walk(script, call);
  judge_loading(script, call);
  if (script.scan.memory.senders.empty() && script.scan.script_modules() == nullptr) return;
  // A function that sends its parameter: of this file, or of another one.
  const auto own = script.scan.memory.senders.find(call.path);
  const bool imported = own == script.scan.memory.senders.end() && call.path.find('.') != std::string::npos;
  if (own == script.scan.memory.senders.end() && !imported) return;
  if (imported && (script.scan.script_modules() == nullptr || script.scan.findings.in_derived_text())) return;
  const Value all = script.model.sources_in(call.open + 1, call.close);
  const bool secret = !all.secret.empty() && !all.common_secret;
  if (imported) {
    if ((!secret && !all.environment && all.imported.empty()) || script.scan.imports.sent.size() >= k_most_remembered)
      return;
    script.scan.imports.sent.push_back({script.view.file, script.view.map.to_source(script.span_of(call)), "",
                                        call.path,
                                        secret            ? all.secret
                                        : all.environment ? std::string("the whole environment")
                                                          : std::string(),
                                        all.imported});
    return;
  }
  if (!secret && !all.environment) {
    if (!all.imported.empty() && script.scan.imports.sent.size() < k_most_remembered &&
        !script.scan.findings.in_derived_text()) {
      script.scan.imports.sent.push_back(
          {script.view.file, script.view.map.to_source(script.span_of(call)), own->second.to, "", "", all.imported});
    }
    return;
  }
  script.report(call, "exfiltration", secret ? Risk::critical : Risk::high,
                format("sends {} to {}", secret ? all.secret : std::string("the whole environment, tokens included,"),
                       own->second.to.empty() ? std::string("another machine") : own->second.to),
                "remove it: nothing that proves who the user is may leave the machine", true,
                {script.read_step(all), {script.view.file, own->second.span, "sends what it is given"}});
}

void remember_call(ScriptScan& script, const Call& call) {
  const std::string_view name = last_name(call.path);
  if (saves_download(call.path)) {
    const std::string path = script.argument(call, 1).text;
    return remember_download(script, call, path, script.argument(call, 0).text);
  }
  if (name == "make_archive") {
    return remember_secret(script, call, script.argument(call, 0).text + "." + script.argument(call, 1).text,
                           script.argument(call, 2));
  }
  if (call.path == "shutil.copy" || call.path == "shutil.copyfile" || call.path == "shutil.copy2" ||
      call.path == "fs.copyFileSync") {
    return remember_secret(script, call, script.argument(call, 1).text, script.argument(call, 0));
  }
  if (call.path == "pyautogui.screenshot") {
    Value picture;
    picture.secret = private_source(call.path);
    return remember_secret(script, call, script.argument(call, 0).text, picture);
  }
  if (name == "write" || name == "write_text" || name == "write_bytes" || name == "writestr" || name == "add" ||
      name.starts_with("writeFile") || name.starts_with("appendFile")) {
    const Written written = written_by(script, call);
    if (written.path.empty()) return;
    judge_lasting(script, call, written);
    if (written.value.remote) remember_download(script, call, written.path, written.value.url);
    return remember_secret(script, call, written.path, written.value);
  }
  if (sink_of(call, script.view.language) != ScriptSink::network) return;
  const Value all = script.model.sources_in(call.open + 1, call.close);
  if (all.parameter.empty() || script.scan.memory.senders.size() >= k_most_remembered) return;
  const Value where = script.argument(call, 0);
  const Url to = parse_url(where.known || where.partly ? where.text : all.url);
  if (to.kind != HostKind::local)
    script.scan.memory.senders[all.parameter] = {to.host, script.view.map.to_source(script.span_of(call))};
}

}  // namespace skillstow
