#include "cli/options.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {

CLI::Validator not_empty() {
  return CLI::Validator(
      [](std::string& value) {
        return value.empty() ? std::string("it is empty; was a variable not set?") : std::string{};
      },
      "");
}

CLI::Validator thread_count() {
  return CLI::Validator(
      [](std::string& value) {
        const bool digits = !value.empty() && value.size() <= 4 && std::all_of(value.begin(), value.end(), is_digit);
        const bool fits = digits && std::stoul(value) >= 1 && std::stoul(value) <= 1024;
        return fits ? std::string{} : format("\"{}\" is no number from 1 to 1024", visible(value));
      },
      "");
}

CLI::Validator one_of(std::vector<std::string> values) {
  return CLI::Validator(
      [values = std::move(values)](std::string& value) {
        if (std::find(values.begin(), values.end(), value) != values.end()) return std::string{};
        return format("there is no value \"{}\"; it takes {}", visible(value), join(values, ", "));
      },
      "");
}

void add_format(CLI::App* command, Format& format) {
  command
      ->add_option_function<std::string>(
          "--format", [&format](const std::string& name) { format = name == "json" ? Format::json : Format::text; },
          "Output: text for people, json for scripts")
      ->check(one_of({"text", "json"}))
      ->option_text("text|json");
}

void add_names(CLI::App* command, const std::string& option, std::vector<std::string>& names, const std::string& about,
               const std::string& shown) {
  command->add_option(option, names, about)
      ->option_text(shown)
      ->expected(1)
      ->allow_extra_args(false)
      ->check(not_empty())
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_agents(CLI::App* command, std::vector<std::string>& agents) {
  add_names(command, "--agent", agents, "Only this agent; may be given several times (skillstow agents lists them)",
            "ID");
}

void add_config(CLI::App* command, std::string& config) {
  command
      ->add_option("--config", config,
                   "The configuration (default: the nearest .skillstow.yaml from the current folder up)")
      ->option_text("FILE");
}

void add_site(CLI::App* command, bool& user, std::string& dir, std::string& into) {
  command->add_flag("--user,-g,--global", user, "The user's folders in the home, for all projects");
  command->add_option("--dir", dir, "The project's root (default: .)")->option_text("DIR");
  command->add_option("--into", into, "Any other skills folder")->option_text("DIR");
}

void add_source(CLI::App* command, std::string& ref, std::string& path, bool& offline) {
  command->add_option("--ref", ref, "The branch, tag or commit of SOURCE")->option_text("REF");
  command->add_option("--path", path, "The folder in SOURCE")->option_text("PATH");
  command->add_flag("--offline", offline, "Ask no server: only what was fetched before");
}

void add_allowed(CLI::App* command, std::vector<std::string>& allowed) {
  add_names(command, "--allow-risk", allowed, "Let in what this RULE finds; may be given several times", "RULE");
}

}  // namespace skillstow
