#include "commands/say.h"

#include <string>

#include "base/format.h"
#include "base/json.h"
#include "base/text.h"

namespace skillstow {
namespace {

// An address and no path: what went wrong there is not the disk's fault.
bool is_address(std::string_view path) {
  return path.find("://") != std::string_view::npos || path.find('@') < path.find('/');
}

std::string_view class_of(const Error& error) {
  switch (error.kind) {
    case ErrorKind::not_found:
      return "not-found-or-private";
    case ErrorKind::permission:
    case ErrorKind::exists:
    case ErrorKind::too_large:
    case ErrorKind::not_regular:
      return "disk";
    case ErrorKind::outside:
    case ErrorKind::bad_file_name:
      return "bad-file-name";
    case ErrorKind::ref_not_found:
      return "ref-not-found";
    case ErrorKind::network:
      return "network";
    case ErrorKind::timeout:
      return "timeout";
    case ErrorKind::tls:
      return "tls";
    case ErrorKind::ssh_key:
      return "ssh-key";
    case ErrorKind::other:
      return error.path.empty() || is_address(error.path) ? "other" : "disk";
    case ErrorKind::bad_input:
    case ErrorKind::usage:
      break;
  }
  return "other";
}

std::string sentence(const Error& error) {
  return error.path.empty() ? error.message : format("{}: {}", visible(error.path), error.message);
}

}  // namespace

void say_error(Io& io, const Error& error) {
  std::string text = format("skillstow: {}\n", sentence(error));
  if (!error.help.empty()) text += format("  help: {}\n", error.help);
  io.err(text);
}

void say_note(Io& io, std::string_view text) {
  if (!io.quiet) io.err(format("note: {}\n", text));
}

void say_refusal(Io& io, std::string_view what, std::string_view message, std::string_view help) {
  std::string text = format("refused: {}: {}\n", visible(what), message);
  if (!help.empty()) text += format("  help: {}\n", help);
  io.err(text);
}

ExitCode code_of(const Error& error) { return error.kind == ErrorKind::usage ? ExitCode::usage : ExitCode::failure; }

ExitCode fail(Io& io, Format output, const Error& error) {
  say_error(io, error);
  if (output == Format::json) {
    JsonWriter json;
    json.begin_object().key("error").begin_object().member("class", class_of(error)).member("message", sentence(error));
    io.out(json.end_object().end_object().take() + "\n");
  }
  return code_of(error);
}

}  // namespace skillstow
