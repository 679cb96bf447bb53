#pragma once

#include <functional>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace CLI {
class App;
}

// Each binds a command's options to the struct that the command takes. bindings/ has one file for each group.
namespace skillstow {

using Action = std::function<ExitCode(Io&)>;

// What the parser found: the command to run.
struct Choice {
  Action action;
};

void bind_check(CLI::App& app, Choice& choice, bool safety_only);
void bind_new(CLI::App& app, Choice& choice);
void bind_agents(CLI::App& app, Choice& choice);
void bind_explain(CLI::App& app, Choice& choice);
void bind_show(CLI::App& app, Choice& choice);
void bind_catalog(CLI::App& app, Choice& choice);
void bind_compare(CLI::App& app, Choice& choice);
void bind_fix(CLI::App& app, Choice& choice);
void bind_install(CLI::App& app, Choice& choice);
void bind_pack(CLI::App& app, Choice& choice);
void bind_index(CLI::App& app, Choice& choice);
void bind_sign(CLI::App& app, Choice& choice);
void bind_publish(CLI::App& app, Choice& choice);
void bind_digest(CLI::App& app, Choice& choice);
void bind_source(CLI::App& app, Choice& choice);
void bind_list(CLI::App& app, Choice& choice);
void bind_remove(CLI::App& app, Choice& choice);
void bind_lsp(CLI::App& app, Choice& choice);
void bind_verify(CLI::App& app, Choice& choice);
void bind_outdated(CLI::App& app, Choice& choice);
void bind_diff(CLI::App& app, Choice& choice);
void bind_update(CLI::App& app, Choice& choice);
void bind_sync(CLI::App& app, Choice& choice);
void bind_adopt(CLI::App& app, Choice& choice);
void bind_undo(CLI::App& app, Choice& choice);

}  // namespace skillstow
