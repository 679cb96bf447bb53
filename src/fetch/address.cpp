#include "fetch/address.h"

#include <algorithm>

#include "base/format.h"
#include "base/percent.h"
#include "base/text.h"

namespace skillstow {
namespace {

constexpr unsigned k_highest_port = 65535;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

bool is_host(std::string_view host) {
  if (host.empty() || host.front() == '-' || host.front() == '.') return false;
  if (host.front() == '[') {
    return host.size() > 3 && host.back() == ']' &&
           std::all_of(host.begin() + 1, host.end() - 1, [](char c) { return is_alnum(c) || c == ':' || c == '.'; });
  }
  return std::all_of(host.begin(), host.end(), [](char c) { return is_alnum(c) || c == '-' || c == '.' || c == '_'; });
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Address> run() {
    for (const char c : text_) {
      if (is_control(c) || c == ' ') return refuse("it holds a blank or a control character");
    }
    const std::size_t colon = text_.find("://");
    url_.scheme = to_lower(text_.substr(0, colon));
    std::string_view rest = text_.substr(colon + 3);
    if (const std::size_t hash = rest.find('#'); hash != std::string_view::npos) {
      url_.fragment = percent_decoded(rest.substr(hash + 1));
      rest = rest.substr(0, hash);
    }
    if (const std::size_t mark = rest.find('?'); mark != std::string_view::npos) {
      url_.query = rest.substr(mark + 1);
      rest = rest.substr(0, mark);
    }
    const std::size_t slash = rest.find('/');
    if (auto done = read_authority(rest.substr(0, slash)); !done) return tl::unexpected(done.error());
    if (slash != std::string_view::npos) {
      if (auto done = read_path(rest.substr(slash + 1)); !done) return tl::unexpected(done.error());
    }
    return std::move(url_);
  }

 private:
  tl::unexpected<Error> refuse(std::string why, std::string help = {}) const {
    // What stands before "@" may be secret.
    std::string shown(text_);
    const std::size_t start = shown.find("://") + 3;
    const std::size_t at = shown.substr(0, shown.find('/', start)).rfind('@');
    if (at != std::string::npos && at > start) shown.replace(start, at - start, "…");
    return failure(ErrorKind::usage, shown, std::move(why), std::move(help));
  }

  Result<void> read_authority(std::string_view authority) {
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
      url_.user = authority.substr(0, at);
      authority = authority.substr(at + 1);
      if (url_.scheme != "ssh" || url_.user.find(':') != std::string::npos) {
        return refuse("the address holds a name or password, which would end up in records and logs",
                      "leave it out; git's credential helpers and ssh-agent are asked where a server wants to know");
      }
      if (url_.user.empty() ||
          !std::all_of(url_.user.begin(), url_.user.end(),
                       [](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; }) ||
          url_.user.front() == '-') {
        return refuse("the user's name in it is not plain letters and digits");
      }
    }
    const std::size_t colon = authority.rfind(':');
    if (colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos) {
      const std::string_view digits = authority.substr(colon + 1);
      for (const char c : digits) {
        if (!is_digit(c)) return refuse("the port in it is no number");
        url_.port = url_.port * 10 + static_cast<unsigned>(c - '0');
        if (url_.port > k_highest_port) return refuse("the port in it is above 65535");
      }
      if (digits.empty() || url_.port == 0) return refuse("the port in it is missing or 0");
      authority = authority.substr(0, colon);
    }
    url_.host = to_lower(authority);
    if (url_.host.empty() && url_.scheme == "file") return {};
    if (!is_host(url_.host)) {
      return refuse("the host in it is not a plain name",
                    "letters, digits, dots and dashes; an international name in its xn-- form");
    }
    return {};
  }

  Result<void> read_path(std::string_view path) {
    const std::string decoded = percent_decoded(path);
    for (const std::string_view part : split(decoded, '/')) {
      if (part.empty()) continue;
      if (const std::string fault = fault_of_segment(part); !fault.empty()) return refuse(fault);
      url_.segments.emplace_back(part);
    }
    return {};
  }

  std::string_view text_;
  Address url_;
};

}  // namespace

bool is_url(std::string_view text) {
  const std::size_t colon = text.find("://");
  if (colon == 0 || colon == std::string_view::npos) return false;
  const std::string_view scheme = text.substr(0, colon);
  return is_alpha(scheme.front()) && std::all_of(scheme.begin(), scheme.end(), [](char c) {
           return is_alnum(c) || c == '+' || c == '-' || c == '.';
         });
}

Result<Address> parse_address(std::string_view text) { return Parser(text).run(); }

std::string server_of(const Address& url) {
  std::string server = url.scheme + "://";
  if (!url.user.empty()) server += url.user + "@";
  server += url.host;
  if (url.port != 0) server += format(":{}", url.port);
  return server;
}

std::string encoded_segment(std::string_view segment) { return percent_encoded(segment, "-._~+@!$&*,=:"); }

bool is_loopback(std::string_view host) {
  return host == "localhost" || host == "[::1]" || host.substr(0, 4) == "127.";
}

std::string fault_of_segment(std::string_view segment) {
  if (segment == "." || segment == "..") return format("\"{}\" in it is a way through folders", segment);
  if (segment.size() > 1 && segment.front() == '-')
    return format("the name \"{}\" in it looks like an option", visible(segment, 60));
  for (const char c : segment) {
    if (is_control(c)) return "it holds a control character";
    if (c == '\\') return "it holds a backslash";
    if (c == '"' || c == '\'' || c == '`') return "it holds a quotation mark";
  }
  return {};
}

std::string query_value(std::string_view query, std::string_view key) {
  for (const std::string_view pair : split(query, '&')) {
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == key)
      return percent_decoded(pair.substr(equals + 1));
  }
  return {};
}

}  // namespace skillstow
