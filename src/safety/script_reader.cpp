#include <algorithm>

#include "base/text.h"
#include "safety/script_limits.h"
#include "safety/script_model.h"
#include "safety/script_names.h"

// One pass over the tokens of a script: assignments, loops, callbacks, functions and calls.
namespace skillstow {

using namespace script_limits;

namespace {

constexpr std::size_t k_most_functions = 32;  // in each other
constexpr std::size_t k_most_parameters = 16;
constexpr std::size_t k_longest_statement = 400;  // tokens that are looked at backwards

// Handlers that libraries call with what arrived.
bool takes_messages(std::string_view name) {
  return name == "on_message" || name == "onmessage" || name == "onMessage" || name == "on_data" ||
         name == "handle_message" || name == "message_received";
}

}  // namespace

std::size_t ScriptModel::column_of(std::size_t i) const {
  const std::size_t at = tokens_[i].span.offset;
  const std::size_t from = at > 400 ? at - 400 : 0;
  const std::size_t line = text_.substr(from, at - from).rfind('\n');
  return line == std::string_view::npos ? at - from : at - from - line - 1;
}

std::size_t ScriptModel::begin_of_statement(std::size_t i) const {
  std::size_t from = i;
  while (from > 0 && i - from < k_longest_statement && tokens_[from - 1].kind != Token::Kind::line_end &&
         !tokens_[from - 1].is(";"))
    --from;
  return from;
}

// def name(a, b):   function name(a, b) {   const name = (a, b) => …
void ScriptModel::enters_function(std::size_t i) {
  const bool python = language_ == Language::python;
  std::size_t name = i + 1;
  std::size_t open = i + 2;
  if (!python && tokens_[i].is("(")) {  // of an arrow function: name = (…) =>, name = async (…) =>
    const std::size_t close = closing(i);
    if (close + 1 >= tokens_.size() || !tokens_[close + 1].is("=>")) return;
    std::size_t before = i;
    if (before >= 1 && tokens_[before - 1].is("async")) --before;
    if (before < 2 || !tokens_[before - 1].is("=") || tokens_[before - 2].kind != Token::Kind::name) return;
    name = before - 2;
    open = i;
  } else if (!python && name < tokens_.size() && tokens_[name].is("(")) {  // name = function (…)
    if (i < 2 || !tokens_[i - 1].is("=") || tokens_[i - 2].kind != Token::Kind::name) return;
    open = name;
    name = i - 2;
  }
  if (open >= tokens_.size() || !tokens_[open].is("(") || tokens_[name].kind != Token::Kind::name) return;
  if (functions_.size() >= k_most_functions) functions_.erase(functions_.begin());
  const std::size_t close = closing(open);
  Function function{std::string(tokens_[name].raw), python ? column_of(begin_of_statement(i)) : 0, tokens_.size()};
  if (!python) {
    std::size_t body = close + 1;
    if (body < tokens_.size() && tokens_[body].is("=>")) ++body;
    while (body < std::min(tokens_.size(), close + 20) && !tokens_[body].is("{") && !tokens_[body - 1].is("=>")) ++body;
    if (body < tokens_.size() && tokens_[body].is("{")) {
      function.end = closing(body);
    } else if (body < tokens_.size()) {  // => expression
      const std::size_t end = end_of_statement(body);
      functions_.push_back(function);
      gives_back(body, end);
      function.end = end;
      functions_.pop_back();
    }
  }
  functions_.push_back(function);
  std::size_t parameters = 0;
  for (std::size_t k = open + 1; k < std::min(close, tokens_.size()) && parameters < k_most_parameters; ++k) {
    if (tokens_[k].kind != Token::Kind::name || !(tokens_[k - 1].is("(") || tokens_[k - 1].is(","))) continue;
    ++parameters;
    Value value;
    value.parameter = function.name;
    value.remote = takes_messages(function.name);
    set(tokens_[k].raw, std::move(value));
  }
}

void ScriptModel::leaves_functions(std::size_t i) {
  if (functions_.empty()) return;
  if (language_ != Language::python) {
    while (!functions_.empty() && functions_.back().end < i) functions_.pop_back();
    return;
  }
  if (i > 0 && tokens_[i - 1].kind != Token::Kind::line_end) return;
  const std::size_t column = column_of(i);
  while (!functions_.empty() && functions_.back().column >= column) functions_.pop_back();
}

void ScriptModel::gives_back(std::size_t begin, std::size_t end) {
  if (functions_.empty() || begin >= end) return;
  Value value = sources_in(begin, end);
  if (value.secret.empty() && !value.environment && !value.remote && value.variables.empty()) return;
  const std::string& name = functions_.back().name;
  const auto known = given_.find(name);
  if (known != given_.end()) {
    known->second.take_in(value);
  } else if (given_.size() < k_max_variables) {
    given_.emplace(name, value);
  }
  take_into(name, value);
}

// const {a, b: c} = require("m")
void ScriptModel::destructures(std::size_t i) {
  if (i + 1 >= tokens_.size() || !tokens_[i + 1].is("{")) return;
  const std::size_t close = closing(i + 1);
  if (close + 2 >= tokens_.size() || !tokens_[close + 1].is("=")) return;
  std::size_t at = close + 2;
  if (tokens_[at].is("await") && at + 1 < tokens_.size()) ++at;
  if (tokens_[at].kind != Token::Kind::name) return;
  std::size_t next = 0;
  const std::string module = path_at(at, next);
  for (std::size_t k = i + 2; k < close; ++k) {
    if (tokens_[k].kind != Token::Kind::name) continue;
    const bool renamed = k + 2 < close && tokens_[k + 1].is(":");
    set_path(tokens_[renamed ? k + 2 : k].raw, module + "." + std::string(tokens_[k].raw));
    if (renamed) k += 2;
  }
}

// The end of a value that is assigned: of its statement, or of its part of "const a = 1, b = 2".
std::size_t ScriptModel::end_of_value(std::size_t i) const {
  const std::size_t end = end_of_statement(i);
  if (language_ != Language::javascript) return end;
  for (std::size_t k = i; k + 2 < end; ++k) {
    if (tokens_[k].kind == Token::Kind::sign && is_open_bracket(tokens_[k].raw)) {
      k = std::min(closing(k), end);
    } else if (tokens_[k].is(",") && tokens_[k + 1].kind == Token::Kind::name && tokens_[k + 2].is("=")) {
      return k;
    }
  }
  return end;
}

// name = value, name += value
void ScriptModel::assigns(std::size_t i) {
  const Token& token = tokens_[i];
  if (tokens_[i + 1].is("=")) return assign(i, i + 2, end_of_value(i + 2));
  if (!tokens_[i + 1].is("+=")) return;
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

// name[key] = value · self.name = value · self.name[key] = value · name.append(value): the sources come to the name.
void ScriptModel::assign_member(std::size_t i) {
  std::size_t at = i + 1;
  std::string_view name = tokens_[i].raw;
  bool adds = false;
  for (int steps = 0; at < tokens_.size() && steps < 8; ++steps) {
    if (tokens_[at].is("[")) {
      at = closing(at) + 1;
    } else if (tokens_[at].is(".") && at + 1 < tokens_.size() && tokens_[at + 1].kind == Token::Kind::name) {
      const std::string_view member = tokens_[at + 1].raw;
      adds = member == "append" || member == "update" || member == "push" || member == "add" || member == "extend" ||
             member == "insert" || member == "set";
      if (adds) break;
      if (name == "self" || name == "this" || name == "module" || name == "exports") name = member;
      at += 2;
    } else {
      break;
    }
  }
  if (adds && at + 2 < tokens_.size() && tokens_[at + 2].is("(")) {
    const Value value = sources_in(at + 3, std::min(closing(at + 2), tokens_.size()));
    if (!value.secret.empty() || value.environment || value.remote || value.decoded || !value.variables.empty())
      take_into(name, value);
    return;
  }
  if (at == i + 1 || at + 1 >= tokens_.size() || !(tokens_[at].is("=") || tokens_[at].is("+="))) return;
  const std::size_t end = end_of_statement(at + 1);
  // self.name = value is an assignment; name[key] = value adds to what is there.
  std::size_t target = at - 1;
  if (tokens_[at].is("=") && tokens_[target].kind == Token::Kind::name && tokens_[target].raw == name) {
    return assign(target, at + 1, end);
  }
  const Value value = sources_in(at + 1, end);
  if (!value.secret.empty() || value.environment || value.remote || !value.variables.empty()) take_into(name, value);
}

// with open(…) as f · for name in … · for key, value in …
void ScriptModel::bind(std::size_t i) {
  const Token& token = tokens_[i];
  if (token.is("as") && i > 2 && i + 1 < tokens_.size() && tokens_[i - 1].is(")")) {
    const std::size_t open = match_[i - 1];
    if (open >= i) return;
    std::size_t first = open;
    while (first >= 2 && tokens_[first - 1].kind == Token::Kind::name) first -= tokens_[first - 2].is(".") ? 2 : 1;
    Value value = sources_in(open > 1 ? open - 1 : open, i);
    value.path_only = false;
    std::size_t next = 0;
    while (first < open && (tokens_[first].is("with") || tokens_[first].is("async") || tokens_[first].is("."))) ++first;
    if (first < open && tokens_[first].kind == Token::Kind::name)
      value.made_by = full_path(path_at(first, next), first);
    set(tokens_[i + 1].raw, std::move(value));
    return;
  }
  if (!token.is("for")) return;
  std::size_t in = i + 1;
  while (in < tokens_.size() && in < i + 12 && !tokens_[in].is("in") && !tokens_[in].is("of")) ++in;
  if (in + 1 >= tokens_.size() || in >= i + 12) return;
  const Value value = sources_in(in + 1, end_of_statement(in + 1));
  for (std::size_t k = i + 1; k < in; ++k) {
    if (tokens_[k].kind == Token::Kind::name && !tokens_[k].is("const") && !tokens_[k].is("let")) {
      set(tokens_[k].raw, value);
    }
  }
}

// The parameter of a callback that the network calls: .then(r => …), onmessage = ({data}) => …, get(url, r => …)
void ScriptModel::calls_back(std::size_t i) {
  const Token& token = tokens_[i];
  const bool after_dot = i > 0 && (tokens_[i - 1].is(".") || tokens_[i - 1].is("?."));
  if (token.is("onmessage") || (token.is("then") && after_dot)) {
    const Value before = sources_in(begin_of_statement(i), i);
    if (token.is("onmessage") || before.remote) {
      remote_until_ = std::max(remote_until_, end_of_statement(i));
      remote_url_ = before.url;
    }
  }
  if (i >= remote_until_ || i + 1 >= tokens_.size()) return;
  bool arrow = tokens_[i + 1].is("=>");
  const bool listed =
      i > 0 && (tokens_[i - 1].is("{") || tokens_[i - 1].is("(")) && (tokens_[i + 1].is("}") || tokens_[i + 1].is(")"));
  for (std::size_t k = i + 1; listed && !arrow && k < i + 4 && k < tokens_.size(); ++k) arrow = tokens_[k].is("=>");
  if (listed && i >= 2 && tokens_[i - 2].is("function")) arrow = true;
  if (!arrow) return;
  Value value;
  value.remote = true;
  value.url = remote_url_;
  set(token.raw, std::move(value));
}

// .then(eval), map(exec, …), (lambda f: f(…))(exec): what is handed over is called with something of the statement.
void ScriptModel::indirect_call(std::size_t i) {
  const Token& token = tokens_[i];
  const bool runs = token.is("eval") || (token.is("exec") && language_ == Language::python);
  if (!runs || i == 0 || i + 1 >= tokens_.size()) return;
  if (!(tokens_[i - 1].is("(") || tokens_[i - 1].is(","))) return;
  if (!(tokens_[i + 1].is(")") || tokens_[i + 1].is(","))) return;
  Call call;
  call.path = token.raw;
  call.full = call.path;
  call.first = begin_of_statement(i);
  call.open = call.first;
  call.close = std::max(end_of_statement(i), i + 1);
  call.indirect = true;
  calls_.push_back(std::move(call));
}

void ScriptModel::call_at(std::size_t i, bool after_dot) {
  const std::size_t open = i + 1;
  if (after_dot && language_ == Language::javascript && open < tokens_.size() && tokens_[open].is("=") &&
      (tokens_[i].is("src") || tokens_[i].is("href"))) {
    // new Image().src = "https://…": showing it asks for it.
    calls_.push_back({"navigator.sendBeacon", i, open, end_of_statement(open + 1)});
    calls_.back().full = calls_.back().path;
    return;
  }
  if (after_dot) {
    // A method of what a call gave: (…).read_text(), s.sendall(…)
    if (open < tokens_.size() && tokens_[open].is("(") && i >= 2 &&
        (tokens_[i - 2].is(")") || tokens_[i - 2].is("]"))) {
      Call call{"." + std::string(tokens_[i].raw), i, open, closing(open)};
      call.full = full_path(call.path, i);
      calls_.push_back(std::move(call));
    }
    return;
  }
  std::size_t next = 0;
  const std::string path = path_at(i, next);
  if (next >= tokens_.size() || !tokens_[next].is("(")) return;
  if (i > 0 && (tokens_[i - 1].is("def") || tokens_[i - 1].is("function") || tokens_[i - 1].is("class"))) return;
  Call call{path, i, next, closing(next)};
  call.made_new = i > 0 && tokens_[i - 1].is("new");
  call.full = full_path(path, i);
  if (language_ == Language::javascript && is_fetch(call.full) && call.close > next) {
    remote_until_ = std::max(remote_until_, std::min(call.close, tokens_.size()));
    const auto [from, to] = argument(call, 0);
    const Value where = from < to ? value_of(from, to, 4) : Value{};
    remote_url_ = where.text;
  }
  calls_.push_back(std::move(call));
}

void ScriptModel::read() {
  bool starts = true;  // a statement may start here
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const Token& token = tokens_[i];
    if (token.kind == Token::Kind::line_end || token.is(";") || token.is("{") || token.is("}") || token.is(":") ||
        token.is("=>")) {
      starts = true;
      continue;
    }
    if (starts) leaves_functions(i);
    if (token.kind != Token::Kind::name) {
      if (token.is("(") && i > 0 && tokens_[i - 1].is(")")) {
        // (0, eval)("…")
        const std::size_t open = match_[i - 1];
        if (open + 3 < i && tokens_[i - 2].kind == Token::Kind::name && tokens_[i - 3].is(",")) {
          std::size_t next = 0;
          Call call{path_at(i - 2, next), open, i, closing(i)};
          call.full = call.path;
          calls_.push_back(std::move(call));
        }
      } else if (token.is("(") && i > 1 && tokens_[i - 1].is("]") && tokens_[i - 2].kind == Token::Kind::text &&
                 tokens_[i - 2].text == "constructor" && match_[i - 1] < i) {
        // []["filter"]["constructor"]("…") makes a function of text.
        Call call{"Function", match_[i - 1], i, closing(i)};
        call.full = call.path;
        call.made_new = true;
        calls_.push_back(std::move(call));
      }
      if (token.is("(") && language_ == Language::javascript) enters_function(i);
      starts = false;
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
    if (token.is("const") || token.is("let") || token.is("var") || token.is("export") || token.is("async") ||
        token.is("await")) {
      destructures(i);
      starts = true;
      continue;
    }
    if (token.is("def") || token.is("function")) enters_function(i);
    if (token.is("return") && i + 1 < tokens_.size()) gives_back(i + 1, end_of_statement(i + 1));
    // const a = 1, b = 2
    if (!starts && language_ == Language::javascript && i + 2 < tokens_.size() && tokens_[i - 1].is(",") &&
        tokens_[i + 1].is("=")) {
      assigns(i);
    }
    if (starts && !after_dot && i + 2 < tokens_.size()) {
      if (tokens_[i + 1].is("=") || tokens_[i + 1].is("+=")) {
        assigns(i);
      } else if (tokens_[i + 1].is("[") || tokens_[i + 1].is(".")) {
        assign_member(i);
      }
    }
    bind(i);
    calls_back(i);
    indirect_call(i);
    starts = false;
    call_at(i, after_dot);
  }
}

}  // namespace skillstow
