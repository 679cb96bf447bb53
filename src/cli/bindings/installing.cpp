#include <memory>

#include <CLI/CLI.hpp>

#include "cli/bindings.h"
#include "cli/options.h"
#include "commands/adopt.h"
#include "commands/diff.h"
#include "commands/install.h"
#include "commands/list.h"
#include "commands/remove.h"
#include "commands/source.h"
#include "commands/undo.h"
#include "commands/update.h"
#include "commands/verify.h"
#include "commands/verify_signature.h"

// Commands for the life of what is installed.
namespace skillstow {

void bind_install(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<InstallOptions>();
  CLI::App* command = app.add_subcommand(
      "install", "Check skills, then put them into agents' folders: all that were asked for, or none");
  command->add_option("SOURCE", options->source, "A folder or repository that holds skills")->required();
  add_source(command, options->ref, options->path, options->offline);
  add_agents(command, options->agents);
  add_names(command, "--skill", options->skills, "The skill of this NAME; may be given several times; * = all", "NAME");
  add_site(command, options->user, options->dir, options->into);
  add_allowed(command, options->allowed);
  command->add_flag("--link", options->link, "A relative link to the source instead of a copy");
  command->add_flag("--force", options->force, "Install in spite of findings, and put aside what stands in the way");
  command->add_flag("--yes", options->yes, "Ask nothing");
  command->add_flag("--list", options->list, "Only show which skills SOURCE holds");
  command->add_flag("--dry-run", options->dry_run, "Only show what would be done");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return install(*options, io); }; });
}

void bind_list(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* command = app.add_subcommand("list", "What is installed, and whether it is still as it was installed");
  add_agents(command, options->agents);
  add_site(command, options->user, options->dir, options->into);
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return list(*options, io); }; });
}

void bind_verify(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<VerifyOptions>();
  auto signature = std::make_shared<VerifySignatureOptions>();
  CLI::App* command = app.add_subcommand("verify", "Compare what is installed with the record, byte for byte");
  CLI::Option* names =
      command->add_option("NAME", options->names, "The skills' names (default: all)")->check(not_empty());
  add_agents(command, options->agents);
  add_site(command, options->user, options->dir, options->into);
  CLI::Option* oms =
      command->add_option("--oms", signature->path, "Hold this skill, a folder or a package, against its skill.oms.sig")
          ->option_text("PATH")
          ->check(not_empty())
          ->excludes(names);
  command->add_option("--root", signature->root, "With --oms: the certificates that you trust, in PEM form")
      ->option_text("CERT")
      ->check(not_empty())
      ->needs(oms);
  add_format(command, options->format);
  command->callback([options, signature, &choice] {
    signature->format = options->format;
    choice.action = [options, signature](Io& io) {
      return signature->path.empty() ? verify(*options, io) : verify_signature(*signature, io);
    };
  });
}

namespace {

std::shared_ptr<UpdateCommandOptions> add_update(CLI::App* command) {
  auto options = std::make_shared<UpdateCommandOptions>();
  command->add_option("NAME", options->names, "The skills' names (default: all)")->check(not_empty());
  add_agents(command, options->agents);
  add_site(command, options->user, options->dir, options->into);
  command->add_flag("--offline", options->offline, "Ask no server: only what was fetched before");
  return options;
}

}  // namespace

void bind_outdated(CLI::App& app, Choice& choice) {
  CLI::App* command = app.add_subcommand("outdated", "What update would do; changes nothing");
  const auto options = add_update(command);
  command->add_flag("--exit-code", options->exit_code, "Exit with 1 if a skill is not current");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return outdated(*options, io); }; });
}

void bind_diff(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App* command = app.add_subcommand("diff", "The lines that differ between installed skills and their sources");
  command->add_option("NAME", options->names, "The skills' names (default: all)")->check(not_empty());
  command->add_flag("--local", options->local, "Your own edits: from what was installed to what stands here");
  add_agents(command, options->agents);
  add_site(command, options->user, options->dir, options->into);
  command->add_flag("--offline", options->offline, "Ask no server: only what was fetched before");
  command->add_flag("--exit-code", options->exit_code, "Exit with 1 if anything differs");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return diff(*options, io); }; });
}

void bind_update(CLI::App& app, Choice& choice) {
  CLI::App* command =
      app.add_subcommand("update", "Bring installed skills to what their sources have now; edited ones stay");
  const auto options = add_update(command);
  command->add_flag("--merge", options->merge, "Edited ones too: put the edits together with what is new");
  command->add_flag("--force", options->force,
                    "Edited ones too: back to the source; what was there is kept as a backup");
  command->add_flag("--prune", options->prune, "Remove what is gone from its source");
  add_allowed(command, options->allowed);
  command->add_flag("--yes", options->yes, "Ask nothing");
  command->add_flag("--dry-run", options->dry_run, "Only show what would be done");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return update(*options, io); }; });
}

void bind_sync(CLI::App& app, Choice& choice) {
  CLI::App* command = app.add_subcommand("sync", "Bring back what skillstow.lock names and is missing here");
  const auto options = add_update(command);
  command->add_flag("--frozen", options->frozen, "To the byte what the record says, all of it, or nothing");
  command->add_flag("--force", options->force, "Edited ones too; what was there is kept as a backup");
  add_allowed(command, options->allowed);
  command->add_flag("--yes", options->yes, "Ask nothing");
  command->add_flag("--dry-run", options->dry_run, "Only show what would be done");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return sync(*options, io); }; });
}

void bind_adopt(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<AdoptOptions>();
  CLI::App* command =
      app.add_subcommand("adopt", "Take over what npx skills, gh skill or a person installed; no file is touched");
  command->add_option("NAME", options->names, "The skills' names (default: those that another installer knows)")
      ->check(not_empty());
  command->add_flag("--all", options->all, "Copies by hand too");
  command->add_option("--from", options->from, "The SOURCE that they came from")->option_text("SOURCE");
  command->add_option("--ref", options->ref, "The branch, tag or commit of that source")->option_text("REF");
  add_agents(command, options->agents);
  add_site(command, options->user, options->dir, options->into);
  command->add_flag("--offline", options->offline, "Ask no server: only what was fetched before");
  command->add_flag("--yes", options->yes, "Ask nothing");
  command->add_flag("--dry-run", options->dry_run, "Only show what would be done");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return adopt(*options, io); }; });
}

void bind_remove(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<RemoveOptions>();
  CLI::App* command = app.add_subcommand("remove", "Remove skills that skillstow installed and finds unchanged");
  command->add_option("NAME", options->names, "The skills' names");
  command->add_flag("--all", options->all, "All that skillstow installed");
  add_agents(command, options->agents);
  add_site(command, options->user, options->dir, options->into);
  command->add_flag("--force", options->force, "Edited ones too; they are kept as backups");
  command->add_flag("--yes", options->yes, "Ask nothing");
  command->add_flag("--dry-run", options->dry_run, "Only show what would be done");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return remove_skills(*options, io); }; });
}

void bind_undo(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<UndoOptions>();
  CLI::App* command =
      app.add_subcommand("undo", "Bring back the files and the record as they were before the last change");
  command->add_flag("--user,-g,--global", options->user, "The user's folders in the home, for all projects");
  command->add_option("--dir", options->dir, "The project's root (default: .)")->option_text("DIR");
  command->add_flag("--yes", options->yes, "Ask nothing");
  command->add_flag("--dry-run", options->dry_run, "Only show what would be done");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return undo(*options, io); }; });
}

void bind_source(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<SourceOptions>();
  CLI::App* command = app.add_subcommand("source", "How SOURCE is read: host, repository, ref, path, skill");
  command->add_option("SOURCE", options->source, "What install takes: a folder, an address, owner/repo")->required();
  command->add_option("--refs", options->refs, "The repository's refs, as git ls-remote prints them")
      ->option_text("FILE");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return explain_source(*options, io); }; });
}

}  // namespace skillstow
