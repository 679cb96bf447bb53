#pragma once

#include <string>
#include <string_view>

#include "facts/history.h"
#include "markup/page_data.h"
#include "page/page.h"

// The parts of the page. Each sets the names that its part of the templates reads.
namespace skillstow {

void add_head(const PageContext& page, PageData& view);       // title, facts, badges, frontmatter
void add_glance(const PageContext& page, PageData& view);     // at a glance, what, when, prompts, requirements, steps
void add_machine(const PageContext& page, PageData& view);    // permissions, commands, network, credentials, on load
void add_cost(const PageContext& page, PageData& view);       // tokens
void add_safety(const PageContext& page, PageData& view);     // verdict, findings
void add_agents(const PageContext& page, PageData& view);     // the matrix
void add_files(const PageContext& page, PageData& view);      // files, link graph
void add_document(const PageContext& page, PageData& view);   // SKILL.md, rendered
void add_install(const PageContext& page, PageData& view);    // commands
void add_questions(const PageContext& page, PageData& view);  // questions and answers

// { text, href }: a place in a file, with the way to it in the repository.
PageData place_view(const PageContext& page, std::string_view file, std::uint32_t line);

// "3 of 6 agents load it" as numbers.
std::size_t agents_loading(const Judgement& judgement);

std::string_view verdict_word(std::string_view safety);  // "Pass", "Notes", "Fail"

// The hosts that the skill's text names, own repository and mere names left out, most often named first.
struct NamedHost {
  std::string host;
  std::vector<const WebAddress*> places;
};
std::vector<NamedHost> named_hosts(const SkillFacts& facts);

// The programs that the skill calls, as they are shown.
std::vector<std::string> command_names(const SkillFacts& facts);

}  // namespace skillstow
