#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "page/view_parts.h"
#include "page/wording.h"

namespace skillstow {
namespace {

constexpr std::size_t k_places = 4;      // shown of each thing
constexpr std::size_t k_most_rows = 60;  // of each list

// What a tool's permission is too wide in, or "".
std::string wide_note(std::string_view tool) {
  if (allows_any_command(tool)) return "any shell command";
  const std::size_t open = tool.find('(');
  const std::string_view name = tool.substr(0, open);
  if (open != std::string_view::npos && tool.find("(*)") == std::string_view::npos) return {};
  if (name == "Write" || name == "Edit" || name == "MultiEdit" || name == "NotebookEdit") return "any file";
  if (name == "WebFetch") return "any address";
  return {};
}

PageData permissions_view(const PageContext& page) {
  const Permissions& permissions = page.facts.permissions;
  PageData tools = PageData::list();
  bool wide = false;
  if (permissions.allowed_tools) {
    for (const std::string& tool : *permissions.allowed_tools) {
      const std::string note = wide_note(tool);
      wide = wide || !note.empty();
      tools.add(PageData().set("tool", own_words(tool)).set("note", note).set("wide", !note.empty()));
    }
  }
  PageData gives_up = PageData::list();
  if (permissions.disallowed_tools) {
    for (const std::string& tool : *permissions.disallowed_tools) gives_up.add(PageData().set("tool", own_words(tool)));
  }
  PageData hooks = PageData::list();
  for (const HookCommand& hook : permissions.hooks) {
    hooks.add(PageData()
                  .set("event", own_words(hook.event))
                  .set("command", own_words(fold_space(hook.command)))
                  .set("place", place_view(page, page.skill.manifest_name, hook.line)));
  }
  PageData settings = PageData::list();
  const auto setting = [&](std::string_view key, const std::optional<std::string>& value) {
    if (value) settings.add(PageData().set("key", key).set("value", own_words(*value)));
  };
  setting("model", permissions.model);
  setting("context", permissions.context);
  setting("agent", permissions.agent);
  setting("shell", permissions.shell);
  if (permissions.disable_model_invocation.value_or(false))
    setting("disable-model-invocation", "true: only a person starts it");
  if (!permissions.user_invocable.value_or(true)) setting("user-invocable", "false: only the agent starts it");
  PageData view;
  view.set("declared", permissions.allowed_tools.has_value()).set("any", !tools.empty()).set("wide", wide);
  view.set("has_gives_up", !gives_up.empty()).set("has_hooks", !hooks.empty()).set("has_settings", !settings.empty());
  view.set("tools", std::move(tools)).set("gives_up", std::move(gives_up)).set("hooks", std::move(hooks));
  return view.set("settings", std::move(settings));
}

std::string_view kind_words(EvidenceKind kind) {
  switch (kind) {
    case EvidenceKind::shell:
      return "shell block";
    case EvidenceKind::fence:
      return "code block";
    case EvidenceKind::inline_code:
      return "in a sentence";
    case EvidenceKind::script:
      break;
  }
  return "script";
}

PageData commands_view(const PageContext& page) {
  PageData list = PageData::list();
  for (const Command& command : page.facts.commands) {
    if (list.items().size() == k_most_rows) break;
    PageData places = PageData::list();
    for (const CommandEvidence& evidence : command.evidence) {
      if (places.items().size() == k_places) break;
      places.add(
          PageData()
              .set("place", place_view(page, evidence.file, evidence.line))
              .set("kind", format("{}{}", kind_words(evidence.kind), evidence.negated ? ", warned against" : "")));
    }
    const std::size_t more = command.evidence.size() - places.items().size();
    list.add(PageData()
                 .set("command", own_words(command.name))
                 .set("more", more > 0 ? format("and {} more", more) : "")
                 .set("places", std::move(places)));
  }
  const std::size_t more = page.facts.commands.size() - list.items().size();
  return PageData()
      .set("any", !list.empty())
      .set("rest", more > 0 ? format("and {} more commands", more) : "")
      .set("list", std::move(list));
}

PageData scripts_view(const PageContext& page) {
  std::map<std::string_view, const ScriptCall*> first;
  for (const ScriptCall& call : page.facts.scripts) first.emplace(call.path, &call);
  PageData list = PageData::list();
  for (const auto& [path, call] : first)
    list.add(PageData().set("path", own_words(path)).set("place", place_view(page, call->file, call->line)));
  return PageData().set("any", !first.empty()).set("list", std::move(list));
}

PageData network_view(const PageContext& page) {
  const std::vector<NamedHost> hosts = named_hosts(page.facts);
  PageData list = PageData::list();
  for (const NamedHost& host : hosts) {
    if (list.items().size() == k_most_rows) break;
    PageData places = PageData::list();
    for (const WebAddress* address : host.places) {
      if (places.items().size() == k_places) break;
      places.add(PageData().set("place", place_view(page, address->source->path, address->line)));
    }
    const std::size_t more = host.places.size() - places.items().size();
    list.add(PageData()
                 .set("host", own_words(host.host))
                 .set("more", more > 0 ? format("and {} more", more) : "")
                 .set("places", std::move(places)));
  }
  const bool own =
      std::any_of(page.facts.urls.begin(), page.facts.urls.end(), [](const WebAddress& url) { return url.own; });
  const std::size_t more = hosts.size() - list.items().size();
  return PageData()
      .set("any", !list.empty())
      .set("own", own)
      .set("rest", more > 0 ? format("and {} more hosts", more) : "")
      .set("list", std::move(list));
}

PageData credentials_view(const PageContext& page) {
  std::map<std::string_view, const Credential*> first;
  for (const Credential& credential : page.facts.credentials) first.emplace(credential.name, &credential);
  PageData list = PageData::list();
  for (const auto& [name, credential] : first) {
    if (list.items().size() == k_most_rows) break;
    list.add(
        PageData().set("credential", name).set("place", place_view(page, credential->source->path, credential->line)));
  }
  return PageData().set("any", !first.empty()).set("list", std::move(list));
}

// What Claude Code runs or replaces before the model reads the text.
PageData on_load_view(const PageContext& page) {
  PageData list = PageData::list();
  for (const DynamicCommand& dynamic : page.facts.dynamic) {
    if (list.items().size() == k_most_rows) break;
    list.add(PageData()
                 .set("text", own_words(fold_space(dynamic.command)))
                 .set("what", "is run, and its output takes its place")
                 .set("place", place_view(page, dynamic.file, dynamic.line)));
  }
  for (const ReplacedText& argument : page.facts.arguments) {
    if (list.items().size() == k_most_rows) break;
    list.add(PageData()
                 .set("text", own_words(argument.text))
                 .set("what", argument.kind == ReplacedText::Kind::variable ? "is replaced by a path or setting"
                                                                            : "is replaced by what the user types")
                 .set("place", place_view(page, argument.file, argument.line)));
  }
  return PageData().set("any", !list.empty()).set("list", std::move(list));
}

}  // namespace

std::vector<NamedHost> named_hosts(const SkillFacts& facts) {
  std::map<std::string_view, NamedHost> hosts;
  for (const WebAddress& url : facts.urls) {
    if (url.own || is_name_only(url)) continue;
    NamedHost& host = hosts[url.host];
    host.host = url.host;
    host.places.push_back(&url);
  }
  std::vector<NamedHost> sorted;
  for (auto& [name, host] : hosts) sorted.push_back(std::move(host));
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const NamedHost& a, const NamedHost& b) { return a.places.size() > b.places.size(); });
  return sorted;
}

void add_machine(const PageContext& page, PageData& view) {
  view.set("permissions", permissions_view(page)).set("commands", commands_view(page));
  view.set("scripts", scripts_view(page)).set("network", network_view(page));
  view.set("credentials", credentials_view(page)).set("on_load", on_load_view(page));
  view.set("read_from", page.facts.source && !page.facts.source->commit.empty()
                            ? format("at commit {}", page.facts.source->commit.substr(0, 12))
                            : "as it stands");
}

}  // namespace skillstow
