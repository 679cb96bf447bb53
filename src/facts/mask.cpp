#include "facts/mask.h"

#include <algorithm>
#include <array>
#include <bitset>

#include "base/text.h"

namespace skillstow {
namespace {

// The fixed starts of providers' keys, as they document them, and how many characters follow at least.
struct Provider {
  std::string_view start;
  std::size_t minimum;
};
constexpr std::array<Provider, 25> k_providers = {{
    {"ghp_", 30},        {"gho_", 30},   {"ghu_", 30},  {"ghs_", 30},     {"ghr_", 30},
    {"github_pat_", 40}, {"glpat-", 20}, {"sk-", 20},   {"sk_live_", 16}, {"rk_live_", 16},
    {"whsec_", 24},      {"xoxb-", 20},  {"xoxp-", 20}, {"xoxa-", 20},    {"xoxs-", 20},
    {"xapp-", 20},       {"AKIA", 16},   {"ASIA", 16},  {"AIza", 30},     {"hf_", 30},
    {"npm_", 30},        {"pypi-", 40},  {"SG.", 40},   {"dop_v1_", 40},  {"eyJ", 40},
}};

// Words of a name whose value is a secret, without "_" and "-".
constexpr std::array<std::string_view, 11> k_names = {"apikey",    "secret",     "token",      "password",
                                                      "passwd",    "passphrase", "privatekey", "accesskey",
                                                      "secretkey", "credential", "authkey"};

constexpr std::array<std::string_view, 15> k_stand_ins = {
    "your", "example", "xxxx",       "placeholder", "changeme", "replace",   "insert",     "dummy",
    "fake", "sample",  "1234567890", "todo",        "redacted", "abcdef123", "secret_name"};

bool is_value_char(char c) {
  return is_alnum(c) || c == '_' || c == '-' || c == '.' || c == '+' || c == '/' || c == '=' || c == '~';
}

std::size_t end_of_value(std::string_view text, std::size_t at) {
  while (at < text.size() && is_value_char(text[at])) ++at;
  return at;
}

bool is_stand_in(std::string_view value) {
  const std::string lower = to_lower(value);
  return std::any_of(k_stand_ins.begin(), k_stand_ins.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

// Letters and digits mixed, and many different ones: no word, number, path or version.
bool looks_random(std::string_view value) {
  std::bitset<128> seen;
  std::size_t digits = 0;
  std::size_t letters = 0;
  for (const char c : value) {
    if (is_digit(c)) ++digits;
    if (is_alpha(c)) ++letters;
    if (static_cast<unsigned char>(c) < 128) seen.set(static_cast<unsigned char>(c));
  }
  return digits >= 2 && letters >= 2 && seen.count() >= 8 && !is_stand_in(value);
}

void find_private_keys(std::string_view text, std::vector<Span>& found) {
  constexpr std::string_view k_begin = "-----BEGIN ";
  for (std::size_t at = 0; (at = text.find(k_begin, at)) != std::string_view::npos;) {
    const std::size_t label = at + k_begin.size();
    at = label;
    const std::size_t dashes = text.find("-----", label);
    if (dashes == std::string_view::npos) return;
    const std::string_view name = text.substr(label, dashes - label);
    if (name.size() > 40 || !name.ends_with("PRIVATE KEY")) continue;
    const std::size_t end = std::min(text.find("-----END", dashes + 5), text.size());
    found.push_back(span_between(dashes + 5, end));
    at = end;
  }
}

void find_passwords_in_addresses(std::string_view text, std::vector<Span>& found) {
  for (std::size_t at = 0; (at = text.find("://", at)) != std::string_view::npos;) {
    at += 3;
    std::size_t end = at;
    while (end < text.size() && !is_space(text[end]) &&
           std::string_view("/\"'<>`(){}$").find(text[end]) == std::string_view::npos) {
      ++end;
    }
    const std::string_view authority = text.substr(at, end - at);
    const std::size_t sign = authority.rfind('@');
    const std::size_t colon = authority.substr(0, sign).find(':');
    if (sign != std::string_view::npos && colon != std::string_view::npos) {
      const std::string_view password = authority.substr(colon + 1, sign - colon - 1);
      if (password.size() >= 8 && looks_random(password)) found.push_back(span_between(at + colon + 1, at + sign));
    }
    at = end;
  }
}

void find_provider_keys(std::string_view text, std::vector<Span>& found) {
  static constexpr auto k_first = [] {
    std::array<bool, 256> first{};
    for (const Provider& provider : k_providers) first[static_cast<unsigned char>(provider.start.front())] = true;
    return first;
  }();
  for (std::size_t at = 0; at < text.size();) {
    if (!k_first[static_cast<unsigned char>(text[at])] || (at > 0 && is_word(text[at - 1]))) {
      ++at;
      continue;
    }
    const std::string_view rest = text.substr(at);
    const auto provider = std::find_if(k_providers.begin(), k_providers.end(),
                                       [rest](const Provider& known) { return rest.starts_with(known.start); });
    const std::size_t end = provider == k_providers.end() ? at + 1 : end_of_value(text, at);
    if (provider != k_providers.end() && end - at >= provider->start.size() + provider->minimum &&
        looks_random(text.substr(at, end - at))) {
      found.push_back(span_between(at, end));
    }
    at = end;
  }
}

// The name that ends before `sign`: `api_key`, "api-key", clientSecret.
bool names_secret(std::string_view text, std::size_t sign) {
  std::size_t end = sign;
  while (end > 0 && (is_blank(text[end - 1]) || text[end - 1] == '"' || text[end - 1] == '\'' || text[end - 1] == ']'))
    --end;
  std::string name;
  for (std::size_t at = end; at > 0 && end - at < 64; --at) {
    const char c = text[at - 1];
    if (is_alnum(c))
      name += to_lower(c);
    else if (c != '_' && c != '-')
      break;
  }
  std::reverse(name.begin(), name.end());
  if (name.find("public") != std::string::npos) return false;  // PublicKeyToken of .NET
  return std::any_of(k_names.begin(), k_names.end(), [&](std::string_view word) {
    return name.ends_with(word) || name.ends_with(std::string(word) + "s");
  });
}

void find_assigned_values(std::string_view text, std::vector<Span>& found) {
  constexpr std::size_t k_shortest = 16;
  for (std::size_t sign = 0; (sign = text.find_first_of("=:", sign)) != std::string_view::npos; ++sign) {
    std::size_t at = sign + 1;
    while (at < text.size() && (text[at] == '=' || text[at] == '>' || is_blank(text[at]))) ++at;
    if (at < text.size() && (text[at] == '"' || text[at] == '\'' || text[at] == '`')) ++at;
    const std::size_t end = end_of_value(text, at);
    if (end - at < k_shortest) {
      sign = at - 1;  // a run of signs ("=====") is looked at once
      continue;
    }
    const std::string_view value = text.substr(at, end - at);
    const bool path = value.starts_with('/') || value.starts_with("./") || value.find("//") != std::string_view::npos;
    if (!path && looks_random(value) && names_secret(text, sign)) found.push_back(span_between(at, end));
    sign = end - 1;
  }
}

}  // namespace

std::vector<Span> find_secret_values(std::string_view text) {
  std::vector<Span> found;
  find_private_keys(text, found);
  find_passwords_in_addresses(text, found);
  find_provider_keys(text, found);
  find_assigned_values(text, found);
  std::sort(found.begin(), found.end(), [](Span a, Span b) { return a.offset < b.offset; });
  std::vector<Span> merged;
  for (const Span span : found) {
    if (!merged.empty() && span.offset < merged.back().end()) {
      merged.back() = span_between(merged.back().offset, std::max(merged.back().end(), span.end()));
    } else {
      merged.push_back(span);
    }
  }
  return merged;
}

std::string masked(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  for (const Span span : find_secret_values(text)) {
    out.append(text.substr(at, span.offset - at)).append("***");
    at = span.end();
  }
  return out.append(text.substr(at));
}

}  // namespace skillstow
