#include "pack/publish_rules.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "facts/licence.h"

// What `gh skill publish` checks is told as cli/cli has it, "skill publish".
namespace skillstow {
namespace {

constexpr std::size_t k_max_description_bytes = 1024;  // gh counts bytes
constexpr std::uint32_t k_max_body_lines = 500;

// What gh skill writes into the SKILL.md that it installs, below metadata: where the copy came from.
constexpr std::array<std::string_view, 6> k_injected = {"github-repo", "github-ref",    "github-tree-sha",
                                                        "github-path", "github-pinned", "local-path"};

// What other installers leave in the folder of a copy.
constexpr std::array<std::string_view, 2> k_records = {".openskills.json", ".clawhub"};

class PublishCheck {
 public:
  PublishCheck(const Skill& skill, const std::string& folder) : skill_(skill), folder_(folder) {}

  std::vector<PublishProblem> run(bool repository_has_licence) {
    name();
    tools();
    injected();
    records();
    const std::string description = skill_.description().value_or("");
    if (description.size() > k_max_description_bytes)
      tell(Severity::warning, line_of("description"),
           format("the description has {} bytes, and gh skill publish warns above {}", grouped(description.size()),
                  grouped(k_max_description_bytes)),
           "shorten it");
    if (!repository_has_licence && !find_licence(skill_).known())
      tell(Severity::warning, 0, "nothing says under which licence it may be used",
           "put a LICENSE file at the root of the repository, or license: into the frontmatter");
    const std::string_view body = skill_.body();
    const auto lines = body.empty() ? 0
                                    : skill_.manifest.line(skill_.manifest.text.size() - 1) -
                                          skill_.manifest.line(skill_.frontmatter.body) + 1;
    if (lines > k_max_body_lines)
      tell(Severity::warning, 0,
           format("its body has {} lines, and gh skill publish warns above {}", lines, k_max_body_lines),
           "put details into files beside it");
    return std::move(problems_);
  }

 private:
  void tell(Severity severity, std::uint32_t line, std::string message, std::string help, std::string_view file = {}) {
    problems_.push_back({severity, join_path(folder_, file.empty() ? skill_.manifest_name : file), line,
                         std::move(message), std::move(help)});
  }

  std::uint32_t line_of(std::string_view key) const {
    const YamlNode::Member* field = skill_.frontmatter.find(key);
    return field ? skill_.manifest.line(field->key.span.offset) : 0;
  }

  void name() {
    if (skill_.manifest_name != "SKILL.md")
      tell(Severity::error, 0, "it must be spelt SKILL.md: installers that ask a server for it find no other name",
           "git mv it to SKILL.md");
  }

  void tools() {
    const YamlNode::Member* tools = skill_.frontmatter.find("allowed-tools");
    if (tools && tools->value.kind == YamlNode::Kind::sequence)
      tell(Severity::error, line_of("allowed-tools"), "allowed-tools is a list, which gh skill publish refuses",
           "write the tools on one line, with blanks between");
  }

  void injected() {
    const YamlNode::Member* metadata = skill_.frontmatter.find("metadata");
    if (!metadata) return;
    for (const YamlNode::Member& member : metadata->value.members) {
      if (std::find(k_injected.begin(), k_injected.end(), member.key.text) == k_injected.end()) continue;
      tell(Severity::error, skill_.manifest.line(member.key.span.offset),
           format("metadata.{} was written by gh skill when it installed this copy, and gh skill publish refuses it{}",
                  member.key.text, member.key.text == "local-path" ? "; it tells a path of your machine" : ""),
           "delete the line; gh skill publish --fix does so too");
    }
  }

  void records() {
    for (const SkillFile& file : skill_.files) {
      for (const std::string_view record : k_records) {
        const std::string& path = file.entry.path;
        if (path != record && !path.starts_with(std::string(record) + "/")) continue;
        tell(Severity::warning, 0, "it is an installer's record of where this copy came from", "remove it", path);
      }
    }
  }

  const Skill& skill_;
  const std::string& folder_;
  std::vector<PublishProblem> problems_;
};

struct Version {
  std::array<std::uint64_t, 3> numbers{};
};

// MAJOR.MINOR.PATCH of Semantic Versioning 2.0.0, with or without a "v"; pre-releases are none.
std::optional<Version> read_version(std::string_view tag) {
  if (tag.starts_with('v')) tag.remove_prefix(1);
  const std::vector<std::string_view> parts = split(tag, '.');
  if (parts.size() != 3) return std::nullopt;
  Version version;
  for (std::size_t i = 0; i < 3; ++i) {
    const char* const end = parts[i].data() + parts[i].size();
    const bool leading_zero = parts[i].size() > 1 && parts[i].front() == '0';
    const auto [stop, error] = std::from_chars(parts[i].data(), end, version.numbers[i]);
    if (parts[i].empty() || leading_zero || error != std::errc{} || stop != end) return std::nullopt;
  }
  return version;
}

}  // namespace

bool is_published_folder(std::string_view folder) {
  const std::vector<std::string_view> parts = split(folder, '/');
  const bool hidden =
      std::any_of(parts.begin(), parts.end(), [](std::string_view part) { return part.starts_with('.'); });
  if (hidden || folder.empty()) return false;
  if (parts.size() == 1) return true;
  if (parts.size() <= 3 && parts[0] == "skills") return true;
  return parts.size() == 4 && parts[0] == "plugins" && parts[2] == "skills";
}

std::vector<PublishProblem> publish_problems(const Skill& skill, const std::string& folder,
                                             bool repository_has_licence) {
  return PublishCheck(skill, folder).run(repository_has_licence);
}

bool is_version_tag(std::string_view tag) { return read_version(tag).has_value(); }

std::string next_version_tag(const std::vector<std::string>& tags) {
  std::optional<Version> highest;
  for (const std::string& tag : tags) {
    const std::optional<Version> version = read_version(tag);
    if (version && (!highest || highest->numbers < version->numbers)) highest = version;
  }
  if (!highest) return "v1.0.0";
  return format("v{}.{}.{}", highest->numbers[0], highest->numbers[1], highest->numbers[2] + 1);
}

}  // namespace skillstow
