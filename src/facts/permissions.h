#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/skill.h"
#include "parse/yaml.h"

namespace skillstow {

// A command that the frontmatter's `hooks` field has an agent run by itself (Claude Code).
struct HookCommand {
  std::string event;    // "PreToolUse"
  std::string matcher;  // the tools that it is for; may be empty
  std::string command;
  Span span;
  std::uint32_t line = 0;
};

// What the frontmatter asks an agent to allow or to do differently. Fields of Claude Code unless said otherwise.
struct Permissions {
  std::optional<std::vector<std::string>> allowed_tools;     // used without asking; Agent Skills specification
  std::optional<std::vector<std::string>> disallowed_tools;  // taken away
  std::vector<HookCommand> hooks;
  std::optional<std::string> model;              // another model while the skill is used
  std::optional<std::string> context;            // "fork": runs as a helper of its own
  std::optional<std::string> agent;              // of which kind
  std::optional<std::string> shell;              // for its dynamic commands
  std::optional<bool> disable_model_invocation;  // true: only a person can start it
  std::optional<bool> user_invocable;            // false: only the agent can
};

Permissions find_permissions(const Skill& skill);

// The tools of an allowed-tools field: text that is split on spaces and commas outside of parentheses, or a list, each
// item of which may hold several. Scalars that are no text (true, 3) and mappings give nothing.
std::optional<std::vector<std::string>> tools_of(const YamlNode& value);
std::vector<std::string> split_tools(std::string_view text);

// Whether an entry gives a shell without limits: "Bash", "Bash(*)", "Bash(*:*)", "*", and the same of other names
// that agents give to their shell.
bool allows_any_command(std::string_view tool);

}  // namespace skillstow
