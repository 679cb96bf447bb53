#include "cli/app.h"

#include <csignal>
#include <new>

#include <CLI/CLI.hpp>

#include "base/edit_distance.h"
#include "base/format.h"
#include "base/text.h"
#include "cli/bindings.h"
#include "cli/completion.h"
#include "cli/manual.h"
#include "cli/options.h"
#include "cli/process_io.h"
#include "cli/version.h"

// The command line: parsed, its mistakes told, and the command run.
namespace skillstow {
namespace {

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string_view near = nearest(word, names);
  return near.empty() ? std::string{} : format("; did you mean {}?", near);
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The option or argument that the library's message starts with ("--format: …"), or nullptr.
const CLI::Option* option_in(const CLI::App& command, const CLI::App& app, std::string_view message) {
  const std::string name(message.substr(0, message.find_first_of(": ")));
  for (const CLI::App* one : {&command, &app}) {
    if (const CLI::Option* option = one->get_option_no_throw(name)) return option;
  }
  return nullptr;
}

// Our sentence for each kind of fault; validators already speak in our words.
std::string sentence_of(const CLI::App& command, const CLI::App& app, const CLI::ParseError& error) {
  const std::string message = error.what();
  const CLI::Option* option = option_in(command, app, message);
  const std::string name = option ? option->get_name() : std::string();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) && option) return name + " needs a value after it";
  if (dynamic_cast<const CLI::RequiredError*>(&error)) {
    return option ? format("{} needs {}", command.get_name(), name)
                  : format("{} needs more arguments", command.get_name());
  }
  if (dynamic_cast<const CLI::ConversionError*>(&error) && option) return name + " takes a number";
  if (dynamic_cast<const CLI::ExcludesError*>(&error)) {
    std::string text = replace_all(message, " excludes ", " cannot be given together with ");
    return text;
  }
  return message;
}

// What is wrong with the command line, in our words.
std::string usage_problem(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::vector<std::string> rest = command.remaining(true);
  if (rest.empty()) rest = app.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) && !rest.empty()) {
    const std::string& word = rest.front();
    // CLI11 does not say which of the words behind it were too many.
    if (word == "--") return format("{} takes fewer arguments than stand behind --", command.get_name());
    if (word.size() > 1 && word.front() == '-') {
      std::vector<std::string> names = option_names(command);
      const std::vector<std::string> general = option_names(app);
      names.insert(names.end(), general.begin(), general.end());
      return format("{} is no option{}{}", visible(word), chosen.empty() ? "" : " of " + command.get_name(),
                    suggestion(word.substr(0, word.find('=')), names));
    }
    if (chosen.empty()) {
      std::vector<std::string> names;
      for (const CLI::App* one : app.get_subcommands(nullptr)) names.push_back(one->get_name());
      return format("{} is no command{}", visible(word), suggestion(word, names));
    }
    return format("{} takes no further argument \"{}\"", command.get_name(), visible(word));
  }
  return visible(sentence_of(command, app, error));
}

// The exit status, once all output has left the process.
int finished(ProcessIo& io, ExitCode code) {
  io.flush();
  if (!io.out_failed()) return static_cast<int>(code);
  io.err("skillstow: the output could not be written: its reader is gone, or the disk is full\n");
  return static_cast<int>(ExitCode::failure);
}

// Of the innermost command that was named.
std::string help_of(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return command->help();
}

OptionHelp help_of(const CLI::Option& option) {
  OptionHelp help;
  for (const std::string& name : option.get_lnames()) help.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) help.names.push_back("-" + name);
  if (help.names.empty()) help.names.push_back(option.get_name());
  help.value = option.get_option_text();
  help.about = option.get_description();
  help.required = option.get_required();
  help.repeated = option.get_expected_max() > 1;
  return help;
}

void add_to(CommandTable& table, const CLI::App& command, const std::string& name) {
  CommandHelp help{name, command.get_description(), {}, {}};
  for (const CLI::Option* option : command.get_options()) {
    if (option == command.get_help_ptr() && !name.empty()) continue;  // every command has it: said once
    (option->get_positional() ? help.arguments : help.options).push_back(help_of(*option));
  }
  table.push_back(std::move(help));
  for (const CLI::App* inner : command.get_subcommands(nullptr))
    add_to(table, *inner, name.empty() ? inner->get_name() : name + " " + inner->get_name());
}

// What is written from the command line's own description, instead of running a command.
void add_descriptions(CLI::App& app, Choice& choice) {
  const auto table = [&app] {
    CommandTable commands;
    add_to(commands, app, "");
    return commands;
  };
  app.add_flag_callback(
      "--manual",
      [table, &choice] {
        choice.action = [table](Io& io) {
          io.out(manual_page(table()));
          return ExitCode::ok;
        };
      },
      "Print the manual page, as man reads it");
  app.add_option_function<std::string>(
         "--completion",
         [table, &choice](const std::string& shell) {
           choice.action = [table, shell](Io& io) {
             io.out(completion_script(table(), shell));
             return ExitCode::ok;
           };
         },
         "Print the script that completes commands and options in this shell")
      ->check(one_of({std::begin(k_completion_shells), std::end(k_completion_shells)}))
      ->option_text("bash|fish|zsh");
}

int run(int argc, char** argv, ProcessIo& io) {
  CLI::App app("One fast native tool for agent skills: check, write, cost, scan and install them.", "skillstow");
  app.set_help_flag("--help,-h", "What the program, or the command named before it, takes");
  app.set_version_flag("--version", std::string("skillstow ") + k_version, "Print the version");
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(34);
  bool no_color = false;
  app.add_flag("--no-color", no_color, "No colour, also on a terminal");
  app.add_flag("--quiet", io.quiet, "No messages but errors");

  Choice choice;
  add_descriptions(app, choice);
  bind_check(app, choice, false);
  bind_check(app, choice, true);
  bind_show(app, choice);
  bind_compare(app, choice);
  bind_catalog(app, choice);
  bind_new(app, choice);
  bind_fix(app, choice);
  bind_install(app, choice);
  bind_list(app, choice);
  bind_verify(app, choice);
  bind_outdated(app, choice);
  bind_diff(app, choice);
  bind_update(app, choice);
  bind_sync(app, choice);
  bind_adopt(app, choice);
  bind_pack(app, choice);
  bind_digest(app, choice);
  bind_index(app, choice);
  bind_sign(app, choice);
  bind_publish(app, choice);
  bind_remove(app, choice);
  bind_undo(app, choice);
  bind_source(app, choice);
  bind_agents(app, choice);
  bind_explain(app, choice);
  bind_lsp(app, choice);
  for (CLI::App* command : app.get_subcommands(nullptr)) command->fallthrough();

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    io.out(help_of(app));
    return finished(io, ExitCode::ok);
  } catch (const CLI::CallForVersion& version) {
    io.out(std::string(version.what()) + "\n");
    return finished(io, ExitCode::ok);
  } catch (const CLI::ParseError& error) {
    io.err(format("skillstow: {}\nTry: skillstow {}--help\n", usage_problem(app, error),
                  app.get_subcommands().empty() ? "" : app.get_subcommands().front()->get_name() + " "));
    return static_cast<int>(ExitCode::usage);
  }
  if (no_color) io.disable_color();
  if (!choice.action) {
    io.err(app.help());
    return static_cast<int>(ExitCode::usage);
  }
  return finished(io, choice.action(io));
}

}  // namespace

int run_app(int argc, char** argv) {
  // A reader that goes away is an error of writing, not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  ProcessIo io;
  try {
    return run(argc, argv, io);
  } catch (const std::bad_alloc&) {
    io.err("skillstow: there is not enough memory for this\n");
  } catch (const std::exception& error) {
    io.err(format("skillstow: an internal error: {}\nPlease report it with the command that you ran.\n",
                  visible(error.what())));
  }
  return static_cast<int>(ExitCode::failure);
}

}  // namespace skillstow
