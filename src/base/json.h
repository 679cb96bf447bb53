#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace skillstow {

// Writes JSON into a string without building a tree. Keeps commas and indentation; text that is not UTF-8 is repaired
// with U+FFFD, since JSON has no bytes. Usage: w.begin_object().key("name").string("x").end_object().
class JsonWriter {
 public:
  enum class Style { compact, indented };  // indented: two spaces, one member a line
  explicit JsonWriter(Style style = Style::indented) : style_(style) {}

  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  JsonWriter& key(std::string_view name);
  JsonWriter& string(std::string_view text);
  JsonWriter& number(std::uint64_t value);
  JsonWriter& boolean(bool value);
  JsonWriter& null();
  JsonWriter& raw(std::string_view json);  // a value that is JSON already

  // A member in one call.
  JsonWriter& member(std::string_view name, std::string_view text) { return key(name).string(text); }
  JsonWriter& member(std::string_view name, const char* text) { return key(name).string(text); }
  JsonWriter& member(std::string_view name, const std::string& text) { return key(name).string(text); }
  JsonWriter& member(std::string_view name, std::uint64_t value) { return key(name).number(value); }
  JsonWriter& member(std::string_view name, bool value) { return key(name).boolean(value); }
  JsonWriter& member_or_null(std::string_view name, std::string_view text);  // empty text becomes null

  const std::string& text() const { return out_; }
  std::string take() { return std::move(out_); }

 private:
  void before_value();
  void open(char bracket);
  void close(char bracket);
  void new_line();

  Style style_;
  std::string out_;
  std::vector<bool> has_members_;  // one for each open bracket
  bool after_key_ = false;
};

std::string json_quote(std::string_view text);

// A JSON document that was read. Objects keep the order of the file; a repeated key is an error.
struct JsonMember;
struct JsonValue {
  enum class Kind { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  bool boolean = false;
  std::string text;  // of a string; of a number as it was written
  std::vector<JsonValue> items;
  std::vector<JsonMember> members;

  const JsonValue* find(std::string_view key) const;  // nullptr if absent or not an object
  std::string_view string_or(std::string_view key, std::string_view fallback) const;
};
struct JsonMember {
  std::string name;
  JsonValue value;
};

// Refuses more than 64 levels. The error's message names line and column.
Result<JsonValue> parse_json(std::string_view text);

}  // namespace skillstow
