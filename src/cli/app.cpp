#include "cli/app.h"

#include <algorithm>
#include <csignal>
#include <functional>
#include <new>

#include <CLI/CLI.hpp>

#include "base/edit_distance.h"
#include "base/format.h"
#include "base/text.h"
#include "cli/completion.h"
#include "cli/manual.h"
#include "cli/process_io.h"
#include "cli/version.h"
#include "commands/adopt.h"
#include "commands/agents.h"
#include "commands/catalog.h"
#include "commands/check.h"
#include "commands/compare.h"
#include "commands/diff.h"
#include "commands/digest.h"
#include "commands/doctor.h"
#include "commands/explain.h"
#include "commands/fix.h"
#include "commands/index.h"
#include "commands/install.h"
#include "commands/list.h"
#include "commands/lsp.h"
#include "commands/new.h"
#include "commands/pack.h"
#include "commands/publish.h"
#include "commands/remove.h"
#include "commands/show.h"
#include "commands/sign.h"
#include "commands/source.h"
#include "commands/undo.h"
#include "commands/update.h"
#include "commands/verify.h"
#include "commands/verify_signature.h"
#include "pack/targets.h"
#include "report/reporter.h"

// The command line: each command's options are bound to the struct that it takes. The only file that knows CLI11.
namespace skillstow {
namespace {

using Action = std::function<ExitCode(Io&)>;

// What the parser found: the command to run.
struct Choice {
  Action action;
};

// Refuses an empty value, which is mostly a variable that a script did not set.
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

// Refuses all but the values listed, in our words.
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

std::vector<std::string> reporter_names() {
  std::vector<std::string> names;
  for (const Reporter* reporter : all_reporters()) names.emplace_back(reporter->name);
  return names;
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

// Where a command that deals with installed skills acts.
void add_site(CLI::App* command, bool& user, std::string& dir, std::string& into) {
  command->add_flag("--user,-g,--global", user, "The user's folders in the home, for all projects");
  command->add_option("--dir", dir, "The project's root (default: .)")->option_text("DIR");
  command->add_option("--into", into, "Any other skills folder")->option_text("DIR");
}

// What is meant of a SOURCE.
void add_source(CLI::App* command, std::string& ref, std::string& path, bool& offline) {
  command->add_option("--ref", ref, "The branch, tag or commit of SOURCE")->option_text("REF");
  command->add_option("--path", path, "The folder in SOURCE")->option_text("PATH");
  command->add_flag("--offline", offline, "Ask no server: only what was fetched before");
}

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

void add_allowed(CLI::App* command, std::vector<std::string>& allowed) {
  add_names(command, "--allow-risk", allowed, "Let in what this RULE finds; may be given several times", "RULE");
}

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

void bind_pack(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<PackOptions>();
  std::vector<std::string> targets;
  for (const Target& target : all_targets()) targets.emplace_back(target.id);
  CLI::App* command = app.add_subcommand("pack", "Build a package of a skill, the same bytes on every machine");
  command->add_option("PATH", options->path, "The skill's folder, with --all one that holds many (default: .)")
      ->check(not_empty());
  add_names(command, "--for", options->targets, "What it is for; may be given several times: " + join(targets, ", "),
            "TARGET");
  CLI::Option* skill =
      command->add_option("--skill", options->skill, "The skill of this NAME, where PATH holds several")
          ->option_text("NAME");
  CLI::Option* output = command
                            ->add_option("-o,--output", options->output,
                                         "The package's name; for several targets or skills the folder to put them in")
                            ->option_text("FILE")
                            ->check(not_empty());
  CLI::Option* list = command->add_flag("--list", options->list, "Only show what would go in, and what is left out");
  CLI::Option* all =
      command->add_flag("--all", options->all, "Pack every skill below PATH, and write their checksums: SHA256SUMS")
          ->needs(output)
          ->excludes(skill)
          ->excludes(list);
  command->add_option("--threads", options->threads, "Threads to use with --all (default: one for each processor)")
      ->option_text("N")
      ->needs(all)
      ->check(thread_count());
  command->add_flag("--force", options->force, "Pack in spite of findings, and replace what is no package");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return pack(*options, io); }; });
}

void bind_index(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<IndexOptions>();
  CLI::App* command =
      app.add_subcommand("index", "Write a site that skills are installed from: /.well-known/agent-skills/");
  command->add_option("PATH", options->path, "The folder with the skills (default: .)")->check(not_empty());
  command->add_option("-o,--output", options->output, "The site's root")
      ->option_text("DIR")
      ->required()
      ->check(not_empty());
  command->add_flag("--force", options->force,
                    "Offer skills in spite of findings, and replace files of the same names");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return index(*options, io); }; });
}

void bind_sign(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<SignOptions>();
  CLI::App* command = app.add_subcommand("sign", "Sign a skill: write skill.oms.sig into its folder");
  command->add_option("PATH", options->path, "The skill's folder (default: .)")->check(not_empty());
  command->add_option("--key", options->key, "The private key: ECDSA, P-256 or P-384, PEM")
      ->option_text("KEY")
      ->required();
  command->add_option("--cert", options->cert, "Its certificate, PEM; those between it and the root may follow in it")
      ->option_text("CERT")
      ->required();
  command->add_option("--chain", options->chain, "The certificates between, in a file of their own")
      ->option_text("FILE");
  command->add_flag("--force", options->force, "Replace what stands there and is no signature");
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return sign(*options, io); }; });
}

void bind_publish(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<PublishOptions>();
  CLI::App* command =
      app.add_subcommand("publish", "Rehearse publishing: what gh skill publish would refuse, and the commands to run");
  command->add_option("PATH", options->path, "The root of the repository (default: .)")->check(not_empty());
  command->add_flag("--dry-run", options->dry_run, "Run nothing and ask no server: the only way there is");
  command->add_option("--tag", options->tag, "The version to publish (default: the one after the highest tag)")
      ->option_text("vX.Y.Z")
      ->check(not_empty());
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return publish(*options, io); }; });
}

void bind_digest(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<DigestOptions>();
  CLI::App* command =
      app.add_subcommand("digest", "What is in a skill, as digests: ours and those that other tools record");
  command->add_option("PATH", options->path, "The skill's folder or its package (default: .)")->check(not_empty());
  command->add_option("--skill", options->skill, "The skill of this NAME, where PATH holds several")
      ->option_text("NAME");
  command
      ->add_option("--format", options->format,
                   "Output: text for people, json for scripts, the files as mcp, apm or clawhub list them")
      ->check(one_of({"text", "json", "mcp", "apm", "clawhub"}))
      ->option_text("FORMAT");
  command->callback([options, &choice] { choice.action = [options](Io& io) { return digest(*options, io); }; });
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

void bind_list(CLI::App& app, Choice& choice) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* command = app.add_subcommand("list", "What is installed, and whether it is still as it was installed");
  add_agents(command, options->agents);
  add_site(command, options->user, options->dir, options->into);
  add_format(command, options->format);
  command->callback([options, &choice] { choice.action = [options](Io& io) { return list(*options, io); }; });
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

void bind_lsp(CLI::App& app, Choice& choice) {
  app.add_subcommand("lsp", "A language server for editors, on standard input and output")->callback([&choice] {
    choice.action = [](Io& io) { return lsp({k_version}, io); };
  });
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

std::shared_ptr<UpdateCommandOptions> add_update(CLI::App* command) {
  auto options = std::make_shared<UpdateCommandOptions>();
  command->add_option("NAME", options->names, "The skills' names (default: all)")->check(not_empty());
  add_agents(command, options->agents);
  add_site(command, options->user, options->dir, options->into);
  command->add_flag("--offline", options->offline, "Ask no server: only what was fetched before");
  return options;
}

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
