#include <memory>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "cli/bindings.h"
#include "cli/options.h"
#include "cli/version.h"
#include "commands/agents.h"
#include "commands/check.h"
#include "commands/doctor.h"
#include "commands/explain.h"
#include "commands/fix.h"
#include "commands/lsp.h"
#include "commands/new.h"
#include "report/reporter.h"

// Commands for those who write and judge skills.
namespace skillstow {

namespace {

std::vector<std::string> reporter_names() {
  std::vector<std::string> names;
  for (const Reporter* reporter : all_reporters()) names.emplace_back(reporter->name);
  return names;
}

}  // namespace

void bind_check(CLI::App& app, Choice& choice, bool safety_only) {
  auto options = std::make_shared<CheckOptions>();
  options->safety_only = safety_only;
  options->version = k_version;
  CLI::App* command =
      safety_only
          ? app.add_subcommand("scan", "Scan every file of the skills below each PATH for danger")
          : app.add_subcommand(
                "check",
                "Find every skill below each PATH, lint it, scan it, cost it, and tell what each agent will do");
  command->add_option("PATH", options->paths, "Folders, SKILL.md files or packages: .skill, zip, tar.gz (default: .)")
      ->check(not_empty());
  command->add_option("--format", options->format, "Output: " + join(reporter_names(), ", "))
      ->check(one_of(reporter_names()))
      ->option_text("FORMAT");
  if (!safety_only) {
    command
        ->add_flag_callback(
            "--matrix", [options] { options->format = "matrix"; },
            "A table of skills and agents: who loads, changes or drops what, and why")
        ->excludes("--format");
  }
  add_names(command, "--skill", options->skills, "Only the skill of this NAME; may be given several times; * = all",
            "NAME");
  command
      ->add_option_function<std::string>(
          "--fail-on",
          [options](const std::string& text) {
            if (text == "never") options->fail_on.emplace(std::nullopt);
            if (text == "note") options->fail_on = Severity::note;
            if (text == "warning") options->fail_on = Severity::warning;
            if (text == "error") options->fail_on = Severity::error;
          },
          "Exit with 1 for findings of this severity or graver (default: error)")
      ->check(one_of({"error", "warning", "note", "never"}))
      ->option_text("error|warning|note|never");
  command->add_option("--baseline", options->baseline, "Set aside the findings that this file of accepted ones holds")
      ->option_text("FILE");
  command->add_option("--write-baseline", options->write_baseline, "Accept all findings: write them to this file")
      ->option_text("FILE")
      ->excludes("--baseline");
  if (!safety_only) add_config(command, options->config);
  if (!safety_only)
    command->add_flag("--no-config", options->no_config, "As if there were no configuration")->excludes("--config");
  if (!safety_only) {
    add_agents(command, options->agents);
    command
        ->add_option("--structure", options->structure,
                     "Hold each skill against a structure: a template's name, or a structure file")
        ->option_text("NAME|FILE");
  }
  command->add_option("--threads", options->threads, "Threads to use (default: one for each processor)")
      ->check(thread_count())
      ->option_text("N");
  command->callback([options, &choice] {
    if (options->paths.empty()) options->paths = {"."};
    choice.action = [options](Io& io) { return check(*options, io); };
  });
}

void bind_new(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<NewOptions>();
  CLI::App* command = app.add_subcommand("new", "Write a skill from a template");
  command->add_option("NAME", options->name, "The skill's name: 1 to 64 of a-z, 0-9 and single hyphens");
  command->add_option("--template", options->template_name, "The template (default: minimal)")->option_text("NAME");
  command->add_option("--description", options->description, "What the skill does and when to use it")
      ->option_text("TEXT");
  command->add_option("--into", options->into, "The folder to make the skill's folder in (default: .)")
      ->option_text("DIR");
  command->add_flag("--list", options->list, "Only list the templates");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return new_skill(*options, io); }; });
}

void bind_fix(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<FixOptions>();
  CLI::App* command = app.add_subcommand("fix", "Apply the safe fixes that check offers");
  command->add_option("PATH", options->paths, "Folders, or SKILL.md files (default: .)")->check(not_empty());
  command->add_flag("--diff", options->diff, "Only show what would change, as a patch");
  command->add_flag("--unsafe", options->unsafe, "Also fixes that a person should look at afterwards");
  add_config(command, options->config);
  add_names(command, "--rule", options->rules, "Only fixes of this RULE; may be given several times", "RULE");
  add_format(command, options->format);
  command->callback([options, &choice] {
    if (options->paths.empty()) options->paths = {"."};
    choice.action = [options](Io& io) { return fix(*options, io); };
  });
}

void bind_explain(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = app.add_subcommand("explain", "What a rule means, why, and an example of bad and good");
  command->add_option("RULE", options->rule, "The rule's id, or a category to list (default: list all)");
  command
      ->add_option("--format", options->format, "Output: text for people, json for scripts, markdown for documentation")
      ->check(one_of({"text", "json", "markdown"}))
      ->option_text("text|json|markdown");
  command->callback([options, &choice] { choice.action = [options](Io& io) { return explain(*options, io); }; });
}

namespace {

CLI::App* bind_doctor(CLI::App& agents, Choice& choice) {
  auto options = std::make_shared<DoctorOptions>();
  CLI::App* command = agents.add_subcommand(
      "doctor", "What each agent lists here: which skills, which hide others, what is left out, what the list costs");
  add_agents(command, options->agents);
  command->add_option("--dir", options->dir, "The project's root (default: .)")->option_text("DIR");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return doctor(*options, io); }; });
  return command;
}

}  // namespace

void bind_agents(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<AgentsOptions>();
  CLI::App* command =
      app.add_subcommand("agents", "The agents that are known, their folders, and which are present here");
  command->add_option("ID", options->id, "Only this agent, with every folder that it reads");
  command->add_option("--dir", options->dir, "The project's root (default: .)")->option_text("DIR");
  add_format(command, options->format);
  CLI::App* doctor_command = bind_doctor(*command, choice);
  command->callback([options, doctor_command, &choice] {
    if (!doctor_command->parsed()) choice.action = [options](Io& io) { return agents(*options, io); };
  });
}

void bind_lsp(CLI::App& app, Choice& choice) {
  app.add_subcommand("lsp", "A language server for editors, on standard input and output")->callback([&choice] {
    choice.action = [](Io& io) { return lsp({k_version}, io); };
  });
}

}  // namespace skillstow
