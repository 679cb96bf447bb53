#include <memory>

#include <CLI/CLI.hpp>

#include "cli/bindings.h"
#include "cli/options.h"
#include "cli/version.h"
#include "commands/catalog.h"
#include "commands/compare.h"
#include "commands/show.h"

// Commands that show skills.
namespace skillstow {

void bind_show(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<ShowOptions>();
  options->version = k_version;
  CLI::App* command =
      app.add_subcommand("show", "Every fact about a skill: what it does, costs, and may do on your machine");
  command
      ->add_option("PATH", options->path,
                   "The skill's folder, SKILL.md or package, or a SOURCE as install takes it (default: .)")
      ->check(not_empty());
  add_names(command, "--skill", options->skills, "Only the skill of this NAME; may be given several times", "NAME");
  add_source(command, options->ref, options->inner, options->offline);
  command
      ->add_option_function<std::string>(
          "--format",
          [options](const std::string& name) {
            if (name == "json") options->format = ShowFormat::json;
            if (name == "markdown") options->format = ShowFormat::markdown;
            if (name == "html") options->format = ShowFormat::html;
          },
          "Output: text for people, json for scripts, markdown and html for a page")
      ->check(one_of({"text", "json", "markdown", "html"}))
      ->option_text("text|json|markdown|html");
  command->callback([options, &choice] { choice.action = [options](Io& io) { return show(*options, io); }; });
}

void bind_compare(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<CompareOptions>();
  options->version = k_version;
  CLI::App* command = app.add_subcommand("compare", "Skills side by side: what they cost, may do, and have in common");
  command->add_option("PATH", options->paths, "The skills' folders, or folders that hold several")
      ->required()
      ->check(not_empty());
  add_names(command, "--skill", options->skills, "Only the skill of this NAME; may be given several times", "NAME");
  command
      ->add_option_function<std::string>(
          "--format",
          [options](const std::string& name) {
            if (name == "json") options->format = CompareFormat::json;
            if (name == "html") options->format = CompareFormat::html;
          },
          "Output: text for people, json for scripts, html for a page")
      ->check(one_of({"text", "json", "html"}))
      ->option_text("text|json|html");
  command->callback([options, &choice] { choice.action = [options](Io& io) { return compare(*options, io); }; });
}

void bind_catalog(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<CatalogOptions>();
  options->version = k_version;
  CLI::App* command = app.add_subcommand("catalog", "Write a static site of every skill below each PATH");
  command->add_option("PATH", options->paths, "Folders, or SKILL.md files (default: .)")->check(not_empty());
  command->add_option("-o,--output", options->output, "The site's folder: new, empty, or of an earlier catalog")
      ->required()
      ->check(not_empty())
      ->option_text("DIR");
  command->add_option("--title", options->title, "The site's title (default: the name of PATH's folder)")
      ->option_text("TEXT");
  command->add_flag_callback(
      "--no-packages", [options] { options->offers = false; },
      "Leave out the skills themselves, which others could install from the site");
  command->add_flag("--history", options->history, "What became of each skill, from git; takes its time");
  command->add_option("--threads", options->threads, "Threads to use (default: one for each processor)")
      ->check(thread_count())
      ->option_text("N");
  add_format(command, options->format);
  command->callback([options, &choice] {
    if (options->paths.empty()) options->paths = {"."};
    choice.action = [options](Io& io) { return catalog(*options, io); };
  });
}

}  // namespace skillstow
