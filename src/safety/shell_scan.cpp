#include "safety/shell_scan.h"

#include <algorithm>

#include "base/text.h"
#include "safety/shell_programs.h"

namespace skillstow {
namespace {

// One piece at a time keeps the memory bounded. Real scripts are one piece; what one line says stays together.
constexpr std::size_t k_piece = 64 * 1024;

void scan_piece(Scan& scan, const View& view) {
  const ShellModel model(view.text);
  ShellScan shell{scan, view, model};
  find_fork_bomb(shell);
  for (std::uint32_t i = 0; i < model.script.commands.size(); ++i) {
    find_remote_code(shell, i);
    find_decoded_code(shell, i);
    find_destruction(shell, i);
    find_credential_reads(shell, i);
    find_reverse_shells(shell, i);
    find_persistence(shell, i);
    find_privilege(shell, i);
    find_supply_chain(shell, i);
    // Code in another language, or in a variable, that the command hands on.
    const Invocation& run = model.runs[i];
    const Span span = model.command(i).span;
    const Interpreter interpreter = interpreter_of(run);
    if (interpreter.is && interpreter.code >= 0) {
      const Argument& code = run.arguments[static_cast<std::size_t>(interpreter.code)];
      const bool shell_literal = interpreter.language == Language::shell && code.known && code.commands.empty();
      if (interpreter.language != Language::none && (interpreter.language != Language::shell || shell_literal)) {
        scan.inside(view, span, code.text, interpreter.language, "");
      }
    }
    if (view.place == Place::hook && view.depth == 0 && interpreter.is && interpreter.code >= 0 &&
        interpreter.language != Language::none) {
      shell.report(span, {.rule = "code-execution",
                          .risk = Risk::medium,
                          .message = "runs code of its own as soon as the hook fires",
                          .help = "put the code into a file of the skill, where it is read and compared"});
    }
    if (run.name == "eval" && !run.arguments.empty()) {
      std::string text;
      bool known = true;
      for (const Argument& argument : run.arguments) {
        if (!text.empty()) text += ' ';
        text += argument.text;
        known = known && argument.commands.empty();
      }
      if (known) scan.inside(view, span, std::move(text), Language::shell, "");
    }
    if (run.name == "osascript") {
      for (const Argument& argument : run.arguments) {
        // do shell script "…"
        const std::size_t at = argument.text.find("do shell script");
        const std::size_t call = argument.text.find("doShellScript(");
        const std::size_t from =
            std::min(at == std::string::npos ? at : at + 15, call == std::string::npos ? call : call + 14);
        if (from == std::string::npos) continue;
        const std::size_t open = argument.text.find_first_of("\"'", from);
        if (open == std::string::npos) continue;
        const std::size_t close = argument.text.find(argument.text[open], open + 1);
        scan.inside(view, span, argument.text.substr(open + 1, close == std::string::npos ? close : close - open - 1),
                    Language::shell, "");
      }
    }
  }
}

}  // namespace

bool scan_shell(Scan& scan, const View& view) {
  const std::size_t before = scan.findings.reported();
  if (view.text.size() <= k_piece) {
    scan_piece(scan, view);
    return scan.findings.reported() > before;
  }
  for (std::size_t begin = 0; begin < view.text.size();) {
    std::size_t end = std::min(begin + k_piece, view.text.size());
    if (end < view.text.size()) {
      // Between two lines of which the first does not go on.
      for (std::size_t line = view.text.rfind('\n', end); line != std::string_view::npos && line > begin + k_piece / 2;
           line = view.text.rfind('\n', line - 1)) {
        if (view.text[line - 1] == '\\') continue;
        end = line + 1;
        break;
      }
    }
    View piece = plain_view(*view.file, {}, view.language, view.place, view.role);
    piece.text = view.text.substr(begin, end - begin);
    piece.map = OffsetMap(view.map.to_source({static_cast<std::uint32_t>(begin), 1}).offset);
    piece.via = view.via;
    piece.depth = view.depth;
    scan_piece(scan, piece);
    begin = end;
  }
  return scan.findings.reported() > before;
}

}  // namespace skillstow
