#include "sign/crypto.h"

#include <array>
#include <cstring>
#include <memory>

#include <dlfcn.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

// The library's functions that are used, found by name when it is opened.
#define SKILLSTOW_LIBCRYPTO_FUNCTIONS(FUNCTION) \
  FUNCTION(BIO_free)                            \
  FUNCTION(BIO_new_mem_buf)                     \
  FUNCTION(CRYPTO_free)                         \
  FUNCTION(ERR_clear_error)                     \
  FUNCTION(EVP_DigestSign)                      \
  FUNCTION(EVP_DigestSignInit)                  \
  FUNCTION(EVP_DigestVerify)                    \
  FUNCTION(EVP_DigestVerifyInit)                \
  FUNCTION(EVP_MD_CTX_free)                     \
  FUNCTION(EVP_MD_CTX_new)                      \
  FUNCTION(EVP_PKEY_free)                       \
  FUNCTION(EVP_PKEY_get_group_name)             \
  FUNCTION(EVP_sha256)                          \
  FUNCTION(EVP_sha384)                          \
  FUNCTION(OPENSSL_sk_free)                     \
  FUNCTION(OPENSSL_sk_new_null)                 \
  FUNCTION(OPENSSL_sk_push)                     \
  FUNCTION(PEM_read_bio_PrivateKey)             \
  FUNCTION(PEM_read_bio_X509)                   \
  FUNCTION(X509_NAME_oneline)                   \
  FUNCTION(X509_STORE_CTX_free)                 \
  FUNCTION(X509_STORE_CTX_get_error)            \
  FUNCTION(X509_STORE_CTX_get_error_depth)      \
  FUNCTION(X509_STORE_CTX_init)                 \
  FUNCTION(X509_STORE_CTX_new)                  \
  FUNCTION(X509_STORE_add_cert)                 \
  FUNCTION(X509_STORE_free)                     \
  FUNCTION(X509_STORE_new)                      \
  FUNCTION(X509_check_private_key)              \
  FUNCTION(X509_free)                           \
  FUNCTION(X509_get0_pubkey)                    \
  FUNCTION(X509_get_subject_name)               \
  FUNCTION(X509_verify_cert)                    \
  FUNCTION(X509_verify_cert_error_string)       \
  FUNCTION(d2i_X509)                            \
  FUNCTION(i2d_X509)

struct Libcrypto {
#define SKILLSTOW_LIBCRYPTO_MEMBER(function) decltype(&::function) function = nullptr;
  SKILLSTOW_LIBCRYPTO_FUNCTIONS(SKILLSTOW_LIBCRYPTO_MEMBER)
#undef SKILLSTOW_LIBCRYPTO_MEMBER
};

#define SKILLSTOW_TEXT_OF_(text) #text
#define SKILLSTOW_TEXT_OF(text) SKILLSTOW_TEXT_OF_(text)
constexpr const char* k_library = "libcrypto.so." SKILLSTOW_TEXT_OF(OPENSSL_SHLIB_VERSION);

Result<const Libcrypto*> open_library(Libcrypto& table) {
  void* library = ::dlopen(k_library, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    return failure(ErrorKind::not_found, k_library, "cannot make or check signatures: OpenSSL is not installed",
                   "install the package libssl3 of your distribution");
  }
  const char* missing = nullptr;
#define SKILLSTOW_LIBCRYPTO_FIND(function)                                               \
  table.function = reinterpret_cast<decltype(&::function)>(::dlsym(library, #function)); \
  if (!table.function) missing = #function;
  SKILLSTOW_LIBCRYPTO_FUNCTIONS(SKILLSTOW_LIBCRYPTO_FIND)
#undef SKILLSTOW_LIBCRYPTO_FIND
  if (!missing) return &table;
  return failure(ErrorKind::other, k_library,
                 format("cannot make or check signatures: this OpenSSL has no {}", missing));
}

Result<const Libcrypto*> libcrypto() {
  static Libcrypto table;
  static const Result<const Libcrypto*> opened = open_library(table);
  return opened;
}

template <class T>
using Handle = std::unique_ptr<T, void (*)(T*)>;

Handle<X509> certificate_of(const Libcrypto& ssl, const std::string& der) {
  const auto* at = reinterpret_cast<const unsigned char*>(der.data());
  const auto* end = at + der.size();
  Handle<X509> certificate(ssl.d2i_X509(nullptr, &at, static_cast<long>(der.size())), ssl.X509_free);
  if (at != end) certificate.reset();
  ssl.ERR_clear_error();
  return certificate;
}

// A key that is protected needs a person to type; nobody is asked here.
int no_password(char* /*buffer*/, int /*size*/, int /*writing*/, void* asked) {
  *static_cast<bool*>(asked) = true;
  return -1;
}

// The digest that goes with the key's curve, or nullptr.
const EVP_MD* digest_for(const Libcrypto& ssl, const EVP_PKEY* key) {
  std::array<char, 64> name{};
  std::size_t length = 0;
  if (!key || ssl.EVP_PKEY_get_group_name(key, name.data(), name.size(), &length) != 1) return nullptr;
  const std::string_view curve(name.data());
  if (curve == "prime256v1" || curve == "P-256") return ssl.EVP_sha256();
  if (curve == "secp384r1" || curve == "P-384") return ssl.EVP_sha384();
  return nullptr;
}

tl::unexpected<Error> other_key() {
  return failure(ErrorKind::bad_input, "",
                 "its key is neither of the curve P-256 nor of P-384, the only ones that are checked here");
}

}  // namespace

Result<std::vector<std::string>> read_certificates(std::string_view pem, const std::string& file) {
  const Result<const Libcrypto*> library = libcrypto();
  if (!library) return tl::unexpected(library.error());
  const Libcrypto& ssl = **library;
  std::vector<std::string> all;
  const std::unique_ptr<BIO, int (*)(BIO*)> bio(ssl.BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())),
                                                ssl.BIO_free);
  for (;;) {
    bool asked = false;
    const Handle<X509> certificate(ssl.PEM_read_bio_X509(bio.get(), nullptr, no_password, &asked), ssl.X509_free);
    ssl.ERR_clear_error();
    if (!certificate) break;
    unsigned char* der = nullptr;
    const int size = ssl.i2d_X509(certificate.get(), &der);
    if (size <= 0) break;
    all.emplace_back(reinterpret_cast<const char*>(der), static_cast<std::size_t>(size));
    ssl.CRYPTO_free(der, __FILE__, __LINE__);
  }
  if (all.empty())
    return failure(ErrorKind::bad_input, file, "it holds no certificate in PEM form",
                   "give a file with -----BEGIN CERTIFICATE-----");
  return all;
}

std::string subject_of(const std::string& der) {
  const Result<const Libcrypto*> library = libcrypto();
  if (!library) return "?";
  const Handle<X509> certificate = certificate_of(**library, der);
  if (!certificate) return "?";
  std::array<char, 256> text{};
  (*library)->X509_NAME_oneline((*library)->X509_get_subject_name(certificate.get()), text.data(),
                                static_cast<int>(text.size()));
  std::string subject = text.data();
  return subject.starts_with('/') ? replace_all(subject.substr(1), "/", ", ") : subject;
}

Result<bool> verify_ecdsa(const std::string& der, std::string_view message, std::string_view signature) {
  const Result<const Libcrypto*> library = libcrypto();
  if (!library) return tl::unexpected(library.error());
  const Libcrypto& ssl = **library;
  const Handle<X509> certificate = certificate_of(ssl, der);
  if (!certificate) return failure(ErrorKind::bad_input, "", "its certificate cannot be read");
  EVP_PKEY* key = ssl.X509_get0_pubkey(certificate.get());
  const EVP_MD* digest = digest_for(ssl, key);
  if (!digest) return other_key();
  const Handle<EVP_MD_CTX> context(ssl.EVP_MD_CTX_new(), ssl.EVP_MD_CTX_free);
  const bool ready = context && ssl.EVP_DigestVerifyInit(context.get(), nullptr, digest, nullptr, key) == 1;
  const bool good =
      ready &&
      ssl.EVP_DigestVerify(context.get(), reinterpret_cast<const unsigned char*>(signature.data()), signature.size(),
                           reinterpret_cast<const unsigned char*>(message.data()), message.size()) == 1;
  ssl.ERR_clear_error();
  return good;
}

Result<void> verify_chain(const std::string& der, const std::vector<std::string>& others,
                          const std::vector<std::string>& roots) {
  const Result<const Libcrypto*> library = libcrypto();
  if (!library) return tl::unexpected(library.error());
  const Libcrypto& ssl = **library;
  const Handle<X509> certificate = certificate_of(ssl, der);
  const Handle<X509_STORE> store(ssl.X509_STORE_new(), ssl.X509_STORE_free);
  const Handle<X509_STORE_CTX> context(ssl.X509_STORE_CTX_new(), ssl.X509_STORE_CTX_free);
  const Handle<OPENSSL_STACK> between(ssl.OPENSSL_sk_new_null(), ssl.OPENSSL_sk_free);
  std::vector<Handle<X509>> kept;
  for (const std::string& one : roots) {
    kept.push_back(certificate_of(ssl, one));
    if (kept.back()) ssl.X509_STORE_add_cert(store.get(), kept.back().get());
  }
  for (const std::string& one : others) {
    kept.push_back(certificate_of(ssl, one));
    if (!kept.back()) return failure(ErrorKind::bad_input, "", "a certificate of its chain cannot be read");
    ssl.OPENSSL_sk_push(between.get(), kept.back().get());
  }
  if (!certificate || !store || !context || !between ||
      ssl.X509_STORE_CTX_init(context.get(), store.get(), certificate.get(),
                              reinterpret_cast<STACK_OF(X509)*>(between.get())) != 1)
    return failure(ErrorKind::bad_input, "", "its certificate cannot be read");
  const bool good = ssl.X509_verify_cert(context.get()) == 1;
  const int code = ssl.X509_STORE_CTX_get_error(context.get());
  const int depth = ssl.X509_STORE_CTX_get_error_depth(context.get());
  ssl.ERR_clear_error();
  if (good && code == X509_V_OK) return {};
  const std::string_view which = depth == 0 ? "the signer's certificate" : "a certificate above the signer's";
  switch (code) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return failure(ErrorKind::bad_input, "", format("{} has expired", which));
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return failure(ErrorKind::bad_input, "", format("{} is not valid yet; is the clock right?", which));
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      return failure(ErrorKind::bad_input, "", "its certificates do not lead to the root that you named");
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
      return failure(ErrorKind::bad_input, "", format("{} was not signed by the one above it", which));
    default:
      return failure(ErrorKind::bad_input, "",
                     format("{} is refused: {}", which, ssl.X509_verify_cert_error_string(code)));
  }
}

Result<std::string> sign_ecdsa(std::string_view key_pem, const std::string& key_file,
                               const std::string& certificate_der, std::string_view message) {
  const Result<const Libcrypto*> library = libcrypto();
  if (!library) return tl::unexpected(library.error());
  const Libcrypto& ssl = **library;
  const std::unique_ptr<BIO, int (*)(BIO*)> bio(ssl.BIO_new_mem_buf(key_pem.data(), static_cast<int>(key_pem.size())),
                                                ssl.BIO_free);
  bool asked = false;
  const Handle<EVP_PKEY> key(ssl.PEM_read_bio_PrivateKey(bio.get(), nullptr, no_password, &asked), ssl.EVP_PKEY_free);
  ssl.ERR_clear_error();
  if (!key) {
    return failure(ErrorKind::bad_input, key_file,
                   asked ? "the key is protected by a password, and nobody is asked for one here"
                         : "it holds no private key in PEM form",
                   asked ? "give it without, as `openssl pkey -in FILE` prints it"
                         : "give a file with -----BEGIN PRIVATE KEY-----");
  }
  const EVP_MD* digest = digest_for(ssl, key.get());
  if (!digest) {
    return failure(ErrorKind::bad_input, key_file,
                   "the key is neither of the curve P-256 nor of P-384, and signatures of skills use these",
                   "make one with `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384`");
  }
  const Handle<X509> certificate = certificate_of(ssl, certificate_der);
  if (!certificate || ssl.X509_check_private_key(certificate.get(), key.get()) != 1) {
    ssl.ERR_clear_error();
    return failure(ErrorKind::bad_input, key_file, "it is not the key of the certificate",
                   "give the two that belong together");
  }
  const Handle<EVP_MD_CTX> context(ssl.EVP_MD_CTX_new(), ssl.EVP_MD_CTX_free);
  const auto* bytes = reinterpret_cast<const unsigned char*>(message.data());
  std::size_t size = 0;
  std::string signature;
  bool done = context && ssl.EVP_DigestSignInit(context.get(), nullptr, digest, nullptr, key.get()) == 1 &&
              ssl.EVP_DigestSign(context.get(), nullptr, &size, bytes, message.size()) == 1;
  if (done) {
    signature.resize(size);
    done = ssl.EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &size, bytes,
                              message.size()) == 1;
  }
  ssl.ERR_clear_error();
  if (!done) return failure(ErrorKind::other, key_file, "OpenSSL could not sign with it");
  signature.resize(size);
  return signature;
}

}  // namespace skillstow
