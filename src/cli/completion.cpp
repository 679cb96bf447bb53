#include "cli/completion.h"

#include <algorithm>
#include <vector>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

// The values that an option takes, where its help lists them ("text|json"); none for "FILE" or "NAME|FILE".
std::vector<std::string> values_of(const OptionHelp& option) {
  if (option.value.find('|') == std::string::npos) return {};
  if (std::any_of(option.value.begin(), option.value.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) return {};
  std::vector<std::string> values;
  for (const std::string_view value : split(option.value, '|')) values.emplace_back(value);
  return values;
}

std::string option_words(const CommandHelp& command) {
  std::vector<std::string> words;
  for (const OptionHelp& option : command.options) words.insert(words.end(), option.names.begin(), option.names.end());
  return join(words, " ");
}

std::string command_words(const CommandTable& commands) {
  std::vector<std::string> words;
  for (const CommandHelp& command : commands) {
    if (!command.name.empty() && command.name.find(' ') == std::string::npos) words.push_back(command.name);
  }
  return join(words, " ");
}

// zsh reads it as well, through its bashcompinit.
std::string bash_script(const CommandTable& commands) {
  std::string script =
      "_skillstow() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' options='' values='' one\n"
      "  for one in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
      "    case $one in -*) ;; *) command=$one; break ;; esac\n"
      "  done\n"
      "  case $command in\n";
  for (const CommandHelp& command : commands) {
    if (command.name.find(' ') != std::string::npos) continue;
    script += format("    '{}') options='{}'\n      case $before in\n", command.name, option_words(command));
    for (const OptionHelp& option : command.options) {
      const std::vector<std::string> values = values_of(option);
      if (!values.empty()) script += format("        {}) values='{}' ;;\n", join(option.names, "|"), join(values, " "));
    }
    script += "      esac ;;\n";
  }
  script += format(
      "  esac\n"
      "  if [ -n \"$values\" ]; then COMPREPLY=($(compgen -W \"$values\" -- \"$word\")); return; fi\n"
      "  case $word in -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")); return ;; esac\n"
      "  if [ -z \"$command\" ]; then COMPREPLY=($(compgen -W '{}' -- \"$word\")); return; fi\n"
      "  COMPREPLY=()\n"
      "}}\n"
      "complete -o default -F _skillstow skillstow\n",
      command_words(commands));
  return script;
}

// In fish's single quotes only a backslash and a quote need care.
std::string fish_quoted(std::string_view text) {
  return "'" + replace_all(replace_all(std::string(text), "\\", "\\\\"), "'", "\\'") + "'";
}

void write_fish_options(std::string& script, const CommandHelp& command) {
  const std::string when = command.name.empty() ? "" : format(" -n '__fish_seen_subcommand_from {}'", command.name);
  for (const OptionHelp& option : command.options) {
    script += "complete -c skillstow" + when;
    for (const std::string& name : option.names)
      script += name.substr(0, 2) == "--" ? " -l " + name.substr(2) : " -s " + name.substr(1);
    const std::vector<std::string> values = values_of(option);
    if (!option.value.empty()) script += " -r";
    if (!values.empty()) script += " -f -a " + fish_quoted(join(values, " "));
    script += format(" -d {}\n", fish_quoted(option.about));
  }
}

std::string fish_script(const CommandTable& commands) {
  std::string script;
  for (const CommandHelp& command : commands) {
    if (command.name.find(' ') != std::string::npos) continue;
    if (!command.name.empty()) {
      script += format("complete -c skillstow -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                       fish_quoted(command.about));
    }
    write_fish_options(script, command);
  }
  return script;
}

}  // namespace

std::string completion_script(const CommandTable& commands, std::string_view shell) {
  if (shell == "fish") return fish_script(commands);
  return (shell == "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : "") + bash_script(commands);
}

}  // namespace skillstow
