#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "markup/escape.h"
#include "report/reporter.h"
#include "report/totals.h"
#include "rules/rule.h"
#include "structure/structure_rules.h"

// SARIF 2.1.0 (OASIS, errata 01): one run with all rules, written while skills are still judged: the tool first, then a
// line for each result, then what was passed over.
namespace skillstow {
namespace {

constexpr std::string_view k_schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr std::string_view k_base = "%SRCROOT%";  // the name that SARIF's own examples and GitHub use
constexpr std::string_view k_mark = "\xEF\xBB\xBF";

// In SARIF a "[text](target)" in a message is a link unless its brackets are escaped (3.11.6).
std::string message_text(std::string_view text) {
  std::string shown = visible(text);
  if (shown.find("](") == std::string::npos) return shown;
  return replace_all(replace_all(replace_all(shown, "\\", "\\\\"), "[", "\\["), "]", "\\]");
}

void write_message(JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key).begin_object().member("text", text).end_object();
}

// --- the rules

// The first paragraph on one line; viewers cut long ones.
std::string first_paragraph(std::string_view text) { return fold_space(text.substr(0, text.find("\n\n"))); }

// An example in a fence that is longer than any in it.
std::string fenced(std::string_view text) {
  std::string shown;
  for (const std::string_view line : split_lines(text)) shown += visible(line) + "\n";
  std::string fence = "```";
  while (shown.find(fence) != std::string::npos) fence += '`';
  return format("{}\n{}{}\n", fence, shown, fence);
}

void write_help(JsonWriter& json, const Rule& rule) {
  const std::string text = format("{}\n\n{}\n", trim(rule.what), trim(rule.why));
  json.key("help")
      .begin_object()
      .member("text", text)
      .member("markdown", format("{}\n\n{}\n\n**Bad**\n\n{}\n**Good**\n\n{}\nSource: {}\n", trim(rule.what),
                                 trim(rule.why), fenced(rule.bad), fenced(rule.good), trim(rule.source)))
      .end_object();
}

// GitHub sorts by this number: above 9 is critical, from 7 on high, from 4 on medium.
std::string_view security_severity(Risk risk) {
  constexpr std::array<std::string_view, 5> k_scores = {"0.0", "3.0", "5.5", "8.0", "9.5"};
  return k_scores[static_cast<std::size_t>(risk)];
}

// Of a safety rule whose findings have risks of their own: what most of them have.
Risk usual_risk(Severity severity) {
  return severity == Severity::error ? Risk::high : severity == Severity::warning ? Risk::medium : Risk::low;
}

void write_rule(JsonWriter& json, const Rule& rule) {
  json.begin_object().member("id", rule.id).member("name", rule.id);
  write_message(json, "shortDescription", rule.summary);
  write_message(json, "fullDescription", first_paragraph(rule.what));
  json.key("defaultConfiguration").begin_object().member("level", name_of(rule.severity)).end_object();
  write_help(json, rule);
  const bool safety = rule.category == Category::safety;
  json.key("properties").begin_object().key("tags").begin_array().string(name_of(rule.category));
  if (safety) json.string("security");
  json.end_array();
  if (safety) json.member("security-severity", security_severity(usual_risk(rule.severity)));
  json.end_object().end_object();
}

std::vector<const Rule*> documented_rules() {
  std::vector<const Rule*> rules(all_rules().begin(), all_rules().end());
  rules.insert(rules.end(), structure_rules().begin(), structure_rules().end());
  return rules;
}

// Of documented_rules(), without making the list for every finding.
std::optional<std::size_t> index_of_rule(std::string_view id) {
  std::size_t index = 0;
  for (const std::span<const Rule* const> rules : {all_rules(), structure_rules()}) {
    for (const Rule* rule : rules) {
      if (rule->id == id) return index;
      ++index;
    }
  }
  return std::nullopt;
}

// --- places

void write_artifact(JsonWriter& json, std::string_view path) {
  const bool absolute = path.starts_with('/');
  json.key("artifactLocation").begin_object().member("uri", (absolute ? "file://" : "") + uri_path(path));
  if (!absolute) json.member("uriBaseId", k_base);
  json.end_object();
}

// Columns do not count a byte-order mark at the start of the file, which is not part of its text.
std::uint64_t column_of(const Position& position, const SourceFile* file) {
  const bool marked = file && position.line == 1 && position.column > 1 && file->text.starts_with(k_mark);
  return position.column - (marked ? 1U : 0U);
}

void write_region(JsonWriter& json, std::string_view key, const Position& begin, const Position& end,
                  const SourceFile* file) {
  json.key(key)
      .begin_object()
      .member("startLine", std::uint64_t{begin.line})
      .member("startColumn", column_of(begin, file))
      .member("endLine", std::uint64_t{end.line})
      .member("endColumn", column_of(end, file))
      .end_object();
}

void write_location(JsonWriter& json, std::string_view path, const Location* place, const SourceFile* file) {
  json.key("locations").begin_array().begin_object().key("physicalLocation").begin_object();
  write_artifact(json, path);
  if (place && place->begin.line > 0) write_region(json, "region", place->begin, place->end, file);
  json.end_object().end_object().end_array();
}

// The earlier steps of a chain (3.27.22).
void write_related(JsonWriter& json, const Diagnostic& finding, const Skill& skill) {
  if (finding.related.empty()) return;
  json.key("relatedLocations").begin_array();
  std::uint64_t id = 0;
  for (const Related& one : finding.related) {
    json.begin_object().member("id", ++id).key("physicalLocation").begin_object();
    write_artifact(json, normal_path(join_path(skill.path, one.location.file)));
    if (one.location.begin.line > 0)
      write_region(json, "region", one.location.begin, one.location.end, skill.text_file(one.location.file));
    json.end_object();
    write_message(json, "message", message_text(one.message));
    json.end_object();
  }
  json.end_array();
}

// --- fixes

// Only what can be said as replacements of text that is there: safe, of files that are UTF-8, without renaming.
bool can_be_written(const Fix& fix, const Diagnostic& finding, const Skill& skill) {
  if (!fix.safe || fix.edits.empty() || !fix.renames.empty() || !fix.executable.empty()) return false;
  return std::all_of(fix.edits.begin(), fix.edits.end(), [&](const Edit& edit) {
    const std::string& path = edit.file.empty() ? finding.location.file : edit.file;
    const SourceFile* file = skill.text_file(path);
    if (!file || edit.span.end() > file->text.size()) return false;
    if (file == &skill.manifest) return skill.encoding == Encoding::utf8 || skill.encoding == Encoding::utf8_bom;
    const auto known = std::find_if(skill.files.begin(), skill.files.end(),
                                    [&](const SkillFile& one) { return one.entry.path == path; });
    return known != skill.files.end() && (known->encoding == Encoding::utf8 || known->encoding == Encoding::utf8_bom);
  });
}

void write_replacement(JsonWriter& json, const Edit& edit, const SourceFile& file) {
  json.begin_object();
  if (edit.span.offset == 0 && edit.span.length == k_mark.size() && file.text.starts_with(k_mark)) {
    // The mark is no text, so it has no line and column.
    json.key("deletedRegion")
        .begin_object()
        .member("byteOffset", std::uint64_t{0})
        .member("byteLength", std::uint64_t{k_mark.size()})
        .end_object();
  } else {
    write_region(json, "deletedRegion", file.position(edit.span.offset), file.position(edit.span.end()), &file);
  }
  if (!edit.text.empty()) write_message(json, "insertedContent", edit.text);
  json.end_object();
}

void write_fixes(JsonWriter& json, const Diagnostic& finding, const Skill& skill) {
  if (finding.fixes.empty() || !can_be_written(finding.fixes.front(), finding, skill)) return;
  const Fix& fix = finding.fixes.front();
  json.key("fixes").begin_array().begin_object();
  write_message(json, "description", message_text(fix.title));
  json.key("artifactChanges").begin_array();
  std::vector<std::string> files;
  for (const Edit& edit : fix.edits) {
    const std::string& path = edit.file.empty() ? finding.location.file : edit.file;
    if (std::find(files.begin(), files.end(), path) == files.end()) files.push_back(path);
  }
  for (const std::string& path : files) {
    json.begin_object();
    write_artifact(json, normal_path(join_path(skill.path, path)));
    json.key("replacements").begin_array();
    for (const Edit& edit : fix.edits) {
      if ((edit.file.empty() ? finding.location.file : edit.file) == path)
        write_replacement(json, edit, *skill.text_file(path));
    }
    json.end_array().end_object();
  }
  json.end_array().end_object().end_array();
}

// --- results

std::string result_line(const Diagnostic& finding, std::string_view path, const Skill* skill) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object().member("ruleId", finding.rule);
  if (const auto index = index_of_rule(finding.rule)) json.member("ruleIndex", std::uint64_t{*index});
  json.member("level", name_of(finding.severity));
  write_message(json, "message", message_text(message_and_help(finding)));
  const SourceFile* file = skill ? skill->text_file(finding.location.file) : nullptr;
  write_location(json, path, &finding.location, file);
  if (!finding.fingerprint.empty())
    json.key("partialFingerprints").begin_object().member("skillstow/v1", finding.fingerprint).end_object();
  if (skill) {
    write_related(json, finding, *skill);
    write_fixes(json, finding, *skill);
  }
  json.key("properties").begin_object().member("category", name_of(finding.category));
  if (finding.risk != Risk::none)
    json.member("risk", name_of(finding.risk)).member("security-severity", security_severity(finding.risk));
  if (!finding.agents.empty()) {
    json.key("agents").begin_array();
    for (const std::string_view agent : finding.agents) json.string(agent);
    json.end_array();
  }
  json.end_object().end_object();
  return json.take();
}

std::string begin(const ReportStyle& style) {
  JsonWriter rules(JsonWriter::Style::compact);
  std::string text = format("{{\n\"$schema\": {},\n\"version\": \"2.1.0\",\n\"runs\": [{{\n\"tool\": {{\"driver\": {{",
                            json_quote(k_schema));
  text += "\"name\": \"skillstow\"";
  if (!style.version.empty()) text += format(", \"semanticVersion\": {0}, \"version\": {0}", json_quote(style.version));
  text += ", \"rules\": [";
  bool first = true;
  for (const Rule* rule : documented_rules()) {
    JsonWriter json(JsonWriter::Style::compact);
    write_rule(json, *rule);
    text += (first ? "\n" : ",\n") + json.take();
    first = false;
  }
  text += format(
      "\n]}}}},\n\"columnKind\": \"unicodeCodePoints\",\n"
      "\"originalUriBaseIds\": {{{}: {{\"description\": {{\"text\": \"The folder that skillstow was run in\"}}}}}},\n"
      "\"results\": [",
      json_quote(k_base));
  return text;
}

SkillReport skill(const SkillResult& result, const ReportStyle& /*style*/) {
  std::string text;
  for (const Diagnostic& finding : result.judgement.findings) {
    text += (text.empty() ? "\n" : ",\n") + result_line(finding, file_path_of(finding, result.skill), &result.skill);
  }
  return {std::move(text)};
}

void write_notification(JsonWriter& json, std::string_view level, std::string_view text, std::string_view path) {
  json.begin_object().member("level", level);
  write_message(json, "message", message_text(text));
  if (!path.empty()) write_location(json, path, nullptr, nullptr);
  json.end_object();
}

std::string end(const RunResult& run, const ReportStyle& /*style*/) {
  std::string text;
  bool any = run.any_text;
  for (const Diagnostic& finding : run.findings) {
    text += (any ? ",\n" : "\n") + result_line(finding, normal_path(finding.location.file), nullptr);
    any = true;
  }
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_array().begin_object().member("executionSuccessful", is_complete(run));
  json.key("toolExecutionNotifications").begin_array();
  for (const Skipped& skip : run.skipped) {
    write_notification(json, skip.failed ? "error" : "note",
                       format("{}: {}", skip.failed ? "could not be read" : "passed over", skip.reason),
                       normal_path(skip.path));
  }
  if (run.collection.skills == 0) write_notification(json, "error", "no SKILL.md was found: nothing was checked", {});
  json.end_array().end_object().end_array();
  return text + "\n],\n\"invocations\": " + json.take() + "\n}]\n}\n";
}

}  // namespace

extern const Reporter sarif_reporter;
const Reporter sarif_reporter = {"sarif", "SARIF 2.1.0, for code scanning", begin, skill, ",", end};

}  // namespace skillstow
