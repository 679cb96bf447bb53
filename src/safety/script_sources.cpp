#include <algorithm>

#include "base/text.h"
#include "safety/paths.h"
#include "safety/script_limits.h"
#include "safety/script_model.h"
#include "safety/script_names.h"

// What stands in an expression: sources, decoders, secrets.
namespace skillstow {

using namespace script_limits;

// "collect.grab", "./lib.load": of a file of the skill.
bool ScriptModel::is_of_own_module(std::string_view path) const {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return false;
  const std::string_view module = path.substr(0, dot);
  return modules_->contains(module.substr(module.find_last_of("./") + 1));
}

namespace {

// The names in a folder, without those below it.
bool lists_folder(std::string_view path) {
  return path == "os.listdir" || path == "fs.readdirSync" || path == "fs.readdir" || path == "readdirSync";
}

bool makes_characters(std::string_view path) {
  const std::string_view last = last_name(path);
  return path == "chr" || path == "bytes" || path == "bytearray" || last == "fromCharCode" || last == "fromCodePoint";
}

}  // namespace

// chr(a ^ b): a text that only its key opens.
bool ScriptModel::has_xor(std::size_t open, std::size_t close) const {
  const std::size_t end = std::min({close, tokens_.size(), open + k_max_tokens_looked_at});
  return std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(std::min(open, end)),
                     tokens_.begin() + static_cast<std::ptrdiff_t>(end),
                     [](const Token& token) { return token.is("^"); });
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
  bool walks = false;
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
          all.source_at = token.span;
        }
      }
      continue;
    }
    if (token.kind != Token::Kind::name) continue;
    if (i > begin && tokens_[i - 1].is(".")) {
      if (token.raw == "rglob" || token.raw == "glob" || token.raw == "iterdir") walks = true;
      if (token.raw == "read" || token.raw == "read_text" || token.raw == "read_bytes" || token.raw == "readlines")
        reads = true;
      continue;
    }
    const bool own = (token.is("self") || token.is("this")) && i + 2 < end && tokens_[i + 1].is(".");
    const auto known = variables_.find(own ? tokens_[i + 2].raw : token.raw);
    if (known != variables_.end() && !(i + 1 < end && tokens_[i + 1].is("="))) all.take_in(known->second);
    if (known != variables_.end() && known->second.known && known->second.text.starts_with("~")) home = true;
    std::size_t next = 0;
    const std::string path = path_at(i, next);
    if (path == "os.walk" || path == "glob.glob" || path == "glob.iglob" || path == "os.scandir") walks = true;
    if (path.starts_with("Path.home") && (path.ends_with("glob") || path.ends_with("iterdir"))) walks = true;
    if (path.starts_with("Path.home") || path.ends_with(".homedir") || path.ends_with("expanduser") ||
        path == "homedir" || path.ends_with("Path.home") || is_home_variable(path)) {
      home = true;
    }
    if (path == "open" || path.ends_with("readFileSync") || path.ends_with("readFile") || path.ends_with("read_text"))
      reads = true;
    const bool called = next < end && tokens_[next].is("(");
    if (called && is_fetch(full_path(path, i))) {
      all.remote = true;
      if (all.remote_at.length == 0) all.remote_at = span(i, closing(next));
      const Call call{path, i, next, closing(next)};
      const auto [from, to] = argument(call, 0);
      const Value where = from < to ? value_of(from, to, 4) : Value{};
      if (where.known || where.partly) all.url = where.text;
      if (is_metadata_address(where.text)) all.secret = "credentials of the cloud machine";
    }
    if (called && modules_ != nullptr && all.imported.size() < 8 && is_of_own_module(path))
      all.imported.push_back(path);
    if (called && !home && lists_folder(path)) {
      const Call call{path, i, next, closing(next)};
      const auto [from, to] = argument(call, 0);
      // Of the home folder itself; a folder in it is somebody's own.
      home = walks = from < to && target_of(value_of(from, to, 4).text) == Target::home;
    }
    if (called && makes_characters(path) && has_xor(next, closing(next))) {
      all.decoded = true;
      if (all.how.empty()) all.how = "XOR";
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
    if (path == "os.environ.copy" || path == "os.environ.items" || path == "os.environ.values") all.environment = true;
    if (all.environment && all.source_at.length == 0) all.source_at = token.span;
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
    if (const std::string_view held = private_source(path); !held.empty()) {
      all.secret = held;
      all.source_at = token.span;
    }
    if (path == "localStorage" && !(next < end && (tokens_[next].is(".") || tokens_[next].is("[")))) {
      all.secret = "what the page stores";
    }
    if (path == "keyring.get_password") {
      all.secret = "a password of the key ring";
      all.common_secret = true;
    }
    if (next > i + 1) i = next - 1;
  }
  if (reads) all.path_only = false;
  if (walks && home) {
    all.walks_home = true;
    all.walks_some = joined.find('.') != std::string::npos;
  }
  return all;
}

}  // namespace skillstow
