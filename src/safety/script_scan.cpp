#include "safety/script_scan.h"

#include "base/format.h"
#include "base/text.h"

namespace skillstow {

Value ScriptScan::argument(const Call& call, std::size_t i) const {
  const auto [begin, end] = model.argument(call, i);
  if (begin >= end) return {};
  Value value = model.value_of(begin, end);
  value.take_in(model.sources_in(begin, end));
  return value;
}

void ScriptScan::report(const Call& call, std::string_view rule, Risk risk, std::string message, std::string_view help,
                        bool firm, std::vector<ChainStep> steps) const {
  scan.findings.add(view, span_of(call),
                    {.rule = rule,
                     .risk = risk,
                     .message = std::move(message),
                     .help = std::string(help),
                     .firm = firm,
                     .steps = std::move(steps)});
}

namespace {

void judge(ScriptScan& script, const Call& call) {
  switch (sink_of(call, script.view.language)) {
    case ScriptSink::code:
    case ScriptSink::load:
      return judge_code(script, call);
    case ScriptSink::shell:
      return judge_shell(script, call);
    case ScriptSink::spawn:
      return judge_spawn(script, call);
    case ScriptSink::network:
      return judge_network(script, call);
    case ScriptSink::remove:
      return judge_removal(script, call);
    case ScriptSink::duplicate:
      return judge_duplicate(script, call);
    case ScriptSink::none:
      return judge_other_call(script, call);
  }
}

// "scripts/collect.py" -> "collect", the name by which another script imports it.
std::string module_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  return std::string(name.substr(0, name.find('.')));
}

// What the functions of this file give and send, for those who import them.
void export_functions(ScriptScan& script) {
  const std::string module = module_name(script.view.file->path);
  ImportMemory& imports = script.scan.imports;
  for (const auto& [name, value] : script.model.given()) {
    const bool secret = !value.secret.empty() && !value.common_secret && !value.path_only;
    if ((!secret && !value.environment) || imports.given.size() >= k_most_remembered) continue;
    Span at;
    for (const Token& token : script.model.tokens()) {
      if (token.raw != name) continue;
      at = token.span;
      break;
    }
    imports.given[module + "." + name] = {
        secret ? value.secret : "the whole environment", script.view.file,
        script.view.map.to_source(value.source_at.length != 0 ? value.source_at : at)};
  }
  for (const auto& [name, sender] : script.scan.memory.senders) {
    if (imports.senders.size() < k_most_remembered)
      imports.senders[module + "." + name] = {sender.to, script.view.file, sender.span};
  }
}

}  // namespace

bool scan_script(Scan& scan, const View& view) {
  const std::size_t before = scan.findings.reported();
  ScriptVariables variables;
  for (std::size_t begin = 0; begin < view.text.size();) {
    ScriptModel model(view.text, view.language, begin, std::move(variables), scan.script_modules());
    ScriptScan script{scan, view, model};
    for (const Call& call : model.calls()) remember_call(script, call);
    for (const Call& call : model.calls()) judge(script, call);
    if (view.depth == 0 && view.place == Place::script && scan.script_modules() != nullptr &&
        !scan.findings.in_derived_text())
      export_functions(script);
    if (model.gave_up() && !model.tokens().empty()) {
      scan.left_out(view, model.span(0, model.tokens().size() - 1), "is more intricate than is followed");
    }
    begin = model.next_piece();
    variables = model.take_variables();
  }
  return scan.findings.reported() > before;
}

}  // namespace skillstow
