#include <cstdint>
#include <string_view>

#include "base/base64.h"
#include "base/utf8.h"
#include "fuzz/require.h"
#include "sign/oms_bundle.h"

using namespace skillstow;
using fuzz::require;

// A signature comes with the skill, from whoever wrote that. What can be read names no file outside of it, and each
// signature has one form in base64. The bytes are taken as a bundle, and as the statement in one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const std::string& json : {std::string(text), write_oms_bundle({"certificate"}, text, "signature")}) {
    const Result<OmsBundle> bundle = parse_oms_bundle(json, "skill.oms.sig");
    if (!bundle) {
      require(!bundle.error().message.empty() && find_invalid_utf8(bundle.error().message) == std::string_view::npos);
      continue;
    }
    require(!bundle->certificates.empty() && !bundle->signature.empty() && !bundle->statement.files.empty());
    for (const SignedFile& file : bundle->statement.files) {
      require(!file.path.empty() && file.path.front() != '/' && file.path.substr(0, 3) != "../" &&
              file.sha256.size() == 64);
    }
    require(root_digest(bundle->statement.files).size() == 64);
  }
  if (const auto bytes = base64_decoded(text)) require(base64_encoded(*bytes) == text);
  require(base64_decoded(base64_encoded(text)).value_or("") == text);
  return 0;
}
