#include "lsp/framing.h"

#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

Error broken(std::string_view what) {
  return {ErrorKind::bad_input, "", format("the editor's message {}, so the ones after it cannot be found", what),
          "restart the language server"};
}

std::optional<std::size_t> length_in(std::string_view header) {
  for (const std::string_view line : split(header, '\n')) {
    constexpr std::string_view k_name = "content-length:";
    if (!starts_with_ignoring_case(line, k_name)) continue;
    const std::string_view digits = trim(line.substr(k_name.size()));
    if (digits.empty() || digits.size() > 9) return std::nullopt;
    std::size_t length = 0;
    for (const char c : digits) {
      if (!is_digit(c)) return std::nullopt;
      length = length * 10 + static_cast<std::size_t>(c - '0');
    }
    return length;
  }
  return std::nullopt;
}

}  // namespace

Result<std::optional<std::string>> FrameReader::next() {
  const std::string_view bytes = buffer_;
  const std::size_t end = bytes.find("\r\n\r\n");
  if (end == std::string_view::npos) {
    if (bytes.size() > k_max_header) return tl::unexpected(broken("has a header without an end"));
    return std::nullopt;
  }
  const std::optional<std::size_t> length = length_in(bytes.substr(0, end));
  if (!length) return tl::unexpected(broken("does not say how long it is"));
  if (*length > k_max_message) return tl::unexpected(broken("is larger than 64 MiB"));
  const std::size_t start = end + 4;
  if (bytes.size() - start < *length) return std::nullopt;
  std::string message = buffer_.substr(start, *length);
  buffer_.erase(0, start + *length);
  return message;
}

std::string framed(std::string_view json) { return format("Content-Length: {}\r\n\r\n{}", json.size(), json); }

}  // namespace skillstow
