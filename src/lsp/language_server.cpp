#include "lsp/language_server.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "lsp/file_uri.h"
#include "lsp/protocol.h"
#include "rules/rule.h"

namespace skillstow {
namespace {

// Of JSON-RPC 2.0 and of the protocol.
constexpr int k_parse_error = -32700;
constexpr int k_invalid_request = -32600;
constexpr int k_method_not_found = -32601;
constexpr int k_not_initialized = -32002;

const JsonValue* at(const JsonValue* value, std::initializer_list<std::string_view> way) {
  for (const std::string_view key : way) value = value == nullptr ? nullptr : value->find(key);
  return value;
}

// The path of the document that the parameters speak of; "" if it is no file.
std::string document_path(const JsonValue* parameters) {
  const JsonValue* uri = at(parameters, {"textDocument", "uri"});
  return uri == nullptr ? std::string{} : path_of_uri(uri->text).value_or("");
}

int protocol_severity(Severity severity) {
  switch (severity) {
    case Severity::error:
      return 1;
    case Severity::warning:
      return 2;
    case Severity::note:
      break;
  }
  return 3;
}

std::string message_of(const Diagnostic& finding) {
  return finding.help.empty() ? finding.message : format("{}\n{}", finding.message, finding.help);
}

void write_diagnostic(JsonWriter& json, const Diagnostic& finding, const SourceFile& text) {
  json.begin_object().key("range");
  write_range(json, text, finding.location.begin.line == 0 ? Span{} : finding.location.span);
  json.key("severity").raw(std::to_string(protocol_severity(finding.severity)));
  json.member("code", finding.rule).member("source", "skillstow").member("message", message_of(finding)).end_object();
}

bool touches(const Diagnostic& finding, Span range) {
  const Span span = finding.location.begin.line == 0 ? Span{} : finding.location.span;
  return span.offset <= range.offset + range.length && range.offset <= span.offset + span.length;
}

// Changes of an editor cannot set the execute bits.
bool is_possible(const Fix& fix, bool renames_files) {
  return fix.executable.empty() && (fix.renames.empty() || renames_files);
}

void write_edits(JsonWriter& json, const JudgedSkill& skill, const Diagnostic& finding, const Fix& fix) {
  std::map<std::string, std::vector<const Edit*>> by_file;
  for (const Edit& edit : fix.edits) by_file[edit.file.empty() ? finding.location.file : edit.file].push_back(&edit);
  for (const auto& [file, edits] : by_file) {
    const SourceFile* text = skill.skill.text_file(file);
    if (text == nullptr) continue;
    json.begin_object().key("textDocument").begin_object();
    json.member("uri", uri_of_path(join_path(skill.folder, file))).key("version").null().end_object();
    json.key("edits").begin_array();
    for (const Edit* edit : edits) {
      json.begin_object().key("range");
      write_range(json, *text, edit->span);
      json.member("newText", edit->text).end_object();
    }
    json.end_array().end_object();
  }
}

void write_action(JsonWriter& json, const JudgedSkill& skill, const Diagnostic& finding, const Fix& fix) {
  json.begin_object().member("title", fix.title).member("kind", "quickfix").member("isPreferred", fix.safe);
  json.key("diagnostics").begin_array();
  write_diagnostic(json, finding, skill.text_of(finding));
  json.end_array().key("edit").begin_object().key("documentChanges").begin_array();
  write_edits(json, skill, finding, fix);
  for (const Rename& rename : fix.renames) {
    json.begin_object().member("kind", "rename");
    json.member("oldUri", uri_of_path(join_path(skill.folder, rename.from)));
    json.member("newUri", uri_of_path(join_path(skill.folder, rename.to))).end_object();
  }
  json.end_array().end_object().end_object();
}

std::string explanation(const Rule& rule) {
  return format("**{}**: {}\n\n{}\n\n{}", rule.id, rule.summary, rule.what, rule.why);
}

}  // namespace

std::vector<std::string> LanguageServer::handle(std::string_view message) {
  const auto parsed = parse_json(message);
  if (!parsed) return {error_response(nullptr, k_parse_error, parsed.error().message)};
  const JsonValue* id = parsed->find("id");
  const JsonValue* method = parsed->find("method");
  if (method == nullptr || method->kind != JsonValue::Kind::string) {
    // The client's answer to a request; we send none that needs one.
    if (parsed->find("result") != nullptr || parsed->find("error") != nullptr) return {};
    return {error_response(id, k_invalid_request, "a message names its method")};
  }
  const JsonValue* parameters = parsed->find("params");
  if (id != nullptr) return {answer(*id, method->text, parameters)};
  take(method->text, parameters);
  return {};
}

std::string LanguageServer::answer(const JsonValue& id, std::string_view method, const JsonValue* parameters) {
  if (method == "initialize") return response(&id, initialize(parameters));
  if (!initialized_) return error_response(&id, k_not_initialized, "the first request is initialize");
  if (shut_down_) return error_response(&id, k_invalid_request, "the server was told to shut down");
  if (method == "shutdown") {
    shut_down_ = true;
    return response(&id, "null");
  }
  if (method == "textDocument/codeAction") return response(&id, code_actions(parameters));
  if (method == "textDocument/hover") return response(&id, hover(parameters));
  return error_response(&id, k_method_not_found, format("this server does not know {}", method));
}

void LanguageServer::take(std::string_view method, const JsonValue* parameters) {
  if (method == "exit") ended_ = true;
  if (!initialized_ || shut_down_) return;
  if (method == "textDocument/didOpen") open(parameters);
  if (method == "textDocument/didChange") change(parameters);
  if (method == "textDocument/didClose") close(parameters);
  if (method == "textDocument/didSave") touch(document_path(parameters));
  if (method == "workspace/didChangeWatchedFiles") {
    for (const auto& [folder, skill] : skills_) changed_.insert(folder);
  }
}

std::string LanguageServer::initialize(const JsonValue* parameters) {
  initialized_ = true;
  const JsonValue* edits = at(parameters, {"capabilities", "workspace", "workspaceEdit", "resourceOperations"});
  if (edits != nullptr) {
    renames_files_ = std::any_of(edits->items.begin(), edits->items.end(),
                                 [](const JsonValue& operation) { return operation.text == "rename"; });
  }
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object().key("capabilities").begin_object();
  json.key("textDocumentSync").begin_object().member("openClose", true).member("change", std::uint64_t{1});
  json.member("save", true).end_object().member("hoverProvider", true);
  json.key("codeActionProvider").begin_object().key("codeActionKinds").begin_array().string("quickfix").end_array();
  json.end_object().end_object();
  json.key("serverInfo").begin_object().member("name", "skillstow").member("version", version_).end_object();
  return json.end_object().take();
}

std::string LanguageServer::code_actions(const JsonValue* parameters) const {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_array();
  const std::string file = document_path(parameters);
  if (const JudgedSkill* skill = skill_of(file)) {
    for (const Diagnostic& finding : skill->judgement.findings) {
      if (finding.fixes.empty() || skill->file_of(finding) != file) continue;
      const Fix& fix = finding.fixes.front();
      if (!is_possible(fix, renames_files_)) continue;
      if (touches(finding, read_range(at(parameters, {"range"}), skill->text_of(finding))))
        write_action(json, *skill, finding, fix);
    }
  }
  return json.end_array().take();
}

std::string LanguageServer::hover(const JsonValue* parameters) const {
  const std::string file = document_path(parameters);
  const JudgedSkill* skill = skill_of(file);
  if (skill == nullptr) return "null";
  for (const Diagnostic& finding : skill->judgement.findings) {
    if (finding.location.begin.line == 0 || skill->file_of(finding) != file) continue;
    const SourceFile& text = skill->text_of(finding);
    const auto offset = static_cast<std::uint32_t>(offset_of(text, read_position(at(parameters, {"position"}))));
    const Rule* rule = find_rule(finding.rule);
    if (rule == nullptr || !touches(finding, {offset, 0})) continue;
    JsonWriter json(JsonWriter::Style::compact);
    json.begin_object().key("contents").begin_object();
    json.member("kind", "markdown").member("value", explanation(*rule)).end_object().key("range");
    write_range(json, text, finding.location.span);
    return json.end_object().take();
  }
  return "null";
}

void LanguageServer::open(const JsonValue* parameters) {
  const std::string file = document_path(parameters);
  const JsonValue* text = at(parameters, {"textDocument", "text"});
  if (file.empty() || text == nullptr) return;
  documents_[file] = text->text;
  touch(file);
}

void LanguageServer::change(const JsonValue* parameters) {
  const std::string file = document_path(parameters);
  const JsonValue* changes = at(parameters, {"contentChanges"});
  if (file.empty() || changes == nullptr || changes->items.empty()) return;
  // The server asked for whole texts; the last one is what the document says now.
  const JsonValue* text = changes->items.back().find("text");
  if (text == nullptr) return;
  documents_[file] = text->text;
  touch(file);
}

void LanguageServer::close(const JsonValue* parameters) {
  const std::string file = document_path(parameters);
  touch(file);
  documents_.erase(file);
}

void LanguageServer::touch(const std::string& file) {
  if (file.empty()) return;
  if (const std::string folder = skill_folder_of(file, documents_); !folder.empty()) changed_.insert(folder);
}

const JudgedSkill* LanguageServer::skill_of(const std::string& file) const {
  const auto found = skills_.find(skill_folder_of(file, documents_));
  return found == skills_.end() ? nullptr : &found->second;
}

std::vector<std::string> LanguageServer::publish() {
  std::vector<std::string> messages;
  for (const std::string& folder : changed_) publish_skill(folder, messages);
  changed_.clear();
  return messages;
}

void LanguageServer::publish_skill(const std::string& folder, std::vector<std::string>& messages) {
  skills_.erase(folder);
  // A skill whose last document was closed is no longer spoken of.
  const std::string below = folder + "/";
  const auto first = documents_.lower_bound(below);
  const bool is_open = first != documents_.end() && first->first.compare(0, below.size(), below) == 0;
  std::string problem;
  std::map<std::string, std::vector<const Diagnostic*>> by_file;
  std::optional<JudgedSkill> judged;
  if (is_open) judged = judge_open_skill(folder, documents_, home_, problem);
  if (judged) {
    const JudgedSkill& kept = skills_.emplace(folder, std::move(*judged)).first->second;
    by_file[join_path(folder, kept.skill.manifest_name)];  // also when nothing is wrong, so that old findings go
    for (const Diagnostic& finding : kept.judgement.findings) by_file[kept.file_of(finding)].push_back(&finding);
  }
  std::set<std::string>& shown = shown_[folder];
  for (const std::string& file : shown) by_file[file];
  shown.clear();
  for (const auto& [file, findings] : by_file) {
    JsonWriter json(JsonWriter::Style::compact);
    json.begin_object().member("uri", uri_of_path(file)).key("diagnostics").begin_array();
    for (const Diagnostic* finding : findings) write_diagnostic(json, *finding, skills_.at(folder).text_of(*finding));
    json.end_array().end_object();
    messages.push_back(notification("textDocument/publishDiagnostics", json.text()));
    if (!findings.empty()) shown.insert(file);
  }
  if (!problem.empty() && problem != told_) {
    messages.push_back(notification("window/showMessage",
                                    format(R"({{"type":2,"message":{}}})", json_quote("skillstow: " + problem))));
  }
  told_ = problem;
}

}  // namespace skillstow
