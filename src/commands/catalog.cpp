#include "commands/catalog.h"

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/parallel.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/chosen_skills.h"
#include "commands/say.h"
#include "lint/places.h"
#include "site/catalog.h"

namespace skillstow {
namespace {

std::string title_for(const CatalogOptions& options) {
  if (!options.title.empty()) return visible(options.title, 200);
  const std::string name(base_name(real_path(options.paths.front()).value_or("")));
  return name.empty() ? std::string("Skills") : visible(name, 200);
}

}  // namespace

ExitCode catalog(const CatalogOptions& options, Io& io) {
  const std::string home = io.env("HOME").value_or("");
  const Places places = find_places(options.paths, home);
  for (const Skipped& skip : places.skipped) {
    if (skip.failed) io.err(format("skillstow: {}: {}\n", visible(skip.path), visible(skip.reason)));
  }
  if (places.skills.empty()) return fail(io, options.format, nothing_found(options.paths, {}, false));
  CatalogInput input{places, title_for(options), home};
  input.history = options.history;
  input.threads = options.threads ? options.threads : default_threads();
  input.version = options.version;
  input.warn = [&io](const std::string& path, const std::string& message) {
    if (!io.quiet) io.err(format("skillstow: {}: {}\n", visible(path), visible(message)));
  };
  const Result<CatalogResult> done = write_catalog(input, options.output);
  if (!done) {
    const ExitCode code = fail(io, options.format, done.error());
    const bool kept = done.error().kind == ErrorKind::exists || done.error().kind == ErrorKind::outside;
    return kept ? ExitCode::findings : code;  // a refusal: somebody's files stay as they are
  }
  if (options.format == Format::json) {
    JsonWriter json;
    json.begin_object().member("skills", std::uint64_t{done->skills}).member("files", std::uint64_t{done->files});
    io.out(json.member("path", options.output).end_object().take() + "\n");
  } else {
    io.out(format("{}, {} in {}; open {} in a browser\n", counted(done->skills, "skill"), counted(done->files, "file"),
                  visible(options.output), visible(join_path(options.output, "index.html"))));
  }
  return places.unreadable() ? ExitCode::failure : ExitCode::ok;
}

}  // namespace skillstow
