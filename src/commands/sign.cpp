#include "commands/sign.h"

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/packing.h"
#include "commands/say.h"
#include "sign/crypto.h"
#include "sign/model_signature.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_pem_bytes = 1u << 20;

Result<std::vector<std::string>> certificates_of(const SignOptions& options) {
  std::vector<std::string> all;
  for (const std::string& file : {options.cert, options.chain}) {
    if (file.empty()) continue;
    const Result<std::string> pem = read_file(file, k_max_pem_bytes, Follow::yes);
    if (!pem) return tl::unexpected(pem.error());
    const Result<std::vector<std::string>> read = read_certificates(*pem, file);
    if (!read) return read;
    all.insert(all.end(), read->begin(), read->end());
  }
  return all;
}

// What stands at the signature's place may only be a signature.
Result<void> check_place(const std::string& file, bool force) {
  const FileStatus status = status_of(file);
  if (status.kind == FileKind::missing || force) return {};
  const Result<std::string> old = read_file(file, k_max_bundle_bytes);
  if (old && parse_oms_bundle(*old, file)) return {};
  return failure(ErrorKind::exists, file, "something stands there that is no signature, and is kept",
                 "--force replaces it");
}

}  // namespace

ExitCode sign(const SignOptions& options, Io& io) {
  const Result<std::vector<std::string>> certificates = certificates_of(options);
  if (!certificates) return fail(io, options.format, certificates.error());
  const Result<std::string> key = read_file(options.key, k_max_pem_bytes, Follow::yes);
  if (!key) return fail(io, options.format, key.error());
  const Result<Places> places = places_to_pack(options.path, io);
  if (!places) return fail(io, options.format, places.error());
  const Result<std::size_t> chosen = choose_skill(*places, options.path, "");
  if (!chosen) return fail(io, options.format, chosen.error());
  const Result<SkillToPack> ready = prepare_to_pack(*places, *chosen);
  if (!ready) return fail(io, options.format, ready.error());
  if (ready->folder.empty()) {
    return fail(io, options.format,
                {ErrorKind::usage, ready->shown, "it is a package, and the signature is a file in the skill's folder",
                 "sign the folder, and pack it then"});
  }
  for (const Diagnostic& problem : ready->list.problems) {
    const bool link = problem.rule == "pack-link";
    if (problem.severity != Severity::error && !link) continue;
    return fail(io, options.format,
                {ErrorKind::bad_input, join_path(ready->shown, problem.location.file), problem.message,
                 link ? "a signature is over files: put the file itself in the link's place" : problem.help});
  }
  const std::string file = join_path(ready->shown, k_signature_name);
  if (auto free = check_place(file, options.force); !free) {
    fail(io, options.format, free.error());
    return ExitCode::findings;
  }
  const Result<std::string> bundle = make_model_signature(ready->list, ready->name, *key, options.key, *certificates);
  if (!bundle) return fail(io, options.format, bundle.error());
  if (auto written = write_file_atomically(file, *bundle); !written) return fail(io, options.format, written.error());
  for (const LeftOut& one : ready->list.left_out)
    say_note(io, format("{} is not signed ({}); verify will call it unlisted while it is there",
                        visible(join_path(ready->shown, one.path)), visible(one.why)));
  const std::string signer = subject_of(certificates->front());
  if (options.format == Format::json) {
    JsonWriter json;
    json.begin_object().member("path", file).member("signer", signer).member("digest", ready->list.digest());
    io.out(json.end_object().take() + "\n");
  } else {
    io.out(format("{}  signed by {}\n", visible(file), visible(signer)));
  }
  return ExitCode::ok;
}

}  // namespace skillstow
