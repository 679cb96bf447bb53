#include "agents/loader/loader.h"

#include <algorithm>

#include "agents/loader/unicode_space.h"
#include "base/utf8.h"

namespace skillstow::loader {

PreparedInput::PreparedInput(std::string_view bytes, std::string_view folder) {
  input_.bytes = bytes;
  input_.folder = folder;
  input_.valid_utf8 = find_invalid_utf8(bytes) == std::string_view::npos;
  if (input_.valid_utf8) plain_ = read_plain_block(bytes);
  if (plain_) input_.plain = &*plain_;
}

std::string_view text_of(const LoaderInput& input, std::string& room) {
  return input.valid_utf8 ? input.bytes : decode_lossy(input.bytes, room);
}

LoaderVerdict refuses(std::string_view rule, std::string cause, bool told) {
  LoaderVerdict verdict;
  verdict.why.push_back(rule);
  verdict.cause = std::move(cause);
  verdict.told = told;
  return verdict;
}

LineView rust_line(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  std::string_view line = text.substr(at, end - at);
  if (end < text.size() && line.ends_with('\r')) line.remove_suffix(1);
  return {line, std::min(end + 1, text.size())};
}

}  // namespace skillstow::loader
