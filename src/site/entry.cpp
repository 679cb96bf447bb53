#include "site/entry.h"

#include <algorithm>
#include <limits>
#include <set>

#include "base/format.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "facts/terms.h"
#include "page/view_parts.h"
#include "page/wording.h"

namespace skillstow {
namespace {

constexpr std::size_t k_most_words = 400;  // of headings and of a description, that are compared
constexpr std::size_t k_run = 5;           // words that make a run
constexpr std::size_t k_least_runs = 24;   // a shorter text is like many others by chance

// Products and fields that people look for skills by.
constexpr std::string_view k_products[] = {
    "airtable",      "android",    "angular",    "ansible",    "aws",        "azure",      "blender",    "cloudflare",
    "confluence",    "csv",        "dart",       "databricks", "django",     "docker",     "docx",       "dotnet",
    "elasticsearch", "excel",      "expo",       "fastapi",    "ffmpeg",     "figma",      "firebase",   "flask",
    "flutter",       "gcp",        "github",     "gitlab",     "golang",     "graphql",    "hubspot",    "ios",
    "java",          "javascript", "jira",       "jupyter",    "kafka",      "kotlin",     "kubernetes", "latex",
    "linear",        "linux",      "mcp",        "mongodb",    "mysql",      "nextjs",     "node",       "notion",
    "npm",           "numpy",      "obsidian",   "openai",     "pandas",     "pdf",        "php",        "playwright",
    "postgres",      "powerpoint", "powershell", "pptx",       "prisma",     "pytest",     "python",     "pytorch",
    "rails",         "react",      "redis",      "ruby",       "rust",       "salesforce", "seo",        "shopify",
    "slack",         "snowflake",  "spark",      "sql",        "sqlite",     "stripe",     "supabase",   "svelte",
    "swift",         "tailwind",   "tensorflow", "terraform",  "typescript", "vercel",     "vue",        "wordpress",
    "xlsx",          "zapier"};

static_assert(std::is_sorted(std::begin(k_products), std::end(k_products)));

void add_tags(const YamlNode* value, std::set<std::string>& tags) {
  if (!value) return;
  const auto add = [&](std::string_view text) {
    const std::string tag = to_lower(trim(text));
    if (!tag.empty() && tag.size() <= 40 && tags.size() < 24) tags.insert(tag);
  };
  if (value->is_scalar()) {
    for (const std::string_view part : split(value->text, ',')) add(part);
  }
  for (const YamlNode& item : value->items) {
    if (item.is_scalar()) add(item.text);
  }
}

std::uint64_t mix(std::uint64_t x) {  // splitmix64's finaliser
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9;
  x ^= x >> 27;
  x *= 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

std::uint64_t hash_of(std::string_view word) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

// One permutation hashing: each run of words falls into one bin, and the bin keeps its smallest.
void sketch(const Skill& skill, SkillEntry& entry) {
  entry.sketch.fill(std::numeric_limits<std::uint32_t>::max());
  std::array<std::uint64_t, k_run> run{};
  std::size_t words = 0;
  for (const std::string& word : content_words(skill.body())) {
    run[words++ % k_run] = hash_of(word);
    if (words < k_run) continue;
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < k_run; ++i) hash = mix(hash + run[(words + i) % k_run]);
    std::uint32_t& bin = entry.sketch[hash % k_sketch_bins];
    bin = std::min(bin, static_cast<std::uint32_t>(hash >> 32));
  }
  entry.sketched = words >= k_run + k_least_runs;
}

std::string digest_of(const Skill& skill) {
  std::string all;
  for (const SkillFile& file : skill.files) {
    const bool manifest = file.entry.path == skill.manifest_name;
    const std::string& text = manifest ? skill.manifest.text : file.source.text;
    all += format("{}\n{} {} {}\n", file.entry.path, file.entry.size, file.entry.link_target, text.size());
    all += sha256_hex(text);
  }
  return sha256_hex(all);
}

SkillEntry base_entry(const Skill& skill, std::string_view repository) {
  SkillEntry entry;
  entry.path = skill.path;
  entry.parent = parent_path(normal_path(skill.path));
  entry.repository = repository_name(repository);
  entry.name = own_words(name_of(skill));
  entry.description = own_words(fold_space(skill.description().value_or("")));
  entry.summary = first_sentence(entry.description);
  entry.tags = tags_of(skill);
  return entry;
}

void add_headings(const std::vector<Section>& sections, SkillEntry& entry) {
  for (const Section& section : sections) {
    if (entry.headings.size() < k_most_words / 8) entry.headings.push_back(visible(section.title, 80));
  }
}

}  // namespace

std::vector<std::string> tags_of(const Skill& skill) {
  std::set<std::string> tags;
  if (skill.frontmatter.is_map()) {
    const YamlNode& root = skill.frontmatter.yaml.root;
    const YamlNode* metadata = root.find("metadata");
    for (const std::string_view key : {"tags", "keywords", "category", "categories"}) {
      add_tags(root.find(key), tags);
      if (metadata) add_tags(metadata->find(key), tags);
    }
  }
  const std::vector<std::string> words =
      content_words(skill.name().value_or("") + " " + skill.description().value_or(""));
  for (const std::string& word : words) {
    if (std::binary_search(std::begin(k_products), std::end(k_products), std::string_view(word))) tags.insert(word);
  }
  return {tags.begin(), tags.end()};
}

SkillEntry entry_of(const PageContext& page, std::string_view repository) {
  SkillEntry entry = base_entry(page.skill, repository);
  entry.title = page.title;
  entry.summary = page.summary;
  add_headings(page.facts.sections, entry);
  entry.commands = command_names(page.facts);
  std::sort(entry.commands.begin(), entry.commands.end());
  for (const NamedHost& host : named_hosts(page.facts)) entry.hosts.push_back(own_words(host.host));
  std::sort(entry.hosts.begin(), entry.hosts.end());
  entry.verdict = page.judgement.safety;
  entry.licence = page.licence;
  if (page.facts.source) entry.updated = page.facts.source->updated.substr(0, 10);
  for (const AgentVerdict& verdict : page.judgement.agents) {
    if (verdict.loads) entry.loads.push_back(verdict.agent);
  }
  entry.tokens = page.facts.tokens.skill.rule;
  entry.listing = page.facts.tokens.listing.rule;
  entry.files = page.skill.files.size();
  entry.digest = digest_of(page.skill);
  sketch(page.skill, entry);
  return entry;
}

SkillEntry entry_of(const Skill& skill, std::string_view repository) {
  SkillEntry entry = base_entry(skill, repository);
  const std::vector<Section> sections = find_sections(skill);
  entry.title = title_of(skill, sections);
  add_headings(sections, entry);
  entry.tokens = count_tokens(skill.manifest.text).rule;
  entry.listing = listing_tokens(skill).rule;
  sketch(skill, entry);
  return entry;
}

double likeness(const SkillEntry& a, const SkillEntry& b) {
  std::size_t equal = 0;
  std::size_t filled = 0;
  constexpr std::uint32_t k_empty = std::numeric_limits<std::uint32_t>::max();
  for (std::size_t i = 0; i < k_sketch_bins; ++i) {
    if (a.sketch[i] == k_empty && b.sketch[i] == k_empty) continue;
    ++filled;
    equal += a.sketch[i] == b.sketch[i] ? 1 : 0;
  }
  return filled == 0 ? 0 : static_cast<double>(equal) / static_cast<double>(filled);
}

}  // namespace skillstow
