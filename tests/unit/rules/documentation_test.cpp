#include <filesystem>
#include <set>

#include "base/text.h"
#include "rules/rule.h"
#include "support/catch.h"
#include "unit/rules/skill_text.h"

using namespace skillstow;
using namespace skillstow::test;
namespace fs = std::filesystem;

namespace {

bool is_kebab(std::string_view id) {
  if (id.empty() || !is_lower(id.front()) || id.ends_with('-') || id.find("--") != std::string_view::npos) return false;
  return id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

std::string file_of(const Rule& rule) {
  return "src/rules/" + std::string(name_of(rule.category)) + "/" + replace_all(rule.id, "-", "_") + ".cpp";
}

std::string all_of(std::string_view text) {
  std::string out;
  for (const Diagnostic& found : findings_of(text)) out += shown(found);
  return out;
}

}  // namespace

TEST_CASE("rules are listed by category and then by id, each once") {
  std::set<std::string_view> ids;
  const Rule* last = nullptr;
  for (const Rule* rule : all_rules()) {
    CAPTURE(rule->id);
    CHECK(is_kebab(rule->id));
    CHECK(ids.insert(rule->id).second);
    if (last) CHECK(std::pair(last->category, last->id) < std::pair(rule->category, rule->id));
    CHECK(find_rule(rule->id) == rule);
    last = rule;
  }
  CHECK(find_rule("no-such-rule") == nullptr);
  CHECK(nearest_rule("name-char") == "name-chars");
}

TEST_CASE("each rule stands in a file that bears its name, and has a folder of fixtures") {
  for (const Rule* rule : all_rules()) {
    CAPTURE(rule->id);
    CHECK(fs::exists(file_of(*rule)));
    if (rule->check) CHECK(fs::is_directory("tests/rules/" + std::string(rule->id)));
  }
}

TEST_CASE("each file and each folder of fixtures belongs to a rule") {
  for (const auto& folder : fs::directory_iterator("tests/rules"))
    if (folder.is_directory()) {
      CAPTURE(folder.path().string());
      CHECK(find_rule(folder.path().filename().string()) != nullptr);
    }
}

TEST_CASE("each rule is documented in full") {
  for (const Rule* rule : all_rules()) {
    CAPTURE(rule->id);
    CHECK_FALSE(rule->summary.empty());
    CHECK_FALSE(rule->summary.ends_with('.'));
    CHECK(rule->summary.find('\n') == std::string_view::npos);
    for (const std::string_view text : {rule->what, rule->why, rule->source}) {
      CHECK(text.size() > 40);
      CHECK(text.ends_with('.'));
    }
    if (rule->check) CHECK(rule->bad != rule->good);
  }
}

TEST_CASE("the bad example draws its own rule and no other") {
  for (const Rule* rule : all_rules()) {
    CAPTURE(rule->id, all_of(rule->bad));
    if (!rule->check) continue;  // speaks of a collection, which no example holds
    const std::vector<Diagnostic> found = findings_of(rule->bad);
    CHECK_FALSE(found.empty());
    for (const Diagnostic& diagnostic : found) CHECK(diagnostic.rule == rule->id);
  }
}

TEST_CASE("the good example draws nothing at all") {
  for (const Rule* rule : all_rules()) {
    CAPTURE(rule->id, all_of(rule->good));
    if (rule->check) CHECK(findings_of(rule->good).empty());
  }
}

TEST_CASE("messages are sentences without a full stop, and help says what to do") {
  for (const Rule* rule : all_rules()) {
    if (!rule->check) continue;  // what the safety scan says is tested with it
    for (const Diagnostic& found : findings_of(rule->bad)) {
      CAPTURE(rule->id, found.message, found.help);
      CHECK(found.message.size() > 15);
      CHECK_FALSE(found.message.ends_with('.'));
      CHECK(found.help.size() > 5);
      CHECK_FALSE(found.help.ends_with('.'));
      CHECK(found.category == rule->category);
      CHECK(found.rule.data() == rule->id.data());
    }
  }
}

TEST_CASE("a fix of the bad example silences the rule and draws no other") {
  for (const Rule* rule : all_rules()) {
    std::size_t fixes = 0;
    for (const Diagnostic& found : findings_of(rule->bad)) {
      for (const Fix& fix : found.fixes) {
        ++fixes;
        CAPTURE(rule->id, fix.title);
        CHECK(is_upper(fix.title.front()));
        CHECK_FALSE((fix.edits.empty() && fix.renames.empty() && fix.executable.empty()));
        CHECK((rule->fix == Fixable::safe || !fix.safe));
        const Skill mended = skill_with(rule->bad, found.location.file, fix);
        CAPTURE(mended.manifest.text);
        for (const Diagnostic& left : run_rules(mended)) {
          CAPTURE(shown(left));
          CHECK(left.rule != rule->id);
          CHECK_FALSE(fix.safe);
        }
      }
    }
    CAPTURE(rule->id);
    CHECK((fixes > 0) == (rule->fix != Fixable::no));
  }
}
