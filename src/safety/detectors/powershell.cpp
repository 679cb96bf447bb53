#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "safety/decode.h"
#include "safety/hosts.h"
#include "safety/paths.h"
#include "safety/scan_state.h"

// PowerShell and cmd. A light reader: statements end at line ends and ";", pipes part their stages, words lose their
// quotes and back-ticks, letters' case does not count.
namespace skillstow {
namespace {

constexpr std::size_t k_max_statement = 64 * 1024;
constexpr std::string_view k_help = "download to a file, show it or compare its hash, and run it only then";

struct Word {
  std::string text;  // without quotes and escapes
  std::string lower;
  Span span;
  char before = 0;  // the sign in front: "(", "|", "&", …
  bool quoted = false;
};

// The words of one statement. Brackets, "|", ";" and "&" part words.
std::vector<Word> words_of(std::string_view text, std::size_t base, Language language) {
  const char escape = language == Language::batch ? '^' : '`';
  std::vector<Word> words;
  char before = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (is_space(c)) {
      ++i;
      continue;
    }
    if (std::string_view("()|{};&,=").find(c) != std::string_view::npos) {
      before = c;
      ++i;
      continue;
    }
    Word word;
    const std::size_t begin = i;
    char quote = 0;
    while (i < text.size()) {
      const char d = text[i];
      if (quote != 0) {
        if (d == quote) {
          quote = 0;
        } else {
          word.text += d;
        }
      } else if (d == '"' || d == '\'') {
        quote = d;
        word.quoted = true;
      } else if (d == '+' && i > begin && i + 1 < text.size() && (text[i - 1] == '"' || text[i - 1] == '\'') &&
                 (text[i + 1] == '"' || text[i + 1] == '\'')) {
        // "ie"+"x" is one text
      } else if (d == escape && i + 1 < text.size()) {
        word.text += text[++i];
      } else if (is_space(d) || std::string_view("()|{};&,=").find(d) != std::string_view::npos) {
        break;
      } else {
        word.text += d;
      }
      ++i;
    }
    word.lower = to_lower(word.text);
    word.span = span_between(base + begin, base + i);
    word.before = before;
    before = 0;
    words.push_back(std::move(word));
  }
  return words;
}

// "{1}{0}" with its arguments put in.
std::string filled_in(std::string_view form, const std::vector<std::string_view>& values) {
  std::string text;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool hole = form[i] == '{' && i + 2 < form.size() && is_digit(form[i + 1]) && form[i + 2] == '}';
    if (!hole) {
      text += form[i];
      continue;
    }
    const auto index = static_cast<std::size_t>(form[i + 1] - '0');
    if (index < values.size()) text += values[index];
    i += 2;
  }
  return text;
}

// 'i' + 'ex' and "{1}{0}" -f 'x','ie': one text each.
void fold_texts(std::vector<Word>& words) {
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    Word& word = words[i];
    if (!word.quoted) continue;
    std::size_t end = i + 1;
    if (words[end].text == "+") {
      while (end + 1 < words.size() && words[end].text == "+" && words[end + 1].quoted) {
        word.text += words[end + 1].text;
        end += 2;
      }
    } else if (words[end].lower == "-f" && word.text.find("{0}") != std::string::npos) {
      std::vector<std::string_view> values{words[++end].text};
      while (++end < words.size() && words[end].before == ',') values.push_back(words[end].text);
      word.text = filled_in(word.text, values);
    }
    if (end == i + 1) continue;
    word.lower = to_lower(word.text);
    word.span = span_between(word.span.offset, words[end - 1].span.end());
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.begin() + static_cast<std::ptrdiff_t>(end));
  }
}

bool fetches(std::string_view word) {
  for (const std::string_view name :
       {"iwr", "irm", "curl", "wget", "invoke-webrequest", "invoke-restmethod", "curl.exe"}) {
    if (word == name) return true;
  }
  return word.find("downloadstring") != std::string_view::npos || word.find("downloaddata") != std::string_view::npos;
}

bool evaluates(std::string_view word) { return word == "iex" || word == "invoke-expression"; }

class Detector {
 public:
  Detector(Scan& scan, const View& view) : scan_(scan), view_(view) {}

  void statement(std::size_t begin, std::size_t end) {
    std::vector<Word> words = words_of(view_.text.substr(begin, end - begin), begin, view_.language);
    if (words.empty()) return;
    if (view_.language == Language::powershell) {
      fold_texts(words);
      names_again(words);
    }
    const Span span = span_between(words.front().span.offset, words.back().span.end());
    folds(words);
    remote(words, span);
    sends(words, span);
    encoded(words, span);
    destroys(words, span);
    guards(words, span);
    stays(words, span);
    windows_programs(words, span);
    hands_on(words);
  }

 private:
  void report(Span span, std::string_view rule, Risk risk, std::string message, std::string_view help,
              bool firm = false, ChainStep step = {}) {
    scan_.findings.add(view_, span,
                       {.rule = rule,
                        .risk = risk,
                        .message = std::move(message),
                        .help = std::string(help),
                        .firm = firm,
                        .steps = {std::move(step)}});
  }

  static std::string url_in(const std::vector<Word>& words) {
    for (const Word& word : words) {
      const std::string_view url = find_url(word.text);
      if (!url.empty()) return std::string(url);
    }
    return {};
  }

  // Set-Alias z iex; z …
  void names_again(std::vector<Word>& words) {
    constexpr std::size_t k_most = 1'000;
    const std::string_view first = words[0].lower;
    if (first == "sal" || first == "nal" || first == "set-alias" || first == "new-alias") {
      std::vector<std::string_view> named;
      for (std::size_t i = 1; i < words.size(); ++i) {
        if (!words[i].text.starts_with("-")) named.push_back(words[i].lower);
      }
      if (named.size() >= 2 && aliases_.size() < k_most) aliases_[std::string(named[0])] = named[1];
      return;
    }
    if (aliases_.empty()) return;
    for (Word& word : words) {
      const auto alias = aliases_.find(word.lower);
      if (alias != aliases_.end() && (&word == words.data() || word.before != 0)) word.lower = alias->second;
    }
  }

  // powershell -Command "iwr … | iex", Start-Process powershell -ArgumentList "…": the text is a command of its own.
  void hands_on(const std::vector<Word>& words) {
    const bool starts = std::any_of(words.begin(), words.end(), [](const Word& word) {
      return word.lower == "powershell" || word.lower == "powershell.exe" || word.lower == "pwsh" ||
             word.lower == "cmd" || word.lower == "cmd.exe";
    });
    for (std::size_t i = 1; starts && i < words.size(); ++i) {
      if (!words[i].quoted || words[i].text.find(' ') == std::string::npos) continue;
      std::string text = words[i].text;
      for (const std::string_view option : {"-command ", "-c ", "/c "}) {
        const std::size_t at = words[i].lower.find(option);
        if (at == std::string::npos) continue;
        text = text.substr(at + option.size());
        break;
      }
      scan_.inside(view_, words[i].span, std::move(text), Language::powershell, "");
    }
  }

  // $a = "ie" + "x"
  void folds(const std::vector<Word>& words) {
    constexpr std::size_t k_most = 1'000;
    if (words.size() != 2 || !words[0].text.starts_with("$") || words[1].before != '=' || values_.size() >= k_most)
      return;
    values_[words[0].lower] = words[1].lower;
  }

  std::string_view value_of(std::string_view variable) const {
    const auto known = values_.find(variable);
    return known == values_.end() ? std::string_view() : std::string_view(known->second);
  }

  static std::string_view without_here(std::string_view path) {
    if (path.starts_with(".\\") || path.starts_with("./")) path.remove_prefix(2);
    return path;
  }

  // Get-Content ~\.ssh\id_rsa | % { irm -Method Post -Body $_ URL }
  void sends(const std::vector<Word>& words, Span span) {
    bool out = false;
    std::string what;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i].lower;
      out = out || word.find("uploadstring") != std::string::npos || word.find("uploadfile") != std::string::npos ||
            word.find("uploaddata") != std::string::npos || word == "-body" || word == "-infile" || word == "-form";
      if (word == "env:" || word == "env:*") what = "the whole environment, tokens included,";
      if (word.find("get-clipboard") != std::string::npos) what = "the clipboard";
      if (const SensitivePath path = sensitive_path(words[i].text); path && !path.common) what = path.what;
    }
    if (!out || what.empty()) return;
    const Url to = parse_url(url_in(words));
    if (to.kind == HostKind::local) return;
    report(span, "exfiltration", Risk::critical,
           format("sends {} to {}", what, to.host.empty() ? std::string("another machine") : to.host),
           "remove it: nothing that proves who the user is may leave the machine", true);
  }

  // What a variable holds of the network or of a decoder: $x = irm URL; $y = $x.Trim(); iex $y
  struct Held {
    bool remote = false;
    std::string url;
    Span span;  // in the file
  };

  // The variable of the words that holds such a thing, or nullptr. One that is assigned to is not read.
  const Held* held_in(const std::vector<Word>& words) const {
    if (held_.empty()) return nullptr;
    for (std::size_t i = words.size() > 1 && words[1].before == '=' ? 1 : 0; i < words.size(); ++i) {
      const std::size_t at = words[i].lower.find('$');
      if (at == std::string::npos) continue;
      std::size_t end = at + 1;
      while (end < words[i].lower.size() && is_word(words[i].lower[end])) ++end;
      const auto held = held_.find(std::string_view(words[i].lower).substr(at, end - at));
      if (held != held_.end()) return &held->second;
    }
    return nullptr;
  }

  // iex (irm URL), irm URL | iex, $x = irm URL; iex $x, & ([scriptblock]::Create((irm URL)))
  void remote(const std::vector<Word>& words, Span span) {
    bool fetch = false;
    bool eval = false;
    std::string file;
    for (std::size_t i = 0; i < words.size(); ++i) {
      fetch = fetch || fetches(words[i].lower);
      eval = eval || evaluates(words[i].lower) || words[i].lower.find("scriptblock]::create") != std::string::npos ||
             words[i].lower.find("assembly]::load") != std::string::npos ||
             (words[i].before == '&' && evaluates(value_of(words[i].lower)));
      if (words[i].lower.find("downloadfile") != std::string::npos && i + 2 < words.size()) {
        fetch = true;
        file = words[i + 2].lower;
      }
      if ((words[i].lower == "-outfile" || words[i].lower == "-o" || words[i].lower == "-destination") &&
          i + 1 < words.size()) {
        file = words[i + 1].lower;
      }
    }
    bool decodes = false;
    for (const Word& word : words) decodes = decodes || word.lower.find("frombase64string") != std::string::npos;
    const Held* held = held_in(words);
    // $x = …, and in a loop: foreach ($c in $b) { $x += … }
    for (std::size_t i = 0; i + 1 < words.size() && held_.size() < k_most_held; ++i) {
      if (!words[i].text.starts_with("$") || words[i + 1].before != '=') continue;
      std::string name = words[i].lower;
      if (name.ends_with("+")) name.pop_back();
      if (fetch || decodes) {
        held_[name] = {fetch, url_in(words), view_.map.to_source(span)};
      } else if (held != nullptr) {
        held_[name] = Held(*held);
      }
    }
    if (eval && !fetch && !decodes && held != nullptr) {
      if (held->remote) {
        const OriginRisk origin = origin_risk(held->url, false);
        report(span, "remote-code", origin.risk, format("runs what it downloaded from {}, unseen", origin.words),
               k_help, origin.firm, {view_.file, held->span, "is downloaded here"});
      } else {
        report(span, "code-execution", Risk::high, "decodes text (base64) and runs it, so nobody can read what it does",
               "write the command out in plain text", true, {view_.file, held->span, "is decoded here"});
      }
    }
    if (fetch && eval) {
      const std::string url = url_in(words);
      OriginRisk origin = origin_risk(url, false);
      Risk risk = origin.risk;
      if (risk == Risk::high && scan_.is_of_skill(url)) {
        risk = Risk::medium;
        origin.words += ", by its name the maker of what the skill is about";
      }
      if (view_.automatic() && risk < Risk::high) risk = Risk::high;
      report(span, "remote-code", risk, format("runs what it downloads from {}, unseen", origin.words), k_help,
             origin.firm);
    }
    if (fetch && !file.empty()) {
      file_ = file;
      file_url_ = url_in(words);
      file_span_ = view_.map.to_source(span);
    } else if (!file_.empty()) {
      for (const Word& word : words) {
        if (without_here(word.lower) != without_here(file_) || fetch) continue;
        const std::string& first = words[0].lower;
        const bool runs = &word == &words[0] || first == "start-process" || first == "start" || first == "powershell" ||
                          first == "invoke-item" || first == "pwsh" || first == "call" || first == "cmd" ||
                          first == "wscript" || first == "cscript" || words[0].before == '&';
        if (!runs) continue;
        const OriginRisk origin = origin_risk(file_url_, false);
        // A tool that stays is what every installation is; a script, or what lies among the temporary files, is none.
        const bool stays = word.lower.find("temp") == std::string::npos && !word.lower.ends_with(".bat") &&
                           !word.lower.ends_with(".cmd") && !word.lower.ends_with(".ps1") &&
                           !word.lower.ends_with(".vbs");
        const Risk risk = stays && origin.risk == Risk::high ? Risk::medium : origin.risk;
        report(span, "remote-code", risk,
               format("runs \"{}\", which was downloaded from {}", excerpt_of(word.text), origin.words), k_help,
               origin.firm, {view_.file, file_span_, "is downloaded here"});
        file_.clear();
        break;
      }
    }
  }

  void encoded(const std::vector<Word>& words, Span span) {
    bool shell = false;
    bool base64 = false;
    bool eval = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i].lower;
      shell = shell || word == "powershell" || word == "powershell.exe" || word == "pwsh";
      base64 = base64 || word.find("frombase64string") != std::string::npos;
      eval = eval || evaluates(word);
      if (!shell || word.size() < 2 || (word[0] != '-' && word[0] != '/') || word[1] != 'e') continue;
      const std::string_view flag = std::string_view(word).substr(1);
      if (!std::string_view("encodedcommand").starts_with(flag) && flag != "ec") continue;
      if (i + 1 >= words.size() || words[i + 1].text.size() < 16) continue;
      const std::optional<std::string> bytes = decode_base64(words[i + 1].text);
      if (!bytes) continue;
      const std::optional<std::string> wide = from_utf16le(*bytes);
      const std::string text = wide ? *wide : *bytes;
      if (scan_.inside(view_, span, text, Language::powershell, "base64")) return;
      return report(span, "code-execution", Risk::high,
                    format("decodes text (base64) and runs it; it says \"{}\", so nobody can read what it does",
                           excerpt_of(text)),
                    "write the command out in plain text", true);
    }
    if (base64 && eval) {
      report(span, "code-execution", Risk::high, "decodes text (base64) and runs it, so nobody can read what it does",
             "write the command out in plain text", true);
    }
  }

  void destroys(const std::vector<Word>& words, Span span) {
    const std::string& first = words[0].lower;
    const bool remove = first == "remove-item" || first == "ri" || first == "rm" || first == "del" || first == "rd" ||
                        first == "rmdir" || first == "erase";
    constexpr std::string_view k_destroy_help =
        "name exactly what goes away, inside the project, and let the user confirm it";
    if (remove) {
      bool recursive = false;
      for (const Word& word : words) {
        recursive = recursive || word.lower == "-recurse" || word.lower == "-r" || word.lower == "/s" ||
                    word.lower == "-rf" || word.lower == "-recurse:$true";
      }
      if (!recursive) return;
      for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i].text.starts_with("-")) continue;
        const Target target = target_of(words[i].text);
        if (target == Target::home || target == Target::system || target == Target::below_home) {
          return report(span, "destructive", target == Target::below_home ? Risk::high : Risk::critical,
                        format("deletes \"{}\" and all below it", excerpt_of(words[i].text)), k_destroy_help);
        }
      }
      return;
    }
    // Get-ChildItem ~ -Recurse | Remove-Item
    const bool lists = first == "get-childitem" || first == "gci" || first == "ls" || first == "dir";
    bool piped = false;
    bool all = true;
    Target listed = Target::other;
    for (std::size_t i = 1; lists && i < words.size(); ++i) {
      piped = piped || (words[i].before == '|' && (words[i].lower == "remove-item" || words[i].lower == "ri" ||
                                                   words[i].lower == "rm" || words[i].lower == "del"));
      all = all && words[i].lower != "-filter" && words[i].lower != "-include" && words[i].lower != "where-object";
      if (listed == Target::other && !words[i].text.starts_with("-")) listed = target_of(words[i].text);
    }
    if (piped && all && (listed == Target::home || listed == Target::system)) {
      return report(span, "destructive", Risk::critical, "deletes all that stands in the user's home folder or above",
                    k_destroy_help);
    }
    if ((first == "format" && words.size() > 1 && words[1].lower.size() == 2 && words[1].lower[1] == ':') ||
        first == "clear-disk" || first == "format-volume" || first == "initialize-disk") {
      return report(span, "destructive", Risk::high, "erases a disk", k_destroy_help);
    }
    if (first == "vssadmin" && words.size() > 1 && words[1].lower == "delete") {
      return report(span, "destructive", Risk::high, "deletes the copies from which Windows restores files",
                    k_destroy_help);
    }
    if (first == "cipher" && words.size() > 1 && words[1].lower.starts_with("/w")) {
      return report(span, "destructive", Risk::medium, "makes deleted files unrecoverable", k_destroy_help);
    }
  }

  void guards(const std::vector<Word>& words, Span span) {
    const std::string& first = words[0].lower;
    if (first == "add-mppreference" || first == "set-mppreference") {
      for (const Word& word : words) {
        if (word.lower.starts_with("-exclusion") || word.lower.starts_with("-disable")) {
          return report(span, "privilege", Risk::high, "switches the virus scanner of Windows off for something",
                        "remove it");
        }
      }
    }
    if (first == "netsh" && words.size() > 2) {
      for (const Word& word : words) {
        if (word.lower == "off" || word.lower == "opmode") {
          return report(span, "privilege", Risk::medium, "switches the firewall off", "remove it");
        }
      }
    }
  }

  void stays(const std::vector<Word>& words, Span span) {
    constexpr std::string_view k_stay_help =
        "tell the user what would stay on the machine and let them add it themselves";
    const std::string& first = words[0].lower;
    for (const Word& word : words) {
      if (word.lower.find("\\currentversion\\run") != std::string::npos &&
          (first == "reg" || first.ends_with("itemproperty"))) {
        return report(span, "persistence", Risk::high, "makes Windows start a program at log-in", k_stay_help);
      }
    }
    if ((first == "schtasks" && words.size() > 1 && words[1].lower == "/create") || first == "register-scheduledtask") {
      bool danger = false;
      for (const Word& word : words) {
        if (word.text.find(' ') == std::string::npos || danger) continue;
        danger = scan_.inside(view_, span, word.text, Language::powershell, "");
      }
      report(span, "persistence", danger ? Risk::critical : Risk::medium,
             "adds a timer that runs a command from then on", k_stay_help);
    }
  }

  void windows_programs(const std::vector<Word>& words, Span span) {
    std::string first = words[0].lower;
    if (first.ends_with(".exe")) first.resize(first.size() - 4);
    const bool fetcher = first == "certutil" || first == "bitsadmin" || first == "mshta" || first == "regsvr32" ||
                         first == "rundll32" || first == "msiexec";
    if (!fetcher) return;
    std::string url = url_in(words);
    // \\\\host\\share is on another machine as well.
    if (url.empty() && words.size() > 1 && words[1].text.starts_with("\\\\")) url = words[1].text.substr(2);
    if (url.empty()) return;
    if (first == "msiexec") return;
    const OriginRisk origin = origin_risk(url, false);
    report(span, "remote-code", std::max(origin.risk, Risk::medium),
           format("fetches from {} with \"{}\", a program of Windows that is not made for it", origin.words, first),
           k_help, true);
  }

  Scan& scan_;
  const View& view_;
  static constexpr std::size_t k_most_held = 1'000;
  std::map<std::string, Held, std::less<>> held_;            // by variable, in lower case
  std::map<std::string, std::string, std::less<>> aliases_;  // both in lower case
  std::string file_;
  std::string file_url_;
  Span file_span_;
  std::map<std::string, std::string, std::less<>> values_;  // of variables, in lower case
};

// A connection whose lines are run: the words of it stand in several statements.
void find_remote_shell(Scan& scan, const View& view) {
  const std::string lower = to_lower(view.text);
  const std::size_t at = lower.find("tcpclient");
  if (at == std::string::npos || lower.find("getstream", at) == std::string::npos) return;
  bool runs = false;
  for (const std::string_view word : {"iex ", "iex(", "invoke-expression", "cmd.exe", "powershell.exe"}) {
    runs = runs || lower.find(word, at) != std::string::npos;
  }
  if (!runs) return;
  scan.findings.add(view, span_between(at, at + 9),
                    {.rule = "reverse-shell",
                     .risk = Risk::critical,
                     .message = "gives whoever is at the other end of the connection a shell on this machine",
                     .help = "remove it",
                     .firm = true});
}

}  // namespace

bool scan_powershell(Scan& scan, const View& view) {
  const std::size_t before = scan.findings.reported();
  Detector detector(scan, view);
  find_remote_shell(scan, view);
  const std::string_view text = view.text;
  std::size_t begin = 0;
  char quote = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\n';
    if (quote != 0 && c == quote) {
      quote = 0;
      continue;
    }
    if (quote == 0 && (c == '"' || c == '\'') && view.language == Language::powershell) quote = c;
    if (quote == 0 && c == '#' && view.language == Language::powershell && (i == begin || is_space(text[i - 1]))) {
      // A comment: the statement ends in front of it.
      if (i > begin) detector.statement(begin, i);
      const std::size_t line_end = std::min(text.find('\n', i), text.size());
      i = line_end;
      begin = line_end + 1;
      continue;
    }
    const bool ends =
        c == '\n' || (quote == 0 && c == ';') || (quote == 0 && c == '&' && view.language == Language::batch);
    if (!ends && i - begin < k_max_statement) continue;
    if (i - begin >= k_max_statement) {
      scan.left_out(view, span_between(begin, i), "has a statement of more than 64 KiB");
    }
    // A line that ends with a back-tick or a pipe goes on.
    const std::string_view line = trim(text.substr(begin, i - begin));
    if (c == '\n' && i < text.size() && i - begin < k_max_statement && !line.empty() &&
        (line.back() == '`' || line.back() == '|' || (line.back() == '^' && view.language == Language::batch))) {
      continue;
    }
    if (!line.empty()) detector.statement(begin, std::min(i, text.size()));
    quote = 0;
    begin = i + 1;
  }
  return scan.findings.reported() > before;
}

}  // namespace skillstow
