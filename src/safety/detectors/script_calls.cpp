#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "safety/decode.h"
#include "safety/hosts.h"
#include "safety/paths.h"
#include "safety/scan_state.h"
#include "safety/script_model.h"

// Calls of Python and JavaScript that run text, fetch it, send data away or delete. Methods that only share a name with
// them (regex.exec, model.eval) are other calls.
namespace skillstow {
namespace {

constexpr std::size_t k_most_words = 256;  // of a command that a list holds

enum class Sink { none, code, shell, spawn, network, remove, duplicate, load };

Sink sink_of(const Call& call, Language language) {
  const std::string_view path = call.path;
  if (path == "exec" || path == "eval") return Sink::code;
  if (path == "Function" && language == Language::javascript) return Sink::code;
  if (path == "vm.runInNewContext" || path == "vm.runInThisContext" || path == "vm.runInContext") return Sink::code;
  if (path == "os.system" || path == "os.popen" || path == "commands.getoutput" || path == "subprocess.getoutput" ||
      path == "subprocess.getstatusoutput" || path == "child_process.exec" || path == "child_process.execSync" ||
      path == "asyncio.create_subprocess_shell" || path == "posix.system") {
    return Sink::shell;
  }
  if (path == "subprocess.run" || path == "subprocess.call" || path == "subprocess.Popen" ||
      path == "subprocess.check_output" || path == "subprocess.check_call" || path == "child_process.spawn" ||
      path == "child_process.spawnSync" || path == "child_process.execFile" || path == "child_process.execFileSync" ||
      path == "pty.spawn" || path == "os.execv" || path == "os.execvp" || path == "os.execl" || path == "os.execlp" ||
      path == "spawn" || path == "Popen") {
    return Sink::spawn;
  }
  if (path == "shutil.rmtree" || path == "fs.rmSync" || path == "fs.rm" || path == "fs.rmdirSync" ||
      path == "fs.promises.rm" || path == "rimraf" || path == "rimraf.sync" || path == "fs.removeSync" ||
      path == "fs-extra.removeSync" || path == "rmtree" || path == "rmSync") {
    return Sink::remove;
  }
  if (path == "os.dup2") return Sink::duplicate;
  if (path == "marshal.loads" || path == "pickle.loads" || path == "cPickle.loads" || path == "dill.loads")
    return Sink::load;
  for (const std::string_view name : {"requests.post",
                                      "requests.put",
                                      "requests.patch",
                                      "requests.get",
                                      "requests.request",
                                      "httpx.post",
                                      "httpx.put",
                                      "httpx.get",
                                      "urllib.request.urlopen",
                                      "urllib.request.Request",
                                      "urlopen",
                                      "Request",
                                      "fetch",
                                      "axios",
                                      "axios.post",
                                      "axios.put",
                                      "axios.get",
                                      "http.request",
                                      "https.request",
                                      "https.get",
                                      "http.get",
                                      "socket.gethostbyname",
                                      "socket.getaddrinfo",
                                      "dns.lookup",
                                      "dns.resolve",
                                      "dns.resolver.resolve",
                                      "session.post",
                                      "client.post",
                                      "navigator.sendBeacon",
                                      "got.post",
                                      "s.send",
                                      "s.sendall",
                                      "sock.send",
                                      "sock.sendall",
                                      "conn.send",
                                      "server.sendmail",
                                      "smtp.sendmail",
                                      "smtp.send_message",
                                      "server.send_message",
                                      "ws.send",
                                      "WebSocket",
                                      "ftp.storbinary",
                                      "sftp.put",
                                      "s3.upload_file",
                                      "s3.upload_fileobj",
                                      "client.upload_file"}) {
    if (path == name) return Sink::network;
  }
  if (path == ".send" || path == ".sendall" || path == ".post" || path == ".sendmail") return Sink::network;
  return Sink::none;
}

// "OPENAI_API_KEY" -> "OPENAI".
std::string_view provider_of(std::string_view variable) { return variable.substr(0, variable.find('_')); }

class Detector {
 public:
  Detector(Scan& scan, const View& view, ScriptModel& model) : scan_(scan), view_(view), model_(model) {}

  void look() {
    for (const Call& call : model_.calls()) {
      switch (sink_of(call, view_.language)) {
        case Sink::code:
          runs_code(call);
          break;
        case Sink::shell:
          runs_shell(call);
          break;
        case Sink::spawn:
          spawns(call);
          break;
        case Sink::network:
          sends(call);
          break;
        case Sink::remove:
          removes(call);
          break;
        case Sink::duplicate:
          duplicates(call);
          break;
        case Sink::load:
          loads(call);
          break;
        case Sink::none:
          reads(call);
          listens(call);
          break;
      }
    }
  }

 private:
  Span span_of(const Call& call) const {
    return model_.span(call.first, std::min(call.close, model_.tokens().size() - 1));
  }

  void report(const Call& call, std::string_view rule, Risk risk, std::string message, std::string_view help,
              bool firm = false) {
    scan_.findings.add(
        view_, span_of(call),
        {.rule = rule, .risk = risk, .message = std::move(message), .help = std::string(help), .firm = firm});
  }

  Value argument_value(const Call& call, std::size_t i) const {
    const auto [begin, end] = model_.argument(call, i);
    if (begin >= end) return {};
    Value value = model_.value_of(begin, end);
    value.take_in(model_.sources_in(begin, end));
    return value;
  }

  bool remote(const Call& call, const Value& value) {
    if (!value.remote) return false;
    const OriginRisk origin = origin_risk(value.url, false);
    report(call, "remote-code", std::max(origin.risk, Risk::high),
           format("runs what it downloads from {}, unseen", origin.words),
           "keep the code in the skill, where it can be read", true);
    return true;
  }

  bool decoded(const Call& call, const Value& value, Language language) {
    if (!value.decoded) return false;
    const std::string how = value.how.empty() ? std::string("an encoding") : value.how;
    if (value.known && scan_.inside(view_, span_of(call), value.text, language, how)) return true;
    std::string message = format("decodes text ({}) and runs it", how);
    if (value.known && looks_like_text(value.text)) message += format("; it says \"{}\"", excerpt_of(value.text));
    report(call, "code-execution", Risk::high, message + ", so nobody can read what it does",
           "write the code out in plain text", true);
    return true;
  }

  // What is run is longer or deeper than is followed.
  void tell_cut(const Call& call, const Value& value) {
    if (value.cut) scan_.left_out(view_, span_of(call), "runs an expression that is longer or deeper than is followed");
  }

  void runs_code(const Call& call) {
    const auto [begin, end] = model_.argument(call, 0);
    if (begin >= end) return;
    Value value = argument_value(call, 0);
    tell_cut(call, value);
    if (call.path == "Function" || call.path == "exec") {
      value.take_in(model_.sources_in(call.open + 1, call.close));
    }
    if (remote(call, value) || decoded(call, value, view_.language)) return;
    if (value.known) {
      scan_.inside(view_, span_of(call), value.text, view_.language, "");
      return;
    }
    if (call.path == "exec" && view_.language == Language::javascript) return;  // a function of that name
    if (call.path == "Function" && !call.made_new) return;                      // a type
    report(call, "code-execution", Risk::medium, "runs text as code, whatever it holds",
           "parse the text instead (json, ast.literal_eval), or run only what the script itself wrote");
  }

  void runs_shell(const Call& call) {
    const Value value = argument_value(call, 0);
    const auto [begin, end] = model_.argument(call, 0);
    if (begin >= end) return;
    tell_cut(call, value);
    if (remote(call, value) || decoded(call, value, Language::shell)) return;
    if (value.known || value.partly) {
      if (scan_.inside(view_, span_of(call), value.text, Language::shell, "")) return;
      if (value.known) return;
    }
    // A template says most of what it runs; a bare name says nothing.
    const bool bare = !value.partly;
    const bool python = view_.language == Language::python;
    report(call, "code-execution", bare || python ? Risk::medium : Risk::low,
           "hands text that it did not write to a shell", "pass a list of arguments, which no shell reads");
  }

  void spawns(const Call& call) {
    const auto [begin, end] = model_.argument(call, 0);
    if (begin >= end) return;
    Value all = model_.sources_in(call.open + 1, call.close);
    const auto [shell_begin, shell_end] = model_.keyword(call, "shell");
    const bool shell =
        shell_begin < shell_end && (model_.tokens()[shell_begin].is("True") || model_.tokens()[shell_begin].is("true"));
    const Value first = argument_value(call, 0);
    const bool list = model_.tokens()[begin].is("[");
    if (shell && !list) {
      tell_cut(call, first);
      if (remote(call, first) || decoded(call, first, Language::shell)) return;
      if (first.known || first.partly) {
        if (scan_.inside(view_, span_of(call), first.text, Language::shell, "")) return;
        if (first.known) return;
      }
      report(call, "code-execution", Risk::low, "hands text that it did not write to a shell",
             "pass a list of arguments, which no shell reads");
      return;
    }
    // ["bash", "-c", "…"], spawn("bash", ["-c", "…"]): the words of one command.
    std::string words;
    bool any = false;
    auto add = [&](std::size_t from, std::size_t to) {
      Call inner;
      inner.open = from;
      inner.close = to;
      for (std::size_t k = 0;; ++k) {
        const auto [a, b] = model_.argument(inner, k);
        if (a >= b) break;
        if (k == k_most_words) {
          scan_.left_out(view_, span_of(call), "starts a program with more words than are followed");
          break;
        }
        const Value word = model_.value_of(a, b);
        tell_cut(call, word);
        if (!words.empty()) words += ' ';
        if (word.known || word.partly) {
          words += '\'' + replace_all(word.text, "'", "'\\''") + '\'';
          any = true;
        } else {
          words += "\"$_\"";
        }
      }
    };
    if (list) {
      add(begin, end - 1);
    } else if (first.known) {
      words = first.text;
      any = true;
      const auto [second, second_end] = model_.argument(call, 1);
      if (second < second_end && model_.tokens()[second].is("[")) add(second, second_end - 1);
    }
    if (all.remote && any && (words.find("sh") != std::string::npos) && words.find("-c") != std::string::npos) {
      remote(call, all);
      return;
    }
    if (any) scan_.inside(view_, span_of(call), words, Language::shell, "");
  }

  void sends(const Call& call) {
    if (call.close - call.open > k_most_source_tokens) {
      scan_.left_out(view_, span_of(call), "sends away an expression that is longer than is followed");
    }
    const Value all = model_.sources_in(call.open + 1, call.close);
    Value where = argument_value(call, 0);
    std::string url = where.known || where.partly ? where.text : where.url;
    if (find_url(url).empty()) url = all.url;
    const Url to = parse_url(url);
    const bool local = to.kind == HostKind::local;
    const std::string name = to.host.empty() ? std::string("another machine") : to.host;
    const bool by_name = call.path.find("gethostbyname") != std::string::npos ||
                         call.path.find("getaddrinfo") != std::string::npos || call.path.starts_with("dns.");
    constexpr std::string_view k_help = "remove it: nothing that proves who the user is may leave the machine";
    if (!all.secret.empty() && !local) {
      // Its own entry of a key ring, its own token file: meant for the service that it belongs to.
      if (all.common_secret && !to.odd() && !to.plain) return;
      report(call, "exfiltration", Risk::critical, format("sends {} to {}", all.secret, name), k_help, true);
      return;
    }
    if (all.environment && !local) {
      report(call, "exfiltration", Risk::high, format("sends the whole environment, tokens included, to {}", name),
             k_help, true);
      return;
    }
    std::vector<std::string_view> providers;
    for (const std::string& variable : all.variables) {
      const std::string_view provider = provider_of(variable);
      if (std::find(providers.begin(), providers.end(), provider) == providers.end()) providers.push_back(provider);
    }
    if (providers.size() >= 2 && !local && one_is_foreign(providers, to.host)) {
      report(call, "exfiltration", Risk::high,
             format("sends keys of different services ({}, {}) to {}", all.variables[0], all.variables[1], name),
             k_help, true);
      return;
    }
    if (by_name && !all.variables.empty()) {
      report(call, "exfiltration", Risk::high, format("sends {} out as part of a host name", all.variables[0]), k_help,
             true);
      return;
    }
    if (!all.variables.empty() && (to.odd() || to.plain) && !to.host.empty()) {
      report(call, "exfiltration", Risk::high, format("sends {} to {}", all.variables[0], name), k_help, true);
    }
  }

  // Two keys of one service are a key and its id; of two services, one does not belong there.
  static bool one_is_foreign(const std::vector<std::string_view>& providers, std::string_view host) {
    constexpr std::string_view k_services[] = {
        "AWS",    "OPENAI",   "ANTHROPIC", "GITHUB", "GH",     "GITLAB",      "GOOGLE",    "GEMINI",   "AZURE",
        "STRIPE", "SLACK",    "NPM",       "PYPI",   "HF",     "HUGGINGFACE", "DISCORD",   "TELEGRAM", "NOTION",
        "LINEAR", "DATABASE", "DB",        "SSH",    "TWILIO", "SENDGRID",    "CLOUDFLARE"};
    std::size_t known = 0;
    for (const std::string_view provider : providers) {
      if (std::find(std::begin(k_services), std::end(k_services), provider) == std::end(k_services)) continue;
      if (host.find(to_lower(provider)) != std::string_view::npos) continue;
      ++known;
    }
    return known >= 2;
  }

  void removes(const Call& call) {
    const Value value = argument_value(call, 0);
    if (!value.known) return;
    std::string path = value.text;
    const Target target = target_of(path);
    if (target == Target::home || target == Target::system || target == Target::below_home) {
      report(call, "destructive", target == Target::below_home ? Risk::high : Risk::critical,
             format("deletes \"{}\" and all below it", excerpt_of(path)), "delete only what the script itself made");
    }
  }

  // os.dup2(s.fileno(), 0): the input and output of this process lead to a socket.
  void duplicates(const Call& call) {
    bool socket = false;
    for (std::size_t i = call.open; i < std::min(call.close, model_.tokens().size()); ++i) {
      socket = socket || model_.tokens()[i].is("fileno");
    }
    if (!socket || !mentions("socket") ||
        !(mentions("/bin/sh") || mentions("spawn") || mentions("subprocess") || mentions("sh\"") ||
          mentions("/bin/bash")))
      return;
    report(call, "reverse-shell", Risk::critical,
           "gives whoever is at the other end of the connection a shell on this machine", "remove it", true);
  }

  bool mentions(std::string_view word) const { return view_.text.find(word) != std::string_view::npos; }

  void loads(const Call& call) {
    const Value value = argument_value(call, 0);
    if (remote(call, value)) return;
    if (value.decoded && call.path == "marshal.loads") {
      report(call, "code-execution", Risk::high, "runs bytecode that was hidden in text",
             "keep the source in the skill", true);
    }
  }

  void reads(const Call& call) {
    const bool opens = call.path == "open" || call.path == "fs.readFileSync" || call.path == "fs.readFile" ||
                       call.path == "readFileSync" || call.path == "readFile" || call.path == ".read_text" ||
                       call.path == ".read_bytes" || call.path == "shutil.copy" || call.path == "shutil.copyfile" ||
                       call.path == "shutil.copy2" || call.path == "tar.add" || call.path == "fs.promises.readFile" ||
                       call.path.ends_with(".read_text") || call.path.ends_with(".read_bytes");
    if (!opens) return;
    Value value;
    if (call.path == ".read_text" || call.path == ".read_bytes") {
      // (Path.home() / ".ssh" / "id_rsa").read_text()
      std::size_t from = call.first;
      while (from > 0 && call.first - from < 40 && model_.tokens()[from - 1].kind != Token::Kind::line_end) --from;
      value = model_.sources_in(from, call.open);
    } else {
      const auto [begin, end] = model_.argument(call, 0);
      value = model_.sources_in(call.path.starts_with("read") || begin >= end ? call.first : begin,
                                begin >= end ? call.open : end);
      // Writing is no reading.
      const Value mode = argument_value(call, 1);
      if (call.path == "open" && mode.known && mode.text.find_first_of("wax") != std::string::npos) return;
    }
    if (value.secret.empty() || value.common_secret) return;
    report(call, "sensitive-path", Risk::medium, format("reads {}", value.secret),
           "ask the user for what is needed instead of reading it");
  }

  void listens(const Call& call) {
    if (call.path != "keyboard.Listener" && call.path != "pynput.keyboard.Listener" &&
        call.path != "keyboard.on_press" && call.path != "GetAsyncKeyState") {
      return;
    }
    // From the import on: the finding names both places.
    Span span = span_of(call);
    for (const Token& token : model_.tokens()) {
      if (token.kind != Token::Kind::name || (token.raw != "pynput" && token.raw != "keyboard")) continue;
      const std::uint32_t begin = token.span.offset;
      if (begin < span.offset) span = span_between(begin, span.end());
      break;
    }
    scan_.findings.add(view_, span,
                       {.rule = "exfiltration",
                        .risk = Risk::high,
                        .message = "records what the user types",
                        .help = "remove it",
                        .firm = true});
  }

  Scan& scan_;
  const View& view_;
  ScriptModel& model_;
};

}  // namespace

bool scan_script(Scan& scan, const View& view) {
  const std::size_t before = scan.findings.reported();
  ScriptVariables variables;
  for (std::size_t begin = 0; begin < view.text.size();) {
    ScriptModel model(view.text, view.language, begin, std::move(variables));
    Detector(scan, view, model).look();
    if (model.gave_up() && !model.tokens().empty()) {
      scan.left_out(view, model.span(0, model.tokens().size() - 1), "is more intricate than is followed");
    }
    begin = model.next_piece();
    variables = model.take_variables();
  }
  return scan.findings.reported() > before;
}

}  // namespace skillstow
