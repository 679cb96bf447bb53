#include "commands/lsp.h"

#include <array>
#include <cerrno>

#include <poll.h>
#include <unistd.h>

#include "base/file.h"
#include "commands/say.h"
#include "lsp/framing.h"
#include "lsp/language_server.h"

namespace skillstow {
namespace {

// What the editor sends next; empty at the end.
std::string_view read_some(std::array<char, 65536>& buffer) {
  while (true) {
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    return {buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
  }
}

bool more_waits() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, 0) > 0 && (input.revents & POLLIN) != 0;
}

void send(Io& io, const std::vector<std::string>& messages) {
  for (const std::string& message : messages) io.out(framed(message));
  io.flush();
}

}  // namespace

ExitCode lsp(const LspOptions& options, Io& io) {
  LanguageServer server(real_path(io.env("HOME").value_or("")).value_or(""), options.version);
  FrameReader frames;
  std::array<char, 65536> buffer;
  while (!server.ended() && !io.out_failed()) {
    const std::string_view bytes = read_some(buffer);
    if (bytes.empty()) break;
    frames.feed(bytes);
    while (!server.ended()) {
      const auto message = frames.next();
      if (!message) return fail(io, Format::text, message.error());
      if (!*message) break;
      send(io, server.handle(**message));
    }
    if (!more_waits()) send(io, server.publish());
  }
  return server.ended_as_agreed() ? ExitCode::ok : ExitCode::findings;
}

}  // namespace skillstow
