#include "base/format.h"
#include "base/text.h"
#include "safety/decode.h"
#include "safety/hosts.h"
#include "safety/script_names.h"
#include "safety/script_scan.h"

// Scripts that run text: as code, in a shell, as a program.
namespace skillstow {
namespace {

constexpr std::size_t k_most_words = 256;  // of a command that a list holds
constexpr std::string_view k_list_help = "pass a list of arguments, which no shell reads";

bool is_bare_shell(std::string_view words) {
  for (const std::string_view shell : {"sh", "bash", "zsh", "cmd", "cmd.exe", "powershell", "powershell.exe", "pwsh"}) {
    const std::string_view name = words.substr(words.find_last_of("/\\") + 1);
    if (name == shell) return true;
  }
  return false;
}

// The words of one command, quoted for a shell: ["bash", "-c", "…"].
class Words {
 public:
  Words(ScriptScan& script, const Call& call) : script_(&script), call_(&call) {}

  // The parts of the list in tokens (open, close).
  void add_list(std::size_t open, std::size_t close) {
    Call inner;
    inner.open = open;
    inner.close = close;
    for (std::size_t k = 0;; ++k) {
      const auto [begin, end] = script_->model.argument(inner, k);
      if (begin >= end) return;
      if (k == k_most_words) {
        script_->scan.left_out(script_->view, script_->span_of(*call_),
                               "starts a program with more words than are followed");
        return;
      }
      add(script_->model.value_of(begin, end));
    }
  }

  void add(const Value& word) {
    tell_cut(*script_, *call_, word);
    if (!text.empty()) text += ' ';
    ++count;
    if (!word.known && !word.partly) {
      text += "\"$_\"";
      return;
    }
    text += '\'' + replace_all(word.text, "'", "'\\''") + '\'';
    if (count == 1) first = word.text;
    any = true;
  }

  std::string text;
  std::string first;
  std::size_t count = 0;
  bool any = false;

 private:
  ScriptScan* script_;
  const Call* call_;
};

// A shell whose input and output are a connection: stdin=s.fileno(), or pipes between them.
bool leads_to_connection(const ScriptScan& script, const Call& call) {
  const std::vector<Token>& tokens = script.model.tokens();
  for (std::size_t i = call.open; i < std::min(call.close, tokens.size()); ++i) {
    if (tokens[i].is("fileno")) return true;
  }
  if (script.view.language != Language::javascript || !script.mentions(".pipe(")) return false;
  for (const Call& other : script.model.calls()) {
    if (other.path == "net.connect" || other.path == "net.createConnection" || other.path == "tls.connect" ||
        other.path == "net.Socket") {
      return true;
    }
  }
  return false;
}

void tell_reverse_shell(ScriptScan& script, const Call& call) {
  script.report(call, "reverse-shell", Risk::critical,
                "gives whoever is at the other end of the connection a shell on this machine", "remove it", true);
}

void judge_objects(ScriptScan& script, const Call& call) {
  const Value value = script.argument(call, 0);
  if (call.path == "yaml.load") {
    bool unsafe = false;
    for (std::size_t i = call.open; i < std::min(call.close, script.model.tokens().size()); ++i) {
      const Token& token = script.model.tokens()[i];
      unsafe = unsafe || token.is("UnsafeLoader") || token.is("Loader") || token.is("FullLoader");
    }
    if (!unsafe || !value.remote) return;
  }
  if (tell_remote(script, call, value) || !value.decoded || value.how == "compression") return;
  script.report(call, "code-execution", Risk::high,
                call.path == "marshal.loads"
                    ? "runs bytecode that was hidden in text"
                    : "makes objects of bytes that were hidden in text, which can run anything",
                "keep the source in the skill", true);
}

}  // namespace

bool tell_remote(ScriptScan& script, const Call& call, const Value& value) {
  if (!value.remote) return false;
  const OriginRisk origin = origin_risk(value.url, false);
  script.report(call, "remote-code", std::max(origin.risk, Risk::high),
                format("runs what it downloads from {}, unseen", origin.words),
                "keep the code in the skill, where it can be read", true, {script.fetch_step(value)});
  return true;
}

bool tell_decoded(ScriptScan& script, const Call& call, const Value& value, Language language) {
  if (!value.decoded) return false;
  const std::string how = value.how.empty() ? std::string("an encoding") : value.how;
  if (value.known && script.scan.inside(script.view, script.span_of(call), value.text, language, how)) return true;
  std::string message = format("decodes text ({}) and runs it", how);
  if (value.known && looks_like_text(value.text)) message += format("; it says \"{}\"", excerpt_of(value.text));
  script.report(call, "code-execution", Risk::high, message + ", so nobody can read what it does",
                "write the code out in plain text", true);
  return true;
}

void tell_cut(ScriptScan& script, const Call& call, const Value& value) {
  if (!value.cut) return;
  script.scan.left_out(script.view, script.span_of(call),
                       "runs an expression that is longer or deeper than is followed");
}

void judge_code(ScriptScan& script, const Call& call) {
  if (sink_of(call, script.view.language) == ScriptSink::load) return judge_objects(script, call);
  if (call.indirect) {
    const Value all = script.model.sources_in(call.open, call.close);
    if (!tell_remote(script, call, all)) tell_decoded(script, call, all, script.view.language);
    return;
  }
  const auto [begin, end] = script.model.argument(call, 0);
  if (begin >= end) return;
  Value value = script.argument(call, 0);
  // import("data:text/javascript," + text)
  if (call.path == "require") {
    if (value.text.starts_with("data:") && !tell_remote(script, call, value))
      tell_decoded(script, call, value, script.view.language);
    return;
  }
  // A timer takes a function; a text that it runs is told only where it came from elsewhere.
  const bool timer = call.path == "setTimeout" || call.path == "setInterval";
  if (timer) {
    value = script.model.value_of(begin, end);
    if (value.decoded && value.known) tell_decoded(script, call, value, script.view.language);
    return;
  }
  tell_cut(script, call, value);
  if (call.path == "Function" || call.path == "exec") {
    value.take_in(script.model.sources_in(call.open + 1, call.close));
  }
  if (tell_remote(script, call, value) || tell_decoded(script, call, value, script.view.language)) return;
  // exec of JavaScript is that of a module, or a function of that name: a text that is written out is a shell's.
  const bool module = script.view.language == Language::javascript && (call.path == "exec" || call.path == "execSync");
  if (value.known) {
    script.scan.inside(script.view, script.span_of(call), value.text, module ? Language::shell : script.view.language,
                       "");
    return;
  }
  if (module) return;
  if (call.path == "Function" && !call.made_new) return;  // a type
  script.report(call, "code-execution", Risk::medium, "runs text as code, whatever it holds",
                "parse the text instead (json, ast.literal_eval), or run only what the script itself wrote");
}

void judge_shell(ScriptScan& script, const Call& call) {
  const auto [begin, end] = script.model.argument(call, 0);
  if (begin >= end) return;
  const Value value = script.argument(call, 0);
  tell_cut(script, call, value);
  if (tell_remote(script, call, value) || tell_decoded(script, call, value, Language::shell)) return;
  if (value.known || value.partly) {
    if (script.scan.inside(script.view, script.span_of(call), value.text, Language::shell, "")) return;
    if (value.known) return;
  }
  // A template says most of what it runs; a bare name says nothing.
  const bool bare = !value.partly;
  const bool python = script.view.language == Language::python;
  script.report(call, "code-execution", bare || python ? Risk::medium : Risk::low,
                "hands text that it did not write to a shell", k_list_help);
}

void judge_spawn(ScriptScan& script, const Call& call) {
  ScriptModel& model = script.model;
  const auto [begin, end] = model.argument(call, 0);
  if (begin >= end) return;
  const auto [shell_begin, shell_end] = model.keyword(call, "shell");
  const bool shell =
      shell_begin < shell_end && (model.tokens()[shell_begin].is("True") || model.tokens()[shell_begin].is("true"));
  const Value first = script.argument(call, 0);
  const bool list = model.tokens()[begin].is("[");
  if (shell && !list) {
    tell_cut(script, call, first);
    if (tell_remote(script, call, first) || tell_decoded(script, call, first, Language::shell)) return;
    if (first.known || first.partly) {
      if (script.scan.inside(script.view, script.span_of(call), first.text, Language::shell, "")) return;
      if (first.known) return;
    }
    script.report(call, "code-execution", Risk::low, "hands text that it did not write to a shell", k_list_help);
    return;
  }
  Words words(script, call);
  if (list) {
    words.add_list(begin, end - 1);
  } else if (first.known) {
    words.text = words.first = first.text;
    words.count = 1;
    words.any = true;
    // spawn("bash", ["-c", "…"]), execvp("sh", ["sh", "-c", "…"]), execlp("sh", "sh", "-c", "…")
    const auto [second, second_end] = model.argument(call, 1);
    const bool names_itself = call.path.starts_with("os.exec") || call.path.starts_with("os.spawn");
    if (second < second_end && model.tokens()[second].is("[")) {
      if (names_itself) words = Words(script, call);
      words.add_list(second, second_end - 1);
    } else if (names_itself || call.path == "asyncio.create_subprocess_exec") {
      const std::vector<Value> all = model.arguments_of(call);
      for (std::size_t k = names_itself ? 2 : 1; k < all.size(); ++k) words.add(all[k]);
    }
  }
  if (words.count == 1 && is_bare_shell(words.first) && leads_to_connection(script, call)) {
    return tell_reverse_shell(script, call);
  }
  if (words.count == 2 && is_bare_shell(words.first) && words.text.ends_with("'-i'") &&
      leads_to_connection(script, call)) {
    return tell_reverse_shell(script, call);
  }
  const Value all = model.sources_in(call.open + 1, call.close);
  const bool runs_code =
      words.any && (words.text.find("'-c'") != std::string::npos || words.text.find("'-e'") != std::string::npos ||
                    (words.text.find("sh") != std::string::npos && words.text.find("-c") != std::string::npos));
  if (all.remote && runs_code) {
    tell_remote(script, call, all);
    return;
  }
  if (words.any) script.scan.inside(script.view, script.span_of(call), words.text, Language::shell, "");
}

// os.dup2(s.fileno(), 0): the input and output of this process lead to a socket.
void judge_duplicate(ScriptScan& script, const Call& call) {
  bool socket = false;
  for (std::size_t i = call.open; i < std::min(call.close, script.model.tokens().size()); ++i) {
    socket = socket || script.model.tokens()[i].is("fileno");
  }
  if (!socket || !script.mentions("socket")) return;
  for (const std::string_view word : {"/bin/sh", "spawn", "subprocess", "sh\"", "sh'", "/bin/bash", "execl", "execv"}) {
    if (script.mentions(word)) return tell_reverse_shell(script, call);
  }
}

}  // namespace skillstow
