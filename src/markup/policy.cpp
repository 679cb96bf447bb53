#include "markup/policy.h"

#include "base/base64.h"
#include "base/sha256.h"

namespace skillstow {
namespace {

std::string source_of(std::string_view text) { return "'sha256-" + base64_encoded(sha256(text)) + "'"; }

}  // namespace

std::string page_policy(std::string_view style, std::string_view script) {
  std::string policy = "default-src 'none'; style-src " + source_of(style);
  if (!script.empty()) policy += "; script-src " + source_of(script);
  return policy + "; base-uri 'none'; form-action 'none'";
}

}  // namespace skillstow
