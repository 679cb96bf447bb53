#include "lsp/protocol.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

// UTF-16 code units of the character whose UTF-8 starts with this byte; bytes that continue one count nothing.
std::uint64_t units(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  if ((value & 0xC0) == 0x80) return 0;
  return value >= 0xF0 ? 2 : 1;
}

std::uint64_t number_of(const JsonValue* value) {
  if (value == nullptr || value->kind != JsonValue::Kind::number || value->text.size() > 18) return 0;
  std::uint64_t number = 0;
  for (const char c : value->text) {
    if (!is_digit(c)) return 0;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

void write_position(JsonWriter& json, const SourceFile& file, std::size_t offset) {
  const ProtocolPosition position = protocol_position(file, offset);
  json.begin_object().member("line", position.line).member("character", position.character).end_object();
}

std::string id_text(const JsonValue* id) {
  if (id == nullptr || (id->kind != JsonValue::Kind::number && id->kind != JsonValue::Kind::string)) return "null";
  return id->kind == JsonValue::Kind::number ? id->text : json_quote(id->text);
}

}  // namespace

ProtocolPosition protocol_position(const SourceFile& file, std::size_t offset) {
  offset = std::min(offset, file.text.size());
  const std::uint32_t line = file.line(offset);
  ProtocolPosition position{line - 1, 0};
  for (std::size_t at = file.lines.start(line); at < offset; ++at) position.character += units(file.text[at]);
  return position;
}

std::size_t offset_of(const SourceFile& file, ProtocolPosition position) {
  if (position.line >= file.lines.line_count()) return file.text.size();
  const auto line = static_cast<std::uint32_t>(position.line + 1);
  std::size_t at = file.lines.start(line);
  const std::size_t end = at + file.lines.text_of(file.text, line).size();
  std::uint64_t left = position.character;
  while (at < end && left > 0) {
    left -= std::min(left, units(file.text[at]));
    ++at;
    while (at < end && units(file.text[at]) == 0) ++at;
  }
  return at;
}

void write_range(JsonWriter& json, const SourceFile& file, Span span) {
  json.begin_object().key("start");
  write_position(json, file, span.offset);
  json.key("end");
  write_position(json, file, std::size_t{span.offset} + span.length);
  json.end_object();
}

ProtocolPosition read_position(const JsonValue* value) {
  if (value == nullptr) return {};
  return {number_of(value->find("line")), number_of(value->find("character"))};
}

Span read_range(const JsonValue* value, const SourceFile& file) {
  if (value == nullptr) return {};
  const std::size_t begin = offset_of(file, read_position(value->find("start")));
  const std::size_t end = std::max(begin, offset_of(file, read_position(value->find("end"))));
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
}

std::string response(const JsonValue* id, std::string_view result) {
  return format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", id_text(id), result);
}

std::string error_response(const JsonValue* id, int code, std::string_view message) {
  return format(R"({{"jsonrpc":"2.0","id":{},"error":{{"code":{},"message":{}}}}})", id_text(id), code,
                json_quote(message));
}

std::string notification(std::string_view method, std::string_view parameters) {
  return format(R"({{"jsonrpc":"2.0","method":{},"params":{}}})", json_quote(method), parameters);
}

}  // namespace skillstow
