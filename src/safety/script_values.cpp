#include <algorithm>

#include "base/text.h"
#include "safety/decode.h"
#include "safety/script_limits.h"
#include "safety/script_model.h"
#include "safety/script_names.h"

// What an expression becomes, as far as it is written out.
namespace skillstow {

using namespace script_limits;

namespace {

// Values that are the same wherever the script runs, as far as a command is concerned.
std::string_view constant_of(std::string_view path) {
  if (path == "sys.executable") return "python3";
  if (path == "process.execPath") return "node";
  return is_home_variable(path) ? "~" : "";
}

// The values in place of "%s", "{}" and "{0}", in their order.
std::string filled_in(std::string_view form, const std::vector<Value>& values, bool braces, bool& known) {
  std::string text;
  std::size_t next = 0;
  for (std::size_t at = 0; at < form.size() && text.size() < k_max_value; ++at) {
    const std::size_t close = braces && form[at] == '{' ? form.find('}', at) : std::string_view::npos;
    const bool hole = braces ? close != std::string_view::npos && close - at < 24
                             : form[at] == '%' && at + 1 < form.size() && (form[at + 1] == 's' || form[at + 1] == 'd');
    if (!hole) {
      text += form[at];
      continue;
    }
    const bool filled = next < values.size() && values[next].known;
    known = known && filled;
    text += filled ? std::string_view(values[next].text) : k_unknown;
    ++next;
    at = braces ? close : at + 1;
  }
  return text;
}

}  // namespace

// The values of the arguments of a call, or of the parts of a tuple.
std::vector<Value> ScriptModel::arguments_of(const Call& call, int depth) const {
  constexpr std::size_t k_most_arguments = 16;
  std::vector<Value> values;
  for (std::size_t k = 0; k < k_most_arguments; ++k) {
    const auto [from, to] = argument(call, k);
    if (from >= to) break;
    values.push_back(depth < k_max_nesting ? value_of(from, to, depth + 1) : Value{});
  }
  return values;
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
      const bool own = (token.is("self") || token.is("this")) && next == first + 3;
      const auto known = variables_.find(own ? tokens_[first + 2].raw : token.raw);
      if (known != variables_.end() && (own || next == first + 1 || end == first + 1)) value = known->second;
      if (const std::string_view text = constant_of(path); !text.empty()) {
        value.text = text;
        value.known = value.partly = true;
      }
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
      const std::vector<Value> values = arguments_of(call, depth);
      for (const Value& one : values) value.take_in(one);
      value.text = filled_in(value.text, values, true, value.known);
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
  if (path == "os.getenv" || path == "os.environ.get" || path == "getenv") {
    const Value name = begin < end && depth < k_max_nesting ? value_of(begin, end, depth + 1) : Value{};
    if (name.text == "HOME" || name.text == "USERPROFILE") {
      value.text = "~";
      value.known = value.partly = true;
    }
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
  // … before the list, or behind it: [105, 109].map(c => String.fromCharCode(c))
  for (const std::size_t from : {begin, tokens_[begin].is("[") ? closing(begin) : end}) {
    for (std::size_t i = from; i + 2 < end && i < from + 12; ++i) {
      const bool chars = tokens_[i].is("chr") || tokens_[i].is("fromCharCode");
      numbers = numbers || (chars && (tokens_[i + 1].is("(") || tokens_[i + 1].is(",")));
    }
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
    } else if (tokens_[i].is("%") && i + 1 < end) {
      const bool tuple = tokens_[i + 1].is("(");
      const Call inner{"", i, tuple ? i + 1 : i, tuple ? std::min<std::size_t>(closing(i + 1), end) : end};
      const std::vector<Value> values = arguments_of(inner, depth);
      for (const Value& one : values) value.take_in(one);
      value.text = filled_in(value.text, values, false, all_known);
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

}  // namespace skillstow
