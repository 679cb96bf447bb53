#include "safety/shell_model.h"

#include <algorithm>
#include <map>

#include "base/path.h"
#include "base/text.h"
#include "safety/paths.h"

namespace skillstow {
namespace {

// A value that grows by being put into itself stops here; no command needs longer words.
constexpr std::size_t k_max_value = 8'192;

// Pipes are followed over so many commands.
constexpr std::size_t k_max_stages = 32;
constexpr int k_max_groups = static_cast<int>(k_max_shell_depth);

struct Value {
  std::string text;
  bool known = true;
  bool cut = false;
  std::vector<std::uint32_t> commands;
};
using Variables = std::map<std::string, Value, std::less<>>;

// "NAME", "NAME:-x", "NAME:1:3", "NAME//a/b" inside ${ }.
bool expand_braces(std::string_view inside, const Variables& variables, Value& out) {
  std::size_t end = 0;
  while (end < inside.size() && is_word(inside[end])) ++end;
  const bool all_words = inside == "@" || inside == "*";  // what "set --" gave
  const std::string_view name = all_words ? inside : inside.substr(0, end);
  const std::string_view operation = all_words ? std::string_view() : inside.substr(end);
  const auto found = variables.find(name);
  // ${URL:-https://…}: unless somebody has set it
  for (const std::string_view otherwise : {":-", ":=", "-", "="}) {
    if (found != variables.end() || !operation.starts_with(otherwise)) continue;
    const std::string_view text = operation.substr(otherwise.size());
    if (text.empty() || text.find_first_of("$`") != std::string_view::npos) return false;
    out.text += text;
    return true;
  }
  if (found == variables.end() && inside == "SHELL") {
    out.text += "sh";
    return true;
  }
  out.cut = found != variables.end() && found->second.cut;
  if (found == variables.end() || !found->second.known) {
    if (found != variables.end()) {
      out.commands.insert(out.commands.end(), found->second.commands.begin(), found->second.commands.end());
    }
    return false;
  }
  out.commands.insert(out.commands.end(), found->second.commands.begin(), found->second.commands.end());
  const std::string& value = found->second.text;
  if (operation == "[@]" || operation == "[*]") {  // an array: cmd=(curl -s URL); "${cmd[@]}"
    const bool list = value.starts_with("(") && value.ends_with(")");
    out.text += list ? std::string_view(value).substr(1, value.size() - 2) : std::string_view(value);
    return true;
  }
  if (operation.empty() || operation.starts_with(":-") || operation.starts_with(":?") || operation.starts_with(":=") ||
      operation.starts_with("-") || operation.starts_with("?")) {
    out.text += value;
    return true;
  }
  if (operation[0] == ':' && operation.size() > 1 && is_digit(operation[1])) {
    std::size_t from = 0;
    std::size_t length = std::string::npos;
    std::size_t at = 1;
    for (; at < operation.size() && is_digit(operation[at]) && from < k_max_value; ++at) {
      from = from * 10 + static_cast<std::size_t>(operation[at] - '0');
    }
    if (at < operation.size() && operation[at] == ':') {
      length = 0;
      for (++at; at < operation.size() && is_digit(operation[at]) && length < k_max_value; ++at) {
        length = length * 10 + static_cast<std::size_t>(operation[at] - '0');
      }
    }
    if (from > value.size()) return true;
    out.text += value.substr(from, length);
    return true;
  }
  return false;
}

// {curl,-s,URL}: a list in braces, without quotes, is as many words.
std::vector<Argument> brace_list(const ShellScript& script, const ShellWord& word) {
  constexpr std::size_t k_most = 64;
  const std::string_view text = word.text;
  if (!text.starts_with("{") || !text.ends_with("}") || text.find(',') == std::string_view::npos) return {};
  if (word.part_count != 1 || script.parts[word.first_part].kind != ShellPartKind::literal || word.quoted) return {};
  std::vector<Argument> arguments;
  for (const std::string_view part : split(text.substr(1, text.size() - 2), ',')) {
    if (arguments.size() >= k_most) {
      arguments.back().cut = true;
      break;
    }
    Argument argument;
    argument.span = word.span;
    argument.text = std::string(part);
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

// The word with its variables put in. Blanks that come from an expansion outside quotes split it.
std::vector<Argument> expand(const ShellScript& script, const ShellWord& word, const Variables& variables,
                             bool splits) {
  std::vector<Argument> arguments(1);
  arguments[0].span = word.span;
  arguments[0].quoted = word.quoted;
  const std::string_view text = word.text;
  if (word.literal) {
    arguments[0].text = word.text;
    return arguments;
  }
  if (std::vector<Argument> braces = brace_list(script, word); !braces.empty()) return braces;
  auto put = [&](std::string_view value, bool split) {
    for (const char c : value) {
      if (split && is_space(c)) {
        if (arguments.back().text.empty()) continue;
        if (arguments.size() > 256) {
          arguments.back().cut = true;
          continue;
        }
        Argument next;
        next.span = word.span;
        arguments.push_back(std::move(next));
      } else if (arguments.back().text.size() < k_max_value) {
        arguments.back().text += c;
      } else {
        arguments.back().cut = true;
        arguments.back().known = false;
      }
    }
  };
  std::size_t done = 0;
  for (std::uint32_t k = 0; k < word.part_count; ++k) {
    const ShellPart& part = script.parts[word.first_part + k];
    if (part.begin > done) put(text.substr(done, part.begin - done), false);
    done = std::max<std::size_t>(done, part.end);
    const std::string_view written = text.substr(part.begin, part.end - part.begin);
    const bool split = splits && part.quote == ShellQuote::none;
    switch (part.kind) {
      case ShellPartKind::literal:
        if (part.quote == ShellQuote::none && written.find_first_of("*?[") != std::string_view::npos)
          arguments.back().known = false;
        put(written, false);
        break;
      case ShellPartKind::escape:
        put(written, false);
        break;
      case ShellPartKind::variable: {
        std::string_view inside = written.substr(std::min<std::size_t>(1, written.size()));
        if (inside.starts_with("{") && inside.ends_with("}")) inside = inside.substr(1, inside.size() - 2);
        if (inside == "IFS" || inside.starts_with("IFS%") || inside.starts_with("IFS:")) {
          put(" ", split);
          if (!split) break;
          break;
        }
        if (inside == "9" && k > 0) break;  // $IFS$9: an empty word that ends the name
        Value value;
        const bool known = expand_braces(inside, variables, value);
        Argument& here = arguments.back();
        here.commands.insert(here.commands.end(), value.commands.begin(), value.commands.end());
        here.cut = here.cut || value.cut;
        if (known) {
          put(value.text, split || (splits && (inside.ends_with("[@]") || inside == "@")));
        } else {
          put(written, false);
          // What it stands for is the same for every command.
          arguments.back().known = arguments.back().known && inside == "HOME";
        }
        break;
      }
      case ShellPartKind::arithmetic:
      case ShellPartKind::substitution:
      case ShellPartKind::process:
        put(written, false);
        arguments.back().known = false;
        break;
    }
  }
  if (done < text.size()) put(text.substr(done), false);
  if (arguments.size() > 1 && arguments.back().text.empty()) arguments.pop_back();
  return arguments;
}

bool is_elevation(std::string_view word) {
  const std::string_view name = base_name(word);
  return name == "sudo" || name == "doas" || name == "su" || name == "pkexec" || name == "run0";
}

bool declares(std::string_view name) {
  return name == "export" || name == "local" || name == "declare" || name == "readonly" || name == "typeset";
}

void assign(Variables& variables, const Argument& argument) {
  const std::size_t equals = argument.text.find('=');
  if (equals == std::string::npos || equals == 0) return;
  std::size_t name_end = equals;
  bool append = false;
  if (argument.text[equals - 1] == '+') {
    --name_end;
    append = true;
  }
  const std::string name = argument.text.substr(0, name_end);
  for (const char c : name) {
    if (!is_word(c)) return;
  }
  Value& value = variables[name];
  if (!append) value = Value{};
  value.text += argument.text.substr(equals + 1);
  value.known = value.known && argument.known && value.text.size() < k_max_value;
  value.commands.insert(value.commands.end(), argument.commands.begin(), argument.commands.end());
  value.cut = value.cut || argument.cut || value.text.size() >= k_max_value || value.commands.size() > 16;
  if (value.text.size() >= k_max_value) value.text.clear();
  if (value.commands.size() > 16) value.commands.resize(16);
}

// What "read" and its like put into a variable: whatever the commands in front of it put out.
Value value_read(const ShellModel& model, std::uint32_t i) {
  constexpr std::size_t k_most = 16;
  Value value;
  value.known = false;
  value.commands = model.upstream(i);
  // while read …; done < <(command)
  for (std::uint32_t level = 0; level < k_max_shell_depth && i != k_no_command; ++level) {
    for (const ShellRedirect& redirect : model.command(i).redirects) {
      if (!redirect.op.starts_with("<")) continue;
      const std::vector<std::uint32_t>& inner = model.inner[i];
      for (std::size_t k = 0; k < std::min<std::size_t>(inner.size(), 4 * k_most); ++k) {
        if (redirect.span.contains(model.command(inner[k]).span.offset)) value.commands.push_back(inner[k]);
      }
    }
    i = model.command(i).group;
  }
  if (value.commands.size() > k_most) value.commands.resize(k_most);
  return value;
}

}  // namespace

ShellModel::ShellModel(std::string_view text) : script(parse_shell(text)) {
  const std::size_t count = script.commands.size();
  runs.resize(count);
  inner.resize(count);
  members_.resize(count);
  std::uint32_t last_pipeline = 0;
  for (const ShellCommand& one : script.commands) last_pipeline = std::max(last_pipeline, one.pipeline);
  pipelines_.resize(count == 0 ? 0 : static_cast<std::size_t>(last_pipeline) + 1);
  for (std::uint32_t i = 0; i < count; ++i) {
    const ShellCommand& one = script.commands[i];
    pipelines_[one.pipeline].push_back(i);
    if (one.parent < count) inner[one.parent].push_back(i);
    if (one.group < count) members_[one.group].push_back(i);
  }
  Variables variables;
  Variables aliases;
  for (std::uint32_t i = 0; i < count; ++i) {
    const ShellCommand& one = script.commands[i];
    Invocation& run = runs[i];
    auto with_commands = [&](const ShellWord& word, bool splits) {
      std::vector<Argument> arguments = expand(script, word, variables, splits);
      // The commands stand in the order of their first byte.
      auto child = std::lower_bound(
          inner[i].begin(), inner[i].end(), word.span.offset,
          [this](std::uint32_t one_child, std::uint32_t at) { return script.commands[one_child].span.offset < at; });
      for (; child != inner[i].end() && script.commands[*child].span.offset < word.span.end(); ++child) {
        if (script.commands[*child].place != ShellPlace::argument) arguments[0].commands.push_back(*child);
      }
      return arguments;
    };
    for (const ShellWord& word : one.assignments) {
      // The value of an assignment is not split.
      for (const Argument& argument : with_commands(word, false)) assign(variables, argument);
    }
    for (const ShellRedirect& redirect : one.redirects) {
      if (redirect.op != "<<<") continue;
      for (Argument& argument : with_commands(redirect.target, false)) run.here_strings.push_back(std::move(argument));
    }
    if (one.form == ShellForm::for_loop && one.words.size() > 1) {
      // for f in ~/.ssh/id_*: the variable stands for what it runs over; of several the one that is secret.
      Value over;
      for (std::size_t w = 1; w < one.words.size(); ++w) {
        for (Argument& argument : with_commands(one.words[w], true)) {
          const bool secret = static_cast<bool>(sensitive_path(argument.text));
          if (over.text.empty() || secret) over.text = argument.text;
          over.commands.insert(over.commands.end(), argument.commands.begin(), argument.commands.end());
        }
      }
      over.known = !over.text.empty() && over.text.size() < k_max_value;
      if (over.commands.size() > 16) over.commands.resize(16);
      variables[one.words[0].text] = std::move(over);
      continue;
    }
    if (one.program >= one.words.size()) continue;
    for (std::size_t w = 0; w < one.program; ++w) {
      run.elevated = run.elevated || is_elevation(one.words[w].text);
      run.by_xargs = run.by_xargs || base_name(one.words[w].text) == "xargs" || one.words[w].text == "parallel";
    }
    for (std::size_t w = one.program; w < one.words.size(); ++w) {
      for (Argument& argument : with_commands(one.words[w], true)) {
        if (w == one.program && run.program.text.empty() && run.program.commands.empty()) {
          run.program = std::move(argument);
        } else {
          run.arguments.push_back(std::move(argument));
        }
      }
    }
    if (run.program.text == "alias") {
      for (const Argument& argument : run.arguments) assign(aliases, argument);
    } else if (const auto alias = aliases.find(run.program.text); alias != aliases.end() && !run.program.quoted) {
      const std::vector<std::string_view> parts = split(alias->second.text, ' ');
      run.program.text = std::string(parts[0]);
      for (std::size_t k = parts.size(); k-- > 1;) {
        Argument argument;
        argument.span = run.program.span;
        argument.text = std::string(parts[k]);
        if (!argument.text.empty()) run.arguments.insert(run.arguments.begin(), std::move(argument));
      }
    }
    run.name = std::string(base_name(run.program.text));
    if (run.name.ends_with(".exe")) run.name.resize(run.name.size() - 4);
    if (declares(run.name)) {
      for (const Argument& argument : run.arguments) assign(variables, argument);
    }
    if (run.name == "set" && run.arguments.size() > 1 && run.arguments[0].text == "--") {
      Value words;
      for (std::size_t k = 1; k < run.arguments.size() && words.text.size() < k_max_value; ++k) {
        if (k > 1) words.text += ' ';
        words.text += run.arguments[k].text;
        words.known = words.known && run.arguments[k].known;
      }
      variables["@"] = variables["*"] = words;
    }
    if (run.name == "read" || run.name == "mapfile" || run.name == "readarray") {
      const Value value = value_read(*this, i);
      for (const Argument& argument : run.arguments) {
        if (!argument.text.starts_with("-")) variables[argument.text] = value;
      }
    }
  }
}

bool Invocation::has_flag(char letter, std::string_view long_name) const {
  for (const Argument& argument : arguments) {
    const std::string_view text = argument.text;
    if (text == "--") return false;
    if (text.size() < 2 || text[0] != '-') continue;
    if (text[1] == '-') {
      if (!long_name.empty() && (text == long_name || (text.starts_with(long_name) && text[long_name.size()] == '='))) {
        return true;
      }
    } else if (letter != 0 && text.find(letter, 1) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

Argument Invocation::value_of(char letter, std::string_view long_name) const {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view text = arguments[i].text;
    if (text.size() < 2 || text[0] != '-') continue;
    std::string_view rest;
    bool next = false;
    if (text[1] == '-') {
      if (long_name.empty() || !text.starts_with(long_name)) continue;
      if (text.size() == long_name.size()) {
        next = true;
      } else if (text[long_name.size()] == '=') {
        rest = text.substr(long_name.size() + 1);
      } else {
        continue;
      }
    } else {
      const std::size_t at = letter == 0 ? std::string_view::npos : text.find(letter, 1);
      if (at == std::string_view::npos) continue;
      rest = text.substr(at + 1);
      next = rest.empty();
    }
    if (!next) {
      Argument value = arguments[i];
      value.text = std::string(rest);
      return value;
    }
    return i + 1 < arguments.size() ? arguments[i + 1] : Argument{};
  }
  return {};
}

bool ShellModel::add_with_members(std::uint32_t i, std::vector<std::uint32_t>& to) const {
  // A group stands for the commands in it; the last one is nearest to what comes behind.
  std::vector<std::uint32_t> open{i};
  bool all = true;
  while (!open.empty() && to.size() < k_max_stages) {
    const std::uint32_t one = open.back();
    open.pop_back();
    if (members_[one].empty()) {
      to.push_back(one);
      continue;
    }
    const std::size_t from = members_[one].size() > k_max_stages ? members_[one].size() - k_max_stages : 0;
    all = all && from == 0;
    open.insert(open.end(), members_[one].begin() + static_cast<std::ptrdiff_t>(from), members_[one].end());
  }
  return all && open.empty();
}

std::vector<std::uint32_t> ShellModel::upstream(std::uint32_t i, bool* cut) const {
  std::vector<std::uint32_t> sources;
  bool all = true;
  for (int level = 0; level < k_max_groups; ++level) {
    const ShellCommand& here = script.commands[i];
    const std::vector<std::uint32_t>& line = pipelines_[here.pipeline];
    // In order of stage: those in front of this one end where its own stage begins.
    auto one = std::lower_bound(line.begin(), line.end(), here.stage, [this](std::uint32_t index, std::uint32_t stage) {
      return script.commands[index].stage < stage;
    });
    while (one != line.begin() && sources.size() < k_max_stages) all = add_with_members(*--one, sources) && all;
    all = all && one == line.begin();
    // The first command of a pipeline inside a group reads what the group reads.
    if (here.group == k_no_command) break;
    i = here.group;
  }
  if (cut != nullptr) *cut = !all;
  return sources;
}

std::vector<std::uint32_t> ShellModel::downstream(std::uint32_t i) const {
  std::vector<std::uint32_t> sinks;
  for (int level = 0; level < k_max_groups; ++level) {
    const ShellCommand& here = script.commands[i];
    bool last = true;
    for (const std::uint32_t one : pipelines_[here.pipeline]) {
      if (script.commands[one].stage <= here.stage) continue;
      last = false;
      if (sinks.size() < k_max_stages) add_with_members(one, sinks);
    }
    if (!last || here.group == k_no_command) break;
    i = here.group;
  }
  return sinks;
}

Span ShellModel::pipeline_span(std::uint32_t i) const {
  const std::vector<std::uint32_t>& line = pipelines_[script.commands[i].pipeline];
  std::uint32_t begin = script.commands[i].span.offset;
  std::uint32_t end = script.commands[i].span.end();
  for (const std::uint32_t one : line) {
    begin = std::min(begin, script.commands[one].span.offset);
    end = std::max(end, script.commands[one].span.end());
  }
  return span_between(begin, end);
}

}  // namespace skillstow
