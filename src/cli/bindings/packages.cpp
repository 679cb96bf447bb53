#include <memory>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "cli/bindings.h"
#include "cli/options.h"
#include "commands/digest.h"
#include "commands/index.h"
#include "commands/pack.h"
#include "commands/publish.h"
#include "commands/sign.h"
#include "pack/targets.h"

// Commands that make and read packages.
namespace skillstow {

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

}  // namespace skillstow
