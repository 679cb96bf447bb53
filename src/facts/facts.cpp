#include "facts/facts.h"

#include "facts/documents.h"
#include "facts/file_index.h"
#include "facts/orphans.h"
#include "facts/words.h"

namespace skillstow {

SkillFacts collect_facts(const Skill& skill, std::optional<History> history) {
  const Documents documents(skill);
  const FileIndex index(skill);
  SkillFacts facts;
  facts.words = count_words(skill);
  facts.lines = count_lines(skill);
  facts.sections = find_sections(skill);
  facts.steps = find_steps(skill);
  facts.lists = find_numbered_lists(skill);
  CommandFacts commands = find_commands(skill, documents, index);
  facts.commands = std::move(commands.commands);
  facts.scripts = std::move(commands.scripts);
  facts.urls = find_urls(skill, history ? history->repository : std::string());
  facts.credentials = find_credentials(skill);
  facts.permissions = find_permissions(skill);
  facts.dynamic = find_dynamic_commands(skill);
  facts.arguments = find_replaced_text(skill);
  facts.links = find_links(skill, documents, index);
  facts.mentions = find_mentions(skill, documents, index);
  facts.orphans = find_orphans(skill, index, facts.links);
  facts.tokens = token_costs(skill);
  facts.licence = find_licence(skill);
  facts.source = std::move(history);
  return facts;
}

}  // namespace skillstow
