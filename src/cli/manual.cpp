#include "cli/manual.h"

#include <string_view>

#include "base/format.h"
#include "base/text.h"
#include "cli/version.h"

namespace skillstow {
namespace {

// In roff a backslash and a hyphen mean something, and so does a dot or an apostrophe at the start of a line.
std::string escaped(std::string_view text) {
  std::string out;
  if (!text.empty() && (text.front() == '.' || text.front() == '\'')) out = "\\&";
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string bold(std::string_view text) { return format("\\fB{}\\fR", escaped(text)); }
std::string italic(std::string_view text) { return format("\\fI{}\\fR", escaped(text)); }

std::string synopsis_of(const CommandHelp& command) {
  std::string text = bold("skillstow " + command.name);
  if (!command.options.empty()) text += " [" + italic("OPTION") + "]...";
  for (const OptionHelp& argument : command.arguments) {
    const std::string one = italic(argument.names.front()) + (argument.repeated ? "..." : "");
    text += argument.required ? " " + one : " [" + one + "]";
  }
  return text;
}

std::string entry_of(const OptionHelp& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(bold(name));
  const std::string value = option.value.empty() ? "" : " " + italic(option.value);
  return format(".TP\n{}{}\n{}\n", join(names, ", "), value, escaped(option.about));
}

void write_options(std::string& page, const CommandHelp& command) {
  for (const OptionHelp& option : command.options) page += entry_of(option);
}

void write_command(std::string& page, const CommandHelp& command) {
  page += format(".SS {}\n.PP\n{}\n.PP\n{}.\n", escaped(command.name), synopsis_of(command), escaped(command.about));
  for (const OptionHelp& argument : command.arguments)
    page += format(".TP\n{}\n{}\n", italic(argument.names.front()), escaped(argument.about));
  write_options(page, command);
}

struct Entry {
  std::string_view term;
  std::string_view about;
};

constexpr Entry k_exit_status[] = {
    {"0", "Done, and nothing at or above --fail-on."},
    {"1", "Findings, or a refusal that keeps somebody's files."},
    {"2", "The command line is wrong, or a file that it needs says what cannot be."},
    {"3", "Something could not be read, fetched or written, or there was no skill at all."},
};

constexpr Entry k_environment[] = {
    {"HOME, XDG_CONFIG_HOME, XDG_CACHE_HOME, XDG_STATE_HOME",
     "Where the user's skills folders, the cache and the record of the user's installs are."},
    {"CLAUDE_CONFIG_DIR, CODEX_HOME, COPILOT_HOME",
     "Agents' own variables: they move the folders of the user's skills, as they do for the agent."},
    {"SKILLSTOW_TIMEOUT", "After so many seconds of silence a remote source is given up (60)."},
    {"NO_COLOR", "Anything in it: no colour."},
    {"COLUMNS", "Text on a terminal is wrapped to so many columns, whatever the terminal says (40 to 10,000)."},
};

constexpr Entry k_files[] = {
    {"skillstow.lock", "What is installed in a project: commit it."},
    {".skillstow.yaml", "A team's limits, rules and structure for check and fix."},
};

void write_entries(std::string& page, std::string_view title, const Entry* begin, const Entry* end) {
  page += format(".SH {}\n", title);
  for (const Entry* entry = begin; entry != end; ++entry)
    page += format(".TP\n{}\n{}\n", bold(entry->term), escaped(entry->about));
}

}  // namespace

std::string manual_page(const CommandTable& commands) {
  std::string page = format(".TH SKILLSTOW 1 \"\" \"skillstow {}\" \"User Commands\"\n.nh\n.ad l\n", k_version);
  page += ".SH NAME\nskillstow \\- check, write, cost, scan and install agent skills\n.SH SYNOPSIS\n";
  for (const CommandHelp& command : commands) {
    if (!command.name.empty()) page += synopsis_of(command) + "\n.br\n";
  }
  page += ".SH DESCRIPTION\n";
  page += escaped(
      "An agent skill is a folder with a SKILL.md that coding agents load. skillstow reads it, says whether it is "
      "right, "
      "what each agent will do with it, what it costs in tokens and what it may do on your machine, and puts it into "
      "the "
      "agents' folders without losing anybody's files. Nothing in a skill is ever run, and no network is asked unless "
      "the command names a remote source.");
  page += "\n.SH OPTIONS\n";
  write_options(page, commands.front());
  page += ".SH COMMANDS\n";
  for (const CommandHelp& command : commands) {
    if (!command.name.empty()) write_command(page, command);
  }
  write_entries(page, "EXIT STATUS", std::begin(k_exit_status), std::end(k_exit_status));
  write_entries(page, "ENVIRONMENT", std::begin(k_environment), std::end(k_environment));
  write_entries(page, "FILES", std::begin(k_files), std::end(k_files));
  return page;
}

}  // namespace skillstow
