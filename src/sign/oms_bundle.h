#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace skillstow {

// A file that a signature speaks of.
struct SignedFile {
  std::string path;    // from the skill's folder
  std::string sha256;  // hexadecimal
};

// What is signed: an in-toto statement with the predicate of OpenSSF Model Signing 1.0.
struct SignedStatement {
  std::string subject;  // name
  std::string digest;   // of all files, see root_digest()
  std::vector<SignedFile> files;
  std::vector<std::string> ignored;  // paths, and all below them, that the signature says nothing about
  bool tells_executables = false;    // ours do; the specification has no place for modes
  std::vector<std::string> executables;
};

// A skill.oms.sig: a Sigstore bundle with a DSSE envelope and the signer's certificates.
struct OmsBundle {
  std::vector<std::string> certificates;  // DER, the signer's first
  std::string payload_type;
  std::string payload;
  std::string signature;      // DER
  SignedStatement statement;  // what the payload says
};

inline constexpr std::string_view k_signature_name = "skill.oms.sig";
inline constexpr std::uint64_t k_max_bundle_bytes = 16u << 20;

// Refuses what is no such bundle, with the first thing that is wrong. Nothing is proven by that: see verify_ecdsa().
Result<OmsBundle> parse_oms_bundle(std::string_view json, const std::string& file);

std::string write_statement(const SignedStatement& statement);
std::string write_oms_bundle(const std::vector<std::string>& certificates, std::string_view payload,
                             std::string_view signature);

// The bytes that are signed (DSSE 1.0.2, pre-authentication encoding).
std::string dsse_message(std::string_view payload_type, std::string_view payload);

// SHA-256 over the files' digests as bytes, in the order of their paths.
std::string root_digest(std::vector<SignedFile> files);

}  // namespace skillstow
