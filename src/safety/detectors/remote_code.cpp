#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "safety/hosts.h"
#include "safety/paths.h"
#include "safety/shell_programs.h"
#include "safety/shell_scan.h"

// Code from the network that runs without anybody having read it: pipes into an interpreter, substitutions that an
// interpreter evaluates, and files that are fetched and run.
namespace skillstow {
namespace {

constexpr std::string_view k_help =
    "download to a file, show it or compare its checksum, and run it only then; or name the package instead";

// What a command downloads; behind xargs the address may come through the pipe: echo URL | xargs curl.
Download fetched_by(const ShellModel& model, std::uint32_t i) {
  Download download = download_of(model.runs[i]);
  const bool piped = download.is && model.runs[i].by_xargs && (download.url.empty() || download.url == "{}");
  if (!piped) return download;
  for (const std::uint32_t source : model.upstream(i)) {
    for (const Argument& argument : model.runs[source].arguments) {
      const std::string_view url = find_url(argument.text);
      if (url.empty()) continue;
      download.url = url;
      return download;
    }
  }
  return download;
}

// The download whose output is in what these commands put out, or none.
std::optional<std::uint32_t> remote_among(const ShellModel& model, const std::vector<std::uint32_t>& commands) {
  for (const std::uint32_t one : commands) {
    const Download download = fetched_by(model, one);
    if (download.is && download.to_output) return one;
  }
  return std::nullopt;
}

// Whether the word is code that starts with what a command puts out: "$(curl …)", "$X". "v$(curl …)" only uses it.
bool starts_with_output(std::string_view text) {
  text = trim_left(text);
  return text.starts_with("$(") || text.starts_with("`") || text.starts_with("$") || text.starts_with("<(");
}

bool names_address(std::string_view url) {
  if (url.empty()) return false;
  const char first = url.front();
  return first != '[' && first != '<' && first != '.' && first != '{' &&
         url.find("\xE2\x80\xA6") == std::string_view::npos && url.find("...") == std::string_view::npos;
}

class Detector {
 public:
  Detector(ShellScan& shell, std::uint32_t command)
      : shell_(shell),
        model_(shell.model),
        i_(command),
        run_(model_.runs[command]),
        command_(model_.command(command)) {}

  void look() {
    remember();
    if (evaluates_output()) return;
    const Interpreter interpreter = interpreter_of(run_);
    if (interpreter.is) {
      if (reads_remote_input(interpreter)) return;
      if (runs_remote_argument(interpreter)) return;
    }
    runs_downloaded_file(interpreter);
  }

 private:
  bool report(const Download& download, Span span, std::string_view runner, Span earlier = {}) {
    const bool document = shows_page(shell_.view.place);
    // "curl … | sh" without any address is the name of a habit, not a command.
    if (document && !names_address(download.url)) return true;
    OriginRisk origin = origin_risk(download.url, download.checks_off);
    Risk risk = origin.risk;
    if (risk == Risk::high && !download.checks_off && shell_.scan.is_of_skill(download.url)) {
      risk = Risk::medium;
      origin.words += ", by its name the maker of what the skill is about";
    }
    // Where nobody sees it happen, a vendor's name is no comfort.
    if (shell_.view.automatic() && risk < Risk::high) risk = Risk::high;
    shell_.report(span, {.rule = "remote-code",
                         .risk = risk,
                         .message = format("runs what it downloads from {} with {}, unseen", origin.words, runner),
                         .help = std::string(k_help),
                         .firm = origin.firm,
                         .steps = {{shell_.view.file, earlier, "is downloaded here"}}});
    return true;
  }

  Span span_from(std::uint32_t first) const {
    const Span a = model_.command(first).span;
    const Span b = command_.span;
    return span_between(std::min(a.offset, b.offset), std::max(a.end(), b.end()));
  }

  std::string runner() const { return format("\"{}\"", excerpt_of(run_.name.empty() ? "the shell" : run_.name)); }

  // curl … | sh, with anything between.
  bool reads_remote_input(const Interpreter& interpreter) {
    if (!interpreter.reads_input && !run_.by_xargs) return false;
    if (!interpreter.reads_input) return false;
    for (const ShellRedirect& redirect : command_.redirects) {
      if (redirect.fd > 0) continue;
      if (redirect.op == "<<" || redirect.op == "<<-") return false;  // a text of its own
      if (redirect.op == "<<<" || redirect.op == "<") {
        if (const auto remote = remote_in(redirect.span)) {
          return report(fetched_by(model_, *remote), command_.span, runner());
        }
        for (const Argument& text : run_.here_strings) {
          const auto remote = remote_among(model_, text.commands);
          if (remote && starts_with_output(text.text))
            return report(fetched_by(model_, *remote), command_.span, runner());
        }
        const auto known = shell_.scan.memory.downloads.find(plain_path(redirect.target.text));
        if (known != shell_.scan.memory.downloads.end()) {
          return report({.is = true, .checks_off = known->second.checks_off, .url = known->second.url}, command_.span,
                        runner(), known->second.span);
        }
        // Input comes from there, not from the pipe.
        return false;
      }
      if (redirect.op == "<&") {
        const auto known = shell_.scan.memory.remote_inputs.find(redirect.target.text);
        if (known == shell_.scan.memory.remote_inputs.end()) return false;
        return report({.is = true, .url = known->second}, command_.span, runner());
      }
    }
    for (const std::uint32_t source : model_.upstream(i_)) {
      const Download download = fetched_by(model_, source);
      if (download.is && download.to_output) return report(download, span_from(source), runner());
      // echo "$X" | sh, where X holds what was downloaded
      for (const Argument& argument : model_.runs[source].arguments) {
        if (const auto remote = remote_among(model_, argument.commands)) {
          if (starts_with_output(argument.text)) {
            return report(fetched_by(model_, *remote), span_from(source), runner());
          }
        }
      }
      // cat f | sh
      if (model_.runs[source].name == "cat") {
        for (const Argument& argument : model_.runs[source].arguments) {
          const auto known = shell_.scan.memory.downloads.find(plain_path(argument.text));
          if (known != shell_.scan.memory.downloads.end()) {
            return report({.is = true, .checks_off = known->second.checks_off, .url = known->second.url},
                          span_from(source), runner(), known->second.span);
          }
        }
      }
    }
    return false;
  }

  // exec 3< <(curl …); bash /dev/fd/3
  bool runs_remote_descriptor(std::string_view path) {
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
      if (!path.starts_with(folder)) continue;
      const auto known = shell_.scan.memory.remote_inputs.find(path.substr(folder.size()));
      if (known != shell_.scan.memory.remote_inputs.end())
        return report({.is = true, .url = known->second}, command_.span, runner());
    }
    return false;
  }

  // sh -c "$(curl …)", bash <(curl …)
  bool runs_remote_argument(const Interpreter& interpreter) {
    if (interpreter.file >= 0) {
      const std::string& path = run_.arguments[static_cast<std::size_t>(interpreter.file)].text;
      if (runs_remote_descriptor(path)) return true;
      // deno run https://host/x.ts
      if (path.find("://") != std::string::npos && interpreter.language == Language::javascript)
        return report({.is = true, .url = path}, command_.span, runner());
    }
    for (const int index : {interpreter.code, interpreter.file}) {
      if (index < 0 || static_cast<std::size_t>(index) >= run_.arguments.size()) continue;
      const Argument& argument = run_.arguments[static_cast<std::size_t>(index)];
      const auto remote = remote_among(model_, argument.commands);
      if (remote && starts_with_output(argument.text)) {
        return report(fetched_by(model_, *remote), command_.span, runner());
      }
    }
    return false;
  }

  // eval "$(curl …)", source <(curl …), and a command that is itself what was downloaded.
  bool evaluates_output() {
    const bool evaluates = run_.name == "eval" || run_.name == "source" || run_.name == "." || run_.name == "iex";
    if (evaluates) {
      for (const Argument& argument : run_.arguments) {
        const auto remote = remote_among(model_, argument.commands);
        if (remote && (run_.name != "eval" || starts_with_output(argument.text))) {
          return report(fetched_by(model_, *remote), command_.span, runner());
        }
        if (run_.name == "eval" && !argument.text.empty()) break;
      }
      if ((run_.name == "source" || run_.name == ".") && !run_.arguments.empty()) {
        if (runs_remote_descriptor(run_.arguments[0].text)) return true;
        for (const std::uint32_t source : model_.upstream(i_)) {
          const Download download = fetched_by(model_, source);
          if (download.is && download.to_output && run_.arguments[0].text == "/dev/stdin") {
            return report(download, span_from(source), runner());
          }
        }
      }
    }
    if (!run_.program.commands.empty() && starts_with_output(run_.program.text) && command_.words.size() <= 2) {
      if (const auto remote = remote_among(model_, run_.program.commands)) {
        // $(curl -s …) alone: its output is the command. With a filter behind it, it is a value that somebody shows.
        if (model_.downstream(*remote).empty()) {
          return report(fetched_by(model_, *remote), command_.span, "the shell");
        }
      }
    }
    return false;
  }

  std::optional<std::uint32_t> remote_in(Span span) const {
    std::vector<std::uint32_t> within;
    for (const std::uint32_t child : model_.inner[i_]) {
      if (span.contains(model_.command(child).span.offset)) within.push_back(child);
    }
    return remote_among(model_, within);
  }

  // Files and descriptors that hold what was downloaded.
  void remember() {
    FileMemory& memory = shell_.scan.memory;
    const Download download = download_of(run_);
    const Span here = shell_.view.map.to_source(command_.span);
    auto put = [&](std::string_view path, const std::string& url, bool checks_off) {
      if (path.empty() || path == "/dev/null") return;
      if (memory.downloads.size() >= k_most_remembered) {
        return shell_.scan.left_out(shell_.view, command_.span, "downloads more files than are followed");
      }
      memory.downloads[plain_path(path)] = {url, checks_off, here, false};
    };
    remember_folder();
    if (download.is && !download.file.empty()) put(download.file, download.url, download.checks_off);
    // What the pipe or the redirection writes.
    std::optional<Download> arriving;
    if (download.is && download.to_output) arriving = download;
    const bool writes = run_.name == "tee" || !command_.redirects.empty();
    if (!arriving && writes) {
      for (const std::uint32_t source : model_.upstream(i_)) {
        const Download up = fetched_by(model_, source);
        if (up.is && up.to_output) arriving = up;
      }
    }
    if (arriving) {
      if (run_.name == "tee") {
        for (const Argument& argument : run_.arguments) {
          if (!argument.text.starts_with("-")) put(argument.text, arriving->url, arriving->checks_off);
        }
      }
      for (const ShellRedirect& redirect : command_.redirects) {
        if ((redirect.op == ">" || redirect.op == ">>" || redirect.op == ">|") && redirect.fd != 2) {
          put(redirect.target.text, arriving->url, arriving->checks_off);
        }
      }
    }
    for (const ShellRedirect& redirect : command_.redirects) {
      if (redirect.fd > 2 && redirect.op == "<") {
        if (const auto remote = remote_in(redirect.span)) {
          memory.remote_inputs[format("{}", redirect.fd)] = fetched_by(model_, *remote).url;
        }
      }
    }
    if (memory.downloads.empty()) return;
    if ((run_.name == "mv" || run_.name == "cp" || run_.name == "install") && run_.arguments.size() >= 2) {
      const auto moved = memory.downloads.find(plain_path(run_.arguments[run_.arguments.size() - 2].text));
      if (moved != memory.downloads.end()) {
        FileMemory::Downloaded copy = moved->second;
        memory.downloads[plain_path(run_.arguments.back().text)] = std::move(copy);
      }
    }
    const bool compares = run_.name == "sha256sum" || run_.name == "shasum" || run_.name == "sha512sum" ||
                          run_.name == "gpg" || run_.name == "cosign" || run_.name == "minisign" ||
                          run_.name == "md5sum";
    if (compares && (run_.has_flag('c', "--check") || run_.has_flag(0, "--verify") ||
                     (!run_.arguments.empty() && run_.arguments[0].text.starts_with("verify")))) {
      for (auto& [path, one] : memory.downloads) one.verified = true;
    }
  }

  // git clone URL folder, curl URL | tar x -C folder: what comes out of it is as good as its origin, which is told only
  // where no honest author would have it from.
  void remember_folder() {
    std::string url;
    std::string folder;
    if (run_.name == "git" && !run_.arguments.empty() && run_.arguments[0].text == "clone") {
      for (std::size_t k = 1; k < run_.arguments.size(); ++k) {
        const std::string& text = run_.arguments[k].text;
        if (text.starts_with("-")) continue;
        if (url.empty()) {
          url = text;
        } else {
          folder = text;
        }
      }
      if (folder.empty()) folder = url.substr(url.rfind('/') + 1);
      if (folder.ends_with(".git")) folder.resize(folder.size() - 4);
    } else if (run_.name == "tar" || run_.name == "unzip" || run_.name == "bsdtar") {
      for (const std::uint32_t source : model_.upstream(i_)) {
        const Download up = fetched_by(model_, source);
        if (up.is && up.to_output) url = up.url;
      }
      folder = run_.value_of('C', "--directory").text;
      if (folder.empty()) folder = ".";
    }
    const Url origin = parse_url(url);
    if (folder.empty() || url.empty() || !(origin.odd() || origin.plain)) return;
    shell_.scan.memory.folders[plain_path(folder)] = {url, false, shell_.view.map.to_source(command_.span), false};
  }

  // ./install.sh in a folder that came from a bare address
  bool runs_from_folder(const std::string& path) {
    if (shell_.scan.memory.folders.empty()) return false;
    const std::string plain = plain_path(path);
    for (const auto& [folder, from] : shell_.scan.memory.folders) {
      const bool below = plain.starts_with(folder + "/") || folder == "." ||
                         (plain_path(shell_.folder) == folder && !plain.starts_with("/"));
      if (!below) continue;
      const OriginRisk origin = origin_risk(from.url, false);
      shell_.report(command_.span, {.rule = "remote-code",
                                    .risk = std::max(origin.risk, Risk::high),
                                    .message = format("runs \"{}\" out of what was downloaded from {}",
                                                      excerpt_of(path), origin.words),
                                    .help = std::string(k_help),
                                    .firm = origin.firm,
                                    .steps = {{shell_.view.file, from.span, "is fetched here"}}});
      return true;
    }
    return false;
  }

  // curl -o f … ; sh f        chmod +x f; ./f
  void runs_downloaded_file(const Interpreter& interpreter) {
    const FileMemory& memory = shell_.scan.memory;
    if (memory.downloads.empty() && memory.folders.empty()) return;
    std::string path;
    bool by_interpreter = true;
    if (interpreter.is && interpreter.file >= 0) {
      path = run_.arguments[static_cast<std::size_t>(interpreter.file)].text;
    } else if ((run_.name == "source" || run_.name == ".") && !run_.arguments.empty()) {
      path = run_.arguments[0].text;
    } else if (run_.program.text.find('/') != std::string::npos || run_.program.text.find('.') != std::string::npos ||
               run_.program.text.starts_with("$")) {
      path = run_.program.text;
      by_interpreter = false;
    } else {
      return;
    }
    if (runs_from_folder(path)) return;
    const auto found = memory.downloads.find(plain_path(path));
    if (found == memory.downloads.end()) return;
    const FileMemory::Downloaded& file = found->second;
    const OriginRisk origin = origin_risk(file.url, file.checks_off);
    Risk risk = origin.risk;
    if (risk == Risk::high && !file.checks_off && shell_.scan.is_of_skill(file.url)) risk = Risk::medium;
    // A program put where nobody keeps programs, or a text that an interpreter runs at once, is a pipe in two steps.
    // A tool that stays is what every installation is.
    const std::vector<std::uint32_t>& made_by = run_.program.commands;
    const bool hidden_place = std::any_of(made_by.begin(), made_by.end(),
                                          [this](std::uint32_t one) { return model_.runs[one].name == "mktemp"; }) ||
                              path.starts_with("/tmp/") || path.starts_with("/var/tmp/") ||
                              path.starts_with("/dev/shm/");
    if (!by_interpreter && !hidden_place && risk == Risk::high) risk = Risk::medium;
    if (file.verified && risk <= Risk::high) risk = Risk::low;
    const Span in_file = file.span;
    const Span here = shell_.view.map.to_source(command_.span);
    Span from = command_.span;
    // The finding starts at the download when that stands in the same text.
    for (std::uint32_t back = i_; back-- > 0 && i_ - back < 64;) {
      if (shell_.view.map.to_source(model_.command(back).span) == in_file) {
        from = span_from(back);
        break;
      }
    }
    shell_.report(from,
                  {.rule = "remote-code",
                   .risk = risk,
                   .message = format("runs \"{}\", which was downloaded from {}{}", excerpt_of(path), origin.words,
                                     from == command_.span && !(in_file == here)
                                         ? format(" in line {}", shell_.view.file->line(in_file.offset))
                                         : std::string()),
                   .help = std::string(k_help),
                   .firm = origin.firm,
                   .steps = {{shell_.view.file, in_file, "is downloaded here"}}});
  }

  ShellScan& shell_;
  const ShellModel& model_;
  std::uint32_t i_;
  const Invocation& run_;
  const ShellCommand& command_;
};

}  // namespace

void find_remote_code(ShellScan& shell, std::uint32_t command) { Detector(shell, command).look(); }

}  // namespace skillstow
