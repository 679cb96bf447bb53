#include "base/json.h"

#include <unordered_set>

#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/line_index.h"
#include "base/utf8.h"

namespace skillstow {

std::string json_quote(std::string_view text) {
  std::string repaired;
  if (find_invalid_utf8(text) != std::string_view::npos) {
    repaired = repair_utf8(text);
    text = repaired;
  }
  std::string quoted = "\"";
  std::size_t copied = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (c >= 0x20 && c != '"' && c != '\\' && c != 0x7F) continue;
    quoted.append(text.substr(copied, at - copied));
    copied = at + 1;
    switch (c) {
      case '"':
        quoted += "\\\"";
        break;
      case '\\':
        quoted += "\\\\";
        break;
      case '\n':
        quoted += "\\n";
        break;
      case '\r':
        quoted += "\\r";
        break;
      case '\t':
        quoted += "\\t";
        break;
      default:
        quoted += format("\\u{:04x}", c);
    }
  }
  return quoted.append(text.substr(copied)) += '"';
}

void JsonWriter::new_line() {
  if (style_ == Style::indented) out_.append("\n").append(2 * has_members_.size(), ' ');
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (has_members_.empty()) return;
  if (has_members_.back()) out_ += ',';
  has_members_.back() = true;
  new_line();
}

void JsonWriter::open(char bracket) {
  before_value();
  out_ += bracket;
  has_members_.push_back(false);
}

void JsonWriter::close(char bracket) {
  const bool any = has_members_.back();
  has_members_.pop_back();
  if (any) new_line();
  out_ += bracket;
}

JsonWriter& JsonWriter::begin_object() {
  open('{');
  return *this;
}

JsonWriter& JsonWriter::end_object() {
  close('}');
  return *this;
}

JsonWriter& JsonWriter::begin_array() {
  open('[');
  return *this;
}

JsonWriter& JsonWriter::end_array() {
  close(']');
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  before_value();
  out_.append(json_quote(name)).append(style_ == Style::indented ? ": " : ":");
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) { return raw(json_quote(text)); }
JsonWriter& JsonWriter::number(std::uint64_t value) { return raw(std::to_string(value)); }
JsonWriter& JsonWriter::boolean(bool value) { return raw(value ? "true" : "false"); }
JsonWriter& JsonWriter::null() { return raw("null"); }

JsonWriter& JsonWriter::raw(std::string_view json) {
  before_value();
  out_ += json;
  return *this;
}

JsonWriter& JsonWriter::member_or_null(std::string_view name, std::string_view text) {
  key(name);
  return text.empty() ? null() : string(text);
}

const JsonValue* JsonValue::find(std::string_view key) const {
  for (const auto& [name, value] : members) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::string_view JsonValue::string_or(std::string_view key, std::string_view fallback) const {
  const JsonValue* value = find(key);
  return value && value->kind == Kind::string ? std::string_view(value->text) : fallback;
}

namespace {

constexpr std::size_t k_max_json_depth = 64;

// Builds our own value from the library's events; its own tree would lose the order of members and repeated keys.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  JsonValue root;
  std::string problem;
  std::size_t offset = 0;

  bool null() override { return add({}) != nullptr; }
  bool boolean(bool value) override {
    JsonValue* added = add({JsonValue::Kind::boolean, value, {}, {}, {}});
    return added != nullptr;
  }
  bool number_integer(number_integer_t value) override { return number(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(std::to_string(value)); }
  bool number_float(number_float_t /*value*/, const string_t& text) override { return number(text); }
  bool string(string_t& text) override {
    return add({JsonValue::Kind::string, false, std::move(text), {}, {}}) != nullptr;
  }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*count*/) override { return open(JsonValue::Kind::object); }
  bool start_array(std::size_t /*count*/) override { return open(JsonValue::Kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (!names_.back().insert(name).second) {
      problem = format("the key \"{}\" stands there twice", name);
      return false;
    }
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    offset = position > 0 ? position - 1 : 0;
    if (problem.empty()) problem = "this is not JSON";
    return false;
  }

 private:
  bool number(std::string text) { return add({JsonValue::Kind::number, false, std::move(text), {}, {}}) != nullptr; }

  JsonValue* add(JsonValue value) {
    if (stack_.empty()) {
      root = std::move(value);
      return &root;
    }
    if (stack_.back()->kind == JsonValue::Kind::array) return &stack_.back()->items.emplace_back(std::move(value));
    stack_.back()->members.push_back({std::move(key_), std::move(value)});
    return &stack_.back()->members.back().value;
  }

  bool open(JsonValue::Kind kind) {
    if (stack_.size() >= k_max_json_depth) {
      problem = format("it is nested more than {} levels deep", k_max_json_depth);
      return false;
    }
    // Pointers stay good: a container grows only while it is the last of the stack, and then none below it is held.
    stack_.push_back(add({kind, false, {}, {}, {}}));
    names_.emplace_back();
    return true;
  }

  bool close() {
    stack_.pop_back();
    names_.pop_back();
    return true;
  }

  std::vector<JsonValue*> stack_;
  std::vector<std::unordered_set<std::string>> names_;  // of each open container: its keys so far
  std::string key_;
};

}  // namespace

Result<JsonValue> parse_json(std::string_view text) {
  Builder builder;
  if (nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return std::move(builder.root);
  const Position at = LineIndex(text).position(text, builder.offset);
  if (builder.problem.empty()) builder.problem = "this is not JSON";
  return failure(ErrorKind::bad_input, {}, format("{} (line {}, column {})", builder.problem, at.line, at.column));
}

}  // namespace skillstow
