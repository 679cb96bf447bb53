#include "facts/urls.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/text.h"
#include "facts/documents.h"

namespace skillstow {
namespace {

constexpr std::array<std::string_view, 8> k_schemes = {"http", "https", "ftp", "ftps", "ws", "wss", "ssh", "git"};

// Longer ones are cut; no browser or server takes them whole.
constexpr std::size_t k_longest_url = 2048;

constexpr std::array<std::string_view, 12> k_namespace_starts = {"http://www.w3.org/",
                                                                 "https://www.w3.org/2000/",
                                                                 "http://schemas.",
                                                                 "https://schemas.",
                                                                 "http://purl.org/",
                                                                 "http://xmlns.",
                                                                 "http://json-schema.org/",
                                                                 "https://json-schema.org/",
                                                                 "http://www.omg.org/spec/",
                                                                 "http://ns.adobe.com/",
                                                                 "http://www.sitemaps.org/schemas/",
                                                                 "http://ogp.me/ns"};

// Characters of RFC 3986 without the brackets and quotes that text puts around an address. Placeholders in braces may
// be part of a path.
bool is_url_char(char c) {
  return is_alnum(c) || std::string_view("-._~:/?#@!$&*+,;=%()[]{}").find(c) != std::string_view::npos;
}

bool is_host_char(char c) { return is_alnum(c) || c == '-' || c == '.' || c == '_'; }

std::size_t scheme_length(std::string_view text, std::size_t colon) {
  std::size_t start = colon;
  while (start > 0 && colon - start < 8 && is_alpha(text[start - 1])) --start;
  if (start > 0 && (is_alnum(text[start - 1]) || text[start - 1] == '+')) return 0;  // "git+https" and the like
  const std::string scheme = to_lower(text.substr(start, colon - start));
  return std::find(k_schemes.begin(), k_schemes.end(), scheme) == k_schemes.end() ? 0 : scheme.size();
}

// Where the address ends: without the punctuation of the sentence, and without a closing bracket that it did not open.
std::size_t end_of_url(std::string_view text, std::size_t start, std::size_t rest) {
  const std::size_t limit = std::min(text.size(), start + k_longest_url);
  std::size_t end = rest;
  while (end < limit && is_url_char(text[end])) ++end;
  int open = 0;
  for (std::size_t i = rest; i < end; ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++open;
    if ((c == ')' || c == ']' || c == '}') && --open < 0) {
      end = i;
      break;
    }
  }
  while (end > start && std::string_view(".,;:!?*_([{&").find(text[end - 1]) != std::string_view::npos) --end;
  return end;
}

// "user:password@host:443/path" -> the host; "" if it is none that could be called.
std::string_view host_of(std::string_view rest) {
  std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) authority.remove_prefix(at + 1);
  const std::string_view host = authority.substr(0, authority.find(':'));
  if (host.empty() || !std::all_of(host.begin(), host.end(), is_host_char) || !is_alnum(host.front())) return {};
  const std::string_view port = authority.substr(host.size());
  if (port.size() > 1 && !is_digit(port[1]) && !port.starts_with(":$") && !port.starts_with(":{")) return {};
  if (host.find('.') == std::string_view::npos && !equals_ignoring_case(host, "localhost")) return {};
  return host;
}

std::string without_password(std::string_view url) {
  const std::size_t start = url.find("://") + 3;
  const std::string_view authority = url.substr(start, url.find_first_of("/?#", start) - start);
  const std::size_t at = authority.rfind('@');
  const std::size_t colon = authority.substr(0, at).find(':');
  if (at == std::string_view::npos || colon == std::string_view::npos) return std::string(url);
  return std::string(url.substr(0, start + colon + 1)) + "***" + std::string(url.substr(start + at));
}

// The address of a repository without its scheme, ".git" and a final slash.
std::string repository_key(std::string_view url) {
  if (const std::size_t scheme = url.find("://"); scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  if (url.starts_with("www.")) url.remove_prefix(4);
  while (url.ends_with('/')) url.remove_suffix(1);
  if (url.ends_with(".git")) url.remove_suffix(4);
  return to_lower(url);
}

bool belongs_to(std::string_view url, const std::string& key) {
  constexpr std::string_view k_raw = "raw.githubusercontent.com/";
  std::string plain = repository_key(url);
  if (plain.starts_with(k_raw)) plain = "github.com/" + plain.substr(k_raw.size());
  if (!plain.starts_with(key)) return false;
  return plain.size() == key.size() || std::string_view("/?#.").find(plain[key.size()]) != std::string_view::npos;
}

}  // namespace

std::vector<WebAddress> find_urls(std::string_view text) {
  std::vector<WebAddress> urls;
  for (std::size_t colon = 0, next = 0; (colon = text.find("://", next)) != std::string_view::npos;) {
    next = colon + 3;
    const std::size_t length = scheme_length(text, colon);
    if (length == 0) continue;
    const std::size_t start = colon - length;
    const std::size_t end = end_of_url(text, start, colon + 3);
    if (end < colon + 4) continue;
    const std::string_view host = host_of(text.substr(colon + 3, end - colon - 3));
    if (host.empty()) continue;
    next = end;  // an address inside an address is part of it
    WebAddress url;
    url.span = span_between(start, end);
    url.url = without_password(text.substr(start, end - start));
    url.host = to_lower(host);
    urls.push_back(std::move(url));
  }
  return urls;
}

std::vector<WebAddress> find_urls(const Skill& skill, std::string_view repository) {
  std::vector<WebAddress> urls;
  const std::string key = repository_key(repository);
  for (const SkillFile& file : skill.files) {
    const SourceFile& source = source_of(skill, file);
    std::unordered_set<std::string> seen;
    for (WebAddress& url : find_urls(std::string_view(source.text))) {
      if (!seen.insert(url.url).second) continue;
      url.source = &source;
      url.line = source.line(url.span.offset);
      url.own = !key.empty() && belongs_to(url.url, key);
      urls.push_back(std::move(url));
    }
  }
  return urls;
}

bool is_name_only(const WebAddress& url) {
  for (const std::string_view start : k_namespace_starts) {
    if (starts_with_ignoring_case(url.url, start)) return true;
  }
  for (const std::string_view end : {"example.com", "example.org", "example.net"}) {
    if (url.host == end || url.host.ends_with("." + std::string(end))) return true;
  }
  for (const std::string_view end : {".example", ".test", ".invalid"}) {
    if (url.host.ends_with(end)) return true;
  }
  return false;
}

}  // namespace skillstow
