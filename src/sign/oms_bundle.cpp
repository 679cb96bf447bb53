#include "sign/oms_bundle.h"

#include <algorithm>
#include <set>

#include "base/base64.h"
#include "base/format.h"
#include "base/json.h"
#include "base/sha256.h"
#include "base/text.h"

namespace skillstow {
namespace {

constexpr std::string_view k_bundle_type = "application/vnd.dev.sigstore.bundle.v0.3+json";
constexpr std::string_view k_payload_type = "application/vnd.in-toto+json";
constexpr std::string_view k_statement_type = "https://in-toto.io/Statement/v1";
constexpr std::string_view k_predicate_type = "https://model_signing/signature/v1.0";
constexpr std::string_view k_executables = "skillstow_executables";
constexpr std::size_t k_max_files = 20'000;
constexpr std::size_t k_max_certificates = 20;

bool is_sha256(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// A path that stays in the skill, whatever the signer wrote.
bool is_path(std::string_view path) {
  if (path.empty() || path.front() == '/' || path.find('\\') != std::string_view::npos) return false;
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == "." || part == "..") return false;
  }
  return true;
}

class BundleReader {
 public:
  explicit BundleReader(const std::string& file) : file_(file) {}

  Result<OmsBundle> run(std::string_view text) {
    if (text.size() > k_max_bundle_bytes) return wrong("it is larger than any signature of a skill");
    const Result<JsonValue> json = parse_json(text);
    if (!json) return wrong(json.error().message);
    if (json->string_or("mediaType", "") != k_bundle_type)
      return wrong("it is no Sigstore bundle of version 0.3, the form of signatures of skills");
    OmsBundle bundle;
    if (auto done = certificates(json->find("verificationMaterial"), bundle); !done)
      return tl::unexpected(done.error());
    if (auto done = envelope(json->find("dsseEnvelope"), bundle); !done) return tl::unexpected(done.error());
    if (auto done = statement(bundle); !done) return tl::unexpected(done.error());
    return bundle;
  }

 private:
  tl::unexpected<Error> wrong(std::string_view what) const {
    return failure(ErrorKind::bad_input, file_, format("the signature cannot be read: {}", what),
                   "ask the skill's author for a new one");
  }

  Result<void> certificates(const JsonValue* material, OmsBundle& bundle) const {
    const JsonValue* chain = material ? material->find("x509CertificateChain") : nullptr;
    const JsonValue* list = chain ? chain->find("certificates") : nullptr;
    if (!list || list->items.empty() || list->items.size() > k_max_certificates)
      return wrong("it brings no certificates; signatures by a bare key or by Sigstore's service are not checked here");
    for (const JsonValue& one : list->items) {
      auto bytes = base64_decoded(one.string_or("rawBytes", ""));
      if (!bytes || bytes->empty()) return wrong("a certificate is not in base64");
      bundle.certificates.push_back(std::move(*bytes));
    }
    return {};
  }

  Result<void> envelope(const JsonValue* dsse, OmsBundle& bundle) const {
    if (!dsse) return wrong("it holds no signed statement (dsseEnvelope)");
    bundle.payload_type = dsse->string_or("payloadType", "");
    if (bundle.payload_type != k_payload_type) return wrong("what is signed is no in-toto statement");
    auto payload = base64_decoded(dsse->string_or("payload", ""));
    const JsonValue* signatures = dsse->find("signatures");
    if (!payload || !signatures || signatures->items.size() != 1)
      return wrong("it has no payload in base64 with exactly one signature");
    auto signature = base64_decoded(signatures->items.front().string_or("sig", ""));
    if (!signature || signature->empty()) return wrong("its signature is not in base64");
    bundle.payload = std::move(*payload);
    bundle.signature = std::move(*signature);
    return {};
  }

  Result<void> statement(OmsBundle& bundle) const {
    const Result<JsonValue> json = parse_json(bundle.payload);
    if (!json) return wrong(format("the statement is damaged: {}", json.error().message));
    if (json->string_or("_type", "") != k_statement_type || json->string_or("predicateType", "") != k_predicate_type)
      return wrong("the statement is not one of OpenSSF Model Signing 1.0");
    const JsonValue* subject = json->find("subject");
    if (!subject || subject->items.size() != 1) return wrong("the statement is not about exactly one thing");
    SignedStatement& statement = bundle.statement;
    statement.subject = subject->items.front().string_or("name", "");
    const JsonValue* digest = subject->items.front().find("digest");
    statement.digest = digest ? digest->string_or("sha256", "") : "";
    if (!is_sha256(statement.digest)) return wrong("the statement has no digest of the whole (sha256)");
    const JsonValue* predicate = json->find("predicate");
    const JsonValue* serialization = predicate ? predicate->find("serialization") : nullptr;
    if (!serialization || serialization->string_or("method", "") != "files" ||
        serialization->string_or("hash_type", "") != "sha256")
      return wrong("the statement does not list files by SHA-256");
    if (auto done = paths(serialization->find("ignore_paths"), statement.ignored); !done) return done;
    if (const JsonValue* executables = predicate->find(k_executables)) {
      statement.tells_executables = true;
      if (auto done = paths(executables, statement.executables); !done) return done;
    }
    return resources(predicate->find("resources"), statement);
  }

  Result<void> paths(const JsonValue* list, std::vector<std::string>& out) const {
    if (!list) return {};
    for (const JsonValue& one : list->items) {
      std::string_view path = one.text;
      while (path.starts_with("./")) path.remove_prefix(2);
      while (path.ends_with('/')) path.remove_suffix(1);
      if (one.kind != JsonValue::Kind::string || !is_path(path)) return wrong("a path in it leads out of the skill");
      out.emplace_back(path);
    }
    return {};
  }

  Result<void> resources(const JsonValue* list, SignedStatement& statement) const {
    if (!list || list->items.empty()) return wrong("the statement lists no files");
    if (list->items.size() > k_max_files) return wrong("the statement lists more files than any skill has");
    std::set<std::string, std::less<>> seen;
    for (const JsonValue& one : list->items) {
      SignedFile file{std::string(one.string_or("name", "")), std::string(one.string_or("digest", ""))};
      if (!is_path(file.path)) return wrong("a file in it has a name that leads out of the skill");
      if (one.string_or("algorithm", "") != "sha256" || !is_sha256(file.sha256))
        return wrong(format("the digest of {} is no SHA-256", visible(file.path, 200)));
      if (!seen.insert(file.path).second) return wrong(format("{} is listed twice", visible(file.path, 200)));
      statement.files.push_back(std::move(file));
    }
    return {};
  }

  const std::string& file_;
};

std::string bytes_of_hex(std::string_view hex) {
  const auto digit = [](char c) { return is_digit(c) ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
  return bytes;
}

}  // namespace

Result<OmsBundle> parse_oms_bundle(std::string_view json, const std::string& file) {
  return BundleReader(file).run(json);
}

std::string write_statement(const SignedStatement& statement) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object().member("_type", k_statement_type).key("subject").begin_array().begin_object();
  json.member("name", statement.subject).key("digest").begin_object().member("sha256", statement.digest).end_object();
  json.end_object().end_array().member("predicateType", k_predicate_type).key("predicate").begin_object();
  json.key("resources").begin_array();
  for (const SignedFile& file : statement.files)
    json.begin_object()
        .member("name", file.path)
        .member("digest", file.sha256)
        .member("algorithm", "sha256")
        .end_object();
  json.end_array().key("serialization").begin_object().member("method", "files").member("hash_type", "sha256");
  json.member("allow_symlinks", false).key("ignore_paths").begin_array();
  for (const std::string& path : statement.ignored) json.string(path);
  json.end_array().end_object();
  if (statement.tells_executables) {
    json.key(k_executables).begin_array();
    for (const std::string& path : statement.executables) json.string(path);
    json.end_array();
  }
  return json.end_object().end_object().take();
}

std::string write_oms_bundle(const std::vector<std::string>& certificates, std::string_view payload,
                             std::string_view signature) {
  JsonWriter json;
  json.begin_object().member("mediaType", k_bundle_type).key("verificationMaterial").begin_object();
  json.key("x509CertificateChain").begin_object().key("certificates").begin_array();
  for (const std::string& one : certificates) json.begin_object().member("rawBytes", base64_encoded(one)).end_object();
  json.end_array().end_object().key("tlogEntries").begin_array().end_array().end_object();
  json.key("dsseEnvelope")
      .begin_object()
      .member("payload", base64_encoded(payload))
      .member("payloadType", k_payload_type);
  json.key("signatures").begin_array().begin_object().member("sig", base64_encoded(signature)).member("keyid", "");
  return json.end_object().end_array().end_object().end_object().take() + "\n";
}

std::string dsse_message(std::string_view payload_type, std::string_view payload) {
  return format("DSSEv1 {} {} {} ", payload_type.size(), payload_type, payload.size()) + std::string(payload);
}

std::string root_digest(std::vector<SignedFile> files) {
  std::sort(files.begin(), files.end(), [](const SignedFile& a, const SignedFile& b) { return a.path < b.path; });
  std::string bytes;
  for (const SignedFile& file : files) bytes += bytes_of_hex(file.sha256);
  return sha256_hex(bytes);
}

}  // namespace skillstow
