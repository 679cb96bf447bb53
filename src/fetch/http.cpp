#include "fetch/http.h"

#include <dlfcn.h>

// The checks are macros that want the library linked; ours is opened when it is needed.
#define CURL_DISABLE_TYPECHECK
#include <memory>

#include <curl/curl.h>

#include "base/format.h"
#include "base/text.h"
#include "fetch/address.h"

// Some versions have macros of the functions' own names.
#undef curl_easy_setopt
#undef curl_easy_getinfo

namespace skillstow {
namespace {

constexpr const char* k_library = "libcurl.so.4";
constexpr long k_max_redirects = 5;

struct Curl {
  decltype(&::curl_global_init) global_init = nullptr;
  decltype(&::curl_easy_init) easy_init = nullptr;
  decltype(&::curl_easy_setopt) easy_setopt = nullptr;
  decltype(&::curl_easy_perform) easy_perform = nullptr;
  decltype(&::curl_easy_getinfo) easy_getinfo = nullptr;
  decltype(&::curl_easy_strerror) easy_strerror = nullptr;
  decltype(&::curl_easy_cleanup) easy_cleanup = nullptr;
};

Result<const Curl*> open_library(Curl& table) {
  void* library = ::dlopen(k_library, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    return failure(ErrorKind::not_found, k_library,
                   "cannot fetch packages and indexes: the library libcurl is not installed",
                   "install the package libcurl4 of your distribution");
  }
  bool complete = true;
  const auto find = [library, &complete](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    complete = complete && function != nullptr;
  };
  find(table.global_init, "curl_global_init");
  find(table.easy_init, "curl_easy_init");
  find(table.easy_setopt, "curl_easy_setopt");
  find(table.easy_perform, "curl_easy_perform");
  find(table.easy_getinfo, "curl_easy_getinfo");
  find(table.easy_strerror, "curl_easy_strerror");
  find(table.easy_cleanup, "curl_easy_cleanup");
  if (!complete || table.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    return failure(ErrorKind::other, k_library, "cannot fetch packages and indexes: libcurl does not start");
  }
  return &table;
}

Result<const Curl*> library() {
  static Curl table;
  static const Result<const Curl*> opened = open_library(table);
  return opened;
}

// What is received, and how much of it may be.
struct Receiving {
  const HttpRequest& request;
  std::string body = {};
  bool too_much = false;
};

std::size_t receive(char* bytes, std::size_t, std::size_t count, void* state) {
  auto& receiving = *static_cast<Receiving*>(state);
  if (receiving.body.size() + count > receiving.request.max_bytes) {
    receiving.too_much = true;
    return 0;
  }
  receiving.body.append(bytes, count);
  if (receiving.request.progress) receiving.request.progress(receiving.body.size());
  return count;
}

Error error_of(const Curl& curl, CURLcode code, long status, const Receiving& receiving) {
  const HttpRequest& request = receiving.request;
  const auto error = [&request](ErrorKind kind, std::string message, std::string help = {}) {
    return Error{kind, request.address, std::move(message), std::move(help)};
  };
  const std::string reason = visible(curl.easy_strerror(code), 200);
  if (receiving.too_much || code == CURLE_FILESIZE_EXCEEDED) {
    return error(ErrorKind::too_large,
                 format("the answer has more than {} MiB, the most that is fetched", request.max_bytes >> 20));
  }
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
      return error(ErrorKind::timeout,
                   format("the server was given up: nothing was heard for {} seconds", request.silence),
                   "try again later; SKILLSTOW_TIMEOUT sets how many seconds a server may be silent");
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
      return error(ErrorKind::tls, format("the server's certificate is not trusted: {}", reason),
                   "name your own authority's file with SSL_CERT_FILE");
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_TOO_MANY_REDIRECTS:
      return error(ErrorKind::other, format("the server sends to another address that is not followed: {}", reason),
                   "name that address, with https");
    case CURLE_HTTP_RETURNED_ERROR:
      break;
    default:
      return error(ErrorKind::network, format("cannot fetch it: {}", reason), "check the address and the network");
  }
  if (status >= 500 || status == 429) {
    return error(ErrorKind::network, format("the server cannot answer now (status {})", status), "try again later");
  }
  return error(ErrorKind::not_found, format("there is no such file, or it is private (status {})", status),
               "check the address; no credentials are sent for files");
}

}  // namespace

Result<std::string> http_get(const HttpRequest& request) {
  const auto opened = library();
  if (!opened) return tl::unexpected(opened.error());
  const Curl& curl = **opened;
  const std::unique_ptr<CURL, decltype(curl.easy_cleanup)> handle(curl.easy_init(), curl.easy_cleanup);
  if (!handle) return failure(ErrorKind::other, request.address, "libcurl does not start");
  Receiving receiving{request};
  CURL* one = handle.get();
  const bool plain = request.address.substr(0, 7) == "http://";
  const char* protocols = plain ? "http,https" : "https";
  curl.easy_setopt(one, CURLOPT_URL, request.address.c_str());
  curl.easy_setopt(one, CURLOPT_PROTOCOLS_STR, protocols);
  curl.easy_setopt(one, CURLOPT_REDIR_PROTOCOLS_STR, protocols);
  curl.easy_setopt(one, CURLOPT_FOLLOWLOCATION, 1L);
  curl.easy_setopt(one, CURLOPT_MAXREDIRS, k_max_redirects);
  curl.easy_setopt(one, CURLOPT_FAILONERROR, 1L);
  curl.easy_setopt(one, CURLOPT_NOSIGNAL, 1L);
  curl.easy_setopt(one, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  curl.easy_setopt(one, CURLOPT_CONNECTTIMEOUT, static_cast<long>(request.silence));
  curl.easy_setopt(one, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl.easy_setopt(one, CURLOPT_LOW_SPEED_TIME, static_cast<long>(request.silence));
  curl.easy_setopt(one, CURLOPT_TIMEOUT, static_cast<long>(request.total));
  curl.easy_setopt(one, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(request.max_bytes));
  curl.easy_setopt(one, CURLOPT_USERAGENT, "skillstow");
  curl.easy_setopt(one, CURLOPT_WRITEFUNCTION, &receive);
  curl.easy_setopt(one, CURLOPT_WRITEDATA, &receiving);
  if (!request.certificates.empty()) curl.easy_setopt(one, CURLOPT_CAINFO, request.certificates.c_str());
  const CURLcode code = curl.easy_perform(one);
  long status = 0;
  curl.easy_getinfo(one, CURLINFO_RESPONSE_CODE, &status);
  if (code != CURLE_OK) return tl::unexpected(error_of(curl, code, status, receiving));
  char* last = nullptr;
  curl.easy_getinfo(one, CURLINFO_EFFECTIVE_URL, &last);
  const auto address = parse_address(last ? last : request.address);
  if (!address || (address->scheme != "https" && !is_loopback(address->host))) {
    return failure(ErrorKind::other, request.address, "the server sends to an address that is not encrypted",
                   "name an https address");
  }
  return std::move(receiving.body);
}

}  // namespace skillstow
