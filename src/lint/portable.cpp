#include "lint/portable.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/format.h"

namespace skillstow {
namespace {

// What to write so that every agent loads the skill and shows the same. Causes are those of AgentVerdict::why; what has
// no row is no fault of the skill.
struct Form {
  std::string_view cause;
  std::string_view help;
};
constexpr std::array k_forms = {
    Form{"allowed-tools-form", "write allowed-tools as one text with blanks between the tools"},
    Form{"description-empty", "write \"description: …\" with at least one word"},
    Form{"description-length", "keep the description at 1,024 characters or fewer"},
    Form{"description-missing", "write the description on the line of its key, in double quotes"},
    Form{"description-truncated", "keep the description short, and put what matters for finding the skill first"},
    Form{"description-type", "write the description in double quotes, so that it is text everywhere"},
    Form{"encoding", "save SKILL.md as UTF-8 without a byte order mark"},
    Form{"file-case", "call the file SKILL.md, in exactly these letters"},
    Form{"file-large", "move what is not needed every time into files beside SKILL.md"},
    Form{"file-link", "put the file itself in the place of the link"},
    Form{"frontmatter-close", "close the block with a line of exactly ---, and nothing behind the dashes"},
    Form{"frontmatter-duplicate-key", "write each key once"},
    Form{"frontmatter-missing", "start the file with a line of exactly ---, and nothing before or behind it"},
    Form{"frontmatter-open", "start the file with a line of exactly ---, and nothing before or behind it"},
    Form{"frontmatter-yaml", "write one \"key: value\" on each line, and values with signs in them in double quotes"},
    Form{"metadata-type", "write metadata as a mapping of names to texts in double quotes"},
    Form{"name-chars", "use a-z, 0-9 and single hyphens for the name"},
    Form{"name-folder", "give the folder and the name field the same name"},
    Form{"name-length", "keep the name at 64 characters or fewer"},
    Form{"name-missing", "write \"name: …\" with the folder's name"},
    Form{"name-type", "write the name in double quotes, so that it is text everywhere"},
    Form{"placement-depth", "put the skill's folder directly below the skills folder"},
    Form{"placement-hidden", "put the skill into a folder whose name starts with no dot"},
};

const Form* form_of(std::string_view cause) {
  const auto at = std::find_if(k_forms.begin(), k_forms.end(), [&](const Form& f) { return f.cause == cause; });
  return at == k_forms.end() ? nullptr : &*at;
}

// Where the cause stands: the field that its id starts with, else the whole file.
Span place_of(const Skill& skill, std::string_view cause) {
  const YamlNode::Member* field = skill.frontmatter.find(cause.substr(0, cause.find('-')));
  return field ? field->key.span : Span{};
}

void add(const Skill& skill, Report& report, std::string_view rule, const std::vector<const AgentVerdict*>& group) {
  const std::string_view cause = group.front()->why.front();
  report.rule = find_rule(rule);
  std::string message;
  for (const AgentVerdict* verdict : group) message += (message.empty() ? "" : ". ") + verdict->message;
  const Span place = place_of(skill, cause);
  std::string help(form_of(cause)->help);
  Diagnostic& finding = place.length > 0 ? report.at(place, std::move(message), std::move(help))
                                         : report.about(skill.manifest_name, std::move(message), std::move(help));
  for (const AgentVerdict* verdict : group) finding.agents.push_back(verdict->agent);
}

}  // namespace

void report_portability(const Skill& skill, const std::vector<AgentVerdict>& verdicts,
                        const std::vector<Diagnostic>& findings, Report& report) {
  // One finding for each cause and outcome, with all agents concerned.
  struct Group {
    std::string_view rule;
    std::vector<const AgentVerdict*> verdicts;
  };
  std::vector<Group> groups;
  for (const AgentVerdict& verdict : verdicts) {
    if (verdict.why.empty() || verdict.message.empty()) continue;
    const std::string_view rule = !verdict.loads ? "portable-load" : verdict.changed.empty() ? "" : "portable-text";
    const std::string_view cause = verdict.why.front();
    if (rule.empty() || form_of(cause) == nullptr) continue;
    const bool named =
        std::any_of(findings.begin(), findings.end(), [&](const Diagnostic& f) { return f.rule == cause; });
    if (named) continue;
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
      return g.rule == rule && g.verdicts.front()->why.front() == cause;
    });
    if (same == groups.end()) {
      groups.push_back({rule, {&verdict}});
    } else {
      same->verdicts.push_back(&verdict);
    }
  }
  for (const Group& group : groups) add(skill, report, group.rule, group.verdicts);
}

}  // namespace skillstow
