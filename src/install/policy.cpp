#include "install/policy.h"

#include <algorithm>

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "config/glob.h"
#include "parse/document_reader.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_bytes = 64 * 1024;

class Reader : public DocumentReader {
 public:
  explicit Reader(std::string_view text) : DocumentReader(text) {}

  std::vector<DocumentProblem> read(Policy& policy) {
    static constexpr Key<Reader, Policy> k_keys[] = {
        {"sources", [](Reader& r, Policy& p, const auto& m) { p.sources = r.read_texts(m); }},
        {"pin",
         [](Reader& r, Policy& p, const auto& m) {
           p.pin = r.read_choice(m, "commit", "exact") ? Policy::Pin::exact : Policy::Pin::commit;
         }},
        {"max_risk", [](Reader& r, Policy& p, const auto& m) { p.max_risk = r.read_risk(m); }},
        {"signature",
         [](Reader& r, Policy& p, const auto& m) { p.signature = r.read_choice(m, "optional", "required"); }},
        {"signature_root", [](Reader& r, Policy& p, const auto& m) { p.signature_root = r.read_text(m); }},
    };
    const YamlDocument document = parse();
    if (!has_problems() && document.root.kind != YamlNode::Kind::null)
      read_map(*this, k_keys, policy, document.root, "the policy");
    if (policy.signature && policy.signature_root.empty()) {
      problem(document.root.find("signature")->span, "it asks for a signature, and names no certificate to trust",
              "name the PEM file of the root with signature_root");
    }
    return take_problems();
  }

 private:
  friend DocumentReader;

  Risk read_risk(const YamlNode::Member& member) {
    static constexpr std::string_view k_words[] = {"none", "low", "medium", "high"};
    const std::string word = read_text(member);
    const auto* at = std::find(std::begin(k_words), std::end(k_words), word);
    if (at == std::end(k_words)) {
      unknown(member.value.span, "risk", word, k_words);
      return Risk::none;
    }
    return static_cast<Risk>(at - std::begin(k_words));
  }
};

// Patterns count from the start: "github.com" must not match "elsewhere.example/github.com".
bool matches(std::string_view pattern, std::string_view name) {
  while (pattern.substr(0, 2) == "./") pattern.remove_prefix(2);
  const std::string whole(pattern);
  return matches_glob(pattern.find('/') == std::string_view::npos ? whole + "/**" : whole, name);
}

bool is_commit_id(std::string_view ref) {
  return (ref.size() == 40 || ref.size() == 64) && std::all_of(ref.begin(), ref.end(), [](char c) {
           return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
         });
}

}  // namespace

Result<Policy> parse_policy(std::string_view text, const std::string& file) {
  Policy policy;
  policy.file = file;
  const auto problems = Reader(text).read(policy);
  if (problems.empty()) return policy;
  return tl::unexpected(document_error(file, "policy", problems, "nothing is installed until the policy can be read"));
}

Result<std::vector<Policy>> read_policies(const Site& site) {
  std::vector<std::pair<std::string, std::string>> files{{"/etc/skillstow/policy.yaml", "/etc/skillstow/policy.yaml"}};
  const std::string set = site.where.env("XDG_CONFIG_HOME").value_or("");
  const std::string folder = !set.empty() && set.front() == '/' ? set
                             : site.where.home.empty()          ? std::string()
                                                                : join_path(site.where.home, ".config");
  if (!folder.empty()) {
    const std::string file = join_path(folder, "skillstow/policy.yaml");
    files.emplace_back(file, file);
  }
  if (site.scope == Scope::project)
    files.emplace_back(join_path(site.root, "skillstow-policy.yaml"), "skillstow-policy.yaml");
  std::vector<Policy> policies;
  for (const auto& [file, shown] : files) {
    if (status_of(file).kind == FileKind::missing) continue;
    const auto bytes = read_file(file, k_max_bytes, Follow::yes);
    if (!bytes) return tl::unexpected(bytes.error());
    auto policy = parse_policy(*bytes, shown);
    if (!policy) return tl::unexpected(policy.error());
    std::string& root = policy->signature_root;
    if (!root.empty() && root.front() != '/') root = join_path(parent_path(file), root);
    policies.push_back(std::move(*policy));
  }
  return policies;
}

std::string fault_of_source(const Policy& policy, const PolicedSource& source) {
  if (policy.sources) {
    std::string_view name = source.name;
    while (name.substr(0, 2) == "./") name.remove_prefix(2);
    const bool allowed = std::any_of(policy.sources->begin(), policy.sources->end(),
                                     [name](const std::string& pattern) { return matches(pattern, name); });
    if (!allowed) {
      return format("{} allows no skill from {}; it names {}", policy.file, visible(name, 200),
                    policy.sources->empty() ? "no source" : visible(join(*policy.sources, ", "), 400));
    }
  }
  if (policy.pin == Policy::Pin::commit && source.commit.empty()) {
    return format("{} asks for a commit, and this is a folder as it stands", policy.file);
  }
  if (policy.pin == Policy::Pin::exact && !is_commit_id(source.ref)) {
    return format("{} asks for the whole id of a commit, and {} was asked for", policy.file,
                  source.ref.empty() ? "no ref" : visible(source.ref, 100));
  }
  return {};
}

}  // namespace skillstow
