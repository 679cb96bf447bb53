#include "agents/listing.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("a listing below the budget is left as it is") {
  const ListingCost cost = cost_of_listing(*listing_budget_of("codex"), {{10, 100}, {10, 200}});
  CHECK(cost.characters == 320);
  CHECK(cost.fits);
  CHECK(cost.shortened == 0);
}

TEST_CASE("Codex shortens the longest descriptions to one length") {
  const std::vector<ListingEntry> entries(10, {100, 1'000});
  const ListingCost cost = cost_of_listing(*listing_budget_of("codex"), entries);
  CHECK(cost.characters == 11'000);
  CHECK_FALSE(cost.fits);
  CHECK(cost.longest == 700);  // (8,000 - 10 * 100) / 10
  CHECK(cost.shortened == 10);

  std::vector<ListingEntry> mixed(10, {100, 1'000});
  mixed[0].description = 100;
  const ListingCost other = cost_of_listing(*listing_budget_of("codex"), mixed);
  CHECK(other.longest == 766);  // what the short one leaves goes to the others
  CHECK(other.shortened == 9);
}

TEST_CASE("Claude Code drops whole descriptions, and each counts for 1,536 characters at most") {
  const ListingCost cost =
      cost_of_listing(*listing_budget_of("claude-code"), std::vector<ListingEntry>(8, {10, 5'000}));
  CHECK(cost.characters == 8 * (10 + 1'536));
  CHECK_FALSE(cost.fits);
  CHECK(cost.dropped == 3);
  CHECK(cost_of_listing(*listing_budget_of("claude-code"), {}).fits);
}

TEST_CASE("names alone can be too long") {
  const ListingCost cost = cost_of_listing(*listing_budget_of("codex"), std::vector<ListingEntry>(200, {60, 10}));
  CHECK_FALSE(cost.fits);
  CHECK(cost.longest == 0);
}

TEST_CASE("only agents whose budget is known have one") {
  CHECK(listing_budget_of("cursor") == nullptr);
  CHECK(keeps_same_names("codex"));
  CHECK_FALSE(keeps_same_names("gemini-cli"));
}
