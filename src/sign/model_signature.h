#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/tree.h"
#include "pack/pack_list.h"
#include "sign/oms_bundle.h"

namespace skillstow {

// One thing that a signature claims, and whether it is so.
struct SignatureCheck {
  std::string_view name;  // signature, certificates, digest, files, modes
  enum class State { holds, broken, unknown } state = State::unknown;
  std::string message;
};

// A file that is not as it was signed.
struct SignedFileState {
  std::string path;
  std::string_view state;  // changed, missing, unlisted, link, mode
};

struct SignatureReport {
  std::string signer;  // subject of the certificate
  std::vector<SignatureCheck> checks;
  std::vector<SignedFileState> files;  // by path; those that are as they were signed are not told
  std::size_t signed_files = 0;
  std::vector<std::string> ignored;  // paths that are there and that the signature says nothing about

  bool holds() const;  // all of it: nothing broken, nothing unknown but modes
};

// Holds a skill's folder against its skill.oms.sig. `roots` (DER) are the certificates that the user trusts; without
// one a signature proves only that somebody made it. Fails where there is no signature that can be read.
Result<SignatureReport> verify_model_signature(const Tree& tree, const std::string& folder, const std::string& shown,
                                               const std::vector<std::string>& roots);

// The bytes of a skill.oms.sig for what is packed of a skill. `certificates` (DER): the signer's first, then those
// between it and the root.
Result<std::string> make_model_signature(const PackList& list, const std::string& name, std::string_view key_pem,
                                         const std::string& key_file, const std::vector<std::string>& certificates);

}  // namespace skillstow
