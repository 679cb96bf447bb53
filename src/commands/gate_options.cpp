#include "commands/gate_options.h"

#include <algorithm>
#include <map>

#include "base/edit_distance.h"
#include "base/file.h"
#include "base/format.h"
#include "base/text.h"
#include "config/rule_ids.h"
#include "sign/crypto.h"
#include "sign/model_signature.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_pem_bytes = 1u << 20;
constexpr std::size_t k_told_files = 3;

// What does not hold, with the files that are not as they were signed.
std::string fault_of_signature(const Tree& tree, const std::vector<std::string>& roots) {
  const Result<SignatureReport> report = verify_model_signature(tree, "", "", roots);
  if (!report) return format("{}: {}", report.error().path, report.error().message);
  if (report->holds()) return {};
  std::vector<std::string> faults;
  for (const SignatureCheck& check : report->checks) {
    if (check.state == SignatureCheck::State::broken) faults.push_back(format("{}: {}", check.name, check.message));
  }
  std::vector<std::string> files;
  for (const SignedFileState& file : report->files) {
    if (files.size() < k_told_files) files.push_back(format("{} {}", visible(file.path, 100), file.state));
  }
  if (report->files.size() > files.size()) files.emplace_back("…");
  return join(faults, "; ") + (files.empty() ? "" : format(" ({})", join(files, ", ")));
}

}  // namespace

Result<GateOptions> gate_options(const Site& site, const std::vector<std::string>& allowed, bool force) {
  const std::vector<std::string_view> known = rule_ids();
  for (const std::string& rule : allowed) {
    if (std::find(known.begin(), known.end(), rule) != known.end()) continue;
    const std::string_view near = nearest(rule, known);
    return failure(ErrorKind::usage, "", format("--allow-risk: there is no rule \"{}\"", visible(rule, 100)),
                   near.empty() ? "skillstow explain lists all rules" : format("did you mean {}?", near));
  }
  auto policies = read_policies(site);
  if (!policies) return tl::unexpected(policies.error());
  GateOptions gate{force, allowed, std::move(*policies)};
  std::map<std::string, std::vector<std::string>> roots;  // certificates, by their file
  for (const Policy& policy : gate.policies) {
    if (!policy.signature) continue;
    const std::string& file = policy.signature_root;
    auto read = read_file(file, k_max_pem_bytes, Follow::yes).and_then([&file](const std::string& pem) {
      return read_certificates(pem, file);
    });
    if (!read) {
      return failure(
          read.error().kind, file, read.error().message,
          format("{} names it with signature_root, and nothing is installed until it can be read", policy.file));
    }
    roots.emplace(file, std::move(*read));
  }
  gate.fault_of_signature = [roots = std::move(roots)](const Tree& tree, const Policy& policy) {
    return fault_of_signature(tree, roots.at(policy.signature_root));
  };
  return gate;
}

}  // namespace skillstow
