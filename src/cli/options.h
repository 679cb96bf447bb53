#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "commands/io.h"

// Options and checks that several commands share.
namespace skillstow {

// Refuses an empty value, which is mostly a variable that a script did not set.
CLI::Validator not_empty();

// Takes 1 to 1,024.
CLI::Validator thread_count();

// Refuses all but the values listed, in our words.
CLI::Validator one_of(std::vector<std::string> values);

// --format text|json
void add_format(CLI::App* command, Format& format);

// An option that may be given several times; `shown` stands for its value in the help.
void add_names(CLI::App* command, const std::string& option, std::vector<std::string>& names, const std::string& about,
               const std::string& shown);

// --agent ID
void add_agents(CLI::App* command, std::vector<std::string>& agents);

// --config FILE
void add_config(CLI::App* command, std::string& config);

// Where a command that deals with installed skills acts.
void add_site(CLI::App* command, bool& user, std::string& dir, std::string& into);

// What is meant of a SOURCE.
void add_source(CLI::App* command, std::string& ref, std::string& path, bool& offline);

// --allow-risk RULE
void add_allowed(CLI::App* command, std::vector<std::string>& allowed);

}  // namespace skillstow
