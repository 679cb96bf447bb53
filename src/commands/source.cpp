#include "commands/source.h"

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "commands/say.h"
#include "fetch/refs.h"
#include "fetch/source_spec.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_refs = 64u << 20;  // far above any real list

std::string_view name_of(SourceSpec::Form form) {
  switch (form) {
    case SourceSpec::Form::package:
      return "package";
    case SourceSpec::Form::index:
      return "index";
    case SourceSpec::Form::repository:
      break;
  }
  return "repository";
}

void write_json(const SourceSpec& spec, Io& io) {
  JsonWriter json;
  json.begin_object().member("kind", name_of(spec.kind)).member_or_null("host", spec.host).key("port");
  spec.port == 0 ? json.null() : json.number(spec.port);
  json.member_or_null("repository", spec.repository).member_or_null("ref", spec.ref);
  json.member_or_null("path", spec.path).member_or_null("skill", spec.skill);
  json.member_or_null("warning", spec.warning).key("error").null();
  if (spec.kind != SourceSpec::Kind::local) json.member("form", name_of(spec.form)).member("address", spec.address);
  if (!spec.within.empty()) json.member("within", spec.within);
  json.member("settled", spec.unsettled.empty());
  io.out(json.end_object().take() + "\n");
}

void write_text(const SourceSpec& spec, Io& io) {
  const auto line = [&io](std::string_view label, std::string_view value) {
    if (!value.empty()) io.out(format("{:<11} {}\n", label, visible(value)));
  };
  const bool local = spec.kind == SourceSpec::Kind::local;
  line("kind", name_of(spec.kind));
  line("host", spec.host);
  if (spec.port != 0) line("port", format("{}", spec.port));
  if (spec.form != SourceSpec::Form::repository) line(name_of(spec.form), spec.address);
  line("repository", spec.repository);
  line("ref", spec.ref);
  line(local ? "folder" : "path", spec.path);
  line("path", spec.within);
  line("skill", spec.skill);
  if (!local && spec.form == SourceSpec::Form::repository) line("fetched from", spec.address);
  if (!spec.unsettled.empty()) {
    say_note(io,
             format("where the ref ends in \"{}\" is known once the server's refs are; --refs reads them from a file",
                    visible(spec.unsettled)));
  }
  if (!spec.warning.empty()) say_note(io, visible(spec.warning));
}

Result<SourceSpec> read(const SourceOptions& options, Io& io) {
  SourceContext context;
  context.home = io.env("HOME").value_or("");
  context.exists = [](const std::string& path) { return status_behind(path).kind != FileKind::missing; };
  auto spec = parse_source(options.source, context);
  if (!spec || options.refs.empty()) return spec;
  const auto text = read_file(options.refs, k_max_refs, Follow::yes);
  if (!text) return tl::unexpected(text.error());
  auto refs = parse_refs(*text);
  if (!refs) {
    refs.error().path = options.refs;
    return tl::unexpected(refs.error());
  }
  if (auto done = settle_ref(*spec, *refs); !done) return tl::unexpected(done.error());
  if (spec->ref.empty() || is_commit_id(spec->ref)) return spec;
  const auto ref = resolve_ref(spec->ref, *refs);
  if (!ref) return tl::unexpected(ref.error());
  if (*ref == nullptr) return tl::unexpected(no_such_ref(spec->ref, *refs, options.source));
  return spec;
}

}  // namespace

ExitCode explain_source(const SourceOptions& options, Io& io) {
  const auto spec = read(options, io);
  if (!spec) return fail(io, options.format, spec.error());
  if (options.format == Format::json) {
    write_json(*spec, io);
  } else {
    write_text(*spec, io);
  }
  return ExitCode::ok;
}

}  // namespace skillstow
