#include "pack/manifests.h"

#include "base/json.h"
#include "base/text.h"

namespace skillstow {

std::string metadata_text(const Skill& skill, std::string_view key) {
  const YamlNode::Member* metadata = skill.frontmatter.find("metadata");
  const YamlNode* value = metadata ? metadata->value.find(key) : nullptr;
  return value && value->is_scalar() ? value->text : std::string{};
}

std::string plugin_manifest(const Target& target, const Skill& skill, const std::string& name) {
  JsonWriter json;
  json.begin_object().member("name", name);
  const std::string version = metadata_text(skill, "version");
  if (target.wants_version || !version.empty()) json.member("version", version.empty() ? "0.0.0" : version);
  json.member("description", trim(skill.description().value_or("")));
  if (target.id != "gemini-extension") {
    if (const std::string author = metadata_text(skill, "author"); !author.empty())
      json.key("author").begin_object().member("name", author).end_object();
    if (const std::string homepage = metadata_text(skill, "homepage"); !homepage.empty())
      json.member("homepage", homepage);
    if (const auto licence = skill.scalar_field("license"); licence && !licence->empty())
      json.member("license", *licence);
  }
  if (target.id == "codex-plugin") json.member("skills", "./skills/");
  return json.end_object().take() + "\n";
}

}  // namespace skillstow
