#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// Certificates and ECDSA; wraps OpenSSL's libcrypto, which is opened on the first call. Certificates go as DER bytes.
namespace skillstow {

// The certificates of a PEM file, in its order.
Result<std::vector<std::string>> read_certificates(std::string_view pem, const std::string& file);

// "CN=…, O=…", for messages.
std::string subject_of(const std::string& certificate);

// Whether the certificate's key made the signature over the message: ECDSA over P-256 with SHA-256, or over P-384 with
// SHA-384. Fails for other keys.
Result<bool> verify_ecdsa(const std::string& certificate, std::string_view message, std::string_view signature);

// Whether the certificate leads to one of the roots by way of the others, and all are good now; the error says why not.
Result<void> verify_chain(const std::string& certificate, const std::vector<std::string>& others,
                          const std::vector<std::string>& roots);

// Signs with a private key in PEM, which must be that of the certificate.
Result<std::string> sign_ecdsa(std::string_view key_pem, const std::string& key_file, const std::string& certificate,
                               std::string_view message);

}  // namespace skillstow
