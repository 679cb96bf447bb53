#include <algorithm>
#include <iterator>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "safety/hosts.h"
#include "safety/paths.h"
#include "safety/scan_state.h"

// Ruby, Perl, PHP, Lua, Go, Rust, Java, C#, AppleScript, VBScript: read as far as their calls of a shell need it, which
// is words, strings and brackets. What is put together from variables is not followed in them.
namespace skillstow {
namespace {

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// Calls that hand their strings to a shell or start a program, by their last name.
constexpr std::string_view k_runners[] = {"system",
                                          "exec",
                                          "shell_exec",
                                          "passthru",
                                          "popen",
                                          "proc_open",
                                          "pcntl_exec",
                                          "execute",
                                          "Command",
                                          "CommandContext",
                                          "Run",
                                          "ShellExecute",
                                          "Start",
                                          "capture2",
                                          "capture2e",
                                          "capture3",
                                          "popen3",
                                          "spawn",
                                          "qx",
                                          "arg",
                                          "args",
                                          "ProcessBuilder",
                                          "ProcessStartInfo",
                                          "script"};
constexpr std::string_view k_evaluators[] = {"eval",   "instance_eval", "class_eval", "assert", "create_function",
                                             "load",   "loadstring",    "dofile",     "Invoke", "ExecuteGlobal",
                                             "Execute"};
constexpr std::string_view k_decoders[] = {"base64_decode",    "gzinflate", "gzuncompress",    "str_rot13",
                                           "decode_base64",    "decode64",  "strict_decode64", "urlsafe_decode64",
                                           "FromBase64String", "hex2bin",   "unpack"};
constexpr std::string_view k_fetchers[] = {"file_get_contents", "curl_exec",      "URI", "open",      "get", "Get",
                                           "get_response",      "DownloadString", "LWP", "fsockopen", "http"};
constexpr std::string_view k_requests[] = {"_GET", "_POST", "_REQUEST", "_COOKIE"};
constexpr std::string_view k_connects[] = {"fsockopen",      "TCPSocket", "Dial",      "TcpClient",
                                           "connect",        "INET",      "TcpStream", "stream_socket_client",
                                           "socket_connect", "Socket"};
constexpr std::string_view k_posts[] = {"post",         "Post",       "post_form", "PostForm", "curl_exec",
                                        "UploadString", "UploadData", "PostAsync", "sendmail", "mail"};

struct Word {
  enum class Kind : std::uint8_t { name, text, backticks, sign, line_end } kind = Kind::sign;
  Span span;
  std::string_view text;  // of a text: without its quotes
};

// Words, strings and signs. Linear; a string ends at its quote, at the end of the file otherwise.
std::vector<Word> words_of(std::string_view text) {
  constexpr std::size_t k_most = 400'000;
  std::vector<Word> words;
  for (std::size_t i = 0; i < text.size() && words.size() < k_most;) {
    const char c = text[i];
    const std::size_t begin = i;
    if (c == '\n') {
      words.push_back({Word::Kind::line_end, span_between(i, i + 1), text.substr(i, 1)});
      ++i;
    } else if (c == '"' || c == '\'' || c == '`') {
      ++i;
      // A string of one line, or an apostrophe.
      while (i < text.size() && text[i] != c && !(text[i] == '\n' && c == '\'')) i += text[i] == '\\' ? 2 : 1;
      i = std::min(i, text.size());
      words.push_back({c == '`' ? Word::Kind::backticks : Word::Kind::text,
                       span_between(begin, std::min(i + 1, text.size())), text.substr(begin + 1, i - begin - 1)});
      ++i;
    } else if (is_word(c)) {
      while (i < text.size() && is_word(text[i])) ++i;
      words.push_back({Word::Kind::name, span_between(begin, i), text.substr(begin, i - begin)});
    } else {
      if (!is_space(c)) words.push_back({Word::Kind::sign, span_between(i, i + 1), text.substr(i, 1)});
      ++i;
    }
  }
  return words;
}

bool is_shell_program(std::string_view word) {
  const std::string_view name = word.substr(word.find_last_of("/\\") + 1);
  return name == "sh" || name == "bash" || name == "zsh" || name == "cmd" || name == "cmd.exe" ||
         name == "powershell" || name == "pwsh" || name == "powershell.exe";
}

class Detector {
 public:
  Detector(Scan& scan, const View& view) : scan_(scan), view_(view), words_(words_of(view.text)) {
    for (const Word& word : words_) {
      if (word.kind != Word::Kind::name) continue;
      connects_ = connects_ || is_one_of(word.text, k_connects);
      posts_ = posts_ || is_one_of(word.text, k_posts);
    }
  }

  void look() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const Word& word = words_[i];
      if (word.kind == Word::Kind::backticks) {
        runs_backticks(word);
      } else if (word.kind == Word::Kind::text) {
        reads(word);
      } else if (word.kind == Word::Kind::name) {
        if (is_one_of(word.text, k_runners)) runs(i);
        if (is_one_of(word.text, k_evaluators)) evaluates(i);
      }
    }
  }

 private:
  void report(Span span, std::string_view rule, Risk risk, std::string message, std::string_view help) {
    scan_.findings.add(
        view_, span,
        {.rule = rule, .risk = risk, .message = std::move(message), .help = std::string(help), .firm = true});
  }

  // One past the last word of the call's arguments: its bracket, or the end of the line.
  std::size_t end_of_call(std::size_t i) const {
    constexpr std::size_t k_longest = 200;
    std::size_t depth = 0;
    std::size_t k = i + 1;
    for (; k < words_.size() && k < i + k_longest; ++k) {
      const std::string_view sign = words_[k].kind == Word::Kind::sign ? words_[k].text : std::string_view();
      if (sign == "(" || sign == "{" || sign == "[") ++depth;
      if (sign == ")" || sign == "}" || sign == "]") {
        if (depth <= 1) return k + 1;
        --depth;
      }
      if (depth == 0 && (sign == ";" || words_[k].kind == Word::Kind::line_end)) return k;
    }
    return k;
  }

  void runs(std::size_t i) {
    const std::size_t end = end_of_call(i);
    std::string list;
    bool shell_first = false;
    bool dynamic = false;
    std::size_t texts = 0;
    for (std::size_t k = i + 1; k < end; ++k) {
      const Word& word = words_[k];
      if (word.kind == Word::Kind::name && is_one_of(word.text, k_requests)) {
        report(span_between(words_[i].span.offset, word.span.end()), "code-execution", Risk::high,
               "runs what anybody sends in a request", "remove it");
        return;
      }
      if (word.kind != Word::Kind::text) {
        dynamic = dynamic || (word.kind == Word::Kind::name && word.text.size() < 24);
        continue;
      }
      if (texts++ == 0) shell_first = is_shell_program(word.text);
      list += (list.empty() ? "'" : " '") + replace_all(word.text, "'", "'\\''") + "'";
      if (word.text.find(' ') != std::string_view::npos) {
        const bool windows = starts_with_ignoring_case(word.text, "powershell");
        scan_.inside(view_, word.span, std::string(word.text), windows ? Language::powershell : Language::shell, "");
      }
      if (connects_ && is_interactive_shell(word.text)) return reverse_shell(i, end);
    }
    const Span span = span_between(words_[i].span.offset, words_[std::max(i, end - 1)].span.end());
    if (shell_first && texts > 1) scan_.inside(view_, span, list, Language::shell, "");
    if (shell_first && texts == 1 && connects_ && assigns_streams()) reverse_shell(i, end);
  }

  // "/bin/sh -i <&3 >&3"
  static bool is_interactive_shell(std::string_view text) {
    const std::size_t space = text.find(' ');
    return space != std::string_view::npos && is_shell_program(text.substr(0, space)) &&
           text.substr(space).starts_with(" -i");
  }

  // cmd.Stdin = conn
  bool assigns_streams() const {
    return std::any_of(words_.begin(), words_.end(), [](const Word& word) {
      return word.kind == Word::Kind::name && (word.text == "Stdin" || word.text == "stdin" || word.text == "STDIN");
    });
  }

  void reverse_shell(std::size_t i, std::size_t end) {
    report(span_between(words_[i].span.offset, words_[std::max(i, end - 1)].span.end()), "reverse-shell",
           Risk::critical, "gives whoever is at the other end of the connection a shell on this machine", "remove it");
  }

  void runs_backticks(const Word& word) {
    if (word.text.empty()) return;
    // `#{command}`: what came over a connection is run.
    if (connects_ && word.text.starts_with("#{") && word.text.ends_with("}")) {
      return report(word.span, "reverse-shell", Risk::critical, "runs what the other end of a connection sends",
                    "remove it");
    }
    if (word.text.find(' ') != std::string_view::npos)
      scan_.inside(view_, word.span, std::string(word.text), Language::shell, "");
  }

  void evaluates(std::size_t i) {
    const std::size_t end = end_of_call(i);
    const Span span = span_between(words_[i].span.offset, words_[std::max(i, end - 1)].span.end());
    std::string_view url;
    bool fetches = false;
    for (std::size_t k = i + 1; k < end; ++k) {
      const Word& word = words_[k];
      if (word.kind == Word::Kind::text && word.text.find("://") != std::string_view::npos) url = word.text;
      if (word.kind != Word::Kind::name) continue;
      if (is_one_of(word.text, k_requests)) {
        return report(span, "code-execution", Risk::high, "runs what anybody sends in a request", "remove it");
      }
      if (is_one_of(word.text, k_decoders)) {
        return report(span, "code-execution", Risk::high, "decodes text and runs it, so nobody can read what it does",
                      "write the code out in plain text");
      }
      fetches = fetches || is_one_of(word.text, k_fetchers);
    }
    if (!fetches || url.empty()) return;
    const OriginRisk origin = origin_risk(url, false);
    report(span, "remote-code", std::max(origin.risk, Risk::high),
           format("runs what it downloads from {}, unseen", origin.words),
           "keep the code in the skill, where it can be read");
  }

  void reads(const Word& word) {
    if (!posts_) return;
    const SensitivePath path = sensitive_path(word.text);
    if (!path || path.common || word.text.find('/') == std::string_view::npos) return;
    scan_.findings.add(view_, word.span,
                       {.rule = "sensitive-path",
                        .risk = Risk::high,
                        .message = format("names {} in a script that sends data away", path.what),
                        .help = "ask the user for what is needed instead of reading it"});
  }

  Scan& scan_;
  const View& view_;
  std::vector<Word> words_;
  bool connects_ = false;
  bool posts_ = false;
};

}  // namespace

bool scan_other_language(Scan& scan, const View& view) {
  const std::size_t before = scan.findings.reported();
  Detector(scan, view).look();
  return scan.findings.reported() > before;
}

}  // namespace skillstow
