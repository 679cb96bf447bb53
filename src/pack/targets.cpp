#include "pack/targets.h"

#include <algorithm>

namespace skillstow {
namespace {

constexpr std::uint64_t k_mb = 1'000'000;
constexpr std::uint64_t k_mib = 1u << 20;

constexpr std::string_view k_claude_upload = "what the upload page of claude.ai and Claude Desktop answers";
constexpr std::string_view k_claude_api = "Claude API, Skills: upload limits";
constexpr std::string_view k_openai_api = "OpenAI API, Skills: upload limits";
constexpr std::string_view k_well_known = "the client of well-known sites, skills 1.5.18";

constexpr Target k_targets[] = {
    {.id = "skill",
     .summary = "a .skill file: zip with one folder inside, for Claude, OpenAI's tools and Gemini CLI",
     .ending = ".skill",
     .container = Container::zip,
     .layout = Layout::folder,
     .severity = Severity::warning,
     .files = {200, k_claude_upload},
     .total_bytes = {30 * k_mb, k_claude_api},
     .one_manifest = k_claude_upload},
    {.id = "claude-ai",
     .summary = "the upload page of claude.ai and Claude Desktop",
     .ending = ".claude-ai.zip",
     .container = Container::zip,
     .layout = Layout::folder,
     .files = {200, k_claude_upload},
     .total_bytes = {30 * k_mb, k_claude_api},
     .one_manifest = k_claude_upload,
     .reserved_words = k_claude_upload,
     .known_keys = k_claude_upload,
     .plain_description = k_claude_upload,
     .short_description = {200, "Claude's help pages on custom skills"}},
    {.id = "claude-api",
     .summary = "POST /v1/skills of the Claude API",
     .ending = ".claude-api.zip",
     .container = Container::zip,
     .layout = Layout::folder,
     .total_bytes = {30 * k_mb, k_claude_api},
     .one_manifest = k_claude_api,
     .reserved_words = k_claude_api,
     .plain_description = k_claude_api},
    {.id = "openai",
     .summary = "POST /v1/skills of the OpenAI API",
     .ending = ".openai.zip",
     .container = Container::zip,
     .layout = Layout::folder,
     .files = {500, k_openai_api},
     .file_bytes = {25 * k_mb, k_openai_api},
     .package_bytes = {50 * k_mb, k_openai_api},
     .one_manifest = k_openai_api},
    {.id = "gemini",
     .summary = "gemini skills install FILE: zip with SKILL.md at its root",
     .ending = ".gemini.skill",
     .container = Container::zip,
     .layout = Layout::flat},
    {.id = "well-known",
     .summary = "an archive for a /.well-known/agent-skills site: tar.gz with SKILL.md at its root",
     .ending = ".tar.gz",
     .container = Container::tar_gz,
     .layout = Layout::flat,
     .files = {1000, k_well_known},
     .total_bytes = {50 * k_mib, k_well_known},
     .plain_description = "Agent Skills discovery 0.2.0, index entries"},
    {.id = "oci",
     .summary = "an OCI image layout in a tar file, for oras, skopeo and crane",
     .ending = ".oci.tar",
     .container = Container::oci,
     .layout = Layout::folder},
    {.id = "claude-plugin",
     .summary = "a plugin of Claude Code, in a zip file as its marketplaces take it",
     .ending = ".claude-plugin.zip",
     .container = Container::zip,
     .layout = Layout::plugin,
     .package_bytes = {256 * k_mib, "Claude Code, plugin marketplaces: archive sources"},
     .manifest = ".claude-plugin/plugin.json"},
    {.id = "codex-plugin",
     .summary = "a plugin of Codex, in a zip file",
     .ending = ".codex-plugin.zip",
     .container = Container::zip,
     .layout = Layout::plugin,
     .manifest = ".codex-plugin/plugin.json",
     .wants_version = true},
    {.id = "gemini-extension",
     .summary = "an extension of Gemini CLI, as a release asset for all platforms",
     .ending = ".gemini-extension.tar.gz",
     .container = Container::tar_gz,
     .layout = Layout::plugin,
     .manifest = "gemini-extension.json",
     .wants_version = true},
};

}  // namespace

std::span<const Target> all_targets() { return k_targets; }

const Target* find_target(std::string_view id) {
  const auto found =
      std::find_if(std::begin(k_targets), std::end(k_targets), [id](const Target& target) { return target.id == id; });
  return found == std::end(k_targets) ? nullptr : found;
}

}  // namespace skillstow
