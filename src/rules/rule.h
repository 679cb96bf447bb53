#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/skill.h"
#include "rules/limits.h"

namespace skillstow {

struct Rule;
class SharedFacts;  // rules/shared_facts.h

// Where a rule puts what it finds. The references that at(), about() and in() give are good until the next call.
class Report {
 public:
  explicit Report(const Skill& skill);
  ~Report();
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  const Rule* rule = nullptr;  // set before each check
  Limits limits;

  // A finding in SKILL.md at a stretch of its text. The severity is the rule's own unless the caller changes it.
  Diagnostic& at(Span span, std::string message, std::string help);

  // A finding about a whole file or, with an empty path, about the whole folder: line 0.
  Diagnostic& about(std::string file, std::string message, std::string help);

  // A finding in another text file of the skill.
  Diagnostic& in(const SourceFile& file, Span span, std::string message, std::string help);

  // The skill's links, commands and so on: found when they are first asked for, once for all rules.
  SharedFacts& facts() { return *facts_; }

  std::vector<Diagnostic>& diagnostics() { return diagnostics_; }

  // One finding more for each file in which the rule found more than k_most_of_a_rule: how many were left out.
  void tell_rest();

 private:
  Diagnostic& add(Location location, std::string message, std::string help);

  // Beyond it a file that repeats one fault would fill the report and the memory.
  static constexpr std::size_t k_most_of_a_rule = 100;

  const Skill& skill_;
  std::unique_ptr<SharedFacts> facts_;
  std::vector<Diagnostic> diagnostics_;
  std::map<std::string, std::size_t, std::less<>> counts_;  // findings of the rule at hand, by file
  Diagnostic surplus_;                                      // what is handed out beyond the limit
};

// Whether a rule's findings carry a fix: never, one that keeps what the author meant, or one that a person should look
// at. Some findings of a rule may still have none.
enum class Fixable { no, safe, unsafe };

// A rule: one constant object in a file named after it, and one line in rules/all.cpp. The texts are Markdown.
//
// `bad` and `good` are whole skills in a folder called "example", and are run as tests: the first draws this rule
// alone, the second nothing. They start with SKILL.md; a line "=== scripts/run.sh ===" begins another file, and words
// after the name say more: "(executable)", "(crlf)", "(link to ../x)", "(12000000 bytes)", "(last line 400 times)",
// "(written 9 times)" under nine names, the further ones with a number before them;
// "=== SKILL.md (folder claude-notes) ===" at the start gives the folder another name. Invisible characters are written
// as they are; explain shows them as <U+FEFF>.
struct Rule {
  std::string_view id;  // kebab-case, starts with what it speaks of
  Category category;
  Severity severity;  // of most of its findings
  Fixable fix = Fixable::no;
  std::string_view summary;  // one line, without a full stop
  std::string_view what;
  std::string_view why;
  std::string_view bad;
  std::string_view good;
  std::string_view source;  // the specification's section, or the agents and versions that were seen
  void (*check)(const Skill& skill,
                Report& report);  // nullptr: found elsewhere: in a collection, or by the safety scan
};

std::span<const Rule* const> all_rules();    // by category, then id
const Rule* find_rule(std::string_view id);  // nullptr if there is none

// The id that was most likely meant, or "".
std::string_view nearest_rule(std::string_view id);

// Runs every rule over one skill. Pure; what they find stands in the order of the rules.
void run_rules(const Skill& skill, Report& report);

// The same, sorted.
std::vector<Diagnostic> run_rules(const Skill& skill);

}  // namespace skillstow
