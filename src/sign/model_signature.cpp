#include "sign/model_signature.h"

#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "sign/crypto.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_file_bytes = 256u << 20;

// What git keeps beside the files, and the signature itself: never part of what is signed.
constexpr std::string_view k_ignored[] = {".git",       ".gitattributes", ".github",
                                          ".gitignore", ".skillignore",   k_signature_name};

bool is_ignored(const std::vector<std::string>& ignored, std::string_view path) {
  return std::any_of(ignored.begin(), ignored.end(), [path](const std::string& one) {
    return path == one || (path.size() > one.size() && path[one.size()] == '/' && path.starts_with(one));
  });
}

class Verification {
 public:
  Verification(const Tree& tree, const std::string& folder, const OmsBundle& bundle)
      : tree_(tree), folder_(folder), bundle_(bundle) {}

  Result<SignatureReport> run(const std::vector<std::string>& roots) {
    report_.signer = subject_of(bundle_.certificates.front());
    report_.signed_files = bundle_.statement.files.size();
    if (auto done = signature(); !done) return tl::unexpected(done.error());
    certificates(roots);
    digest();
    if (auto done = files(); !done) return tl::unexpected(done.error());
    return std::move(report_);
  }

 private:
  using State = SignatureCheck::State;

  void tell(std::string_view name, State state, std::string message) {
    report_.checks.push_back({name, state, std::move(message)});
  }

  Result<void> signature() {
    const Result<bool> good = verify_ecdsa(bundle_.certificates.front(),
                                           dsse_message(bundle_.payload_type, bundle_.payload), bundle_.signature);
    if (!good && good.error().kind != ErrorKind::bad_input) return tl::unexpected(good.error());
    if (!good) {
      tell("signature", State::broken, good.error().message);
    } else if (*good) {
      tell("signature", State::holds, format("made with the key of {}", visible(report_.signer)));
    } else {
      tell("signature", State::broken,
           "it was not made by the key of its certificate over this statement: one of the two was changed");
    }
    return {};
  }

  void certificates(const std::vector<std::string>& roots) {
    if (roots.empty()) {
      tell("certificates", State::unknown, "anybody can make certificates: name the root that you trust with --root");
      return;
    }
    const std::vector<std::string> others(bundle_.certificates.begin() + 1, bundle_.certificates.end());
    const Result<void> chain = verify_chain(bundle_.certificates.front(), others, roots);
    chain ? tell("certificates", State::holds, "they lead to the root that you named, and are valid today")
          : tell("certificates", State::broken, chain.error().message);
  }

  void digest() {
    const bool same = root_digest(bundle_.statement.files) == bundle_.statement.digest;
    same ? tell("digest", State::holds, "the digest of the whole is that of the listed files")
         : tell("digest", State::broken, "the digest of the whole is not that of the listed files");
  }

  Result<void> files() {
    const SignedStatement& statement = bundle_.statement;
    std::map<std::string, const SignedFile*, std::less<>> listed;
    for (const SignedFile& file : statement.files) listed.emplace(file.path, &file);
    const Walk walk = walk_tree(tree_, folder_);
    if (!walk.errors.empty()) return tl::unexpected(walk.errors.front());
    if (!walk.complete) return failure(ErrorKind::too_large, folder_, "it has more files than are read here");
    bool modes_differ = false;
    for (const TreeEntry& entry : walk.entries) {
      const auto found = listed.find(entry.path);
      if (found == listed.end()) {
        if (entry.path == k_signature_name) continue;
        is_ignored(statement.ignored, entry.path) ? report_.ignored.push_back(entry.path)
                                                  : report_.files.push_back({entry.path, "unlisted"});
        continue;
      }
      const std::string sha256 = found->second->sha256;
      listed.erase(found);
      if (entry.kind != EntryKind::file) {
        report_.files.push_back({entry.path, "link"});
        continue;
      }
      const Result<std::string> bytes = tree_.read(join_path(folder_, entry.path), k_max_file_bytes);
      if (!bytes) return tl::unexpected(bytes.error());
      if (sha256_hex(*bytes) != sha256) report_.files.push_back({entry.path, "changed"});
      const auto& runs = statement.executables;
      if (statement.tells_executables &&
          entry.executable != (std::find(runs.begin(), runs.end(), entry.path) != runs.end())) {
        report_.files.push_back({entry.path, "mode"});
        modes_differ = true;
      }
    }
    for (const auto& [path, file] : listed) report_.files.push_back({path, "missing"});
    std::stable_sort(report_.files.begin(), report_.files.end(),
                     [](const SignedFileState& a, const SignedFileState& b) { return a.path < b.path; });
    const std::size_t wrong = static_cast<std::size_t>(std::count_if(
        report_.files.begin(), report_.files.end(), [](const SignedFileState& file) { return file.state != "mode"; }));
    wrong == 0
        ? tell("files", State::holds, format("{} as signed, and no other", counted(statement.files.size(), "file")))
        : tell("files", State::broken, format("{} not as signed", counted(wrong, "file")));
    if (!statement.tells_executables) {
      tell("modes", State::unknown, "the signature does not say which files may be executed");
    } else {
      modes_differ ? tell("modes", State::broken, "other files may be executed than were signed so")
                   : tell("modes", State::holds, "the files that may be executed are those that were signed so");
    }
    return {};
  }

  const Tree& tree_;
  const std::string& folder_;
  const OmsBundle& bundle_;
  SignatureReport report_;
};

}  // namespace

bool SignatureReport::holds() const {
  return std::all_of(checks.begin(), checks.end(), [](const SignatureCheck& check) {
    return check.state == SignatureCheck::State::holds ||
           (check.name == "modes" && check.state == SignatureCheck::State::unknown);
  });
}

Result<SignatureReport> verify_model_signature(const Tree& tree, const std::string& folder, const std::string& shown,
                                               const std::vector<std::string>& roots) {
  const std::string file = join_path(shown, k_signature_name);
  const Result<std::string> json = tree.read(join_path(folder, k_signature_name), k_max_bundle_bytes);
  if (!json) {
    return failure(json.error().kind, file,
                   json.error().kind == ErrorKind::not_found ? "the skill is not signed: it has no such file"
                                                             : json.error().message);
  }
  const Result<OmsBundle> bundle = parse_oms_bundle(*json, file);
  if (!bundle) return tl::unexpected(bundle.error());
  return Verification(tree, folder, *bundle).run(roots);
}

Result<std::string> make_model_signature(const PackList& list, const std::string& name, std::string_view key_pem,
                                         const std::string& key_file, const std::vector<std::string>& certificates) {
  SignedStatement statement;
  statement.subject = name;
  statement.ignored.assign(std::begin(k_ignored), std::end(k_ignored));
  statement.tells_executables = true;
  for (const PackedFile& file : list.files) {
    if (is_ignored(statement.ignored, file.path)) continue;
    statement.files.push_back({file.path, file.sha256});
    if (file.executable) statement.executables.push_back(file.path);
  }
  statement.digest = root_digest(statement.files);
  const std::string payload = write_statement(statement);
  const Result<std::string> signature =
      sign_ecdsa(key_pem, key_file, certificates.front(), dsse_message("application/vnd.in-toto+json", payload));
  if (!signature) return signature;
  return write_oms_bundle(certificates, payload, *signature);
}

}  // namespace skillstow
