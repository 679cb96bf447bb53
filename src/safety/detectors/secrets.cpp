#include <array>
#include <cmath>

#include "base/format.h"
#include "base/text.h"
#include "safety/detectors/detectors.h"
#include "safety/scan_state.h"

// Keys and passwords that stand in the skill itself. Shapes as the providers document them; placeholders, samples of
// documentation and references to the environment are none. Nothing is ever printed in full.
namespace skillstow {
namespace {

constexpr bool is_key_char(char c) { return is_alnum(c) || c == '_' || c == '-'; }

struct Shape {
  std::string_view prefix;
  std::size_t least;  // characters behind the prefix
  std::string_view what;
};
constexpr Shape k_shapes[] = {
    {"ghp_", 30, "a GitHub token"},
    {"gho_", 30, "a GitHub token"},
    {"ghu_", 30, "a GitHub token"},
    {"ghs_", 30, "a GitHub token"},
    {"ghr_", 30, "a GitHub token"},
    {"github_pat_", 40, "a GitHub token"},
    {"glpat-", 20, "a GitLab token"},
    {"AKIA", 16, "an AWS key"},
    {"ASIA", 16, "an AWS key"},
    {"AIza", 35, "a Google API key"},
    {"sk-ant-", 40, "an Anthropic key"},
    {"sk-proj-", 40, "an OpenAI key"},
    {"sk-or-", 40, "an OpenRouter key"},
    {"sk_live_", 24, "a Stripe key"},
    {"rk_live_", 24, "a Stripe key"},
    {"xoxb-", 30, "a Slack token"},
    {"xoxp-", 30, "a Slack token"},
    {"xoxa-", 30, "a Slack token"},
    {"xapp-", 30, "a Slack token"},
    {"npm_", 36, "an npm token"},
    {"pypi-", 60, "a PyPI token"},
    {"hf_", 34, "a Hugging Face token"},
    {"dop_v1_", 60, "a DigitalOcean token"},
    {"shpat_", 32, "a Shopify token"},
    {"gsk_", 40, "a Groq key"},
    {"whsec_", 32, "a signing secret"},
};

// Bits a character, from the letters' frequencies: words have below 3.2, random keys above.
double entropy(std::string_view text) {
  std::array<int, 256> counts{};
  for (const char c : text) ++counts[static_cast<unsigned char>(c)];
  double bits = 0;
  for (const int count : counts) {
    if (count == 0) continue;
    const double share = static_cast<double>(count) / static_cast<double>(text.size());
    bits -= share * std::log2(share);
  }
  return bits;
}

// What people write where a key would stand.
bool is_placeholder(std::string_view value) {
  const std::string lower = to_lower(value);
  for (const std::string_view part :
       {"example",   "your",        "xxx",        "placeholder", "changeme", "change-me", "change_me", "dummy",
        "sample",    "test",        "fake",       "todo",        "redacted", "insert",    "replace",   "secret-here",
        "abcdef",    "123456",      "000000",     "111111",      "...",      "***",       "<",         "${",
        "{{",        "process.env", "os.environ", "getenv",      "secrets.", "env.",      "null",      "none",
        "undefined", "password",    "notreal",    "mock",        "demo",     "foobar",    "lorem",     "my-",
        "my_",       "the-",        "deadbeef",   "aaaa",        "bbbb"}) {
    if (lower.find(part) != std::string::npos) return true;
  }
  return false;
}

std::string masked(std::string_view value) {
  return format("{}…({} characters)", excerpt_of(value.substr(0, std::min<std::size_t>(4, value.size() / 4))),
                value.size());
}

class Detector {
 public:
  Detector(Scan& scan, const View& view) : scan_(scan), view_(view), text_(view.text) {}

  void at(std::size_t hit, std::string_view literal) {
    if (hit < done_) return;
    if (literal == "-----begin") return pem(hit);
    if (literal == "://") return connection(hit);
    for (const Shape& shape : k_shapes) {
      if (text_.substr(hit).starts_with(shape.prefix)) return key(hit, shape);
    }
    for (const std::string_view word : {"api_key", "apikey", "api-key", "secret", "token", "passwd", "private_key"}) {
      if (literal == word) return assignment(hit);
    }
  }

 private:
  void report(std::size_t begin, std::size_t end, Risk risk, std::string message) {
    done_ = end;
    scan_.findings.add(view_, span_between(begin, end),
                       {.rule = "secret",
                        .risk = risk,
                        .message = std::move(message),
                        .help = "take it out, make it invalid at the provider, and read it from the environment",
                        .excerpt = false});
  }

  void key(std::size_t begin, const Shape& shape) {
    if (begin > 0 && is_key_char(text_[begin - 1])) return;
    std::size_t end = begin + shape.prefix.size();
    while (end < text_.size() && is_key_char(text_[end])) ++end;
    const std::string_view rest = text_.substr(begin + shape.prefix.size(), end - begin - shape.prefix.size());
    if (rest.size() < shape.least || is_placeholder(rest)) return;
    if (shape.prefix == "AKIA" || shape.prefix == "ASIA") {
      if (rest.size() != 16) return;
      for (const char c : rest) {
        if (!is_upper(c) && !is_digit(c)) return;
      }
    }
    if (entropy(rest) < 3.2) return;
    report(begin, end, Risk::high, format("holds {}: {}", shape.what, masked(text_.substr(begin, end - begin))));
  }

  // A private key with a body; a frame around "..." is a placeholder.
  void pem(std::size_t begin) {
    const std::size_t line_end = std::min(text_.find('\n', begin), text_.size());
    const std::string_view head = text_.substr(begin, std::min<std::size_t>(line_end - begin, 80));
    if (head.find("PRIVATE KEY") == std::string_view::npos) return;
    std::string_view rest = text_.substr(std::min(line_end + 1, text_.size()));
    if (rest.starts_with("\r")) rest.remove_prefix(1);
    const std::string_view body = trim(rest.substr(0, std::min<std::size_t>(rest.find('\n'), 200)));
    std::size_t digits = 0;
    for (const char c : body) digits += is_alnum(c) || c == '+' || c == '/' || c == '=';
    if (body.size() < 32 || digits != body.size() || is_placeholder(body.substr(0, 20))) return;
    report(begin, begin + head.size(), Risk::high, "holds a private key");
  }

  // scheme://user:password@host
  void connection(std::size_t hit) {
    std::size_t begin = hit;
    while (begin > 0 && is_alpha(text_[begin - 1])) --begin;
    std::size_t at = hit + 3;
    std::size_t colon = 0;
    while (at < text_.size() && at - hit < 200 && !is_space(text_[at]) && text_[at] != '/' && text_[at] != '"' &&
           text_[at] != '\'' && text_[at] != '`' && text_[at] != '@') {
      if (text_[at] == ':' && colon == 0) colon = at;
      ++at;
    }
    if (at >= text_.size() || text_[at] != '@' || colon == 0) return;
    const std::string_view password = text_.substr(colon + 1, at - colon - 1);
    const std::string_view host = text_.substr(at + 1, 40);
    if (password.size() < 12 || is_placeholder(password) || entropy(password) < 3.2) return;
    if (password.find_first_of("$<{[(*%") != std::string_view::npos) return;
    if (host.starts_with("localhost") || host.starts_with("127.0.0.1")) return;
    report(begin, at, Risk::high, format("holds a password in an address: {}", masked(password)));
  }

  // api_key = "…"
  void assignment(std::size_t hit) {
    std::size_t at = hit;
    while (at < text_.size() && at - hit < 40 && (is_word(text_[at]) || text_[at] == '-')) ++at;
    if (at < text_.size() && (text_[at] == '"' || text_[at] == '\'')) ++at;  // the end of a quoted name
    while (at < text_.size() && is_blank(text_[at])) ++at;
    if (at >= text_.size() || (text_[at] != '=' && text_[at] != ':')) return;
    ++at;
    if (at < text_.size() && text_[at] == '=') return;  // a comparison
    while (at < text_.size() && is_blank(text_[at])) ++at;
    if (at >= text_.size() || (text_[at] != '"' && text_[at] != '\'')) return;
    const char quote = text_[at];
    const std::size_t begin = ++at;
    while (at < text_.size() && at - begin < 200 && text_[at] != quote && text_[at] != '\n') ++at;
    if (at >= text_.size() || text_[at] != quote) return;
    const std::string_view value = text_.substr(begin, at - begin);
    for (const Shape& shape : k_shapes) {
      if (value.starts_with(shape.prefix)) return key(begin, shape);
    }
    if (value.size() < 24 || is_placeholder(value)) return;
    bool digit = false;
    bool letter = false;
    for (const char c : value) {
      if (!is_key_char(c) && c != '+' && c != '/' && c != '=' && c != '.') return;
      digit = digit || is_digit(c);
      letter = letter || is_alpha(c);
    }
    if (!digit || !letter || entropy(value) < 3.5) return;
    report(begin, at, Risk::medium, format("holds what looks like a key or password: {}", masked(value)));
  }

  Scan& scan_;
  const View& view_;
  std::string_view text_;
  std::size_t done_ = 0;
};

}  // namespace

void find_secrets(Scan& scan, const View& file, const TriggerHits& hits) {
  Detector detector(scan, file);
  for (const TriggerHit& hit : hits.hits) {
    if ((hit.groups & trigger::secret) != 0) detector.at(hit.offset, trigger_literal(hit.literal));
  }
}

}  // namespace skillstow
