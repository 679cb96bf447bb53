#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "page/install_commands.h"
#include "page/view_parts.h"
#include "page/wording.h"
#include "parse/yaml.h"

namespace skillstow {
namespace {

class FactList {
 public:
  void add(std::string_view label, std::string value, std::string note = "", std::string href = "") {
    rows_.add(PageData()
                  .set("label", label)
                  .set("value", std::move(value))
                  .set("note", std::move(note))
                  .set("href", std::move(href)));
  }
  PageData take() { return std::move(rows_); }

 private:
  PageData rows_ = PageData::list();
};

std::string licence_source(const PageContext& page) {
  const Licence& licence = page.facts.licence;
  if (licence.file && licence.spdx) return format("from the text of {}", own_words(*licence.file));
  if (licence.field) return "from the field license";
  if (licence.file) return own_words(*licence.file);
  if (page.repository_licence && page.repository_licence->file)
    return format("the repository's {}", own_words(*page.repository_licence->file));
  return {};
}

std::uint64_t bytes_of(const Skill& skill) {
  std::uint64_t sum = 0;
  for (const SkillFile& file : skill.files) sum += file.entry.size;
  return sum;
}

void add_source(const PageContext& page, FactList& facts) {
  if (!page.facts.source) return;
  const History& source = *page.facts.source;
  if (!source.repository.empty()) {
    const bool web = source.repository.starts_with("https://");
    facts.add("Source", repository_name(source.repository), source.path == "." ? "" : source.path,
              web ? source.repository : "");
  }
  facts.add("Commit", source.commit.substr(0, 12), "", web_address(page.facts.source, ""));
  if (!source.updated.empty()) facts.add("Last change", source.updated.substr(0, 10), "by git");
  if (page.repository_skills) facts.add("Skills in repository", grouped(*page.repository_skills));
}

PageData facts_view(const PageContext& page) {
  const SkillFacts& known = page.facts;
  FactList facts;
  facts.add("Skill name", own_words(name_of(page.skill)));
  facts.add("Tokens", format("~{}", grouped(known.tokens.skill.rule)),
            format("SKILL.md, characters ÷ 4; about {} by GPT's vocabulary", grouped(known.tokens.skill.estimate)));
  facts.add("In the listing", format("~{}", grouped(known.tokens.listing.rule)), "tokens, always in the context");
  facts.add("Words", grouped(known.words), format("in {}", counted(known.lines, "line")));
  facts.add("Files", grouped(page.skill.files.size()), format("{} bytes", grouped(bytes_of(page.skill))));
  facts.add("Licence", page.licence, licence_source(page));
  facts.add("Specification", page.judgement.valid ? "conforms" : "does not conform",
            page.judgement.valid ? "" : "see Findings");
  add_source(page, facts);
  return facts.take();
}

// A value of the frontmatter in one line. The parser bounds the depth.
std::string value_text(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::scalar || node.kind == YamlNode::Kind::null) return fold_space(node.text);
  if (node.kind == YamlNode::Kind::alias) return "*" + node.text;
  std::vector<std::string> parts;
  for (const YamlNode& item : node.items) parts.push_back(value_text(item));
  for (const YamlNode::Member& member : node.members)
    parts.push_back(member.key.text + ": " + value_text(member.value));
  return join(parts, ", ");
}

PageData frontmatter_view(const Skill& skill) {
  constexpr std::size_t k_longest = 4'000;
  PageData rows = PageData::list();
  if (!skill.frontmatter.is_map()) return rows;
  for (const YamlNode::Member& member : skill.frontmatter.yaml.root.members) {
    // Whether a value is a secret can hang on the key before it.
    const std::string start = member.key.text + ": ";
    const std::string both = own_words(start + value_text(member.value));
    const std::string value = both.starts_with(start) ? both.substr(start.size()) : both;
    rows.add(PageData().set("key", own_words(member.key.text)).set("value", visible(value, k_longest)));
  }
  return rows;
}

}  // namespace

std::size_t agents_loading(const Judgement& judgement) {
  return static_cast<std::size_t>(std::count_if(judgement.agents.begin(), judgement.agents.end(),
                                                [](const AgentVerdict& verdict) { return verdict.loads; }));
}

std::string_view verdict_word(std::string_view safety) {
  if (safety == "pass") return "Pass";
  return safety == "fail" ? "Fail" : "Notes";
}

PageData place_view(const PageContext& page, std::string_view file, std::uint32_t line) {
  const std::string path = file.empty() ? "." : own_words(file);
  return PageData()
      .set("text", line == 0 ? path : format("{}:{}", path, line))
      .set("href", file.empty() ? std::string() : web_address(page.facts.source, file, line));
}

void add_head(const PageContext& page, PageData& view) {
  const std::string description = own_words(std::string(trim(page.skill.description().value_or(""))));
  view.set("title", page.title).set("name", own_words(name_of(page.skill)));
  view.set("summary", inline_view(page.summary)).set("summary_text", page.summary);
  view.set("has_summary", !page.summary.empty());
  view.set("description", inline_view(fold_space(description))).set("has_description", !description.empty());
  view.set("path", page.skill.path).set("version", page.version);
  view.set("verdict", verdict_word(page.judgement.safety)).set("verdict_class", page.judgement.safety);
  view.set("licence", page.licence).set("tokens", format("~{}", compact(page.facts.tokens.skill.rule)));
  view.set("loads", format("{} of {}", agents_loading(page.judgement), page.judgement.agents.size()));
  view.set("has_agents", !page.judgement.agents.empty());
  view.set("facts", facts_view(page));
  PageData frontmatter = frontmatter_view(page.skill);
  view.set("has_frontmatter", !frontmatter.empty()).set("frontmatter", std::move(frontmatter));
  view.set("manifest_problem", own_words(page.skill.manifest_problem));
}

}  // namespace skillstow
