#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skillstow {

// Turns encoded text back. All give nothing when the text is not of that form; blanks and line ends in it are passed
// over.
std::optional<std::string> decode_base64(std::string_view text);  // standard and URL alphabet, padding optional
std::optional<std::string> decode_base32(std::string_view text);
std::optional<std::string> decode_hex(std::string_view text);  // "0x", "\x" and blanks between bytes are passed over
std::string rot13(std::string_view text);
std::string reversed(std::string_view text);  // by bytes
// "\x41", "\101", "\n", "\u0041": as printf, Python and JavaScript write them.
std::string decode_escapes(std::string_view text);
// tr SET1 SET2 with ranges; nothing for classes, complements and other options.
std::optional<std::string> translate(std::string_view text, std::string_view from, std::string_view to);
// Python's and JavaScript's UTF-16 payload of PowerShell: every second byte NUL. Gives the bytes without them.
std::optional<std::string> from_utf16le(std::string_view bytes);

// Whether the bytes are text that somebody could have written: no controls, mostly printable ASCII.
bool looks_like_text(std::string_view bytes);

}  // namespace skillstow
