#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "safety/tokens.h"

namespace skillstow {

// Of the arguments of one call, sources are looked for in so many tokens.
inline constexpr std::size_t k_most_source_tokens = 4'000;

// What is known of a value in a Python or JavaScript text.
struct Value {
  std::string text;          // its parts that are written out; what is not known stands as "${_}"
  bool known = false;        // all of it is
  bool partly = false;       // some of it is
  bool cut = false;          // longer or deeper than is followed, so that the rest is missing
  std::string how;           // decoders that made it: "base64"
  bool decoded = false;      // a decoder made it, whatever came out
  bool remote = false;       // came from the network
  std::string url;           // … from there, if it is written out
  bool from_user = false;    // input(), argv
  bool environment = false;  // all of the environment
  bool walks_home = false;   // the files of the home folder, one after the other
  bool walks_some = false;   // … those that a pattern picks
  std::string secret;        // what it holds of the user's secrets, or ""
  bool common_secret = false;
  bool path_only = false;              // the path of a secret, not what is in it
  std::vector<std::string> variables;  // names of credentials read from the environment
  Span source_at{};                    // where the secret, or the environment, stands in the text
  Span remote_at{};                    // where the network is asked
  std::string code_path;               // what it stands for as a function or module: "os.system"
  std::string made_by;                 // the call that made it, by its full name: "socket.socket"
  std::string parameter;               // the function whose parameter it is
  std::vector<std::string> imported;   // what functions of the skill's other files give: "collect.grab"

  void take_in(const Value& other);  // everything but text
};

// A call: what is called, by its full name where that can be told, and where its arguments stand.
struct Call {
  std::string path;       // "os.system", "requests.post", "open"; "" if unknown
  std::size_t first = 0;  // first token of the callee
  std::size_t open = 0;   // "("
  std::size_t close = 0;  // ")" or one past the last token
  bool made_new = false;  // new X(…)
  bool indirect = false;  // eval or exec handed to another function; the arguments are the whole statement
  std::string full{};     // path, with the call that made the object in place of its name: "socket.socket.recv"
};

inline bool is_open_bracket(std::string_view raw) { return raw == "(" || raw == "[" || raw == "{"; }
inline bool is_close_bracket(std::string_view raw) { return raw == ")" || raw == "]" || raw == "}"; }

using ScriptVariables = std::map<std::string, Value, std::less<>>;

// The names under which scripts of one skill import each other: "collect" for scripts/collect.py.
using ScriptModules = std::set<std::string, std::less<>>;

// The tokens of a script with names resolved as far as assignments and imports tell. Reads forward once. A long script
// is read in pieces: each starts with the variables of those before it, and some tokens before the end of the last one.
class ScriptModel {
 public:
  ScriptModel(std::string_view text, Language language, std::size_t from = 0, ScriptVariables before = {},
              const ScriptModules* modules = nullptr);

  // Where the next piece starts; npos = this was the last one.
  std::size_t next_piece() const { return next_piece_; }
  ScriptVariables take_variables() { return std::move(variables_); }
  // Too intricate: some of it was not followed.
  bool gave_up() const { return gave_up_; }

  const std::vector<Token>& tokens() const { return tokens_; }
  std::vector<Call>& calls() { return calls_; }
  // What the script's functions give back, by name, as far as it comes from somewhere.
  const ScriptVariables& given() const { return given_; }

  // The value of the expression in tokens [begin, end).
  Value value_of(std::size_t begin, std::size_t end, int depth = 0) const;
  // Everything that stands somewhere in [begin, end): sources, decoders, secrets. `text` stays empty.
  Value sources_in(std::size_t begin, std::size_t end) const;
  // The i-th argument, as a stretch of tokens; empty if there is none. Keywords count as they stand.
  std::pair<std::size_t, std::size_t> argument(const Call& call, std::size_t i) const;
  // "name=…" among the arguments, or "name: …" in an object.
  std::pair<std::size_t, std::size_t> keyword(const Call& call, std::string_view name) const;
  std::vector<Value> arguments_of(const Call& call, int depth = 0) const;
  // The first token of the statement that `token` stands in, as far as lines and ";" tell.
  std::size_t begin_of_statement(std::size_t token) const;
  // One past the last token of the statement that `token` stands in.
  std::size_t end_of_statement(std::size_t token) const;
  Span span(std::size_t first, std::size_t last) const;

 private:
  void match_brackets();
  void read();
  std::size_t imports(std::size_t i);
  std::size_t python_imports(std::size_t i, std::size_t end);
  std::size_t javascript_imports(std::size_t i, std::size_t end);
  void set_path(std::string_view name, std::string path);
  std::string path_at(std::size_t i, std::size_t& next) const;
  // The path with the call that made its first name, or that stands before its ".".
  std::string full_path(std::string_view path, std::size_t i) const;
  void assign(std::size_t name, std::size_t begin, std::size_t end);
  void assign_member(std::size_t name);
  std::size_t end_of_value(std::size_t i) const;
  void take_into(std::string_view name, const Value& value);
  void bind(std::size_t i);
  void assigns(std::size_t i);
  void destructures(std::size_t i);
  void enters_function(std::size_t i);
  void leaves_functions(std::size_t i);
  void gives_back(std::size_t begin, std::size_t end);
  void calls_back(std::size_t i);
  void call_at(std::size_t i, bool after_dot);
  void indirect_call(std::size_t i);
  bool has_xor(std::size_t open, std::size_t close) const;
  bool is_of_own_module(std::string_view path) const;
  std::size_t column_of(std::size_t i) const;
  void set(std::string_view name, Value value);
  Value call_value(const std::string& path, std::size_t open, std::size_t close, int depth) const;
  Value primary(std::size_t& i, std::size_t end, int depth) const;
  std::size_t closing(std::size_t open) const { return match_[open]; }

  // A function that is being read: until its body ends, "return" is its.
  struct Function {
    std::string name;
    std::size_t column = 0;  // Python: of its "def"
    std::size_t end = 0;     // JavaScript: its last token
  };
  std::vector<Function> functions_;
  // Up to there, the parameters of callbacks come from the network.
  std::size_t remote_until_ = 0;
  std::string remote_url_;

  // Looking into expressions costs; hostile nesting may not make it cost more than the text is long.
  bool may_look(std::size_t tokens) const;

  std::string_view text_;
  Language language_;
  bool names_paths_ = false;  // a part of a credential's path stands in it
  mutable int nesting_ = 0;
  mutable std::size_t looked_at_ = 0;
  std::vector<Token> tokens_;
  std::vector<std::uint32_t> match_;  // of a bracket: the other one; of an open one without: the end
  std::vector<Call> calls_;
  ScriptVariables variables_;
  ScriptVariables given_;
  const ScriptModules* modules_;
  std::size_t variable_bytes_ = 0;  // of their texts
  std::size_t next_piece_ = std::string_view::npos;
  mutable bool gave_up_ = false;
};

}  // namespace skillstow
