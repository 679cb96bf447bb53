#include "lint/collection.h"

#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

// Codex 0.171 gives the listing 2 % of the context window, or 8,000 characters where that is unknown; Claude Code 1 %,
// with the same 8,000 to fall back on.
constexpr std::uint64_t k_listing_budget = 8'000;

}  // namespace

void Collection::add(const FoundSkill& found, const Skill& skill, const Judgement& judgement, TokenCount tokens) {
  ++skills;
  listing += tokens;
  for (const Diagnostic& finding : judgement.findings) {
    ++(finding.severity == Severity::error ? errors : finding.severity == Severity::warning ? warnings : notes);
  }
  if (!found.place) return;
  Listing& list = listings_[found.place->root];
  ++list.skills;
  list.points += count_code_points(skill.name().value_or("")) + count_code_points(skill.description().value_or(""));
}

std::vector<Diagnostic> Collection::findings() const {
  std::vector<Diagnostic> found;
  for (const auto& [folder, list] : listings_) {
    if (list.points <= k_listing_budget) continue;
    Diagnostic& finding = found.emplace_back();
    finding.rule = "listing-budget";
    finding.category = Category::tokens;
    finding.severity = Severity::warning;
    finding.location.file = folder;
    finding.message = format(
        "the names and descriptions of the {} here have {} characters together, and agents that do not know "
        "their context window keep {} for the list: descriptions are cut or left out without a word",
        counted(list.skills, "skill"), grouped(list.points), grouped(k_listing_budget));
    finding.help = "shorten the longest descriptions, or move skills that are seldom used out of this folder";
  }
  return found;
}

}  // namespace skillstow
