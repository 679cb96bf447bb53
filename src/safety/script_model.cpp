#include "safety/script_model.h"

#include <algorithm>

#include "base/text.h"
#include "safety/decode.h"
#include "safety/paths.h"
#include "safety/triggers.h"

namespace skillstow {
namespace {

constexpr int k_max_nesting = 12;  // of one expression in another
constexpr int k_max_frames = 32;   // of all functions here
constexpr std::size_t k_looks_per_token = 200;

struct Frame {
  int& depth;
  explicit Frame(int& depth_) : depth(depth_) { ++depth; }
  ~Frame() { --depth; }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;
};
constexpr std::size_t k_max_tokens_looked_at = 600;  // of one expression
constexpr std::size_t k_max_value = 256 * 1024;
constexpr std::size_t k_max_variables = 20'000;
constexpr std::size_t k_max_variable_bytes = 16 * 1024 * 1024;  // of all values together
constexpr std::size_t k_piece = 100'000;                        // tokens; real scripts are one piece
constexpr std::size_t k_overlap = 2'000;       // tokens that two pieces share: longer than what is looked at
constexpr std::size_t k_longest_path = 4'096;  // PATH_MAX of Linux
constexpr std::string_view k_unknown = "${_}";

bool is_fetch(std::string_view path) {
  for (const std::string_view name : {"requests.get",
                                      "requests.post",
                                      "requests.request",
                                      "httpx.get",
                                      "httpx.post",
                                      "urllib.request.urlopen",
                                      "urllib2.urlopen",
                                      "urlopen",
                                      "request.urlopen",
                                      "fetch",
                                      "axios",
                                      "axios.get",
                                      "axios.post",
                                      "got",
                                      "http.get",
                                      "https.get",
                                      "urllib.request.urlretrieve",
                                      "node-fetch",
                                      "session.get",
                                      "client.get",
                                      "needle.get",
                                      "window.fetch",
                                      "globalThis.fetch"}) {
    if (path == name) return true;
  }
  return false;
}

// A decoder by its last name: the words that name it.
std::string_view decoder_name(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  const std::string_view last = dot == std::string_view::npos ? path : path.substr(dot + 1);
  if (last == "b64decode" || last == "urlsafe_b64decode" || last == "standard_b64decode" || last == "atob" ||
      last == "a2b_base64" || last == "decodebytes" || last == "b64_decode") {
    return "base64";
  }
  if (last == "b85decode" || last == "a85decode") return "base85";
  if (last == "b32decode") return "base32";
  if (last == "fromhex" || last == "unhexlify" || last == "b16decode" || last == "a2b_hex") return "hex";
  if (last == "fromCharCode" || last == "fromCodePoint" || last == "chr") return "character codes";
  if (path == "zlib.decompress" || path == "gzip.decompress" || path == "lzma.decompress" || path == "bz2.decompress" ||
      last == "gunzipSync" || last == "inflateSync" || last == "brotliDecompressSync") {
    return "compression";
  }
  if (path == "marshal.loads") return "bytecode";
  if (path == "codecs.decode") return "an encoding";
  if (last == "unescape" || last == "decodeURIComponent") return "percent codes";
  return {};
}

// Names of the environment that hold a credential.
bool names_credential(std::string_view name) {
  for (const std::string_view part : {"KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "PRIVATE"}) {
    if (name.find(part) != std::string_view::npos) return true;
  }
  return false;
}

bool is_open_bracket(std::string_view raw) { return raw == "(" || raw == "[" || raw == "{"; }
bool is_close_bracket(std::string_view raw) { return raw == ")" || raw == "]" || raw == "}"; }

}  // namespace

void Value::take_in(const Value& other) {
  cut = cut || other.cut;
  decoded = decoded || other.decoded;
  remote = remote || other.remote;
  if (url.empty()) url = other.url;
  from_user = from_user || other.from_user;
  environment = environment || other.environment;
  if (secret.empty()) {
    secret = other.secret;
    common_secret = other.common_secret;
    path_only = other.path_only;
  }
  if (how.empty()) how = other.how;
  for (const std::string& name : other.variables) {
    if (variables.size() < 16 && std::find(variables.begin(), variables.end(), name) == variables.end()) {
      variables.push_back(name);
    }
  }
}

ScriptModel::ScriptModel(std::string_view text, Language language, std::size_t from, ScriptVariables before)
    : language_(language), tokens_(tokenize(text, language, from, k_piece)), variables_(std::move(before)) {
  for (const auto& [name, value] : variables_) variable_bytes_ += value.text.size();
  const std::size_t end = tokens_.size() < k_piece ? text.size() : tokens_.back().span.end();
  names_paths_ = find_triggers(text.substr(from, end - from)).has(trigger::path);
  if (tokens_.size() == k_piece && end < text.size()) {
    // Behind the end of a line, so that it does not start inside a statement.
    std::size_t next = k_piece - k_overlap;
    for (std::size_t i = next; i > next - k_overlap; --i) {
      if (tokens_[i - 1].kind != Token::Kind::line_end && !tokens_[i - 1].is(";")) continue;
      next = i;
      break;
    }
    next_piece_ = tokens_[next].span.offset;
  }
  match_brackets();
  read();
}

void ScriptModel::match_brackets() {
  match_.assign(tokens_.size(), static_cast<std::uint32_t>(tokens_.size()));
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind != Token::Kind::sign) continue;
    if (is_open_bracket(tokens_[i].raw)) {
      open.push_back(i);
    } else if (is_close_bracket(tokens_[i].raw) && !open.empty()) {
      match_[open.back()] = i;
      match_[i] = open.back();
      open.pop_back();
    }
  }
}

bool ScriptModel::may_look(std::size_t tokens) const {
  looked_at_ += tokens + 1;
  const bool may = nesting_ < k_max_frames && looked_at_ < tokens_.size() * k_looks_per_token + 100'000;
  gave_up_ = gave_up_ || !may;
  return may;
}

Span ScriptModel::span(std::size_t first, std::size_t last) const {
  last = std::min(last, tokens_.size() - 1);
  return span_between(tokens_[first].span.offset, std::max(tokens_[first].span.end(), tokens_[last].span.end()));
}

std::size_t ScriptModel::end_of_statement(std::size_t i) const {
  const std::size_t limit = std::min(tokens_.size(), i + 4'000);
  while (i < limit) {
    const Token& token = tokens_[i];
    if (token.kind == Token::Kind::sign) {
      if (is_open_bracket(token.raw)) {
        i = std::min<std::size_t>(match_[i], limit);
      } else if (token.raw == ";" || is_close_bracket(token.raw)) {
        return i;
      }
    } else if (token.kind == Token::Kind::line_end) {
      // A line that starts with "." goes on (JavaScript).
      std::size_t next = i + 1;
      while (next < limit && tokens_[next].kind == Token::Kind::line_end) ++next;
      if (language_ != Language::javascript || next >= limit || !(tokens_[next].is(".") || tokens_[next].is("?.")))
        return i;
    }
    ++i;
  }
  return limit;
}

// The full name that starts at token i: "os.system", require("child_process").exec, getattr(os, "system"). `next` is
// the token behind it.
std::string ScriptModel::path_at(std::size_t i, std::size_t& next) const {
  std::string path(tokens_[i].raw);
  next = i + 1;
  auto call_argument = [&](std::size_t open, std::size_t k) {
    Call call;
    call.open = open;
    call.close = closing(open);
    const auto [begin, end] = argument(call, k);
    return begin < end ? value_of(begin, end, k_max_nesting - 4) : Value{};
  };
  const auto known = variables_.find(path);
  if (known != variables_.end() && !known->second.code_path.empty()) path = known->second.code_path;
  if (next < tokens_.size() && tokens_[next].is("(")) {
    if (path == "require" || path == "__import__" || path == "importlib.import_module") {
      const Value module = call_argument(next, 0);
      if (module.known) {
        path = module.text.starts_with("node:") ? module.text.substr(5) : module.text;
        next = closing(next) + 1;
      }
    } else if (path == "getattr") {
      Call call;
      call.open = next;
      call.close = closing(next);
      const auto [begin, end] = argument(call, 0);
      std::size_t after = 0;
      const Value name = call_argument(next, 1);
      if (begin < end && tokens_[begin].kind == Token::Kind::name && name.known) {
        path = path_at(begin, after) + "." + name.text;
        next = closing(next) + 1;
      }
    } else if (path == "globals" || path == "vars" || path == "locals") {
      next = closing(next) + 1;
    }
  }
  while (next + 1 < tokens_.size()) {
    if (next - i >= k_max_tokens_looked_at) {
      gave_up_ = true;
      break;
    }
    if ((tokens_[next].is(".") || tokens_[next].is("?.")) && tokens_[next + 1].kind == Token::Kind::name) {
      path += ".";
      path += tokens_[next + 1].raw;
      next += 2;
      if (path == "importlib.import_module" && next < tokens_.size() && tokens_[next].is("(")) {
        const Value module = call_argument(next, 0);
        if (module.known) {
          path = module.text;
          next = closing(next) + 1;
        }
      }
    } else if (tokens_[next].is("[") && tokens_[next + 1].kind == Token::Kind::text) {
      const std::size_t close = closing(next);
      const Value name = value_of(next + 1, std::min(close, tokens_.size()), k_max_nesting - 4);
      if (!name.known) break;
      if (path == "globals" || path == "window" || path == "globalThis" || path == "__builtins__" || path == "global") {
        path = name.text;
      } else {
        path += "." + name.text;
      }
      next = close + 1;
    } else {
      break;
    }
  }
  for (const std::string_view prefix : {"__builtins__.", "builtins.", "window.", "globalThis.", "self."}) {
    if (path.starts_with(prefix)) path.erase(0, prefix.size());
  }
  return path;
}

std::pair<std::size_t, std::size_t> ScriptModel::argument(const Call& call, std::size_t wanted) const {
  std::size_t begin = call.open + 1;
  const std::size_t close = std::min(call.close, tokens_.size());
  std::size_t count = 0;
  std::size_t steps = 0;
  for (std::size_t i = begin; i <= close; ++i) {
    // The rest of it is one argument, too long to be worked out.
    if (++steps > 2 * k_max_tokens_looked_at)
      return count == wanted ? std::pair{begin, close} : std::pair{close, close};
    if (i < close && tokens_[i].kind == Token::Kind::sign && is_open_bracket(tokens_[i].raw)) {
      i = std::min<std::size_t>(match_[i], close);
      if (i < close) continue;
    }
    if (i == close || tokens_[i].is(",")) {
      if (count == wanted) return {begin, i};
      ++count;
      begin = i + 1;
      if (i == close) break;
    }
  }
  return {0, 0};
}

std::pair<std::size_t, std::size_t> ScriptModel::keyword(const Call& call, std::string_view name) const {
  const std::size_t close = std::min(call.close, tokens_.size());
  const std::size_t limit = std::min(close, call.open + k_max_tokens_looked_at);
  for (std::size_t i = call.open + 1; i + 1 < limit; ++i) {
    if (tokens_[i].kind != Token::Kind::name && tokens_[i].kind != Token::Kind::text) continue;
    const bool same = tokens_[i].kind == Token::Kind::text ? tokens_[i].text == name : tokens_[i].raw == name;
    if (!same || !(tokens_[i + 1].is("=") || tokens_[i + 1].is(":"))) continue;
    std::size_t end = i + 2;
    while (end < limit && !tokens_[end].is(",") && !is_close_bracket(tokens_[end].raw)) {
      if (tokens_[end].kind == Token::Kind::sign && is_open_bracket(tokens_[end].raw))
        end = std::min<std::size_t>(match_[end], limit);
      ++end;
    }
    return {i + 2, std::min(end, limit)};
  }
  return {0, 0};
}

Value ScriptModel::sources_in(std::size_t begin, std::size_t end) const {
  Value all;
  end = std::min({end, tokens_.size(), begin + k_most_source_tokens});
  if (begin >= end) return all;
  if (!may_look(end - begin)) {
    all.cut = true;
    return all;
  }
  const Frame frame(nesting_);
  std::string joined;
  bool home = false;
  bool reads = false;
  for (std::size_t i = begin; i < end; ++i) {
    const Token& token = tokens_[i];
    if (token.kind == Token::Kind::text) {
      if (!token.text.empty() && token.text.size() <= k_longest_path) {
        if (token.text.find("://") == std::string::npos) {
          if (!joined.empty()) joined += '/';
          joined += token.text;
        } else if (all.url.empty()) {
          all.url = token.text;
        }
        SensitivePath path;
        if (names_paths_) path = sensitive_path(token.text);
        if (names_paths_ && !path && joined.size() <= k_longest_path) path = sensitive_path(joined);
        if (path && all.secret.empty() &&
            (token.text.find('/') != std::string::npos || token.text.find('.') == 0 || home ||
             token.text.find("id_") == 0 || joined.find('/') != std::string::npos)) {
          all.secret = path.what;
          all.common_secret = path.common;
          all.path_only = true;
        }
      }
      continue;
    }
    if (token.kind != Token::Kind::name) continue;
    if (i > begin && tokens_[i - 1].is(".")) {
      if (token.raw == "read" || token.raw == "read_text" || token.raw == "read_bytes" || token.raw == "readlines")
        reads = true;
      continue;
    }
    const auto known = variables_.find(token.raw);
    if (known != variables_.end() && !(i + 1 < end && tokens_[i + 1].is("="))) all.take_in(known->second);
    std::size_t next = 0;
    const std::string path = path_at(i, next);
    if (path.starts_with("Path.home") || path.ends_with(".homedir") || path.ends_with("expanduser") ||
        path == "homedir" || path.ends_with("Path.home")) {
      home = true;
    }
    if (path == "open" || path.ends_with("readFileSync") || path.ends_with("readFile") || path.ends_with("read_text"))
      reads = true;
    if (is_fetch(path) && next < end && tokens_[next].is("(")) {
      all.remote = true;
      const Call call{path, i, next, closing(next)};
      const auto [from, to] = argument(call, 0);
      const Value where = from < to ? value_of(from, to, 4) : Value{};
      if (where.known || where.partly) all.url = where.text;
    }
    const std::string_view decoder = decoder_name(path);
    if (!decoder.empty() && path != "chr" && next < end && tokens_[next].is("(")) {
      all.decoded = true;
      if (all.how.empty()) all.how = decoder;
    }
    if (path == "input" || path.starts_with("sys.argv") || path.starts_with("process.argv")) all.from_user = true;
    if ((path == "os.environ" || path == "process.env") &&
        !(next < end && (tokens_[next].is("[") || tokens_[next].is(".")))) {
      all.environment = true;
    }
    if (path == "os.environ.copy" || path == "os.environ.items") all.environment = true;
    std::string variable;
    if ((path == "os.environ" || path == "process.env") && next + 1 < end && tokens_[next].is("[") &&
        tokens_[next + 1].kind == Token::Kind::text) {
      variable = tokens_[next + 1].text;
    } else if ((path == "os.getenv" || path == "os.environ.get" || path == "getenv") && next + 1 < end &&
               tokens_[next].is("(") && tokens_[next + 1].kind == Token::Kind::text) {
      variable = tokens_[next + 1].text;
    } else if (path.starts_with("process.env.") || path.starts_with("os.environ.")) {
      variable = path.substr(path.rfind('.') + 1);
    }
    if (names_credential(variable)) all.variables.push_back(variable);
    if (path == "pyperclip.paste" || path == "clipboardy.readSync" || path == "clipboardy.read" ||
        path == "navigator.clipboard.readText") {
      all.secret = "the clipboard";
    }
    if (path == "ImageGrab.grab" || path == "pyautogui.screenshot" || path == "PIL.ImageGrab.grab")
      all.secret = "a picture of the screen";
    if (path == "keyring.get_password") {
      all.secret = "a password of the key ring";
      all.common_secret = true;
    }
    if (path == "document.cookie") all.secret = "the cookies of the page";
    if (next > i + 1) i = next - 1;
  }
  if (reads) all.path_only = false;
  return all;
}

// One operand of an expression. Moves i behind it.
Value ScriptModel::primary(std::size_t& i, std::size_t end, int depth) const {
  Value value;
  if (i >= end) return value;
  const Token& token = tokens_[i];
  if (token.kind == Token::Kind::text) {
    value.known = token.plain;
    value.partly = true;
    if (token.plain) {
      value.text = token.text;
    } else {
      // "{name}" and "${name}": put in what is known.
      std::string_view text = token.text;
      value.known = true;
      for (std::size_t at = 0; at < text.size() && value.text.size() < k_max_value; ++at) {
        const bool dollar = text[at] == '$' && at + 1 < text.size() && text[at + 1] == '{';
        if (text[at] != '{' && !dollar) {
          value.text += text[at];
          continue;
        }
        if (!dollar && at + 1 < text.size() && text[at + 1] == '{') {
          value.text += '{';
          ++at;
          continue;
        }
        const std::size_t open = at + (dollar ? 2 : 1);
        const std::size_t close = std::min(text.find('}', open), text.size());
        const auto known = variables_.find(trim(text.substr(open, close - open)));
        if (known != variables_.end()) value.take_in(known->second);
        if (known != variables_.end() && known->second.known) {
          value.text += known->second.text;
        } else {
          value.text += k_unknown;
          value.known = false;
        }
        at = close;
      }
      value.cut = value.cut || value.text.size() >= k_max_value;
    }
    ++i;
  } else if (token.kind == Token::Kind::number) {
    value.text = std::string(token.raw);
    value.known = value.partly = true;
    ++i;
  } else if (token.is("(") || token.is("[")) {
    const std::size_t close = std::min<std::size_t>(closing(i), end);
    value = value_of(i + 1, close, depth + 1);
    i = close + 1;
  } else if (token.kind == Token::Kind::name) {
    if (token.raw == "new" || token.raw == "await") {
      ++i;
      return primary(i, end, depth);
    }
    const std::size_t first = i;
    std::size_t next = 0;
    const std::string path = path_at(i, next);
    if (next < end && tokens_[next].is("(")) {
      const std::size_t close = std::min<std::size_t>(closing(next), end);
      value = call_value(path, next, close, depth + 1);
      // "x".join(…), name.decode(): methods of a variable
      if (!value.known && next > first + 2 && tokens_[next - 2].is(".")) {
        const auto known = variables_.find(token.raw);
        const std::string_view method = tokens_[next - 1].raw;
        if (known != variables_.end() && (method == "decode" || method == "strip" || method == "toString" ||
                                          method == "trim" || method == "encode")) {
          value = known->second;
        }
      }
      i = close + 1;
    } else {
      const auto known = variables_.find(token.raw);
      if (known != variables_.end() && next == first + 1) value = known->second;
      i = std::max(next, first + 1);
    }
  } else {
    ++i;
    return value;
  }
  // Methods behind it: .decode(), .toString(), [::-1], .join(…), .replace(a, b)
  int guard = 0;
  while (i < end && guard++ < 64) {
    if (tokens_[i].is("[") && i + 3 < end && tokens_[i + 1].is(":") && tokens_[i + 2].is(":") &&
        tokens_[i + 3].is("-")) {
      if (value.known) value.text = reversed(value.text);
      value.decoded = true;
      if (value.how.empty()) value.how = "reversing";
      i = std::min<std::size_t>(closing(i), end) + 1;
      continue;
    }
    if (tokens_[i].is("[")) {
      value.known = false;
      i = std::min<std::size_t>(closing(i), end) + 1;
      continue;
    }
    if (tokens_[i].is("(")) {  // a call of what a call gave
      value.known = false;
      i = std::min<std::size_t>(closing(i), end) + 1;
      continue;
    }
    if (!tokens_[i].is(".") || i + 1 >= end) break;
    const std::string_view method = tokens_[i + 1].raw;
    i += 2;
    if (i >= end || !tokens_[i].is("(")) continue;
    const Call call{"", i, i, std::min<std::size_t>(closing(i), end)};
    i = call.close + 1;
    const auto [begin, stop] = argument(call, 0);
    if (method == "join") {
      // "sep".join(list): what is joined is in the argument; ["a", "b"].join("") has it in front.
      if (language_ == Language::python && begin < stop) {
        const Value list = value_of(begin, stop, depth + 1);
        value.take_in(list);
        value.known = list.known;
        value.text = list.text;
      }
    } else if (method == "replace" && value.known && begin < stop) {
      const auto [second, second_end] = argument(call, 1);
      const Value from = value_of(begin, stop, depth + 1);
      const Value to = second < second_end ? value_of(second, second_end, depth + 1) : Value{};
      if (from.known && to.known && !from.text.empty()) {
        value.text = replace_all(value.text, from.text, to.text);
      } else {
        value.known = false;
      }
    } else if (method == "reverse") {
      if (value.known) value.text = reversed(value.text);
      value.decoded = true;
    } else if (method == "format") {
      value.text = replace_all(value.text, "{}", k_unknown);
      value.known = false;
    } else if (method == "decode" || method == "encode" || method == "toString" || method == "strip" ||
               method == "trim" || method == "split" || method == "text" || method == "read" || method == "lower" ||
               method == "flat") {
      const Value kind = begin < stop ? value_of(begin, stop, depth + 1) : Value{};
      if (kind.known &&
          (kind.text == "base64" || kind.text == "hex" || kind.text == "rot13" || kind.text == "rot_13")) {
        const std::optional<std::string> out = kind.text == "base64" ? decode_base64(value.text)
                                               : kind.text == "hex"  ? decode_hex(value.text)
                                                                     : std::optional<std::string>(rot13(value.text));
        value.known = value.known && out.has_value() && method == "decode";
        if (value.known) value.text = *out;
      }
    } else {
      value.known = false;
    }
  }
  value.cut = value.cut || guard > 64;
  return value;
}

Value ScriptModel::call_value(const std::string& path, std::size_t open, std::size_t close, int depth) const {
  Value value = sources_in(open + 1, close);
  value.text.clear();
  const Call call{path, open, open, close};
  const auto [begin, end] = argument(call, 0);
  if (is_fetch(path)) {
    value.remote = true;
    const Value where = begin < end && depth < k_max_nesting ? value_of(begin, end, depth + 1) : Value{};
    if (where.known || where.partly) value.url = where.text;
    return value;
  }
  const std::string_view decoder = decoder_name(path);
  const bool buffer = path == "Buffer.from" || path == "bytes" || path == "bytearray" || path == "str" ||
                      path == "String" || path == "codecs.decode";
  if (path == "os.path.join" || path == "path.join" || path == "Path" || path == "pathlib.Path" ||
      path == "os.path.expanduser" || path == "path.resolve") {
    std::string joined;
    bool known = true;
    for (std::size_t k = 0; k < k_max_tokens_looked_at; ++k) {
      const auto [from, to] = argument(call, k);
      if (from >= to) break;
      const Value part = depth < k_max_nesting ? value_of(from, to, depth + 1) : Value{};
      value.take_in(part);
      known = known && part.known;
      if (!joined.empty()) joined += '/';
      joined += part.known ? part.text : std::string(k_unknown);
    }
    value.text = std::move(joined);
    value.known = known;
    value.partly = true;
    return value;
  }
  if (path == "Path.home" || path == "pathlib.Path.home" || path == "os.homedir" || path == "homedir") {
    value.text = "~";
    value.known = value.partly = true;
    return value;
  }
  if (decoder.empty() && !buffer) return value;
  const Value in = begin < end && depth < k_max_nesting ? value_of(begin, end, depth + 1) : Value{};
  value.take_in(in);
  std::optional<std::string> out;
  if (path == "Buffer.from" || path == "codecs.decode") {
    const auto [second, second_end] = argument(call, 1);
    const Value kind = second < second_end ? value_of(second, second_end, depth + 1) : Value{};
    const std::string name = to_lower(kind.text);
    if (name == "base64" || name == "hex" || name == "rot13" || name == "rot_13") {
      value.decoded = true;
      value.how = in.how.empty() ? name : in.how + ", then " + name;
      if (in.known) {
        out = name == "base64" ? decode_base64(in.text) : name == "hex" ? decode_hex(in.text) : rot13(in.text);
      }
    } else {
      out = in.known ? std::optional<std::string>(in.text) : std::nullopt;
    }
  } else if (buffer) {
    if (in.known) out = in.text;
  } else {
    value.decoded = true;
    value.how = in.how.empty() ? std::string(decoder) : in.how + ", then " + std::string(decoder);
    if (decoder == "base64" && in.known) out = decode_base64(in.text);
    if (decoder == "base32" && in.known) out = decode_base32(in.text);
    if (decoder == "hex" && in.known) out = decode_hex(in.text);
    if (decoder == "character codes") {
      std::string text;
      bool all = begin < end && may_look(close - open);
      value.cut = value.cut || (begin < end && !all);
      for (std::size_t i = open + 1; all && i < close; ++i) {
        if (tokens_[i].kind != Token::Kind::number) {
          all = all && tokens_[i].is(",");
          continue;
        }
        unsigned number = 0;
        for (const char c : tokens_[i].raw) {
          if (is_digit(c) && number < 0x110000) number = number * 10 + static_cast<unsigned>(c - '0');
        }
        text += number < 0x80 ? static_cast<char>(number) : '?';
      }
      if (all) out = std::move(text);
    }
  }
  value.cut = value.cut || (out.has_value() && out->size() >= k_max_value);
  value.known = out.has_value() && out->size() < k_max_value;
  value.partly = value.known;
  if (value.known) value.text = std::move(*out);
  return value;
}

Value ScriptModel::value_of(std::size_t begin, std::size_t end, int depth) const {
  Value value;
  end = std::min(end, tokens_.size());
  if (begin >= end) return value;
  value.cut = end - begin > k_max_tokens_looked_at;
  end = std::min(end, begin + k_max_tokens_looked_at);
  if (depth > k_max_nesting || !may_look(end - begin)) {
    value.cut = true;
    return value;
  }
  const Frame frame(nesting_);
  // chr(c) for c in [105, 109, …]
  bool numbers = false;
  for (std::size_t i = begin; i + 2 < end && i < begin + 12; ++i) {
    if (tokens_[i].is("chr") && tokens_[i + 1].is("(")) numbers = true;
  }
  if (numbers) {
    const auto list =
        std::find_if(tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
                     tokens_.begin() + static_cast<std::ptrdiff_t>(end), [](const Token& t) { return t.is("["); });
    if (list != tokens_.begin() + static_cast<std::ptrdiff_t>(end)) {
      std::string text;
      for (std::size_t i = static_cast<std::size_t>(list - tokens_.begin()) + 1; i < end && !tokens_[i].is("]"); ++i) {
        unsigned number = 0;
        if (tokens_[i].kind != Token::Kind::number) continue;
        for (const char c : tokens_[i].raw) {
          if (is_digit(c) && number < 0x110000) number = number * 10 + static_cast<unsigned>(c - '0');
        }
        text += number < 0x80 ? static_cast<char>(number) : '?';
      }
      value.take_in(sources_in(begin, end));
      value.text = std::move(text);
      value.known = !value.cut;
      value.partly = value.decoded = true;
      value.how = "character codes";
      return value;
    }
  }
  bool first = true;
  bool all_known = true;
  std::size_t i = begin;
  while (i < end && tokens_[i].kind == Token::Kind::line_end) ++i;
  while (i < end) {
    const Value part = primary(i, end, depth);
    value.take_in(part);
    all_known = all_known && part.known;
    value.partly = value.partly || part.partly;
    if (value.text.size() < k_max_value) {
      value.text += part.known || part.partly ? part.text : std::string(k_unknown);
    } else {
      value.cut = true;
    }
    if (first && part.known && part.decoded) value.decoded = true;
    first = false;
    while (i < end && tokens_[i].kind == Token::Kind::line_end) ++i;
    if (i >= end) break;
    if (tokens_[i].is("+") || tokens_[i].is(",")) {  // a list's parts are joined: "".join([…])
      ++i;
    } else if (tokens_[i].is("/")) {  // Path.home() / ".ssh"
      if (!value.text.ends_with("/")) value.text += '/';
      ++i;
    } else if (tokens_[i].is("%")) {
      all_known = false;
      value.text = replace_all(value.text, "%s", k_unknown);
      break;
    } else if (tokens_[i].kind == Token::Kind::text) {
      continue;  // "a" "b"
    } else {
      all_known = false;
      value.take_in(sources_in(i, end));
      break;
    }
    while (i < end && tokens_[i].kind == Token::Kind::line_end) ++i;
  }
  value.known = all_known && !first && !value.cut;
  return value;
}

void ScriptModel::set(std::string_view name, Value value) {
  if (!value.known) value.text.clear();
  if (value.text.size() > k_max_value || variable_bytes_ + value.text.size() > k_max_variable_bytes) {
    value.text.clear();
    value.known = value.partly = false;
    value.cut = true;
  }
  const auto known = variables_.find(name);
  if (known == variables_.end()) {
    if (variables_.size() >= k_max_variables) {
      gave_up_ = true;
      return;
    }
    variable_bytes_ += value.text.size();
    variables_.emplace(name, std::move(value));
    return;
  }
  variable_bytes_ += value.text.size();
  variable_bytes_ -= known->second.text.size();
  known->second = std::move(value);
}

void ScriptModel::assign(std::size_t name, std::size_t begin, std::size_t end) {
  if (begin >= end) return;
  Value value = value_of(begin, end);
  value.take_in(sources_in(begin, end));
  std::size_t next = 0;
  if (tokens_[begin].kind == Token::Kind::name) {
    const std::string path = path_at(begin, next);
    if (next >= end && path != tokens_[begin].raw) value.code_path = path;
    if (next >= end && (path == "eval" || path == "exec" || path == "Function")) value.code_path = path;
  }
  set(tokens_[name].raw, std::move(value));
}

// import a.b as c, d · from a import b as c · import {a as b} from "c" · const {a: b} = require("c")
std::size_t ScriptModel::imports(std::size_t i) {
  const std::size_t end = end_of_statement(i);
  auto set_path = [&](std::string_view name, std::string path) {
    Value value;
    value.code_path = std::move(path);
    set(name, std::move(value));
  };
  auto module_name = [](std::string_view text) {
    return std::string(text.starts_with("node:") ? text.substr(5) : text);
  };
  if (language_ == Language::python && tokens_[i].is("from")) {
    std::string module;
    std::size_t k = i + 1;
    while (k < end && !tokens_[k].is("import")) module += tokens_[k++].raw;
    for (++k; k < end; ++k) {
      if (tokens_[k].kind != Token::Kind::name) continue;
      const std::string path = module + "." + std::string(tokens_[k].raw);
      if (k + 2 < end && tokens_[k + 1].is("as")) {
        set_path(tokens_[k + 2].raw, path);
        k += 2;
      } else {
        set_path(tokens_[k].raw, path);
      }
    }
    return end;
  }
  if (language_ == Language::python) {
    for (std::size_t k = i + 1; k < end; ++k) {
      std::string module;
      while (k < end && !tokens_[k].is(",") && !tokens_[k].is("as")) module += tokens_[k++].raw;
      if (k + 1 < end && tokens_[k].is("as")) {
        set_path(tokens_[k + 1].raw, module);
        k += 2;
      }
    }
    return end;
  }
  // JavaScript: the module's name stands last.
  std::size_t from = end;
  while (from > i && tokens_[from - 1].kind != Token::Kind::text) --from;
  if (from == i) return end;
  const std::string module = module_name(tokens_[from - 1].text);
  bool braces = false;
  for (std::size_t k = i + 1; k + 1 < from; ++k) {
    if (tokens_[k].is("{")) braces = true;
    if (tokens_[k].is("}")) braces = false;
    if (tokens_[k].kind != Token::Kind::name || tokens_[k].is("from") || tokens_[k].is("type")) continue;
    const std::string path = braces ? module + "." + std::string(tokens_[k].raw) : module;
    if (k + 2 < from && (tokens_[k + 1].is("as") || tokens_[k + 1].is(":"))) {
      set_path(tokens_[k + 2].raw, path);
      k += 2;
    } else {
      set_path(tokens_[k].raw, path);
    }
  }
  return end;
}

void ScriptModel::read() {
  bool starts = true;  // a statement may start here
  // Names that a callback gets from the network: .then(r => …), onmessage = ({data}) => …
  std::size_t remote_until = 0;
  std::string remote_url;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const Token& token = tokens_[i];
    if (token.kind == Token::Kind::line_end || token.is(";") || token.is("{") || token.is("}") || token.is(":")) {
      starts = true;
      continue;
    }
    if (token.kind != Token::Kind::name) {
      if (token.kind == Token::Kind::sign && token.raw == "(" && i > 0 && tokens_[i - 1].is(")")) {
        // (0, eval)("…")
        const std::size_t open = match_[i - 1];
        if (open + 3 < i && open < tokens_.size() && tokens_[i - 2].kind == Token::Kind::name &&
            tokens_[i - 3].is(",")) {
          std::size_t next = 0;
          calls_.push_back({path_at(i - 2, next), open, i, closing(i)});
        }
      }
      starts = starts && token.is("(") && false;
      continue;
    }
    if (starts && (token.is("import") || (token.is("from") && language_ == Language::python))) {
      if (!(i + 1 < tokens_.size() && tokens_[i + 1].is("("))) {
        i = imports(i);
        starts = true;
        if (i > 0) --i;
        continue;
      }
    }
    const bool after_dot = i > 0 && (tokens_[i - 1].is(".") || tokens_[i - 1].is("?."));
    if (token.is("const") || token.is("let") || token.is("var")) {
      // const {a, b: c} = require("m")
      if (i + 1 < tokens_.size() && tokens_[i + 1].is("{")) {
        const std::size_t close = closing(i + 1);
        if (close + 2 < tokens_.size() && tokens_[close + 1].is("=")) {
          std::size_t next = 0;
          std::size_t at = close + 2;
          if (tokens_[at].is("await") && at + 1 < tokens_.size()) ++at;
          if (tokens_[at].kind == Token::Kind::name) {
            const std::string module = path_at(at, next);
            for (std::size_t k = i + 2; k < close; ++k) {
              if (tokens_[k].kind != Token::Kind::name) continue;
              Value value;
              value.code_path = module + "." + std::string(tokens_[k].raw);
              const bool renamed = k + 2 < close && tokens_[k + 1].is(":");
              set(tokens_[renamed ? k + 2 : k].raw, std::move(value));
              if (renamed) k += 2;
            }
          }
        }
      }
      starts = true;
      continue;
    }
    // name = value, name: type = value
    if (starts && !after_dot && i + 2 < tokens_.size() && tokens_[i + 1].is("=")) {
      assign(i, i + 2, end_of_statement(i + 2));
    } else if (starts && !after_dot && i + 2 < tokens_.size() && tokens_[i + 1].is("+=")) {
      const auto old = variables_.find(token.raw);
      const Value before = old == variables_.end() ? Value{} : old->second;
      assign(i, i + 2, end_of_statement(i + 2));
      const auto added = variables_.find(token.raw);
      Value now = added == variables_.end() ? Value{} : added->second;
      now.take_in(before);
      if (now.known && before.known) {
        now.text = before.text + now.text;  // too long: told by set
      } else {
        now.known = false;
      }
      set(token.raw, std::move(now));
    }
    // with open(…) as f
    if (token.is("as") && i > 2 && i + 1 < tokens_.size() && tokens_[i - 1].is(")")) {
      const std::size_t open = match_[i - 1];
      if (open < i) {
        Value value = sources_in(open > 1 ? open - 1 : open, i);
        if (value.path_only) value.path_only = false;
        set(tokens_[i + 1].raw, std::move(value));
      }
    }
    // for name in …
    if (token.is("for") && i + 3 < tokens_.size() && tokens_[i + 2].is("in")) {
      set(tokens_[i + 1].raw, sources_in(i + 3, end_of_statement(i + 3)));
    }
    // The parameter of a callback that the network calls.
    if (token.is("onmessage") || (token.is("then") && after_dot)) {
      const std::size_t end = end_of_statement(i);
      std::size_t from = i;
      while (from > 0 && i - from < 200 && tokens_[from - 1].kind != Token::Kind::line_end &&
             !tokens_[from - 1].is(";"))
        --from;
      const Value before = sources_in(from, i);
      if (token.is("onmessage") || before.remote) {
        remote_until = std::max(remote_until, end);
        remote_url = before.url;
      }
    }
    if (i < remote_until && i + 1 < tokens_.size() &&
        (tokens_[i + 1].is("=>") || (i > 0 && (tokens_[i - 1].is("{") || tokens_[i - 1].is("(")) &&
                                     (tokens_[i + 1].is("}") || tokens_[i + 1].is(")"))))) {
      bool arrow = tokens_[i + 1].is("=>");
      for (std::size_t k = i + 1; !arrow && k < i + 4 && k < tokens_.size(); ++k) arrow = tokens_[k].is("=>");
      if (arrow) {
        Value value;
        value.remote = true;
        value.url = remote_url;
        set(token.raw, std::move(value));
      }
    }
    starts = false;
    if (after_dot) {
      // A method of what a call gave: (…).read_text(), s.sendall(…)
      if (i + 1 < tokens_.size() && tokens_[i + 1].is("(") && i >= 2 &&
          (tokens_[i - 2].is(")") || tokens_[i - 2].is("]"))) {
        calls_.push_back({"." + std::string(token.raw), i, i + 1, closing(i + 1)});
      }
      continue;
    }
    std::size_t next = 0;
    const std::string path = path_at(i, next);
    if (next < tokens_.size() && tokens_[next].is("(")) {
      const bool defines =
          i > 0 && (tokens_[i - 1].is("def") || tokens_[i - 1].is("function") || tokens_[i - 1].is("class"));
      if (!defines) {
        Call call{path, i, next, closing(next)};
        call.made_new = i > 0 && tokens_[i - 1].is("new");
        calls_.push_back(std::move(call));
      }
    }
  }
}

}  // namespace skillstow
