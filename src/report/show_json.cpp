#include <optional>

#include "base/json.h"
#include "base/text.h"
#include "facts/mask.h"
#include "report/finding_json.h"
#include "report/show.h"

namespace skillstow {
namespace {

using std::uint64_t;

class Writer {
 public:
  explicit Writer(const SkillPage& page) : skill_(page.skill), facts_(page.facts), judgement_(page.judgement) {}

  std::string run() {
    json_.begin_object();
    identity();
    files();
    outline();
    commands();
    reach();
    references();
    tokens();
    json_.member("valid", judgement_.valid).member("safety", judgement_.safety).key("safety_findings").begin_array();
    for (const Diagnostic& finding : judgement_.findings) {
      if (finding.category == Category::safety) write_finding(json_, finding);
    }
    json_.end_array();
    licence();
    json_.key("agents");
    write_agents(json_, judgement_.agents);
    return json_.end_object().take();
  }

 private:
  // Text of the skill, never with a secret's value.
  void text(std::string_view value) { json_.string(masked(value)); }
  void text_or_null(std::string_view name, const std::optional<std::string>& value) {
    json_.key(name);
    value ? text(*value) : static_cast<void>(json_.null());
  }
  void flag_or_null(std::string_view name, const std::optional<bool>& value) {
    json_.key(name);
    value ? json_.boolean(*value) : json_.null();
  }
  void list_or_null(std::string_view name, const std::optional<std::vector<std::string>>& values) {
    json_.key(name);
    if (!values) {
      json_.null();
      return;
    }
    json_.begin_array();
    for (const std::string& value : *values) text(value);
    json_.end_array();
  }
  void place(std::string_view file, std::uint32_t line) { json_.member("file", file).member("line", uint64_t{line}); }

  void identity() {
    text_or_null("name", skill_.name());
    std::optional<std::string> description = skill_.description();
    if (description) description = std::string(trim(*description));
    text_or_null("description", description);
    json_.member("path", skill_.path).key("frontmatter");
    skill_.frontmatter.is_map() ? value(skill_.frontmatter.yaml.root) : static_cast<void>(json_.null());
    json_.key("body");
    text(skill_.body());
    json_.key("source");
    if (!facts_.source) {
      json_.null();
      return;
    }
    json_.begin_object()
        .member_or_null("repository", facts_.source->repository)
        .member("commit", facts_.source->commit)
        .member("path", facts_.source->path)
        .member_or_null("updated", facts_.source->updated)
        .end_object();
  }

  // The parser refuses documents nested deeper than YamlLimits::max_depth, which bounds the recursion. Of a repeated
  // key the first is written, since an object of JSON has each once.
  void value(const YamlNode& node) {
    switch (node.kind) {
      case YamlNode::Kind::null:
        json_.null();
        break;
      case YamlNode::Kind::alias:
        text("*" + node.text);
        break;
      case YamlNode::Kind::scalar:
        text(node.text);
        break;
      case YamlNode::Kind::sequence:
        json_.begin_array();
        for (const YamlNode& item : node.items) value(item);
        json_.end_array();
        break;
      case YamlNode::Kind::map:
        json_.begin_object();
        for (const YamlNode::Member& member : node.members) {
          if (node.find(member.key.text) != &member.value) continue;
          json_.key(member.key.text);
          member.value.is_scalar() ? text(masked_value(member.key.text, member.value.text)) : value(member.value);
        }
        json_.end_object();
    }
  }

  // Whether a value is a secret can hang on the key before it.
  static std::string masked_value(const std::string& key, const std::string& scalar) {
    const std::string start = key + ": ";
    const std::string both = masked(start + scalar);
    return both.starts_with(start) ? both.substr(start.size()) : masked(scalar);
  }

  static std::string_view name_of(ContentKind kind) {
    switch (kind) {
      case ContentKind::text:
        return "text";
      case ContentKind::binary:
        return "binary";
      case ContentKind::link:
        return "link";
      case ContentKind::submodule:
        return "submodule";
      case ContentKind::other:
        return "other";
      case ContentKind::unread:
        break;
    }
    return "unread";
  }

  void files() {
    json_.key("files").begin_array();
    for (const SkillFile& file : skill_.files) {
      json_.begin_object()
          .member("path", file.entry.path)
          .member("bytes", file.entry.size)
          .member("kind", name_of(file.kind))
          .member("executable", file.entry.executable);
      if (!file.entry.link_target.empty()) json_.member("target", file.entry.link_target);
      if (!file.reason.empty()) json_.member("reason", file.reason);
      json_.end_object();
    }
    json_.end_array();
  }

  void outline() {
    json_.member("words", facts_.words).member("lines", facts_.lines).key("sections").begin_array();
    for (const Section& section : facts_.sections) {
      json_.begin_object().member("level", uint64_t{section.level}).key("title");
      text(section.title);
      json_.member("line", uint64_t{section.line}).end_object();
    }
    json_.end_array().key("steps").begin_array();
    for (const SkillStep& step : facts_.steps) {
      json_.begin_object().member("number", step.number).key("title");
      text(step.title);
      json_.member("line", uint64_t{step.line}).end_object();
    }
    json_.end_array().key("lists").begin_array();
    for (const NumberedList& list : facts_.lists) {
      json_.begin_array();
      for (const std::string& number : list.numbers) json_.string(number);
      json_.end_array();
    }
    json_.end_array();
  }

  void commands() {
    json_.key("commands").begin_array();
    for (const Command& command : facts_.commands) {
      json_.begin_object().key("name");
      text(command.name);
      json_.key("evidence").begin_array();
      for (const CommandEvidence& evidence : command.evidence) {
        json_.begin_object();
        place(evidence.file, evidence.line);
        json_.member("kind", skillstow::name_of(evidence.kind));
        if (evidence.negated) json_.member("negated", true);
        json_.end_object();
      }
      json_.end_array().end_object();
    }
    json_.end_array().key("scripts").begin_array();
    for (const ScriptCall& script : facts_.scripts) {
      json_.begin_object().member("path", script.path);
      place(script.file, script.line);
      json_.end_object();
    }
    json_.end_array();
  }

  void reach() {
    json_.key("urls").begin_array();
    for (const WebAddress& url : facts_.urls) {
      json_.begin_object().key("url");
      text(url.url);
      json_.member("host", url.host);
      place(url.source->path, url.line);
      json_.member("own", url.own).end_object();
    }
    json_.end_array().key("credentials").begin_array();
    for (const Credential& credential : facts_.credentials) {
      json_.begin_object().member("name", credential.name);
      place(credential.source->path, credential.line);
      json_.end_object();
    }
    json_.end_array().key("permissions").begin_object();
    const Permissions& permissions = facts_.permissions;
    list_or_null("allowed_tools", permissions.allowed_tools);
    list_or_null("disallowed_tools", permissions.disallowed_tools);
    json_.key("hooks").begin_array();
    for (const HookCommand& hook : permissions.hooks) {
      json_.begin_object().member("event", hook.event).member_or_null("matcher", hook.matcher).key("command");
      text(hook.command);
      json_.member("line", uint64_t{hook.line}).end_object();
    }
    json_.end_array();
    text_or_null("model", permissions.model);
    text_or_null("context", permissions.context);
    text_or_null("agent", permissions.agent);
    text_or_null("shell", permissions.shell);
    flag_or_null("disable_model_invocation", permissions.disable_model_invocation);
    flag_or_null("user_invocable", permissions.user_invocable);
    json_.end_object().key("dynamic").begin_array();
    for (const DynamicCommand& dynamic : facts_.dynamic) {
      json_.begin_object().key("command");
      text(dynamic.command);
      place(dynamic.file, dynamic.line);
      json_.end_object();
    }
    json_.end_array().key("arguments").begin_array();
    for (const ReplacedText& argument : facts_.arguments) {
      json_.begin_object().member("text", argument.text);
      place(argument.file, argument.line);
      json_.end_object();
    }
    json_.end_array();
  }

  void references() {
    json_.key("links").begin_array();
    for (const Link& link : facts_.links) {
      json_.begin_object().key("target");
      text(link.target);
      place(link.source->path, link.line);
      json_.member("status", skillstow::name_of(link.status));
      if (link.fragment_missing) json_.member("fragment_missing", true);
      if (!link.exists_as.empty()) json_.member("exists_as", link.exists_as);
      json_.end_object();
    }
    json_.end_array().key("mentions").begin_array();
    for (const Mention& mention : facts_.mentions) {
      json_.begin_object().member("path", mention.path);
      place(mention.source->path, mention.line);
      json_.member("status", mention.missing ? "missing" : "ok");
      if (!mention.exists_as.empty()) json_.member("exists_as", mention.exists_as);
      json_.end_object();
    }
    json_.end_array().key("orphans").begin_array();
    for (const std::string& orphan : facts_.orphans) json_.string(orphan);
    json_.end_array();
  }

  void cost(std::string_view name, const TokenCount& tokens) {
    json_.key(name);
    write_tokens(json_, tokens);
  }

  void tokens() {
    const TokenCosts& costs = facts_.tokens;
    json_.key("tokens").begin_object();
    cost("listing", costs.listing);
    cost("skill", costs.skill);
    cost("body", costs.body);
    cost("references", costs.references);
    json_.key("sections").begin_array();
    for (const SectionTokens& section : costs.sections) {
      json_.begin_object().key("title");
      text(section.title);
      json_.member("line", uint64_t{section.line});
      cost("tokens", section.tokens);
      json_.end_object();
    }
    json_.end_array().key("files").begin_array();
    for (const FileTokens& file : costs.files) {
      json_.begin_object().member("path", file.path);
      cost("tokens", file.tokens);
      json_.end_object();
    }
    json_.end_array().end_object();
  }

  void licence() {
    const Licence& licence = facts_.licence;
    json_.key("licence");
    if (!licence.known()) {
      json_.null();
      return;
    }
    json_.begin_object();
    text_or_null("field", licence.field);
    text_or_null("file", licence.file);
    text_or_null("spdx", licence.spdx);
    json_.end_object();
  }

  const Skill& skill_;
  const SkillFacts& facts_;
  const Judgement& judgement_;
  JsonWriter json_;
};

}  // namespace

std::string show_json(const SkillPage& page) { return Writer(page).run(); }

}  // namespace skillstow
