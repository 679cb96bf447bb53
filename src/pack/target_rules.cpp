#include "pack/target_rules.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_description = 1024;

// The frontmatter keys of the specification, the only ones that uploads take.
constexpr std::array<std::string_view, 6> k_keys = {"name",          "description", "license",
                                                    "compatibility", "metadata",    "allowed-tools"};

class TargetCheck {
 public:
  TargetCheck(const Target& target, const Skill& skill, const PackList& list)
      : target_(target), skill_(skill), list_(list) {}

  std::vector<Diagnostic> run() {
    counts();
    manifests();
    name();
    description();
    keys();
    version();
    return std::move(found_);
  }

 private:
  void tell(std::string_view rule, std::string file, std::string message, std::string help) {
    found_.push_back(
        pack_finding(rule, target_.severity, std::move(file), format("{}: {}", target_.id, message), std::move(help)));
  }

  void counts() {
    if (target_.files.most != 0 && list_.files.size() > target_.files.most) {
      tell("pack-file-count", "",
           format("the package has {} files, and at most {} are taken ({})", grouped(list_.files.size()),
                  grouped(target_.files.most), target_.files.source),
           "leave files out with .skillignore, or join them");
    }
    if (target_.total_bytes.most != 0 && list_.bytes() > target_.total_bytes.most) {
      tell("pack-size", "",
           format("its files have {} bytes together, and at most {} are taken ({})", grouped(list_.bytes()),
                  grouped(target_.total_bytes.most), target_.total_bytes.source),
           "leave files out with .skillignore, or have the skill fetch them");
    }
    if (target_.file_bytes.most == 0) return;
    for (const PackedFile& file : list_.files) {
      if (file.bytes.size() <= target_.file_bytes.most) continue;
      tell("pack-size", file.path,
           format("it has {} bytes, and at most {} are taken for a file ({})", grouped(file.bytes.size()),
                  grouped(target_.file_bytes.most), target_.file_bytes.source),
           "leave it out with .skillignore, or make it smaller");
    }
  }

  void manifests() {
    if (target_.one_manifest.empty()) return;
    for (const PackedFile& file : list_.files) {
      if (file.path == skill_.manifest_name || !equals_ignoring_case(base_name(file.path), "SKILL.md")) continue;
      tell("pack-second-skill", file.path,
           format("it is a second SKILL.md, and a package may hold one alone ({})", target_.one_manifest),
           "pack the skill in this folder on its own, or rename the file");
    }
  }

  void name() {
    if (target_.reserved_words.empty()) return;
    const std::string lower = to_lower(skill_.name().value_or(""));
    for (const std::string_view word : {"anthropic", "claude"}) {
      if (lower.find(word) == std::string::npos) continue;
      tell("pack-name", skill_.manifest_name,
           format("the name holds \"{}\", which is reserved ({})", word, target_.reserved_words),
           "give the skill another name");
    }
  }

  void description() {
    const std::string text = skill_.description().value_or("");
    const std::uint64_t length = count_code_points(trim(text));
    if (!target_.plain_description.empty() && length > k_max_description) {
      tell("pack-description", skill_.manifest_name,
           format("the description has {} characters, and at most {} are taken ({})", grouped(length),
                  grouped(k_max_description), target_.plain_description),
           "shorten it");
    }
    if (!target_.plain_description.empty() && text.find_first_of("<>") != std::string::npos) {
      tell("pack-description", skill_.manifest_name,
           format("the description holds < or >, which are taken for tags and refused ({})", target_.plain_description),
           "write it without them");
    }
    if (target_.short_description.most != 0 && length > target_.short_description.most) {
      found_.push_back(pack_finding(
          "pack-description", Severity::note, skill_.manifest_name,
          format("{}: the description has {} characters; {} are documented, though up to {} are taken ({})", target_.id,
                 grouped(length), target_.short_description.most, grouped(k_max_description),
                 target_.short_description.source),
          "say the most important in the first sentence"));
    }
  }

  void keys() {
    if (target_.known_keys.empty()) return;
    for (const YamlNode::Member& field : skill_.frontmatter.yaml.root.members) {
      if (std::find(k_keys.begin(), k_keys.end(), field.key.text) != k_keys.end()) continue;
      tell("pack-key", skill_.manifest_name,
           format("the frontmatter key \"{}\" is not taken ({})", visible(field.key.text, 60), target_.known_keys),
           "put it below metadata");
    }
  }

  void version() {
    if (!target_.wants_version) return;
    const YamlNode::Member* metadata = skill_.frontmatter.find("metadata");
    const YamlNode* version = metadata ? metadata->value.find("version") : nullptr;
    if (version && version->is_scalar() && !version->text.empty()) return;
    found_.push_back(
        pack_finding("pack-version", Severity::warning, skill_.manifest_name,
                     format("{}: the manifest must name a version, and the skill has none; it says 0.0.0", target_.id),
                     "set version below metadata"));
  }

  const Target& target_;
  const Skill& skill_;
  const PackList& list_;
  std::vector<Diagnostic> found_;
};

}  // namespace

std::vector<Diagnostic> check_target(const Target& target, const Skill& skill, const PackList& list) {
  return TargetCheck(target, skill, list).run();
}

std::vector<Diagnostic> check_package_size(const Target& target, std::uint64_t bytes) {
  if (target.package_bytes.most == 0 || bytes <= target.package_bytes.most) return {};
  return {pack_finding("pack-size", target.severity, "",
                       format("{}: the package has {} bytes, and at most {} are taken ({})", target.id, grouped(bytes),
                              grouped(target.package_bytes.most), target.package_bytes.source),
                       "leave files out with .skillignore")};
}

}  // namespace skillstow
