#include "safety/script_model.h"

#include <algorithm>

#include "base/text.h"
#include "safety/script_limits.h"
#include "safety/triggers.h"

namespace skillstow {

using namespace script_limits;

void Value::take_in(const Value& other) {
  cut = cut || other.cut;
  decoded = decoded || other.decoded;
  remote = remote || other.remote;
  if (url.empty()) url = other.url;
  from_user = from_user || other.from_user;
  environment = environment || other.environment;
  walks_home = walks_home || other.walks_home;
  walks_some = walks_some || other.walks_some;
  if (secret.empty()) {
    secret = other.secret;
    common_secret = other.common_secret;
    path_only = other.path_only;
  }
  if (source_at.length == 0) source_at = other.source_at;
  if (remote_at.length == 0) remote_at = other.remote_at;
  if (how.empty()) how = other.how;
  if (parameter.empty()) parameter = other.parameter;
  for (const std::string& name : other.imported) {
    if (imported.size() < 8 && std::find(imported.begin(), imported.end(), name) == imported.end()) {
      imported.push_back(name);
    }
  }
  for (const std::string& name : other.variables) {
    if (variables.size() < 16 && std::find(variables.begin(), variables.end(), name) == variables.end()) {
      variables.push_back(name);
    }
  }
}

ScriptModel::ScriptModel(std::string_view text, Language language, std::size_t from, ScriptVariables before,
                         const ScriptModules* modules)
    : text_(text),
      language_(language),
      tokens_(tokenize(text, language, from, k_piece)),
      variables_(std::move(before)),
      modules_(modules) {
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
  if (next < tokens_.size() && path == "import" && tokens_[next].is("(")) path = "require";
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
      if (path == "globalThis.process" || path == "window.process") path = "process";
      next = close + 1;
    } else {
      break;
    }
  }
  for (const std::string_view prefix : {"__builtins__.", "__dict__.", "builtins.", "window.", "globalThis.", "self.",
                                        "this.", "process.mainModule.", "module."}) {
    if (path.starts_with(prefix)) path.erase(0, prefix.size());
  }
  return path;
}

std::string ScriptModel::full_path(std::string_view path, std::size_t i) const {
  // The brackets of the call before "." lead to its own name: client("s3") of boto3.client("s3").upload_file(…).
  if (path.starts_with(".")) {
    const std::size_t open = i >= 2 ? match_[i - 2] : 0;
    if (open == 0 || open >= i || !tokens_[open].is("(")) return std::string(path);
    std::size_t first = open - 1;
    for (int steps = 0;
         steps < 8 && first >= 2 && tokens_[first - 1].is(".") && tokens_[first - 2].kind == Token::Kind::name; ++steps)
      first -= 2;
    if (tokens_[first].kind != Token::Kind::name || (first > 0 && tokens_[first - 1].is("."))) return std::string(path);
    std::size_t next = 0;
    return full_path(path_at(first, next), first) + std::string(path);
  }
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos || dot == 0) return std::string(path);
  const auto known = variables_.find(path.substr(0, dot));
  if (known == variables_.end() || known->second.made_by.empty()) return std::string(path);
  return known->second.made_by + std::string(path.substr(dot));
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
  while (begin < end && (tokens_[begin].is("await") || tokens_[begin].is("new"))) ++begin;
  if (begin < end && tokens_[begin].kind == Token::Kind::name) {
    const std::string path = path_at(begin, next);
    if (next >= end && path != tokens_[begin].raw) value.code_path = path;
    if (next >= end && (path == "eval" || path == "exec" || path == "Function")) value.code_path = path;
    if (next < end && tokens_[next].is("(")) value.made_by = full_path(path, begin);
    if (value.made_by.size() > k_longest_name) value.made_by.clear();
  }
  set(tokens_[name].raw, std::move(value));
}

// What comes to a name in addition to what it holds: items[key] = value, items.append(value).
void ScriptModel::take_into(std::string_view name, const Value& value) {
  const auto known = variables_.find(name);
  Value all = known == variables_.end() ? Value{} : known->second;
  all.known = false;
  all.take_in(value);
  set(name, std::move(all));
}

}  // namespace skillstow
