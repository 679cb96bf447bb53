#include <algorithm>
#include <array>
#include <string_view>

#include "base/path.h"
#include "base/text.h"
#include "parse/shell_reader.h"

// Which word of a command really runs: "sudo -u www env A=1 nice -n 5 make" runs make.
namespace skillstow {

namespace {

// A program that runs the one behind its own options. Options are those of the GNU, BSD and util-linux manual pages.
struct Wrapper {
  std::string_view name;
  std::string_view valued;       // short options whose value is the next word
  std::string_view long_valued;  // the same for long ones, between blanks
  std::string_view nothing_run;  // short options with which it runs no program
  int operands = 0;              // words between the options and the program
  bool assignments = false;      // NAME=value may stand before the program
};

constexpr auto k_wrappers = std::to_array<Wrapper>({
    {"arch", "deE", "", ""},
    {"builtin", "", "", ""},
    {"busybox", "", "", ""},
    {"caffeinate", "tw", "", ""},
    {"chroot", "Gugn", " userspec groups ", "", 1},
    {"chrt", "TPD", " sched-runtime sched-period sched-deadline ", "mp", 1},
    {"command", "", "", "vV"},
    {"coproc", "", "", ""},
    {"dbus-run-session", "", " config-file dbus-daemon ", ""},
    {"doas", "uCa", "", "Ls"},
    {"env", "uCSP", " unset chdir split-string argv0 ", "", 0, true},
    {"exec", "a", "", ""},
    {"fakeroot", "lsib", " lib faked ", ""},
    {"faketime", "p", "", "", 1},
    {"firejail", "", "", ""},
    {"flock", "wE", " timeout wait conflict-exit-code ", "u", 1},
    {"genv", "uCSP", " unset chdir split-string argv0 ", "", 0, true},
    {"gosu", "", "", "", 1},
    {"gtime", "fo", " format output ", ""},
    {"gtimeout", "ks", " kill-after signal ", "", 1},
    {"gxargs", "adEILnPs", " arg-file delimiter max-args max-chars max-procs process-slot-var ", ""},
    {"ionice", "cnpPu", " class classdata pid pgid uid ", "p"},
    {"linux32", "", "", ""},
    {"linux64", "", "", ""},
    {"nice", "n", " adjustment ", ""},
    {"nocorrect", "", "", ""},
    {"noglob", "", "", ""},
    {"nohup", "", "", ""},
    {"nsenter", "tSG", " target setuid setgid ", ""},
    {"numactl", "CmNip", " physcpubind membind cpunodebind interleave preferred ", "Hs"},
    {"pkexec", "", " user ", ""},
    {"proxychains", "f", "", ""},
    {"proxychains4", "f", "", ""},
    {"runuser", "ugGs", " user group supp-group shell ", ""},
    {"setarch", "", "", "", 1},
    {"setpriv", "", " reuid regid groups securebits pdeathsig bounding-set inh-caps ambient-caps ", "d"},
    {"setsid", "", "", ""},
    {"stdbuf", "ioe", " input output error ", ""},
    {"strace", "aeEIoOpPsSuXb", "", ""},
    {"su-exec", "", "", "", 1},
    {"sudo", "aCcDghpRrTtUu", " user group host prompt chdir chroot role type close-from command-timeout other-user ",
     "elvV", 0, true},
    {"systemd-inhibit", "", " what who why mode ", ""},
    {"systemd-run", "pEHMu", " unit property description slice uid gid working-directory setenv machine host ", ""},
    {"taskset", "", "", "p", 1},
    {"time", "fo", " format output ", ""},
    {"timeout", "ks", " kill-after signal ", "", 1},
    {"torsocks", "uaPp", "", ""},
    {"toybox", "", "", ""},
    {"unbuffer", "", "", ""},
    {"unshare", "SGRw", " setuid setgid root wd map-users map-groups ", ""},
    {"valgrind", "", "", ""},
    {"watch", "n", " interval equexit ", ""},
    {"winpty", "", "", ""},
    {"xargs", "adEIJLnPRsS", " arg-file delimiter max-args max-chars max-procs process-slot-var ", ""},
    {"xvfb-run", "efnpsw", " auth-file error-file server-num xauth-protocol server-args wait ", ""},
});

const Wrapper* find_wrapper(std::string_view name) {
  const auto* found = std::lower_bound(k_wrappers.begin(), k_wrappers.end(), name,
                                       [](const Wrapper& wrapper, std::string_view key) { return wrapper.name < key; });
  return found != k_wrappers.end() && found->name == name ? found : nullptr;
}
static_assert(std::is_sorted(k_wrappers.begin(), k_wrappers.end(),
                             [](const Wrapper& a, const Wrapper& b) { return a.name < b.name; }));

bool looks_like_assignment(std::string_view word) {
  std::size_t i = 0;
  while (i < word.size() && is_word(word[i])) ++i;
  return i > 0 && i < word.size() && word[i] == '=' && !is_digit(word[0]);
}

bool is_long_valued(const Wrapper& wrapper, std::string_view option) {
  const std::string_view all = wrapper.long_valued;
  for (std::size_t at = all.find(option); at != std::string_view::npos; at = all.find(option, at + 1)) {
    const std::size_t end = at + option.size();
    if (at > 0 && end < all.size() && all[at - 1] == ' ' && all[end] == ' ') return true;
  }
  return false;
}

// The word behind the wrapper's own options and operands, or words.size(). `runs` false: it only tells something.
std::size_t pass_over(const Wrapper& wrapper, const std::vector<ShellWord>& words, std::size_t i, bool& runs) {
  for (; i < words.size(); ++i) {
    const std::string_view word = words[i].text;
    if (word == "--") {
      ++i;
      break;
    }
    if (word.size() > 1 && word[0] == '-' && word[1] == '-') {
      const std::string_view option = word.substr(2);
      if (option == "help" || option == "version") runs = false;
      if (option.find('=') == std::string_view::npos && is_long_valued(wrapper, option)) ++i;
      continue;
    }
    if (word.size() > 1 && word[0] == '-') {
      for (std::size_t letter = 1; letter < word.size(); ++letter) {
        if (wrapper.nothing_run.find(word[letter]) != std::string_view::npos) runs = false;
        if (wrapper.valued.find(word[letter]) == std::string_view::npos) continue;
        if (letter + 1 == word.size()) ++i;  // else the value is the rest of the word
        break;
      }
      continue;
    }
    if (wrapper.assignments && looks_like_assignment(word)) continue;
    break;
  }
  i += static_cast<std::size_t>(wrapper.operands);
  while (wrapper.assignments && i < words.size() && looks_like_assignment(words[i].text)) ++i;
  return std::min(i, words.size());
}

constexpr auto k_shells = std::to_array<std::string_view>(
    {"ash", "bash", "csh", "dash", "fish", "ksh", "ksh93", "mksh", "pdksh", "rbash", "sh", "tcsh", "yash", "zsh"});

}  // namespace

std::uint32_t find_program(const std::vector<ShellWord>& words) {
  if (words.empty()) return k_no_command;
  std::size_t program = 0;
  while (program < words.size()) {
    const Wrapper* wrapper = find_wrapper(base_name(words[program].text));
    if (wrapper == nullptr) break;
    bool runs = true;
    const std::size_t next = pass_over(*wrapper, words, program + 1, runs);
    if (!runs || next >= words.size()) break;
    program = next;
  }
  return static_cast<std::uint32_t>(program);
}

bool is_shell_name(std::string_view name) { return std::binary_search(k_shells.begin(), k_shells.end(), name); }

ShellCall read_shell_call(const std::vector<ShellWord>& words, std::size_t program) {
  ShellCall call;
  bool code = false;
  bool input = false;
  std::size_t i = program + 1;
  for (; i < words.size(); ++i) {
    const std::string_view word = words[i].text;
    if (word == "--" || word == "-") {
      ++i;
      break;
    }
    if (word.size() < 2 || (word[0] != '-' && word[0] != '+')) break;
    if (word[1] == '-') {
      if (word == "--rcfile" || word == "--init-file") ++i;
      if (word == "--command") code = true;  // fish
      continue;
    }
    for (char letter : word.substr(1)) {
      if (letter == 'c' && word[0] == '-') code = true;
      if (letter == 's' && word[0] == '-') input = true;
    }
    if (word.back() == 'o' || word.back() == 'O') ++i;  // the name of an option follows
  }
  if (code) {
    if (i < words.size()) call.code = i;
  } else {
    call.reads_input = input || i >= words.size();
  }
  return call;
}

}  // namespace skillstow
