#pragma once

#include <optional>
#include <string>
#include <string_view>

// Codex's own structs, read from YAML by serde_yaml 0.9.34. Source: openai/codex, codex-rs/core-skills/src/loader.rs.
// Fields that a struct does not know are passed over unread, whatever they hold; a known field twice is an error.
namespace skillstow::loader {

// SkillFrontmatter: name and description as optional texts, metadata as a struct with one optional text.
struct CodexFrontmatter {
  std::optional<std::string> name;
  std::optional<std::string> description;
  std::string error;  // "" = it was read
};
CodexFrontmatter serde_yaml_codex(std::string_view text);

// What agents/openai.yaml (SkillMetadataFile) says about listing the skill. An error anywhere in what it reads makes
// Codex pass over the whole file: then nothing is forbidden.
struct CodexPolicy {
  bool allow_implicit_invocation = true;
  bool for_codex = true;  // false: policy.products names products, and Codex is not among them
  std::string error;      // "" = it was read
};
CodexPolicy serde_yaml_codex_policy(std::string_view text);

}  // namespace skillstow::loader
