#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "safety/detectors/standing.h"
#include "safety/hosts.h"
#include "safety/paths.h"
#include "safety/providers.h"
#include "safety/script_names.h"
#include "safety/shell_programs.h"
#include "safety/shell_scan.h"

// Reading what proves who the user is, and sending it away. Reading alone is told with a low or medium risk; with a way
// out in the same command, pipe or file it decides the verdict.
namespace skillstow {
namespace {

constexpr std::string_view k_help_read =
    "ask the user for what is needed, or use the tool that owns the file, instead of reading it";
constexpr std::string_view k_help_sent = "remove it: nothing that proves who the user is may leave the machine";

constexpr std::string_view k_screen = "a picture of the screen";

struct Secret {
  std::string what;
  Risk alone = Risk::none;
  bool common = false;
  Span read_at{};  // in the file: where it comes from
  explicit operator bool() const { return !what.empty(); }
};

class Detector {
 public:
  Detector(ShellScan& shell, std::uint32_t command)
      : shell_(shell),
        model_(shell.model),
        i_(command),
        run_(model_.runs[command]),
        command_(model_.command(command)) {}

  void look() {
    for (const ShellWord& word : command_.assignments) {
      // ${{ toJSON(secrets) }} of a workflow
      if (word.text.find("toJSON(secrets)") == std::string::npos &&
          word.text.find("toJson(secrets)") == std::string::npos)
        continue;
      const std::size_t equals = word.text.find('=');
      if (equals != std::string::npos)
        shell_.scan.memory.secret_variables[word.text.substr(0, equals)] = {"all secrets of the workflow",
                                                                            in_file(word.span)};
    }
    hand_on();
    if (pushes_copies()) return;
    const Upload upload = upload_of(run_);
    if (upload.is) {
      if (sends_secret(upload) || sends_variables(upload)) return;
      judge_upload_of_page(shell_, i_, upload);
    }
    const Secret secret = read_by(i_);
    if (!secret) {
      remember_variables();
      return;
    }
    // Down the pipe.
    for (const std::uint32_t sink : model_.downstream(i_)) {
      const Upload out = upload_by(sink);
      const bool names_files = model_.runs[sink].by_xargs && run_.name == "find";
      if (out.is && (out.sends_input || names_files)) return sent(secret, out, model_.pipeline_span(i_));
      for (const ShellRedirect& redirect : model_.command(sink).redirects) {
        if (redirect.target.text.starts_with("/dev/tcp/")) {
          return sent(secret, {true, true, redirect.target.text}, model_.pipeline_span(i_));
        }
        if (redirect.op.starts_with(">")) keep(redirect.target.text, secret);
      }
    }
    for (const ShellRedirect& redirect : command_.redirects) {
      if (redirect.op.starts_with(">") && redirect.target.text.starts_with("/dev/tcp/")) {
        return sent(secret, {true, true, redirect.target.text}, command_.span);
      }
      if (redirect.op.starts_with(">") && redirect.fd != 2) keep(redirect.target.text, secret);
    }
    keep_copies(secret);
    remember_variables();
    // A substitution is judged with the command around it first: curl -d "$(cat …)".
    if (command_.parent != k_no_command && parent_sends()) return;
    if (!secret.common && secret.alone != Risk::none && run_.name != "env" && run_.name != "printenv") {
      shell_.report(command_.span, {.rule = "sensitive-path",
                                    .risk = secret.alone,
                                    .message = format("reads {}", secret.what),
                                    .help = std::string(k_help_read)});
    }
  }

 private:
  // cp -r ~/.ssh /tmp/b; cd /tmp/b; git push https://…
  bool pushes_copies() {
    if (run_.name != "git" || run_.arguments.empty() || run_.arguments[0].text != "push") return false;
    const std::string here = plain_path(shell_.folder);
    for (const auto& [path, kept] : shell_.scan.memory.secret_files) {
      if (here.empty() || !(path == here || path.starts_with(here + "/"))) continue;
      std::string to;
      for (const Argument& argument : run_.arguments) {
        if (to.empty()) to = find_url(argument.text);
      }
      sent({kept.what, Risk::none, false, kept.span}, {true, false, to}, command_.span);
      return true;
    }
    return false;
  }

  // What the command sends, or what the function does that it calls: send() { curl --data-binary @- …; }
  Upload upload_by(std::uint32_t i) const {
    constexpr std::size_t k_most_functions = 256;  // of a script, and of commands in one: more is no helper
    constexpr std::size_t k_most_commands = 64;
    Upload upload = upload_of(model_.runs[i]);
    const std::vector<ShellFunction>& functions = model_.script.functions;
    const std::vector<ShellCommand>& commands = model_.script.commands;
    for (std::size_t k = 0; !upload.is && k < std::min(functions.size(), k_most_functions); ++k) {
      if (functions[k].name != model_.runs[i].name) continue;
      const auto first =
          std::lower_bound(commands.begin(), commands.end(), functions[k].span.offset,
                           [](const ShellCommand& one, std::uint32_t at) { return one.span.offset < at; });
      const auto from = static_cast<std::size_t>(first - commands.begin());
      for (std::size_t c = from; c < std::min(commands.size(), from + k_most_commands); ++c) {
        if (upload.sends_input || !functions[k].span.contains(commands[c].span.offset)) break;
        upload = upload_of(model_.runs[c]);
      }
      break;
    }
    return upload;
  }

  // p="$S": what S holds, p holds.
  void hand_on() {
    auto& known = shell_.scan.memory.secret_variables;
    if (known.empty() || known.size() >= k_most_remembered) return;
    for (const ShellWord& word : command_.assignments) {
      const std::size_t equals = word.text.find('=');
      if (equals == std::string::npos) continue;
      Argument value;
      value.text = word.text.substr(equals + 1);
      if (const Secret secret = of_word(value)) known[word.text.substr(0, equals)] = {secret.what, secret.read_at};
    }
  }

  void sent(const Secret& secret, const Upload& upload, Span span) {
    const Url url = parse_url(upload.to);
    const bool local = url.kind == HostKind::local;
    const std::string where = !url.host.empty()   ? url.host
                              : upload.to.empty() ? "another machine"
                                                  : excerpt_of(upload.to);
    Risk risk = local ? Risk::medium : Risk::critical;
    if (secret.common && !local) risk = Risk::high;
    shell_.report(span, {.rule = "exfiltration",
                         .risk = risk,
                         .message = format("sends {} to {}", secret.what, where),
                         .help = std::string(k_help_sent),
                         .firm = true,
                         .steps = {{shell_.view.file, secret.read_at, format("reads {}", secret.what)}}});
  }

  Span in_file(Span span) const { return shell_.view.map.to_source(span); }

  // What a command puts out or copies of the user's secrets.
  Secret read_by(std::uint32_t i) const {
    Secret secret = named_by(i);
    if (secret && secret.read_at.length == 0) secret.read_at = in_file(model_.command(i).span);
    return secret;
  }

  Secret named_by(std::uint32_t i) const {
    const Invocation& run = model_.runs[i];
    const std::string_view printed = prints_secret(run);
    if (!printed.empty()) {
      const bool keychain = run.name == "security";
      // Tokens that their own command prints are meant for a header; only what happens to them is told.
      return {std::string(printed), keychain ? Risk::medium : Risk::none, !keychain};
    }
    for (const ShellRedirect& redirect : model_.command(i).redirects) {
      if (redirect.op != "<") continue;
      if (const SensitivePath path = sensitive_path(redirect.target.text)) {
        return {std::string(path.what), path.alone, path.common};
      }
    }
    if (Secret searched = searched_by(run)) return searched;
    if (Secret stored = stored_by_workflow(i)) return stored;
    if (!reads_files(run.name)) return {};
    const std::size_t count = run.arguments.size();
    Secret worst;
    for (std::size_t k = 0; k < count; ++k) {
      std::string_view text = run.arguments[k].text;
      if (text.empty() || text[0] == '-') {
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos) continue;
        text.remove_prefix(equals + 1);
      }
      // Where to, not where from.
      const bool copies = run.name == "cp" || run.name == "mv" || run.name == "install" || run.name == "rsync" ||
                          run.name == "scp" || run.name == "tee";
      if (copies && (k + 1 == count || run.name == "tee") && count > 1) continue;
      if (run.name == "tee") continue;
      if (run.name == "curl" || run.name == "wget") continue;  // judged by what it sends
      if (run.name == "dd") {
        if (!text.starts_with("if=")) continue;
        text.remove_prefix(3);
      }
      // A pattern is no file: grep WORD FILE.
      if ((run.name == "grep" || run.name == "rg" || run.name == "egrep" || run.name == "sed" || run.name == "awk" ||
           run.name == "jq") &&
          k == 0) {
        continue;
      }
      if (k > 0 && run.arguments[k - 1].text.starts_with("-") &&
          (run.arguments[k - 1].text == "-i" || run.arguments[k - 1].text == "-o" ||
           run.arguments[k - 1].text.starts_with("--exclude") || run.arguments[k - 1].text == "-e" ||
           run.arguments[k - 1].text == "-f")) {
        if (run.name != "tar" && run.name != "base64") continue;
      }
      if (const auto kept = shell_.scan.memory.secret_files.find(plain_path(text));
          kept != shell_.scan.memory.secret_files.end()) {
        return {kept->second.what, Risk::none, false, kept->second.span};
      }
      const SensitivePath path = sensitive_path(text);
      if (path && path.alone >= worst.alone) worst = {std::string(path.what), path.alone, path.common};
    }
    return worst;
  }

  // echo ${{ secrets.KEY }} | curl -d @-: a workflow hands its secrets on in headers and variables, not as what is
  // sent.
  Secret stored_by_workflow(std::uint32_t i) const {
    const Invocation& run = model_.runs[i];
    if (run.name != "echo" && run.name != "printf") return {};
    const bool stored = std::any_of(run.arguments.begin(), run.arguments.end(), [](const Argument& argument) {
      return argument.text.find("secrets.") != std::string::npos && argument.text.find("${{") != std::string::npos;
    });
    if (!stored && slice(shell_.view.text, model_.command(i).span).find("${{ secrets.") == std::string_view::npos)
      return {};
    for (const std::uint32_t sink : model_.downstream(i)) {
      const std::string_view name = model_.runs[sink].name;
      if (name == "curl" || name == "wget" || name == "nc") return {"a secret of the workflow", Risk::none, false};
    }
    return {};
  }

  // find ~ -name "*.pem", grep -r "PRIVATE KEY" ~: looks for secrets wherever they are.
  static Secret searched_by(const Invocation& run) {
    const bool find = run.name == "find" || run.name == "fd" || run.name == "locate";
    const bool grep = run.name == "grep" || run.name == "rg" || run.name == "egrep";
    if (!find && !grep) return {};
    bool wide = run.name == "locate";
    bool secret = false;
    for (std::size_t k = 0; k < run.arguments.size(); ++k) {
      const std::string_view text = run.arguments[k].text;
      const Target target = target_of(text);
      wide = wide || target == Target::home || target == Target::system;
      const std::string lower = to_lower(text);
      if (find) {
        const bool names = k > 0 && (run.arguments[k - 1].text == "-name" || run.arguments[k - 1].text == "-iname" ||
                                     run.arguments[k - 1].text == "-path");
        secret = secret || ((names || run.name != "find") &&
                            (lower.ends_with(".pem") || lower.ends_with(".kdbx") || lower.ends_with(".keystore") ||
                             lower.ends_with(".env") || lower.ends_with(".env*") || lower.find("wallet") == 0 ||
                             lower.ends_with("*.key") || lower.ends_with(".ppk") || lower.ends_with(".p12") ||
                             sensitive_path("~/x/" + lower)));
      } else if (k <= 2) {
        for (const std::string_view word :
             {"private key", "password", "api_key", "apikey", "api[_-]", "secret", "akia"}) {
          secret = secret || (!lower.starts_with("-") && lower.find(word) != std::string::npos);
        }
      }
    }
    if (grep) wide = wide && (run.has_flag('r', "--recursive") || run.has_flag('R') || run.name == "rg");
    return wide && secret ? Secret{"the secrets that it searches the disk for", Risk::none, false} : Secret{};
  }

  Secret of_word(const Argument& argument) const {
    // find … -exec curl -F f=@{} … \;
    if (argument.text.find("{}") != std::string::npos && command_.parent != k_no_command) {
      if (Secret searched = searched_by(model_.runs[command_.parent])) return searched;
    }
    for (const std::uint32_t inner : argument.commands) {
      if (Secret secret = read_by(inner)) return secret;
    }
    // "$(< file)"
    std::string_view text = argument.text;
    if (text.find("toJSON(secrets)") != std::string_view::npos)
      return {"all secrets of the workflow", Risk::none, false};
    const std::size_t read = text.find("$(<");
    if (read != std::string_view::npos) {
      std::string_view path = trim(text.substr(read + 3, text.find(')', read) - read - 3));
      if (const SensitivePath found = sensitive_path(path)) return {std::string(found.what), found.alone, found.common};
    }
    for (std::size_t at = 0; (at = text.find('$', at)) != std::string_view::npos; ++at) {
      std::size_t begin = at + 1;
      if (begin < text.size() && text[begin] == '{') ++begin;
      std::size_t end = begin;
      while (end < text.size() && is_word(text[end])) ++end;
      const auto known = shell_.scan.memory.secret_variables.find(text.substr(begin, end - begin));
      if (end > begin && known != shell_.scan.memory.secret_variables.end())
        return {known->second.what, Risk::none, false, known->second.span};
    }
    return {};
  }

  bool sends_secret(const Upload& upload) {
    for (std::size_t k = 0; k < run_.arguments.size(); ++k) {
      const Argument& argument = run_.arguments[k];
      if (!is_sent(run_, k)) continue;
      if (Secret secret = of_word(argument)) {
        sent(secret, upload, command_.span);
        return true;
      }
      // "@file", "name=@file", "file"
      std::string_view text = argument.text;
      const bool curl = run_.name == "curl";
      const std::size_t at = text.find('@');
      const bool file_option =
          k > 0 && (run_.arguments[k - 1].text == "-T" || run_.arguments[k - 1].text == "--upload-file" ||
                    run_.arguments[k - 1].text == "--post-file");
      if (text.starts_with("--post-file=")) {
        text.remove_prefix(12);
      } else if (curl && at != std::string_view::npos && text.find("://") == std::string_view::npos) {
        text.remove_prefix(at + 1);
        text = text.substr(0, text.find(';'));
      } else if (curl && !file_option) {
        continue;
      }
      if ((run_.name == "dig" || run_.name == "nslookup" || run_.name == "host" || run_.name == "ping")) continue;
      if ((run_.name == "scp" || run_.name == "rsync") &&
          (k + 1 == run_.arguments.size() ||
           (k > 0 && (run_.arguments[k - 1].text == "-i" || run_.arguments[k - 1].text == "-F")))) {
        continue;
      }
      if (run_.name == "ssh") continue;
      if (const auto kept = shell_.scan.memory.secret_files.find(plain_path(text));
          kept != shell_.scan.memory.secret_files.end()) {
        sent({kept->second.what, Risk::none, false, kept->second.span}, upload, command_.span);
        return true;
      }
      if (const SensitivePath path = sensitive_path(text)) {
        sent({std::string(path.what), path.alone, path.common}, upload, command_.span);
        return true;
      }
    }
    for (const ShellRedirect& redirect : command_.redirects) {
      if (redirect.op != "<" || !upload.sends_input) continue;
      if (const SensitivePath path = sensitive_path(redirect.target.text)) {
        sent({std::string(path.what), path.alone, path.common}, upload, command_.span);
        return true;
      }
    }
    return false;
  }

  // Keys of several services in what is sent, or one of them to a host that no honest author would use.
  bool sends_variables(const Upload& upload) {
    std::vector<std::string> variables;
    for (std::size_t k = 0; k < run_.arguments.size(); ++k) {
      if (!is_sent(run_, k)) continue;
      const std::string_view text = run_.arguments[k].text;
      for (std::size_t at = 0; (at = text.find('$', at)) != std::string_view::npos && variables.size() < 16; ++at) {
        std::size_t begin = at + 1;
        if (begin < text.size() && text[begin] == '{') ++begin;
        std::size_t end = begin;
        while (end < text.size() && is_word(text[end])) ++end;
        if (names_credential(text.substr(begin, end - begin))) variables.emplace_back(text.substr(begin, end - begin));
      }
    }
    const Url to = parse_url(upload.to);
    if (variables.empty() || to.kind == HostKind::local || to.host.empty()) return false;
    const bool foreign = foreign_providers(variables, to.host) >= 2;
    if (!foreign && !to.odd()) return false;
    shell_.report(command_.span, {.rule = "exfiltration",
                                  .risk = Risk::high,
                                  .message = foreign ? format("sends keys of different services ({}, {}) to {}",
                                                              variables[0], variables[1], to.host)
                                                     : format("sends {} to {}", variables[0], to.host),
                                  .help = std::string(k_help_sent),
                                  .firm = true});
    return true;
  }

  bool parent_sends() const {
    const Invocation& parent = model_.runs[command_.parent];
    return upload_of(parent).is;
  }

  void keep(std::string_view path, const Secret& secret) {
    if (path.empty() || path == "/dev/null") return;
    if (shell_.scan.memory.secret_files.size() >= k_most_remembered) {
      return shell_.scan.left_out(shell_.view, command_.span, "copies secrets into more files than are followed");
    }
    shell_.scan.memory.secret_files[plain_path(path)] = {secret.what, secret.read_at};
  }

  void keep_copies(const Secret& secret) {
    if (run_.arguments.empty()) return;
    if (run_.name == "cp" || run_.name == "mv" || run_.name == "install" || secret.what == k_screen)
      keep(run_.arguments.back().text, secret);
    if (run_.name == "tar") {
      for (std::size_t k = 0; k + 1 < run_.arguments.size(); ++k) {
        const std::string_view text = run_.arguments[k].text;
        const bool letters = !text.empty() && (text[0] == '-' || k == 0) && text.find('/') == std::string_view::npos;
        if (letters && text.ends_with("f")) keep(run_.arguments[k + 1].text, secret);
      }
    }
    if (run_.name == "zip" || run_.name == "7z") {
      for (const Argument& argument : run_.arguments) {
        if (argument.text.starts_with("-") || argument.text == "a") continue;
        keep(argument.text, secret);
        break;
      }
    }
    if (run_.name == "openssl" || run_.name == "gpg")
      keep(run_.value_of(run_.name == "gpg" ? 'o' : '\0', run_.name == "gpg" ? "--output" : "-out").text, secret);
  }

  // K=$(cat ~/.ssh/id_rsa)
  void remember_variables() {
    if (command_.place != ShellPlace::substitution || command_.parent == k_no_command) return;
    const Secret secret = read_by(i_);
    if (!secret || secret.common) return;
    for (const ShellWord& word : model_.command(command_.parent).assignments) {
      if (!word.span.contains(command_.span.offset)) continue;
      const std::size_t equals = word.text.find('=');
      if (equals != std::string::npos) {
        if (shell_.scan.memory.secret_variables.size() >= k_most_remembered) {
          return shell_.scan.left_out(shell_.view, command_.span, "keeps secrets in more variables than are followed");
        }
        shell_.scan.memory.secret_variables[word.text.substr(0, equals)] = {secret.what, secret.read_at};
      }
    }
  }

  ShellScan& shell_;
  const ShellModel& model_;
  std::uint32_t i_;
  const Invocation& run_;
  const ShellCommand& command_;
};

}  // namespace

void find_credential_reads(ShellScan& shell, std::uint32_t command) { Detector(shell, command).look(); }

}  // namespace skillstow
