#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"
#include "model/source_file.h"
#include "model/span.h"

// The protocol's own forms (Language Server Protocol 3.17) of what we have in others.
namespace skillstow {

// 0-based; `character` counts UTF-16 code units, the encoding that every client knows.
struct ProtocolPosition {
  std::uint64_t line = 0;
  std::uint64_t character = 0;
};

ProtocolPosition protocol_position(const SourceFile& file, std::size_t offset);

// The byte of a position; one beyond the line's or the text's end is taken as that end, as the protocol asks.
std::size_t offset_of(const SourceFile& file, ProtocolPosition position);

void write_range(JsonWriter& json, const SourceFile& file, Span span);

// Reads "line" and "character"; what is no number is 0.
ProtocolPosition read_position(const JsonValue* value);

// The bytes that a "range" member covers.
Span read_range(const JsonValue* value, const SourceFile& file);

// A message to the client. `id`: of the request, as read; nullptr is null. `result`: JSON.
std::string response(const JsonValue* id, std::string_view result);
std::string error_response(const JsonValue* id, int code, std::string_view message);
std::string notification(std::string_view method, std::string_view parameters);

}  // namespace skillstow
