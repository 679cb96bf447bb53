#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "page/view_parts.h"
#include "page/wording.h"

namespace skillstow {
namespace {

constexpr std::size_t k_most_sections = 40;
constexpr std::size_t k_most_files = 30;

PageData row(std::string_view label, std::string_view note, const TokenCount& count, std::uint64_t cl100k,
             std::uint64_t claude) {
  return PageData()
      .set("label", label)
      .set("note", note)
      .set("rule", grouped(count.rule))
      .set("o200k", grouped(count.estimate))
      .set("cl100k", grouped(cl100k))
      .set("claude", grouped(claude));
}

PageData measured(std::string_view label, std::string_view note, const TokenCount& count,
                  const TokenFeatures& features) {
  return row(label, note, count, estimate_tokens(features, Tokenizer::cl100k),
             estimate_tokens(features, Tokenizer::claude_legacy));
}

PageData references_row(const PageContext& page) {
  std::uint64_t cl100k = 0;
  std::uint64_t claude = 0;
  for (const FileTokens& file : page.facts.tokens.files) {
    const SourceFile* source = file.reference ? page.skill.text_file(file.path) : nullptr;
    if (source == nullptr) continue;
    const TokenFeatures features = measure_tokens(source->text);
    cl100k += estimate_tokens(features, Tokenizer::cl100k);
    claude += estimate_tokens(features, Tokenizer::claude_legacy);
  }
  return row("References", "if the agent reads every file meant to be read", page.facts.tokens.references, cl100k,
             claude);
}

PageData bar(const std::string& label, std::string_view indent, std::uint64_t tokens, std::uint64_t most) {
  return PageData()
      .set("label", label)
      .set("indent", indent)
      .set("tokens", grouped(tokens))
      .set("width", format("{}", most == 0 ? 0 : (tokens * 1000 + most - 1) / most));
}

PageData sections_view(const PageContext& page) {
  std::map<std::uint32_t, std::uint32_t> levels;  // by line
  for (const Section& section : page.facts.sections) levels[section.line] = section.level;
  std::uint64_t most = 0;
  for (const SectionTokens& section : page.facts.tokens.sections) most = std::max(most, section.tokens.rule);
  PageData list = PageData::list();
  for (const SectionTokens& section : page.facts.tokens.sections) {
    if (list.items().size() == k_most_sections) break;
    const std::uint32_t level = std::clamp(levels[section.line], 1u, 4u);
    list.add(bar(own_words(section.title), format("{}", level), section.tokens.rule, most));
  }
  return list;
}

PageData files_view(const PageContext& page) {
  std::vector<const FileTokens*> files;
  for (const FileTokens& file : page.facts.tokens.files) {
    if (file.path != page.skill.manifest_name) files.push_back(&file);
  }
  std::stable_sort(files.begin(), files.end(),
                   [](const FileTokens* a, const FileTokens* b) { return a->tokens.rule > b->tokens.rule; });
  const std::uint64_t most = files.empty() ? 0 : files.front()->tokens.rule;
  PageData list = PageData::list();
  for (const FileTokens* file : files) {
    if (list.items().size() == k_most_files) break;
    list.add(bar(own_words(file->path), "1", file->tokens.rule, most));
  }
  return list;
}

}  // namespace

void add_cost(const PageContext& page, PageData& view) {
  const TokenCosts& costs = page.facts.tokens;
  PageData rows = PageData::list();
  rows.add(measured("Listing", "name and description, always in the context", costs.listing, costs.listing_features));
  rows.add(measured("Instructions", "the body, when the skill is used", costs.body, costs.body_features));
  rows.add(measured("SKILL.md", "as a file", costs.skill, measure_tokens(page.skill.manifest.text)));
  if (costs.references.rule > 0) rows.add(references_row(page));
  PageData sections = sections_view(page);
  PageData files = files_view(page);
  const std::size_t hidden = costs.sections.size() - sections.items().size();
  view.set("cost", PageData()
                       .set("rows", std::move(rows))
                       .set("has_sections", sections.items().size() > 1)
                       .set("more_sections", hidden > 0 ? format("and {} more sections", hidden) : "")
                       .set("sections", std::move(sections))
                       .set("has_files", !files.empty())
                       .set("files", std::move(files)));
  view.set("cost_listing", grouped(costs.listing.rule)).set("cost_skill", grouped(costs.skill.rule));
  view.set("words", grouped(page.facts.words));
}

}  // namespace skillstow
