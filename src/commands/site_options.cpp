#include "commands/site_options.h"

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "install/target_folders.h"

namespace skillstow {
namespace {

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
      return "bad-file-name";
    case ErrorKind::other:
      return error.path.empty() ? "other" : "disk";
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

Result<SiteChoice> choose_site(bool user, const std::string& dir, const std::string& into, const Io& io) {
  const Environment env = [&io](const std::string& name) { return io.env(name); };
  auto site = open_site(user ? Scope::user : Scope::project, dir, env);
  if (!site) return tl::unexpected(site.error());
  if (into.empty()) return SiteChoice{std::move(*site), {}};
  if (user) return failure(ErrorKind::usage, "", "--user and --into name two places", "give one of them");
  auto folder = folder_into(*site, into);
  if (!folder) return tl::unexpected(folder.error());
  if (is_below(folder->folder, site->root)) return SiteChoice{std::move(*site), folder->folder};
  auto home = open_site(Scope::user, "", env);
  if (!home) return tl::unexpected(home.error());
  return SiteChoice{std::move(*home), folder->folder};
}

std::string json_path(const Site& site, const std::string& absolute) {
  return site.scope == Scope::project ? site.shown(absolute) : absolute;
}

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
