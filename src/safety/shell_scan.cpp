#include "safety/shell_scan.h"

#include <algorithm>

#include "base/text.h"
#include "safety/shell_programs.h"

namespace skillstow {
namespace {

// One piece at a time keeps the memory bounded. Real scripts are one piece; a quote, group or here-document that a
// piece would cut makes it longer.
constexpr std::size_t k_piece = 64 * 1024;
constexpr std::size_t k_longest_piece = 1024 * 1024;
constexpr std::size_t k_most_commands = 40'000;  // of a piece that grows

// Brackets in brackets: below this, the parser has entered them all (a quote and a bracket are a level each, of 64).
constexpr std::size_t k_brackets = 28;

// Whether the commands in the words of eval or "sh -c" are commands of the model as they stand. To hand such a text on
// would scan it twice, and one in it twice again.
bool is_read_already(const ShellModel& model, std::uint32_t i) {
  const ShellCommand& command = model.command(i);
  const auto is_plain = [&model](const ShellWord& word) {
    for (std::uint32_t p = 0; p < word.part_count; ++p) {
      const ShellPartKind kind = model.script.parts[word.first_part + p].kind;
      if (kind != ShellPartKind::literal && kind != ShellPartKind::escape) return false;
    }
    return true;
  };
  const std::vector<std::uint32_t>& inner = model.inner[i];
  return std::any_of(inner.begin(), inner.end(),
                     [&model](std::uint32_t one) { return model.command(one).place == ShellPlace::argument; }) &&
         std::all_of(command.words.begin(), command.words.end(), is_plain);
}

bool nests_deeply(std::string_view text) {
  std::size_t depth = 0;
  for (const char c : text) {
    if (c == '(') {
      if (++depth >= k_brackets) return true;
    } else if (c == ')' && depth > 0) {
      --depth;
    }
  }
  return false;
}

// What a command runs as code but is longer than is followed.
void tell_cut(ShellScan& shell, std::uint32_t i, const Interpreter& interpreter) {
  const Invocation& run = shell.model.runs[i];
  const Span span = shell.model.command(i).span;
  bool cut = run.program.cut;
  if (run.name == "eval" || run.name == "source" || run.name == ".") {
    for (const Argument& argument : run.arguments) cut = cut || argument.cut;
  }
  if (interpreter.is) {
    for (const int index : {interpreter.code, interpreter.file}) {
      cut = cut || (index >= 0 && run.arguments[static_cast<std::size_t>(index)].cut);
    }
  }
  // A text that the parser did not enter.
  const bool code = run.name == "eval" || (interpreter.language == Language::shell && interpreter.code >= 0);
  if (code && !shell.model.script.complete && !run.arguments.empty()) {
    const std::vector<std::uint32_t>& inner = shell.model.inner[i];
    const bool entered = std::any_of(inner.begin(), inner.end(), [&](std::uint32_t one) {
      return shell.model.command(one).place == ShellPlace::argument;
    });
    const Argument& text = run.arguments[interpreter.code >= 0 ? static_cast<std::size_t>(interpreter.code) : 0];
    cut = cut || (!entered && !text.known && text.text.find(' ') != std::string::npos);
  }
  if (cut) shell.scan.left_out(shell.view, span, "runs text that is put together from more than is followed");
  if (!interpreter.is || !interpreter.reads_input) return;
  const std::vector<std::uint32_t> sources = shell.model.upstream(i, &cut);
  for (const std::uint32_t source : sources) {
    for (const Argument& argument : shell.model.runs[source].arguments) cut = cut || argument.cut;
  }
  if (cut) shell.scan.left_out(shell.view, span, "runs what a pipe of more commands than are followed puts out");
}

// Code that starts programs or asks the network.
bool reaches_out(std::string_view code) {
  for (const std::string_view word :
       {"child_process", "http", "fetch(", "eval(", "require('net", "subprocess", "os.system", "urllib", "socket"}) {
    if (code.find(word) != std::string_view::npos) return true;
  }
  return false;
}

void scan_piece(Scan& scan, const View& view, const ShellModel& model) {
  ShellScan shell{scan, view, model};
  if (!model.script.complete && nests_deeply(view.text)) {
    scan.left_out(view, span_between(0, view.text.size()), "nests brackets more than 28 deep and leaves some open");
  }
  // Each gap in what was read is told: what nobody looked into is not passed.
  const Span all = span_between(0, view.text.size());
  // On a page, half a command is an example; a script that a shell cannot read is made so, or broken.
  if (model.script.unclosed.length != 0 && view.place == Place::script && view.depth == 0) {
    shell.report(model.script.unclosed,
                 {.rule = "opaque-code",
                  .risk = Risk::low,
                  .message = "opens a quote or bracket that is never closed, so the rest of the line was not read",
                  .help = "close it"});
  }
  if (model.script.too_deep) scan.left_out(view, all, "nests commands more than 64 levels deep");
  if (model.script.cut)
    scan.left_out(view, all, "has more broken lines, or longer texts that commands run, than are followed");
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
    find_flood(shell, i);
    // Code in another language, or in a variable, that the command hands on.
    const Invocation& run = model.runs[i];
    const Span span = model.command(i).span;
    const Interpreter interpreter = interpreter_of(run);
    tell_cut(shell, i, interpreter);
    if (interpreter.is && interpreter.code >= 0) {
      const Argument& code = run.arguments[static_cast<std::size_t>(interpreter.code)];
      const bool shell_literal =
          interpreter.language == Language::shell && code.known && code.commands.empty() && !is_read_already(model, i);
      if (interpreter.language != Language::none && (interpreter.language != Language::shell || shell_literal)) {
        scan.inside(view, span, code.text, interpreter.language, "");
      }
    }
    if (view.place == Place::hook && view.depth == 0 && interpreter.is && interpreter.code >= 0 &&
        interpreter.language != Language::none) {
      shell.report(span,
                   {.rule = "code-execution",
                    .risk = reaches_out(run.arguments[static_cast<std::size_t>(interpreter.code)].text) ? Risk::high
                                                                                                        : Risk::medium,
                    .message = "runs code of its own as soon as the hook fires",
                    .help = "put the code into a file of the skill, where it is read and compared"});
    }
    if (run.name == "eval" && !run.arguments.empty() && !is_read_already(model, i)) {
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

// The end of a piece of at most so many bytes: between two lines of which the first does not go on, or 0 if no line
// ends there.
std::size_t piece_end(std::string_view text, std::size_t begin, std::size_t bytes) {
  if (text.size() - begin <= bytes) return text.size();
  for (std::size_t line = text.rfind('\n', begin + bytes - 1); line != std::string_view::npos && line > begin;
       line = text.rfind('\n', line - 1)) {
    if (text[line - 1] != '\\') return line + 1;
  }
  return 0;
}

// Scans the piece that starts at `begin` and gives its end.
std::size_t scan_next_piece(Scan& scan, const View& view, std::size_t begin) {
  for (std::size_t bytes = k_piece;; bytes *= 4) {
    const bool longest = bytes >= k_longest_piece;
    std::size_t end = piece_end(view.text, begin, bytes);
    if (end == 0 && !longest) continue;
    const bool in_line = end == 0;
    if (in_line) end = begin + bytes;
    const std::string_view text = view.text.substr(begin, end - begin);
    const ShellModel model(text);
    const bool whole = model.script.complete || end == view.text.size();
    if (!whole && !longest && model.script.commands.size() < k_most_commands) continue;
    View piece = plain_view(*view.file, {}, view.language, view.place, view.role);
    piece.text = text;
    const Span source = view.map.to_source(span_between(begin, end));
    piece.map = view.map.is_fixed() ? OffsetMap::fixed(source) : OffsetMap(source.offset);
    piece.via = view.via;
    piece.depth = view.depth;
    scan_piece(scan, piece, model);
    if (in_line || !whole) {
      scan.left_out(piece, span_between(0, text.size()),
                    in_line ? "has a line of more than 1 MiB"
                            : "has a quote, a group or a here-document that is longer than is read at once");
    }
    return end;
  }
}

}  // namespace

bool scan_shell(Scan& scan, const View& view) {
  const std::size_t before = scan.findings.reported();
  if (view.text.size() <= k_piece) {
    scan_piece(scan, view, ShellModel(view.text));
    return scan.findings.reported() > before;
  }
  for (std::size_t begin = 0; begin < view.text.size();) begin = scan_next_piece(scan, view, begin);
  return scan.findings.reported() > before;
}

}  // namespace skillstow
