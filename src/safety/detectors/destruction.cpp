#include "base/format.h"
#include "base/text.h"
#include "safety/paths.h"
#include "safety/shell_programs.h"
#include "safety/shell_scan.h"

// Commands that destroy what cannot be brought back: recursive deletes of home and system, writing over disks, fork
// bombs. What a build or a test throws away is none of them.
namespace skillstow {
namespace {

constexpr std::string_view k_help =
    "name exactly what goes away, inside the project or a temporary folder, and let the user confirm it";

void report(ShellScan& shell, std::uint32_t i, Risk risk, std::string message) {
  shell.report(shell.model.command(i).span,
               {.rule = "destructive", .risk = risk, .message = std::move(message), .help = std::string(k_help)});
}

struct Verdict {
  Risk risk = Risk::none;
  std::string words;
};

Verdict of_target(std::string_view path, std::string_view does) {
  const std::string shown = excerpt_of(path);
  switch (target_of(path)) {
    case Target::home:
      return {Risk::critical, format("{} \"{}\", the whole home folder of the user", does, shown)};
    case Target::system:
      return {Risk::critical, format("{} \"{}\", which the system stands on", does, shown)};
    case Target::below_home:
      return {Risk::high, format("{} \"{}\", where the user keeps things of their own", does, shown)};
    case Target::below_system:
      return {Risk::medium, format("{} \"{}\", which belongs to the system", does, shown)};
    case Target::unset_root:
      return {Risk::medium, format("{} \"{}\", which is the root of the disk when the variable is empty", does, shown)};
    case Target::everything:
    case Target::scratch:
    case Target::other:
      break;
  }
  return {};
}

// A whole disk or a partition of one. "/dev/sdX" is how people write "your disk".
bool is_disk(std::string_view path) {
  for (const std::string_view start : {"/dev/sd", "/dev/hd", "/dev/nvme", "/dev/vd", "/dev/xvd", "/dev/mmcblk",
                                       "/dev/disk", "/dev/rdisk", "/dev/mapper/", "/dev/md", "\\\\.\\PhysicalDrive"}) {
    if (path.starts_with(start) && path.size() > start.size()) return true;
  }
  return false;
}

bool is_placeholder_disk(std::string_view path) {
  return path.find('X') != std::string_view::npos || path.find('<') != std::string_view::npos || path.ends_with("N");
}

void remove_files(ShellScan& shell, std::uint32_t i, const Invocation& run) {
  // GNU rm takes options behind its operands as well, up to "--".
  bool recursive = false;
  bool options = true;
  for (const Argument& argument : run.arguments) {
    const std::string_view text = argument.text;
    if (text == "--") options = false;
    if (!options || text.size() < 2 || text[0] != '-') continue;
    if (text[1] == '-') {
      recursive = recursive || text == "--recursive" || text == "--no-preserve-root";
    } else {
      recursive = recursive || text.find_first_of("rR", 1) != std::string_view::npos;
    }
  }
  Verdict worst;
  options = true;
  for (const Argument& argument : run.arguments) {
    const std::string_view text = argument.text;
    if (text == "--") {
      options = false;
      continue;
    }
    if (text.empty() || (options && text[0] == '-')) continue;
    if (recursive) {
      Verdict one = of_target(text, "deletes");
      if (target_of(text) == Target::everything && text.starts_with("..")) {
        one = {Risk::high, format("deletes \"{}\", what stands beside the folder it runs in", excerpt_of(text))};
      }
      // cd / && rm -rf *
      if (target_of(text) == Target::everything && !text.starts_with("..")) {
        one = of_target(shell.folder, "deletes what is in");
      }
      if (one.risk > worst.risk) worst = std::move(one);
    } else {
      const SensitivePath secret = sensitive_path(text);
      if (secret && (text.starts_with("/etc/") || text.starts_with("~") || text.starts_with("$HOME"))) {
        Verdict one{Risk::medium, format("deletes \"{}\", {}", excerpt_of(text), secret.what)};
        if (one.risk > worst.risk) worst = std::move(one);
      } else if (target_of(text) == Target::system && text.find('*') != std::string_view::npos) {
        worst = {Risk::high, format("deletes \"{}\"", excerpt_of(text))};
      }
    }
  }
  if (worst.risk != Risk::none) report(shell, i, worst.risk, std::move(worst.words));
}

void find_and_delete(ShellScan& shell, std::uint32_t i, const Invocation& run) {
  bool deletes = false;
  bool narrowed = false;
  bool encrypts = false;
  Verdict worst;
  bool roots = true;
  for (std::size_t k = 0; k < run.arguments.size(); ++k) {
    const std::string_view text = run.arguments[k].text;
    if (text.size() > 1 && (text[0] == '-' || text[0] == '(' || text[0] == '!')) {
      if (text != "-L" && text != "-H" && text != "-P") roots = false;
      deletes = deletes || text == "-delete";
      if (text.starts_with("-exec") || text.starts_with("-ok")) {
        encrypts = encrypts || (k + 2 < run.arguments.size() &&
                                ((run.arguments[k + 1].text == "openssl" && run.arguments[k + 2].text == "enc") ||
                                 run.arguments[k + 1].text == "gpg" || run.arguments[k + 1].text == "7z"));
        deletes = deletes || (k + 1 < run.arguments.size() &&
                              (run.arguments[k + 1].text == "rm" || run.arguments[k + 1].text == "/bin/rm" ||
                               run.arguments[k + 1].text == "shred" || run.arguments[k + 1].text == "unlink"));
      }
      narrowed = narrowed || ((text == "-name" || text == "-iname" || text == "-path" || text == "-regex" ||
                               text == "-mtime" || text == "-mmin" || text == "-atime") &&
                              k + 1 < run.arguments.size() && run.arguments[k + 1].text != "*");
    } else if (roots) {
      Verdict one = of_target(text, "deletes what it finds below");
      if (one.risk > worst.risk) worst = std::move(one);
    }
  }
  // find ~ -type f | xargs rm
  for (const std::uint32_t sink : shell.model.downstream(i)) {
    const Invocation& next = shell.model.runs[sink];
    deletes = deletes || (next.by_xargs && (next.name == "rm" || next.name == "shred" || next.name == "unlink"));
  }
  if (!deletes || worst.risk == Risk::none) return;
  if (encrypts) {
    return report(shell, i, Risk::high, "encrypts the user's files and deletes what it encrypted");
  }
  if (narrowed) worst.risk = std::min(worst.risk, Risk::medium);
  report(shell, i, worst.risk, std::move(worst.words));
}

void change_rights(ShellScan& shell, std::uint32_t i, const Invocation& run) {
  if (!run.has_flag('R', "--recursive")) return;
  for (const Argument& argument : run.arguments) {
    if (argument.text.empty() || argument.text[0] == '-') continue;
    const Target target = target_of(argument.text);
    if (target == Target::system || (target == Target::home && run.name == "chmod")) {
      const bool own = run.name == "chown" && target == Target::system && argument.text.size() > 1;
      report(shell, i, own ? Risk::medium : Risk::high,
             format("changes the rights of everything below \"{}\"", excerpt_of(argument.text)));
      return;
    }
  }
}

}  // namespace

void find_destruction(ShellScan& shell, std::uint32_t i) {
  const Invocation& run = shell.model.runs[i];
  const std::string_view name = run.name;
  // A device that output is sent to.
  for (const ShellRedirect& redirect : shell.model.command(i).redirects) {
    if ((redirect.op == ">" || redirect.op == ">|") && is_disk(redirect.target.text)) {
      report(shell, i, Risk::high, format("writes over the disk \"{}\"", excerpt_of(redirect.target.text)));
    }
  }
  if (name == "cd" || name == "pushd") {
    shell.folder = run.arguments.empty() ? "~" : run.arguments[0].text;
    return;
  }
  if (name == "rm") return remove_files(shell, i, run);
  if (name == "find") return find_and_delete(shell, i, run);
  if (name == "rsync" && run.has_flag(0, "--delete") && run.arguments.size() >= 3) {
    const Verdict one = of_target(run.arguments.back().text, "deletes what the source lacks in");
    if (one.risk >= Risk::high) report(shell, i, one.risk, one.words);
    return;
  }
  if (name == "kubectl" && run.arguments.size() >= 3 && run.arguments[0].text == "delete" && run.has_flag(0, "--all")) {
    return report(shell, i, run.arguments[1].text.starts_with("n") ? Risk::high : Risk::medium,
                  format("deletes every \"{}\" of a cluster", excerpt_of(run.arguments[1].text)));
  }
  if (name == "terraform" && run.has_flag(0, "-auto-approve") && !run.arguments.empty() &&
      run.arguments[0].text == "destroy") {
    return report(shell, i, Risk::medium, "takes down everything that Terraform made, and asks nobody");
  }
  if (name == "chmod" || name == "chown") return change_rights(shell, i, run);
  if (name == "dd") {
    for (const Argument& argument : run.arguments) {
      if (!argument.text.starts_with("of=")) continue;
      const std::string_view device = std::string_view(argument.text).substr(3);
      if (is_disk(device)) {
        report(shell, i, is_placeholder_disk(device) ? Risk::medium : Risk::high,
               format("writes over the disk \"{}\"", excerpt_of(device)));
      }
    }
    return;
  }
  if (name.starts_with("mkfs") || name == "wipefs" || name == "mke2fs" || name == "sgdisk" || name == "mkswap") {
    for (const Argument& argument : run.arguments) {
      if (is_disk(argument.text)) {
        report(shell, i, is_placeholder_disk(argument.text) ? Risk::medium : Risk::high,
               format("makes a new file system over the disk \"{}\"", excerpt_of(argument.text)));
        return;
      }
    }
    return;
  }
  if (name == "shred" || name == "srm") {
    Verdict worst;
    for (const Argument& argument : run.arguments) {
      if (argument.text.starts_with("-")) continue;
      Verdict one = is_disk(argument.text)
                        ? Verdict{Risk::high, format("writes over the disk \"{}\"", excerpt_of(argument.text))}
                        : of_target(argument.text, "destroys");
      if (one.risk > worst.risk) worst = std::move(one);
    }
    if (worst.risk != Risk::none) report(shell, i, worst.risk, std::move(worst.words));
    return;
  }
  if (name == "diskutil" && !run.arguments.empty() && run.arguments[0].text.starts_with("erase")) {
    return report(shell, i, Risk::high, "erases a disk");
  }
  if (name == "mv" && run.arguments.size() >= 2 && run.arguments.back().text == "/dev/null") {
    const Verdict one = of_target(run.arguments[run.arguments.size() - 2].text, "throws away");
    if (one.risk != Risk::none) report(shell, i, one.risk, one.words);
    return;
  }
  if (name == "git" && run.arguments.size() >= 2 && run.arguments[0].text == "push") {
    const bool mirror = run.has_flag(0, "--mirror");
    if (mirror && run.has_flag('f', "--force")) {
      report(shell, i, Risk::medium, "replaces every branch of the remote repository, and deletes those it lacks");
    }
    return;
  }
  if (name == "kill" && run.arguments.size() >= 2 && run.arguments.back().text == "-1") {
    return report(shell, i, Risk::medium, "ends every process of the user");
  }
  if (name == "dropdb" ||
      ((name == "psql" || name == "mysql" || name == "mariadb" || name == "sqlcmd") && !run.arguments.empty())) {
    for (const Argument& argument : run.arguments) {
      const std::string lower = to_lower(argument.text);
      if (lower.find("drop database") != std::string::npos || lower.find("drop schema") != std::string::npos) {
        return report(shell, i, Risk::medium, "deletes a whole database");
      }
    }
  }
}

// ":(){ :|:& };:" under any name: a function that starts itself twice.
void find_fork_bomb(ShellScan& shell) {
  const std::string_view text = shell.view.text;
  for (std::size_t at = 0; (at = text.find("()", at)) != std::string_view::npos; at += 2) {
    std::size_t name_begin = at;
    while (name_begin > 0 && is_blank(text[name_begin - 1])) --name_begin;
    const std::size_t name_end = name_begin;
    while (name_begin > 0 && name_end - name_begin < 64 &&
           (is_word(text[name_begin - 1]) || text[name_begin - 1] == ':' || text[name_begin - 1] == '.')) {
      --name_begin;
    }
    if (name_begin == name_end) continue;
    const std::string_view name = text.substr(name_begin, name_end - name_begin);
    const std::size_t open = text.find_first_not_of(" \t\n", at + 2);
    if (open == std::string_view::npos || text[open] != '{') continue;
    const std::size_t close = text.substr(open, 200).find('}');
    if (close == std::string_view::npos) continue;
    std::string body;
    for (const char c : text.substr(open + 1, close - 1)) {
      if (!is_space(c) && c != ';') body += c;
    }
    if (body == format("{}|{}&", name, name)) {
      shell.report(span_between(name_begin, open + close + 1),
                   {.rule = "destructive",
                    .risk = Risk::high,
                    .message = "starts itself again and again until the machine stands still",
                    .help = "remove it"});
    }
  }
}

}  // namespace skillstow
