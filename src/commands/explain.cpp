#include "commands/explain.h"

#include <algorithm>
#include <vector>

#include "agents/causes.h"
#include "base/edit_distance.h"
#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "commands/say.h"
#include "markup/escape.h"
#include "pack/pack_rules.h"
#include "report/wrap.h"
#include "rules/rule.h"
#include "structure/structure_rules.h"

namespace skillstow {
namespace {

std::vector<const Rule*> every_rule() {
  std::vector<const Rule*> rules(all_rules().begin(), all_rules().end());
  rules.insert(rules.end(), structure_rules().begin(), structure_rules().end());
  rules.insert(rules.end(), pack_rules().begin(), pack_rules().end());
  std::stable_sort(rules.begin(), rules.end(), [](const Rule* a, const Rule* b) { return a->category < b->category; });
  return rules;
}

// Those of one category, by its name; none if there is no such category.
std::vector<const Rule*> rules_of(std::string_view category, std::vector<const Rule*> rules) {
  std::erase_if(rules, [&](const Rule* rule) { return name_of(rule->category) != category; });
  return rules;
}

std::string_view name_of_fix(Fixable fix) {
  switch (fix) {
    case Fixable::safe:
      return "safe";
    case Fixable::unsafe:
      return "unsafe";
    case Fixable::no:
      break;
  }
  return "none";
}

// Documentation is wrapped in the source as it suits the source: each paragraph becomes one run of words again, and
// what starts with a blank or a fence stays as it is.
std::string rewrapped(std::string_view text, std::size_t width, std::string_view indent) {
  std::string out;
  std::string paragraph;
  const auto flush = [&] {
    if (!paragraph.empty()) out += wrapped(paragraph, width, indent);
    paragraph.clear();
  };
  bool fenced = false;
  for (const std::string_view line : split_lines(text)) {
    const bool fence = line.starts_with("```");
    if (fence || fenced || line.starts_with(' ') || line.starts_with("- ") || line.empty()) {
      flush();
      if (!line.empty()) out += indent;
      out.append(line).append("\n");
      if (fence) fenced = !fenced;
      continue;
    }
    if (!paragraph.empty()) paragraph += ' ';
    paragraph += line;
  }
  flush();
  return out;
}

// An example with a bar before each line, so that its own "---" cannot be taken for ours. Characters that a terminal
// would hide are named.
std::string framed(std::string_view example) {
  std::string out;
  for (const std::string_view line : split_lines(example)) {
    out += "    |";
    if (!line.empty()) out += " " + visible(line);
    out += "\n";
  }
  return out;
}

std::string text_of(const Rule& rule, const Io& io) {
  const std::size_t width = std::clamp<std::size_t>(io.width, 40, 100);
  const char* bold = io.color ? "\x1b[1m" : "";
  const char* plain = io.color ? "\x1b[0m" : "";
  std::string out = format("{}{}{}: {}\n", bold, rule.id, plain, rule.summary);
  out += format("{}, {}", name_of(rule.severity), name_of(rule.category));
  if (rule.fix != Fixable::no) out += format(", has {}", rule.fix == Fixable::safe ? "a safe fix" : "an unsafe fix");
  out += "\n";
  const auto section = [&](std::string_view title, const std::string& body) {
    out += format("\n{}{}{}\n", bold, title, plain) + body;
  };
  section("What it finds", rewrapped(rule.what, width, "  "));
  section("Why it matters", rewrapped(rule.why, width, "  "));
  section("Bad", framed(rule.bad));
  section("Good", framed(rule.good));
  section("Source", rewrapped(rule.source, width, "  "));
  return out;
}

void write_json(JsonWriter& json, const Rule& rule) {
  json.begin_object()
      .member("id", rule.id)
      .member("category", name_of(rule.category))
      .member("severity", name_of(rule.severity))
      .member("fix", name_of_fix(rule.fix))
      .member("summary", rule.summary)
      .member("what", rule.what)
      .member("why", rule.why)
      .member("bad", rule.bad)
      .member("good", rule.good)
      .member("source", rule.source)
      .end_object();
}

// One page of docs/rules.
std::string page_of(const Rule& rule) {
  std::string out = "<!-- Made by `./dev docs` from the rule itself. -->\n";
  out += format("# {}\n\n{}.\n\n", rule.id, rule.summary);
  out += format("Severity: {}. Category: {}. Fix: {}.\n", name_of(rule.severity), name_of(rule.category),
                name_of_fix(rule.fix));
  const auto example = [](std::string_view text) {
    const std::string fence = backticks_around(text, 3);
    std::string shown;
    for (const std::string_view line : split_lines(text)) shown += visible(line) + "\n";
    return fence + "text\n" + shown + fence + "\n";
  };
  out += format("\n## What it finds\n\n{}\n\n## Why it matters\n\n{}\n", rule.what, rule.why);
  out += format("\n## Bad\n\n{}\n## Good\n\n{}", example(rule.bad), example(rule.good));
  return out + format("\n## Source\n\n{}\n", rule.source);
}

// The index of docs/rules.
std::string index_of(const std::vector<const Rule*>& rules) {
  std::string out = "<!-- Made by `./dev docs` from the rules themselves. -->\n# Rules\n";
  const Rule* last = nullptr;
  for (const Rule* rule : rules) {
    if (!last || last->category != rule->category) {
      out += format("\n## {}\n\n| rule | severity | fix | finds |\n|---|---|---|---|\n", name_of(rule->category));
    }
    out += format("| [{}]({}.md) | {} | {} | {} |\n", rule->id, rule->id, name_of(rule->severity),
                  name_of_fix(rule->fix), replace_all(rule->summary, "|", "\\|"));
    last = rule;
  }
  return out;
}

ExitCode list_rules(const std::vector<const Rule*>& rules, std::string_view output, Io& io) {
  if (output == "markdown") {
    io.out(index_of(rules));
    return ExitCode::ok;
  }
  if (output == "json") {
    JsonWriter json;
    json.begin_object().key("rules").begin_array();
    for (const Rule* rule : rules) write_json(json, *rule);
    json.end_array().end_object();
    io.out(json.take() + "\n");
    return ExitCode::ok;
  }
  std::size_t longest = 0;
  for (const Rule* rule : rules) longest = std::max(longest, rule->id.size());
  std::string out;
  const Rule* last = nullptr;
  for (const Rule* rule : rules) {
    if (!last || last->category != rule->category) out += format("{}{}\n", last ? "\n" : "", name_of(rule->category));
    out += format("  {:<{}}  {:<7}  {}\n", rule->id, longest, name_of(rule->severity), rule->summary);
    last = rule;
  }
  out += "\nskillstow explain RULE tells all about one of them.\n";
  io.out(out);
  return ExitCode::ok;
}

Error unknown(std::string_view id, const std::vector<const Rule*>& rules) {
  std::vector<std::string_view> ids;
  for (const Rule* rule : rules) ids.push_back(rule->id);
  const std::string_view meant = nearest(id, ids);
  return {ErrorKind::usage, "", format("there is no rule \"{}\"", visible(id, 60)),
          meant.empty() ? std::string("skillstow explain lists all of them") : format("did you mean {}?", meant)};
}

}  // namespace

ExitCode explain(const ExplainOptions& options, Io& io) {
  const std::vector<const Rule*> rules = every_rule();
  if (options.rule.empty()) return list_rules(rules, options.format, io);
  if (const std::vector<const Rule*> some = rules_of(options.rule, rules); !some.empty()) {
    return list_rules(some, options.format, io);
  }
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const Rule* rule) { return rule->id == options.rule; });
  const bool json_asked = options.format == "json";
  if (const Cause* cause = found == rules.end() ? find_cause(options.rule) : nullptr) {
    JsonWriter json;
    json.begin_object().member("id", cause->id).member("category", "agents");
    json.member("summary", cause->summary).member("what", cause->what).end_object();
    io.out(json_asked
               ? json.take() + "\n"
               : format("{}: {}\nWhy an agent leaves a skill out; no rule is broken.\n\n{}", cause->id, cause->summary,
                        rewrapped(cause->what, std::clamp<std::size_t>(io.width, 40, 100), "  ")));
    return ExitCode::ok;
  }
  if (found == rules.end()) {
    return fail(io, json_asked ? Format::json : Format::text, unknown(options.rule, rules));
  }
  if (json_asked) {
    JsonWriter json;
    write_json(json, **found);
    io.out(json.take() + "\n");
  } else if (options.format == "markdown") {
    io.out(page_of(**found));
  } else {
    io.out(text_of(**found, io));
  }
  return io.out_failed() ? ExitCode::failure : ExitCode::ok;
}

}  // namespace skillstow
