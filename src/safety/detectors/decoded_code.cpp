#include "base/format.h"
#include "base/text.h"
#include "safety/decode.h"
#include "safety/shell_programs.h"
#include "safety/shell_scan.h"

// Commands that are written so that nobody can read them: decoded by the shell and run at once.
namespace skillstow {
namespace {

constexpr std::size_t k_max_output = 1u << 20;

std::string join_arguments(const Invocation& run, std::size_t from, bool& known) {
  std::string text;
  for (std::size_t i = from; i < run.arguments.size(); ++i) {
    if (i > from) text += ' ';
    text += run.arguments[i].text;
    known = known && run.arguments[i].known;
  }
  return text;
}

bool any_flag(const Invocation& run, std::string_view letters, std::string_view long_name) {
  for (const char letter : letters) {
    if (run.has_flag(letter, long_name)) return true;
  }
  return false;
}

// What `name` makes of the text; nothing when it cannot be worked out. `how` names a decoder.
struct Step {
  std::optional<std::string> text;
  std::string_view how;
  bool decodes = false;
};

Step step(const Invocation& run, const std::string& text, bool known) {
  const std::string_view name = run.name;
  auto decoded = [&](std::optional<std::string> result, std::string_view how) -> Step {
    return {known ? std::move(result) : std::nullopt, how, true};
  };
  if (name == "base64" || name == "gbase64") {
    if (any_flag(run, "dD", "--decode")) return decoded(decode_base64(text), "base64");
    return {std::nullopt, "", false};
  }
  if (name == "base32" && any_flag(run, "d", "--decode")) return decoded(decode_base32(text), "base32");
  if (name == "openssl" && !run.arguments.empty()) {
    const std::string_view verb = run.arguments[0].text;
    bool d = false;
    bool base64 = verb == "base64";
    for (const Argument& argument : run.arguments) {
      d = d || argument.text == "-d";
      base64 = base64 || argument.text == "-base64" || argument.text == "-a";
    }
    if (!d) return {std::nullopt, "", false};
    if (base64 && (verb == "base64" || run.arguments.size() <= 4)) return decoded(decode_base64(text), "base64");
    return {std::nullopt, "encryption", true};
  }
  if (name == "xxd" && (run.has_flag('r') || run.has_flag(0, "-revert"))) return decoded(decode_hex(text), "hex");
  if (name == "rev") return decoded(reversed(text), "reversing");
  if (name == "tr") {
    if (run.arguments.size() == 2 && !run.arguments[0].text.starts_with("-")) {
      std::optional<std::string> result = translate(text, run.arguments[0].text, run.arguments[1].text);
      const bool letters = run.arguments[0].text.find("a-z") != std::string::npos ||
                           run.arguments[0].text.find("A-Z") != std::string::npos;
      const bool rotates = letters && run.arguments[1].text.find('-') != std::string::npos &&
                           run.arguments[1].text != "a-z" && run.arguments[1].text != "A-Z";
      if (rotates) return decoded(std::move(result), "changed letters");
      return {known ? std::move(result) : std::nullopt, "", false};
    }
    if (run.arguments.size() == 2 && run.arguments[0].text == "-d" && known) {
      std::string kept;
      for (const char c : text) {
        if (run.arguments[1].text.find(c) == std::string::npos) kept += c;
      }
      return {std::move(kept), "", false};
    }
    return {std::nullopt, "", false};
  }
  if (name == "gunzip" || name == "zcat" || (name == "gzip" && any_flag(run, "d", "--decompress")) || name == "xzcat" ||
      name == "bzcat") {
    return {std::nullopt, "compression", true};
  }
  if (name == "cat" || name == "tee") return {known ? std::optional<std::string>(text) : std::nullopt, "", false};
  return {std::nullopt, "", false};
}

}  // namespace

Output output_of(const ShellModel& model, std::uint32_t last_command) {
  Output output;
  std::vector<std::uint32_t> stages = model.upstream(last_command, &output.cut);
  std::reverse(stages.begin(), stages.end());
  stages.push_back(last_command);
  bool first = true;
  for (const std::uint32_t i : stages) {
    const Invocation& run = model.runs[i];
    if (first) {
      first = false;
      if (run.name == "echo") {
        output.known = true;
        std::size_t from = 0;
        bool escapes = false;
        while (from < run.arguments.size() && run.arguments[from].text.size() >= 2 &&
               run.arguments[from].text[0] == '-' &&
               run.arguments[from].text.find_first_not_of("neE", 1) == std::string::npos) {
          escapes = escapes || run.arguments[from].text.find('e') != std::string::npos;
          ++from;
        }
        output.text = join_arguments(run, from, output.known);
        if (escapes && output.text.find('\\') != std::string::npos) {
          output.text = decode_escapes(output.text);
          output.how = "escapes";
          output.decodes = true;
        }
        continue;
      }
      if (run.name == "printf" && !run.arguments.empty()) {
        output.known = true;
        const std::string& form = run.arguments[0].text;
        if (run.arguments.size() == 1) {
          output.text = decode_escapes(form);
          output.known = run.arguments[0].known;
          if (form.find("\\x") != std::string::npos || form.find("\\1") != std::string::npos ||
              form.find("\\0") != std::string::npos) {
            output.how = "escapes";
            output.decodes = true;
          }
        } else {
          output.text = join_arguments(run, 1, output.known);
          if (form.find("%b") != std::string::npos) output.text = decode_escapes(output.text);
        }
        continue;
      }
      const ShellCommand& command = model.command(i);
      for (const ShellRedirect& redirect : command.redirects) {
        if (redirect.op == "<<<") {
          output.known = redirect.target.literal;
          output.text = redirect.target.text;
        }
      }
      if (run.name == "cat" && output.known) continue;
    }
    Step one = step(run, output.text, output.known);
    if (one.decodes) {
      output.decodes = true;
      if (!output.how.empty()) output.how += ", then ";
      output.how += one.how;
    }
    output.cut = output.cut || (one.text.has_value() && one.text->size() >= k_max_output);
    output.known = one.text.has_value() && one.text->size() < k_max_output;
    output.text = output.known ? std::move(*one.text) : std::string();
  }
  return output;
}

namespace {

void judge(ShellScan& shell, Span span, const Output& output, Language language, std::string_view runner) {
  if (output.cut) shell.scan.left_out(shell.view, span, "runs more text out of a pipe than is followed");
  if (!output.decodes) return;
  if (output.known && language != Language::none &&
      shell.scan.inside(shell.view, span, output.text, language, output.how)) {
    return;
  }
  std::string message = format("decodes text ({}) and runs it with \"{}\"", output.how, excerpt_of(runner));
  if (output.known && looks_like_text(output.text)) message += format("; it says \"{}\"", excerpt_of(output.text));
  shell.report(span, {.rule = "code-execution",
                      .risk = Risk::high,
                      .message = std::move(message) + ", so nobody can read what it does",
                      .help = "write the command out in plain text",
                      .firm = true});
}

}  // namespace

void find_decoded_code(ShellScan& shell, std::uint32_t i) {
  const ShellModel& model = shell.model;
  const Invocation& run = model.runs[i];
  const Interpreter interpreter = interpreter_of(run);
  if (interpreter.is && interpreter.reads_input) {
    const std::vector<std::uint32_t> sources = model.upstream(i);
    if (!sources.empty()) {
      // A download in the pipe is told by remote-code.
      for (const std::uint32_t source : sources) {
        const Download download = download_of(model.runs[source]);
        if (download.is) return;
      }
      const Span first = model.command(sources.back()).span;
      const Span all = span_between(std::min(first.offset, model.command(i).span.offset), model.command(i).span.end());
      const Output output = output_of(model, sources.front());
      if (output.known && !output.decodes) {  // echo 'curl … | sh' | sh: plain, but run all the same
        shell.scan.inside(shell.view, all, output.text, interpreter.language, "");
        return;
      }
      judge(shell, all, output, interpreter.language, run.name);
      return;
    }
    for (const ShellRedirect& redirect : model.command(i).redirects) {
      if (redirect.op == "<<<" && redirect.target.literal) {
        shell.scan.inside(shell.view, model.command(i).span, redirect.target.text, interpreter.language, "");
      }
    }
  }
  // eval "$(echo … | base64 -d)", sh -c "$(…)", and the output itself as a command.
  auto from_substitution = [&](const Argument& argument, Language language) {
    if (argument.commands.empty()) return;
    const std::string_view text = trim_left(std::string_view(argument.text));
    if (!text.starts_with("$") && !text.starts_with("`") && !text.starts_with("<(")) return;
    const Output output = output_of(model, argument.commands.back());
    judge(shell, model.command(i).span, output, language,
          run.name.empty() || run.name[0] == '$' ? "the shell" : run.name);
  };
  if (run.name == "eval" && !run.arguments.empty()) {
    from_substitution(run.arguments[0], Language::shell);
  } else if ((run.name == "source" || run.name == ".") && !run.arguments.empty()) {
    from_substitution(run.arguments[0], Language::shell);
  } else if (interpreter.is) {
    for (const int index : {interpreter.code, interpreter.file}) {
      if (index >= 0) from_substitution(run.arguments[static_cast<std::size_t>(index)], interpreter.language);
    }
  } else if (!run.program.commands.empty()) {
    from_substitution(run.program, Language::shell);
  }
  // powershell -EncodedCommand
  if (run.name == "powershell" || run.name == "pwsh") {
    for (std::size_t k = 0; k + 1 < run.arguments.size(); ++k) {
      const std::string flag = to_lower(run.arguments[k].text);
      if (flag.size() < 2 || (flag[0] != '-' && flag[0] != '/') || flag[1] != 'e') continue;
      if (!std::string_view("encodedcommand").starts_with(std::string_view(flag).substr(1)) && flag != "-ec") continue;
      const std::optional<std::string> bytes = decode_base64(run.arguments[k + 1].text);
      if (!bytes) continue;
      Output output;
      output.decodes = true;
      output.how = "base64";
      const std::optional<std::string> wide = from_utf16le(*bytes);
      output.text = wide ? *wide : *bytes;
      output.known = true;
      judge(shell, model.command(i).span, output, Language::powershell, run.name);
    }
  }
}

}  // namespace skillstow
