#include "facts/permissions.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace skillstow {
namespace {

constexpr std::array<std::string_view, 8> k_shells = {"bash", "shell",       "powershell",       "run_shell_command",
                                                      "exec", "run_command", "run_terminal_cmd", "terminal"};

const YamlNode* value_of(const Skill& skill, std::string_view key) {
  const YamlNode::Member* member = skill.frontmatter.find(key);
  return member == nullptr ? nullptr : &member->value;
}

std::optional<std::string> text_of(const Skill& skill, std::string_view key) {
  const YamlNode* value = value_of(skill, key);
  return value != nullptr && value->is_scalar() ? std::optional(value->text) : std::nullopt;
}

std::optional<bool> boolean_of(const Skill& skill, std::string_view key) {
  const std::optional<std::string> text = text_of(skill, key);
  if (!text) return std::nullopt;
  if (equals_ignoring_case(*text, "true")) return true;
  if (equals_ignoring_case(*text, "false")) return false;
  return std::nullopt;
}

// hooks: { EVENT: [ { matcher, hooks: [ { type: command, command } ] } ] }
void add_hooks(const Skill& skill, Permissions& permissions) {
  const YamlNode* hooks = value_of(skill, "hooks");
  if (hooks == nullptr) return;
  for (const YamlNode::Member& event : hooks->members) {
    for (const YamlNode& group : event.value.items) {
      const YamlNode* matcher = group.find("matcher");
      const YamlNode* entries = group.find("hooks");
      if (entries == nullptr) continue;
      for (const YamlNode& entry : entries->items) {
        const YamlNode* command = entry.find("command");
        if (command == nullptr || !command->is_scalar()) continue;
        permissions.hooks.push_back({event.key.text, matcher == nullptr ? "" : matcher->text, command->text,
                                     command->span, skill.manifest.line(command->span.offset)});
      }
    }
  }
}

}  // namespace

std::vector<std::string> split_tools(std::string_view text) {
  std::vector<std::string> tools;
  std::string tool;
  int depth = 0;
  for (const char c : text) {
    if (depth == 0 && (c == ',' || is_space(c))) {
      if (!tool.empty()) tools.push_back(std::move(tool));
      tool.clear();
      continue;
    }
    if (c == '(') ++depth;
    if (c == ')' && depth > 0) --depth;
    tool += c;
  }
  if (!tool.empty()) tools.push_back(std::move(tool));
  return tools;
}

std::optional<std::vector<std::string>> tools_of(const YamlNode& value) {
  if (value.is_scalar()) {
    const ScalarType type = scalar_type(value);
    if (type == ScalarType::boolean || type == ScalarType::number) return std::nullopt;
    return split_tools(value.text);
  }
  if (value.kind != YamlNode::Kind::sequence) return std::nullopt;
  std::vector<std::string> tools;
  for (const YamlNode& item : value.items) {
    if (!item.is_scalar()) continue;
    for (std::string& tool : split_tools(item.text)) tools.push_back(std::move(tool));
  }
  return tools;
}

Permissions find_permissions(const Skill& skill) {
  Permissions permissions;
  if (const YamlNode* tools = value_of(skill, "allowed-tools")) permissions.allowed_tools = tools_of(*tools);
  if (const YamlNode* tools = value_of(skill, "disallowed-tools")) permissions.disallowed_tools = tools_of(*tools);
  add_hooks(skill, permissions);
  permissions.model = text_of(skill, "model");
  permissions.context = text_of(skill, "context");
  permissions.agent = text_of(skill, "agent");
  permissions.shell = text_of(skill, "shell");
  permissions.disable_model_invocation = boolean_of(skill, "disable-model-invocation");
  permissions.user_invocable = boolean_of(skill, "user-invocable");
  return permissions;
}

bool allows_any_command(std::string_view tool) {
  if (tool == "*") return true;
  const std::string_view name = tool.substr(0, tool.find('('));
  const std::string lower = to_lower(name);
  if (std::find(k_shells.begin(), k_shells.end(), lower) == k_shells.end()) return false;
  const std::string_view scope = tool.substr(name.size());
  return scope.empty() || scope == "()" || scope == "(*)" || scope == "(*:*)" || scope == "(:*)" || scope == "(**)";
}

}  // namespace skillstow
