#include "structure/whole_skill.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"

namespace skillstow {
namespace {

void check_length(Breaches& breaches) {
  const std::uint32_t allowed = breaches.structure().max_lines;
  const std::uint32_t count = breaches.skill().manifest.line(breaches.last_line_end());
  if (allowed == 0 || count <= allowed) return;
  const std::size_t start = breaches.skill().manifest.lines.start(allowed + 1);
  breaches.at("structure-too-long", span_between(start, start),
              format("SKILL.md has {} lines; {} allows {}", count, breaches.structure_name(), allowed),
              "move what is not needed each time to files in references/, and name them in SKILL.md");
}

bool is_empty(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      return true;
    case YamlNode::Kind::scalar:
      return trim(node.text).empty();
    case YamlNode::Kind::sequence:
      return node.items.empty();
    case YamlNode::Kind::map:
      return node.members.empty();
    case YamlNode::Kind::alias:
      return false;
  }
  return true;
}

// "metadata.version" is the key "version" inside "metadata".
const YamlNode* find_field(const YamlNode& root, std::string_view path) {
  const YamlNode* node = &root;
  for (const std::string_view key : split(path, '.')) {
    if (node != nullptr) node = node->find(key);
  }
  return node;
}

void check_frontmatter(Breaches& breaches) {
  const Frontmatter& frontmatter = breaches.skill().frontmatter;
  const bool present = frontmatter.state == Frontmatter::State::present;
  const Span closing = present ? frontmatter.closer : Span{};
  for (const std::string& key : breaches.structure().frontmatter) {
    const YamlNode* field = present ? find_field(frontmatter.yaml.root, key) : nullptr;
    if (field != nullptr && !is_empty(*field)) continue;
    const std::string_view what = field != nullptr ? "has nothing for" : "lacks the key";
    breaches.at("structure-frontmatter-missing", closing,
                format("the frontmatter {} {}; {} asks for it", what, quoted_title(key), breaches.structure_name()),
                "give it a value between the two lines of ---");
  }
}

void check_files(Breaches& breaches) {
  const Skill& skill = breaches.skill();
  if (!skill.files_complete) return;  // what was not read cannot be missed
  for (const std::string& wanted : breaches.structure().files) {
    const bool folder = wanted.ends_with('/');
    const std::string path = normal_path(wanted) + (folder ? "/" : "");
    const bool there = std::any_of(skill.files.begin(), skill.files.end(), [&](const SkillFile& file) {
      return folder ? file.entry.path.starts_with(path) : file.entry.path == path;
    });
    if (there) continue;
    const std::string_view what = folder ? "there is no file in" : "there is no file";
    breaches.about_skill("structure-file-missing",
                         format("{} {}; {} asks for it", what, quoted_title(wanted), breaches.structure_name()),
                         "add it to the skill's folder, and name it in SKILL.md");
  }
}

}  // namespace

void check_whole_skill(Breaches& breaches) {
  check_length(breaches);
  check_frontmatter(breaches);
  check_files(breaches);
}

}  // namespace skillstow
