#include "safety/shell_programs.h"

#include <algorithm>
#include <iterator>

#include "base/path.h"
#include "base/text.h"
#include "safety/hosts.h"
#include "safety/script_names.h"

namespace skillstow {
namespace {

template <std::size_t N>
bool any_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

constexpr std::string_view k_shells[] = {"sh",   "bash", "zsh", "dash", "ksh",  "ash",
                                         "mksh", "fish", "csh", "tcsh", "rbash"};
constexpr std::string_view k_readers[] = {
    "cat",   "head",    "tail", "less", "more", "cp",      "tac",   "nl",      "base64", "base32", "xxd",
    "od",    "strings", "tar",  "zip",  "gzip", "bzip2",   "xz",    "7z",      "grep",   "egrep",  "rg",
    "sed",   "awk",     "cut",  "sort", "jq",   "openssl", "gpg",   "sqlite3", "bat",    "dd",     "install",
    "rsync", "scp",     "curl", "wget", "mv",   "hexdump", "xargs", "source",  "pbcopy", "python", "tee"};

// Options of curl that take a value. https://curl.se/docs/manpage.html
constexpr std::string_view k_curl_short_values = "AbcCdDeEFhHKmoPQrtTuUwxXyYz";

bool looks_like_address(std::string_view text) {
  if (text.find("://") != std::string_view::npos || text.find("[:]//") != std::string_view::npos) return true;
  if (text.empty() || text[0] == '-' || text[0] == '/' || text[0] == '.') return false;
  if (text[0] == '$' || text[0] == '{' || text[0] == '<') return true;
  const std::size_t dot = text.find('.');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < text.size() && is_alnum(text[dot + 1]);
}

bool has_long(const Invocation& run, std::string_view name) { return run.has_flag(0, name); }

// The name that "-O" and wget give the file.
std::string file_of_url(std::string_view url) {
  std::string_view path = url.substr(0, std::min(url.find_first_of("?#"), url.size()));
  const std::size_t scheme = path.find("://");
  if (scheme != std::string_view::npos) path.remove_prefix(scheme + 3);
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(slash + 1));
}

std::string first_address(const Invocation& run, std::string_view short_values) {
  std::string fallback;
  for (std::size_t i = 0; i < run.arguments.size(); ++i) {
    const std::string_view text = run.arguments[i].text;
    if (text.size() > 1 && text[0] == '-') {
      const bool takes = text[1] != '-' && short_values.find(text.back()) != std::string_view::npos;
      const bool long_takes = text == "--url" ? false
                                              : text.starts_with("--") && text.find('=') == std::string_view::npos &&
                                                    i + 1 < run.arguments.size() &&
                                                    run.arguments[i + 1].text.find("://") == std::string::npos;
      if (takes ||
          (long_takes && (text == "--header" || text == "--output" || text == "--data" || text == "--proto" ||
                          text == "--request" || text == "--user-agent" || text == "--retry" || text == "--max-time" ||
                          text == "--connect-timeout" || text == "--output-document"))) {
        ++i;
      }
      continue;
    }
    if (text.find("://") != std::string_view::npos || text.find("[:]//") != std::string_view::npos) {
      return std::string(text);
    }
    if (fallback.empty() && looks_like_address(text)) fallback = std::string(text);
  }
  return fallback;
}

Download curl_download(const Invocation& run) {
  Download download;
  download.is = true;
  download.checks_off = run.has_flag('k', "--insecure");
  download.url = first_address(run, k_curl_short_values);
  download.file = run.value_of('o', "--output").text;
  if (download.file.empty() && run.has_flag('O', "--remote-name")) download.file = file_of_url(download.url);
  if (const std::string folder = run.value_of(0, "--output-dir").text; !folder.empty() && !download.file.empty()) {
    download.file = folder + "/" + download.file;
  }
  download.to_output = download.file.empty() || download.file == "-" || download.file == "/dev/stdout";
  if (download.to_output) download.file.clear();
  if (run.has_flag('I', "--head")) download.is = false;
  return download;
}

Download wget_download(const Invocation& run) {
  Download download;
  download.is = true;
  download.checks_off = has_long(run, "--no-check-certificate");
  download.url = first_address(run, "OPaeioU");
  download.file = run.value_of('O', "--output-document").text;
  if (download.file == "-" || download.file == "/dev/stdout") {
    download.file.clear();
    download.to_output = true;
  } else if (download.file.empty()) {
    download.file = file_of_url(download.url);
    const std::string folder = run.value_of('P', "--directory-prefix").text;
    if (!folder.empty() && !download.file.empty()) download.file = folder + "/" + download.file;
  }
  return download;
}

bool is_python(std::string_view name) {
  if (!name.starts_with("python") && name != "pypy3" && name != "pypy") return false;
  for (const char c : name.substr(name.starts_with("python") ? 6 : name.size())) {
    if (!is_digit(c) && c != '.') return false;
  }
  return true;
}

}  // namespace

Download download_of(const Invocation& run) {
  const std::string_view name = run.name;
  if (name.empty()) return {};
  if (name == "curl") return curl_download(run);
  if (name == "wget" || name == "wget2") return wget_download(run);
  Download download;
  if (name == "http" || name == "https" || name == "xh" || name == "fetch" || name == "GET" || name == "lwp-request" ||
      name == "lynx" || name == "w3m" || name == "aria2c" || name == "axel") {
    download.url = first_address(run, "o");
    if (download.url.empty()) return {};
    download.is = true;
    if (name == "lynx" || name == "w3m") {
      download.to_output = true;
      return download;
    }
    download.file = run.value_of('o', "--out").text;
    if (const std::string folder = run.value_of('d', "--dir").text; !folder.empty() && !download.file.empty()) {
      download.file = folder + "/" + download.file;
    }
    if (download.file.empty() && (name == "aria2c" || name == "axel")) download.file = file_of_url(download.url);
    download.to_output = download.file.empty() || download.file == "-";
    if (download.to_output) download.file.clear();
    return download;
  }
  // What a command on another machine prints.
  if (name == "ssh" && run.arguments.size() >= 2) {
    download.is = download.to_output = true;
    for (const Argument& argument : run.arguments) {
      if (argument.text.starts_with("-") ||
          (!looks_like_address(argument.text) && argument.text.find('@') == std::string::npos))
        continue;
      download.url = argument.text;
      break;
    }
    return download;
  }
  // A name server hands out text as well.
  if ((name == "dig" || name == "nslookup" || name == "host" || name == "drill") && !run.arguments.empty()) {
    download.is = download.to_output = true;
    for (const Argument& argument : run.arguments) {
      if (looks_like_address(argument.text) && argument.text[0] != '+') download.url = argument.text;
    }
    return download;
  }
  if ((name == "nc" || name == "ncat" || name == "netcat") && run.arguments.size() >= 2 &&
      !run.has_flag('l', "--listen") && !run.has_flag('z')) {
    download.is = download.to_output = true;
    for (const Argument& argument : run.arguments) {
      if (looks_like_address(argument.text)) download.url = argument.text;
    }
    return download;
  }
  return {};
}

Interpreter interpreter_of(const Invocation& run) {
  Interpreter result;
  std::string_view name = run.name;
  std::size_t from = 0;
  if (name == "busybox" && !run.arguments.empty()) {
    name = run.arguments[0].text;
    from = 1;
  }
  std::string_view code_letters;
  std::string_view value_letters;
  bool shell = false;
  if (any_of(name, k_shells)) {
    result.language = Language::shell;
    code_letters = "c";
    value_letters = "oO";
    shell = true;
  } else if (is_python(name)) {
    result.language = Language::python;
    code_letters = "c";
    value_letters = "WXm";
  } else if (name == "node" || name == "nodejs" || name == "deno" || name == "bun") {
    result.language = Language::javascript;
    code_letters = "ep";
    value_letters = "rC";
    if (!run.arguments.empty() && (name == "deno" || name == "bun")) {
      const std::string_view verb = run.arguments[0].text;
      if (verb == "eval") {
        result.is = true;
        result.code = run.arguments.size() > 1 ? 1 : -1;
        return result;
      }
      if (verb != "run" && verb != "-" && (verb.empty() || verb[0] != '-')) return {};
      if (verb == "run") from = 1;
    }
  } else if (name == "perl" || name == "ruby" || name.starts_with("lua")) {
    result.language = Language::other;
    code_letters = "enp";
    value_letters = "IMmr";
  } else if (name == "php") {
    result.language = Language::other;
    code_letters = "r";
    value_letters = "dc";
  } else if (name == "osascript") {
    code_letters = "e";
    value_letters = "l";
  } else if (name == "pwsh" || name == "powershell") {
    result.is = true;
    result.language = Language::powershell;
    result.reads_input = true;
    for (std::size_t i = 0; i < run.arguments.size(); ++i) {
      const std::string flag = to_lower(run.arguments[i].text);
      if (flag == "-") continue;
      if (flag.empty() || flag[0] != '-') {
        result.reads_input = false;
        result.code = static_cast<int>(i);
        break;
      }
      if (std::string_view("-command").starts_with(flag) && flag.size() > 1) {
        if (i + 1 < run.arguments.size() && run.arguments[i + 1].text == "-") break;
        result.reads_input = false;
        result.code = static_cast<int>(i + 1);
        break;
      }
      if (flag == "-file" || flag == "-f") {
        result.reads_input = false;
        result.file = static_cast<int>(i + 1);
        break;
      }
      if (flag.starts_with("-e")) {  // -EncodedCommand, judged by its own detector
        result.reads_input = false;
        break;
      }
      if (flag.starts_with("-ex") || flag.starts_with("-w") || flag.starts_with("-v") || flag == "-ep") ++i;
    }
    if (result.code >= static_cast<int>(run.arguments.size())) result.code = -1;
    if (result.file >= static_cast<int>(run.arguments.size())) result.file = -1;
    return result;
  } else {
    return {};
  }
  result.is = true;
  bool stdin_flag = false;
  for (std::size_t i = from; i < run.arguments.size(); ++i) {
    const std::string_view text = run.arguments[i].text;
    if (text == "-" || text == "/dev/stdin" || text == "/dev/fd/0") {
      stdin_flag = true;
      break;
    }
    if (text == "--") {
      if (i + 1 < run.arguments.size() && !stdin_flag) result.file = static_cast<int>(i + 1);
      break;
    }
    if (text.size() > 1 && (text[0] == '-' || (shell && text[0] == '+'))) {
      if (text[1] == '-') {
        if (text == "--eval" || text == "--print") {
          result.code = static_cast<int>(i + 1);
          break;
        }
        continue;
      }
      bool done = false;
      for (std::size_t k = 1; k < text.size() && !done; ++k) {
        if (code_letters.find(text[k]) != std::string_view::npos) {
          // "-ecode" of perl, "-c" of the others
          result.code = static_cast<int>(!shell && k + 1 < text.size() && text[k] != 'n' && text[k] != 'p' ? i : i + 1);
          done = true;
        } else if (shell && text[k] == 's') {
          stdin_flag = true;
        } else if (value_letters.find(text[k]) != std::string_view::npos) {
          if (text[k] == 'm' && result.language == Language::python) return result;  // a module
          if (k + 1 == text.size()) ++i;
          break;
        }
      }
      if (done) break;
      continue;
    }
    if (!stdin_flag) result.file = static_cast<int>(i);
    break;
  }
  if (result.code >= static_cast<int>(run.arguments.size())) {
    result.code = -1;
    result.reads_input = run.by_xargs;  // xargs sh -c: what it reads is the code
    return result;
  }
  result.reads_input = result.code < 0 && result.file < 0;
  if (run.by_xargs && result.code >= 0 && run.arguments[static_cast<std::size_t>(result.code)].text == "{}") {
    result.reads_input = true;
  }
  return result;
}

namespace {

// "https://host/?d=$(…)": the address itself carries something.
bool address_carries_value(const Invocation& run) {
  return std::any_of(run.arguments.begin(), run.arguments.end(), [](const Argument& argument) {
    return argument.text.find("://") != std::string::npos &&
           (!argument.commands.empty() || argument.text.find('$') != std::string::npos ||
            argument.text.find('`') != std::string::npos);
  });
}

bool header_carries_output(const Invocation& run) {
  return std::any_of(run.arguments.begin(), run.arguments.end(), [](const Argument& argument) {
    return !argument.commands.empty() && argument.text.find(": ") != std::string::npos;
  });
}

}  // namespace

Upload upload_of(const Invocation& run) {
  Upload upload;
  const std::string_view name = run.name;
  if (name == "curl") {
    const std::string data[] = {run.value_of('d', "--data").text,       run.value_of(0, "--data-binary").text,
                                run.value_of(0, "--data-raw").text,     run.value_of(0, "--data-urlencode").text,
                                run.value_of(0, "--json").text,         run.value_of('F', "--form").text,
                                run.value_of('T', "--upload-file").text};
    for (const std::string& one : data) {
      if (one.empty()) continue;
      upload.is = true;
      if (one == "@-" || one == "-" || one == "." || one.ends_with("=@-") ||
          one.find("@/dev/stdin") != std::string::npos) {
        upload.sends_input = true;
      }
    }
    upload.to = first_address(run, k_curl_short_values);
    upload.is = upload.is || address_carries_value(run) || header_carries_output(run);
    return upload;
  }
  if (name == "wget") {
    upload.is = has_long(run, "--post-data") || has_long(run, "--post-file") || has_long(run, "--body-file") ||
                has_long(run, "--body-data");
    upload.sends_input =
        run.value_of(0, "--post-file").text == "-" || run.value_of(0, "--post-file").text == "/dev/stdin";
    upload.to = first_address(run, "OPaeioU");
    upload.is = upload.is || address_carries_value(run);
    return upload;
  }
  if (name == "nc" || name == "ncat" || name == "netcat" || name == "telnet" || name == "socat") {
    upload.is = upload.sends_input = !run.has_flag('z') && !run.has_flag('l') && run.arguments.size() >= 2;
    for (const Argument& argument : run.arguments) {
      if (looks_like_address(argument.text) && upload.to.empty()) upload.to = argument.text;
    }
    return upload;
  }
  if (name == "openssl" && !run.arguments.empty() && run.arguments[0].text == "s_client") {
    upload.is = upload.sends_input = true;
    upload.to = run.value_of(0, "-connect").text;
    return upload;
  }
  if (name == "scp" || name == "rsync" || name == "sftp") {
    // Its last word names another machine: user@host:path.
    if (!run.arguments.empty()) {
      const std::string& last = run.arguments.back().text;
      const std::size_t colon = last.find(':');
      if (colon != std::string::npos && colon > 1 && last.find('/') > colon) {
        upload.is = true;
        upload.to = last;
      }
    }
    return upload;
  }
  if (name == "ssh" && run.arguments.size() >= 2) {
    upload.is = upload.sends_input = true;
    upload.to = run.arguments[0].text;
    return upload;
  }
  if (name == "mail" || name == "mailx" || name == "mutt" || name == "sendmail" || name == "msmtp" || name == "swaks") {
    upload.is = upload.sends_input = true;
    return upload;
  }
  if (name == "http" || name == "https" || name == "xh") {
    for (const Argument& argument : run.arguments) {
      if (argument.text == "POST" || argument.text == "PUT") upload.is = upload.sends_input = true;
    }
    upload.to = first_address(run, "o");
    return upload;
  }
  if (name == "aws" && run.arguments.size() >= 4 && run.arguments[0].text == "s3" &&
      (run.arguments[1].text == "cp" || run.arguments[1].text == "sync" || run.arguments[1].text == "mv") &&
      run.arguments[3].text.starts_with("s3://")) {
    upload.is = true;
    upload.sends_input = run.arguments[2].text == "-";
    upload.to = run.arguments[3].text;
    return upload;
  }
  if (name == "gh" && run.arguments.size() >= 2 && run.arguments[0].text == "gist") {
    upload.is = upload.sends_input = run.arguments[1].text == "create";
    upload.to = "gist.github.com";
    return upload;
  }
  if (name == "gsutil" || name == "rclone") {
    upload.is = run.arguments.size() >= 3 && (run.arguments[0].text == "cp" || run.arguments[0].text == "copy");
    if (upload.is) upload.to = run.arguments.back().text;
    return upload;
  }
  if (name == "dig" || name == "nslookup" || name == "host" || name == "ping") {
    upload.is = true;  // the name asked for can carry data; only its words count
    for (const Argument& argument : run.arguments) {
      if (argument.text.find('.') != std::string::npos) upload.to = argument.text;
    }
  }
  return upload;
}

bool is_sent(const Invocation& run, std::size_t argument) {
  if (run.name != "curl" && run.name != "wget") return true;
  const std::string_view text = run.arguments[argument].text;
  // In one word with its option: "--data=…", "-d…".
  if (text.size() > 2 && text[0] == '-') {
    return text.starts_with("-d") || text.starts_with("-F") || text.starts_with("-T") || text.starts_with("--data") ||
           text.starts_with("--form") || text.starts_with("--json") || text.starts_with("--post") ||
           text.starts_with("--body") || text.starts_with("--upload");
  }
  if (argument == 0) return true;
  const std::string_view option = run.arguments[argument - 1].text;
  if (option.empty() || option[0] != '-') return true;  // an address
  if (option == "-H" || option == "--header") {
    // A token in the header that is made for it is what the service asks for; anything else is data.
    const std::string lower = to_lower(text.substr(0, text.find(':')));
    return lower.find("auth") == std::string::npos && lower.find("token") == std::string::npos &&
           lower.find("key") == std::string::npos;
  }
  if (option == "--user" || option == "--cookie" || option == "--cert" || option == "--key" || option == "--cacert" ||
      option == "--netrc-file" || option == "--config" || option == "--output" || option == "--oauth2-bearer" ||
      option == "--user-agent") {
    return false;
  }
  if (option[1] == '-') return true;
  return std::string_view("HubcEKonA").find(option.back()) == std::string_view::npos;
}

bool reads_files(std::string_view name) { return any_of(name, k_readers); }

std::string_view prints_secret(const Invocation& run) {
  const std::string_view name = run.name;
  const auto argument = [&](std::size_t i) -> std::string_view {
    return i < run.arguments.size() ? std::string_view(run.arguments[i].text) : std::string_view();
  };
  if (name == "gh" && argument(0) == "auth" && argument(1) == "token") return "the GitHub token of the user";
  if (name == "security" && (argument(0) == "find-generic-password" || argument(0) == "find-internet-password" ||
                             argument(0) == "dump-keychain" || argument(0) == "export")) {
    return "passwords of the macOS keychain";
  }
  if (name == "secret-tool" && argument(0) == "lookup") return "passwords of the desktop's key ring";
  if (name == "aws" && argument(0) == "configure" && (argument(1) == "get" || argument(1) == "export-credentials")) {
    return "AWS credentials";
  }
  if (name == "gcloud" && argument(0) == "auth" && argument(1).starts_with("print-")) return "a Google Cloud token";
  if (name == "az" && argument(0) == "account" && argument(1) == "get-access-token") return "an Azure token";
  if (name == "kubectl" && argument(0) == "get" && argument(1).starts_with("secret")) {
    for (const Argument& one : run.arguments) {
      if (one.text == "-o" || one.text.starts_with("-o") || one.text.starts_with("--output"))
        return "secrets of a cluster";
    }
  }
  if (name == "curl" || name == "wget") {
    const Download download = download_of(run);
    if (download.to_output && is_metadata_address(download.url)) return "credentials of the cloud machine";
  }
  if (name == "screencapture" || name == "scrot" || name == "gnome-screenshot" || name == "grim" ||
      name == "screenshot") {
    return "a picture of the screen";
  }
  if (name == "op" && (argument(0) == "read" || argument(0) == "item")) return "passwords of 1Password";
  if (name == "bw" && argument(0) == "get") return "passwords of Bitwarden";
  if (name == "env" || name == "printenv" || (name == "export" && argument(0) == "-p") ||
      (name == "set" && run.arguments.empty())) {
    return run.arguments.empty() || name == "export" ? "the whole environment, tokens included" : "";
  }
  if (name == "history" && run.arguments.empty()) return "the shell's history";
  if (name == "pbpaste" || name == "wl-paste") return "the clipboard";
  if (name == "xclip" || name == "xsel") {
    for (const Argument& one : run.arguments) {
      if (one.text == "-o" || one.text == "-out" || one.text == "--output" || one.text == "-bo" || one.text == "-ob") {
        return "the clipboard";
      }
    }
  }
  return {};
}

}  // namespace skillstow
