#include "commands/verify_signature.h"

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "commands/packing.h"
#include "commands/say.h"
#include "sign/crypto.h"
#include "sign/model_signature.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_pem_bytes = 1u << 20;

std::string_view word_for(SignatureCheck::State state) {
  switch (state) {
    case SignatureCheck::State::holds:
      return "holds";
    case SignatureCheck::State::broken:
      return "broken";
    case SignatureCheck::State::unknown:
      break;
  }
  return "unknown";
}

std::string as_json(const std::string& shown, const SignatureReport& report) {
  JsonWriter json;
  json.begin_object().member("path", shown).member("signer", report.signer).member("holds", report.holds());
  json.key("checks").begin_array();
  for (const SignatureCheck& check : report.checks)
    json.begin_object()
        .member("name", check.name)
        .member("state", word_for(check.state))
        .member("message", check.message)
        .end_object();
  json.end_array().key("files").begin_array();
  for (const SignedFileState& file : report.files)
    json.begin_object().member("path", file.path).member("state", file.state).end_object();
  json.end_array().key("ignored").begin_array();
  for (const std::string& path : report.ignored) json.string(path);
  return json.end_array().end_object().take() + "\n";
}

std::string as_text(const std::string& shown, const SignatureReport& report) {
  std::string out = format("{}  {}\n", visible(shown), report.holds() ? "the signature holds" : "NOT VERIFIED");
  for (const SignatureCheck& check : report.checks)
    out += format("  {:<12}  {:<7}  {}\n", check.name, word_for(check.state), visible(check.message));
  for (const SignedFileState& file : report.files) out += format("  {:<12}  {}\n", file.state, visible(file.path));
  for (const std::string& path : report.ignored) out += format("  {:<12}  {}\n", "not signed", visible(path));
  return out;
}

}  // namespace

ExitCode verify_signature(const VerifySignatureOptions& options, Io& io) {
  std::vector<std::string> roots;
  if (!options.root.empty()) {
    const Result<std::string> pem = read_file(options.root, k_max_pem_bytes, Follow::yes);
    if (!pem) return fail(io, options.format, pem.error());
    Result<std::vector<std::string>> read = read_certificates(*pem, options.root);
    if (!read) return fail(io, options.format, read.error());
    roots = std::move(*read);
  }
  const Result<Places> places = places_to_pack(options.path, io);
  if (!places) return fail(io, options.format, places.error());
  const Result<std::size_t> chosen = choose_skill(*places, options.path, "");
  if (!chosen) return fail(io, options.format, chosen.error());
  const std::string shown = places->shown(*chosen);
  const Places::Root& root = places->roots[places->skills[*chosen].root];
  const Result<SignatureReport> report =
      verify_model_signature(*root.tree, places->found(*chosen).folder, shown, roots);
  if (!report) return fail(io, options.format, report.error());
  io.out(options.format == Format::json ? as_json(shown, *report) : as_text(shown, *report));
  return report->holds() ? ExitCode::ok : ExitCode::findings;
}

}  // namespace skillstow
