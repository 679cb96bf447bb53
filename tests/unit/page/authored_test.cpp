#include "page/authored.h"

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using skillstow::test::skill_of;

namespace {

std::vector<std::string> texts(const std::vector<Quote>& quotes) {
  std::vector<std::string> all;
  for (const Quote& quote : quotes) all.push_back(quote.text);
  return all;
}

Authored authored(std::string_view text) {
  const Skill skill = skill_of(text);
  return find_authored(skill, find_sections(skill));
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("when a skill is used is told by its own lists, with the line", "[authored]") {
  const Authored found = authored(
      "---\nname: x\n---\n# X\n\n## When to Use\n\n- a table has `NULL` cells\n- many\n  files\n\n## Steps\n\n- "
      "other\n\n"
      "## When not to use\n\n- never at night\n");
  CHECK(texts(found.when) == Texts{"a table has `NULL` cells", "many files"});
  CHECK(found.when[1].line == 9);
  CHECK(texts(found.when_not) == Texts{"never at night"});
}

TEST_CASE("a section without a list is quoted by its paragraphs", "[authored]") {
  CHECK(texts(authored("---\nname: x\n---\n## When to Use\n\nUse it when `run` fails.\n").when) ==
        Texts{"Use it when `run` fails."});
}

TEST_CASE("a list that says when not is no list of when", "[authored]") {
  const Authored found =
      authored("---\nname: x\n---\n## When to Use\n\nUse it for:\n\n- letters\n\n**Don't use** it for:\n\n- bills\n");
  CHECK(texts(found.when) == Texts{"letters"});
  CHECK(texts(found.when_not) == Texts{"bills"});
}

TEST_CASE("no words are made up", "[authored]") {
  const Authored found = authored("---\nname: x\ndescription: Sorts.\n---\n## Steps\n\n1. Sort.\n");
  CHECK(found.what.empty());
  CHECK(found.when.empty());
  CHECK(found.prompts.empty());
  CHECK(found.requirements.empty());
  CHECK(found.title.empty());
}

TEST_CASE("example prompts come from the author alone", "[authored]") {
  CHECK(texts(authored("---\nname: x\n---\n## Example prompts\n\n- \"Sort my letters\"\n- “By date”\n").prompts) ==
        Texts{"Sort my letters", "By date"});
  CHECK(
      texts(authored("---\nname: x\n---\nText.\n=== agents/openai.yaml ===\ninterface:\n  default_prompt: Sort them\n")
                .prompts) == Texts{"Sort them"});
}

TEST_CASE("a sidecar speaks for the author, and its lists take the place of the body's", "[authored]") {
  const Authored found = authored(
      "---\nname: x\n---\n## When to Use\n\n- by the body\n=== .skillstow-page.yaml ===\ntitle: Letters\nsummary: "
      "Sorts "
      "letters.\nwhen: [by the sidecar]\nprompts:\n  - Sort them\nrequirements: a desk\n");
  CHECK(found.title == "Letters");
  CHECK(found.summary == "Sorts letters.");
  CHECK(texts(found.when) == Texts{"by the sidecar"});
  CHECK(texts(found.prompts) == Texts{"Sort them"});
  CHECK(texts(found.requirements) == Texts{"a desk"});
}

TEST_CASE("a sidecar that cannot be read says nothing", "[authored]") {
  CHECK(authored("---\nname: x\n---\nText.\n=== .skillstow-page.yaml ===\n- [\n").title.empty());
}

TEST_CASE("tools are those that the text tells an agent to use", "[authored]") {
  const Skill skill = skill_of(
      "---\nname: x\n---\nUse `write_file`, then run it with the `run_shell` tool. When `execute_code` fails, do not "
      "reuse `old_tool`. Using the `write_file` is best.\n");
  CHECK(texts(find_named_tools(skill)) == Texts{"write_file", "run_shell"});
}
