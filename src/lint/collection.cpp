#include "lint/collection.h"

#include <set>
#include <utility>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rules/rule.h"

namespace skillstow {
namespace {

Diagnostic about_folder(std::string_view rule, const std::string& path, std::string message, std::string help) {
  const Rule& known = *find_rule(rule);
  Diagnostic finding;
  finding.rule = known.id;
  finding.category = known.category;
  finding.severity = known.severity;
  finding.location.file = path;
  finding.message = std::move(message);
  finding.help = std::move(help);
  return finding;
}

void report_collision(const std::vector<Trigger>& triggers, const Collision& collision, const std::string& when,
                      std::vector<Diagnostic>& found) {
  const Trigger& first = triggers[collision.first];
  const Trigger& second = triggers[collision.second];
  std::vector<std::string> shared;
  for (const std::string& term : collision.shared) shared.push_back("\"" + visible(term) + "\"");
  found.push_back(about_folder(
      "description-collision", join_path(second.skill, "SKILL.md"),
      format("{}{} and {} are described so alike ({:.2f} of 1) that an agent may take either; they share {}", when,
             visible(first.name, 64), visible(second.name, 64), collision.likeness, join(shared, ", ")),
      format("say in each what it does that the other ({}) does not, and when not to use it", visible(first.skill))));
}

std::string_view first_points(std::string_view text, std::uint64_t points) {
  std::size_t end = 0;
  for (std::uint64_t i = 0; i < points && end < text.size(); ++i) end += decode_utf8(text, end).length;
  return text.substr(0, end);
}

// The triggers with each description cut to `points` code points.
std::vector<Trigger> cut(std::vector<Trigger> triggers, std::uint64_t points) {
  for (Trigger& trigger : triggers) {
    trigger.description.resize(first_points(trigger.description, points).size());
  }
  return triggers;
}

void report_collisions(const std::vector<Trigger>& triggers, std::vector<Diagnostic>& found) {
  for (const Collision& collision : find_collisions(triggers)) report_collision(triggers, collision, "", found);
}

// Only those that the cut makes: the others are told already.
void report_collisions_after_cut(const std::vector<Trigger>& triggers, std::uint64_t points,
                                 std::vector<Diagnostic>& found) {
  std::set<std::pair<std::size_t, std::size_t>> known;
  for (const Collision& collision : find_collisions(triggers)) known.emplace(collision.first, collision.second);
  for (const Collision& collision : find_collisions(cut(triggers, points))) {
    if (known.count({collision.first, collision.second}) > 0) continue;
    report_collision(triggers, collision, format("once the list's descriptions are cut to {} characters, ", points),
                     found);
  }
}

// The folder with which a skill is listed, as it is reported: an agent's skills folder, else the one around it.
std::string folder_of(const FoundSkill& found, const Skill& skill) {
  if (!found.place) return std::string(parent_path(skill.path));
  const std::string tail = "/" + found.place->below;
  if (skill.path.ends_with(tail)) return skill.path.substr(0, skill.path.size() - tail.size());
  return found.place->root;
}

}  // namespace

void Collection::add(const FoundSkill& found, const Skill& skill, const Judgement& judgement, TokenCount tokens) {
  ++skills;
  listing += tokens;
  suppressed += judgement.suppressed;
  accepted += judgement.accepted.size();
  count(judgement.findings);
  Listing& list = listings_[folder_of(found, skill)];
  list.stands = found.place.has_value();
  Trigger& trigger = list.triggers.emplace_back();
  trigger = {skill.path, skill.name().value_or(""), skill.description().value_or("")};
  list.entries.push_back({count_code_points(trigger.name), count_code_points(trigger.description)});
}

void Collection::count(const std::vector<Diagnostic>& findings) {
  for (const Diagnostic& finding : findings) {
    ++(finding.severity == Severity::error ? errors : finding.severity == Severity::warning ? warnings : notes);
    if (!finding.fixes.empty() && finding.fixes.front().safe) ++fixable;
  }
}

std::vector<Diagnostic> Collection::findings(std::uint64_t listing_budget) const {
  ListingBudget budget{};
  budget.characters = listing_budget;
  budget.overflow = Overflow::shortens;
  std::vector<Diagnostic> found;
  for (const auto& [folder, list] : listings_) {
    report_collisions(list.triggers, found);
    if (!list.stands) continue;
    const ListingCost cost = cost_of_listing(budget, list.entries);
    if (cost.fits) continue;
    found.push_back(about_folder(
        "listing-budget", folder,
        format("the names and descriptions of the {} here have {} characters together, and agents that do not know "
               "their context window keep {} for the list: descriptions are cut or left out without a word",
               counted(list.triggers.size(), "skill"), grouped(cost.characters), grouped(listing_budget)),
        "shorten the longest descriptions, or move skills that are seldom used out of this folder"));
    if (cost.longest > 0) report_collisions_after_cut(list.triggers, cost.longest, found);
  }
  return found;
}

}  // namespace skillstow
