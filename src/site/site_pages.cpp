#include "site/site_pages.h"

#include <algorithm>
#include <map>
#include <set>

#include "agents/agent.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "markup/template.h"
#include "page/view_parts.h"
#include "page/wording.h"

namespace skillstow {
namespace {

constexpr std::size_t k_first = 40;              // skills on the first page as it comes
constexpr std::size_t k_most_description = 400;  // code points that are searched

bool is_safe_folder(std::string_view name) {
  return !name.empty() && name.size() <= 80 && check_portable_name(name).has_value() &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
}

// Whether it is worth a word which repository a skill is of.
bool several_repositories(const std::vector<SkillEntry>& entries) {
  return std::any_of(entries.begin(), entries.end(),
                     [&](const SkillEntry& entry) { return entry.repository != entries.front().repository; });
}

PageData row(const SkillEntry& entry, bool from) {
  return PageData()
      .set("title", entry.title)
      .set("href", entry.href)
      .set("summary", inline_view(entry.summary))
      .set("verdict", verdict_word(entry.verdict))
      .set("verdict_class", entry.verdict)
      .set("tokens", format("~{}", compact(entry.tokens)))
      .set("licence", entry.licence)
      .set("loads", format("{}", entry.loads.size()))
      .set("repository", from ? entry.repository : std::string());
}

// The values that a filter offers, most frequent first.
PageData options(const std::map<std::string, std::size_t>& counts, std::size_t most) {
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  if (sorted.size() > most) sorted.resize(most);
  PageData list = PageData::list();
  for (const auto& [value, count] : sorted)
    list.add(PageData().set("value", value).set("label", format("{} ({})", visible(value, 40), count)));
  return list;
}

PageData agent_options() {
  PageData list = PageData::list();
  for (const Agent& agent : all_agents()) {
    if (agent.first_class) list.add(PageData().set("value", agent.id).set("label", agent.name));
  }
  return list;
}

PageData site_view(const std::vector<SkillEntry>& entries, const SiteText& site) {
  std::map<std::string, std::size_t> licences;
  std::map<std::string, std::size_t> commands;
  std::map<std::string_view, std::size_t> verdicts;
  std::uint64_t listing = 0;
  for (const SkillEntry& entry : entries) {
    ++licences[entry.licence];
    ++verdicts[entry.verdict];
    listing += entry.listing;
    for (const std::string& command : entry.commands) ++commands[command];
  }
  PageData view;
  view.set("title", site.title).set("version", site.version).set("count", grouped(entries.size()));
  view.set("count_word", entries.size() == 1 ? "skill" : "skills");
  view.set("pass", grouped(verdicts["pass"]))
      .set("notes", grouped(verdicts["notes"]))
      .set("fail", grouped(verdicts["fail"]));
  view.set("listing", compact(listing)).set("licences", options(licences, 40)).set("commands", options(commands, 120));
  return view.set("agents", agent_options())
      .set("policy", "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'");
}

PageData pager(std::size_t pages, std::size_t current) {
  PageData list = PageData::list();
  for (std::size_t i = 1; i <= pages; ++i)
    list.add(PageData().set("number", format("{}", i)).set("current", i == current));
  return list;
}

// The agents that load a skill as bits, in the order of the table.
std::uint64_t bits_of(const SkillEntry& entry) {
  std::uint64_t bits = 0;
  std::uint64_t bit = 1;
  for (const Agent& agent : all_agents()) {
    if (!agent.first_class) continue;
    if (std::find(entry.loads.begin(), entry.loads.end(), agent.id) != entry.loads.end()) bits |= bit;
    bit <<= 1;
  }
  return bits;
}

}  // namespace

std::vector<std::string> page_folders(const std::vector<SkillEntry>& entries) {
  std::map<std::string_view, std::size_t> names;
  for (const SkillEntry& entry : entries) ++names[entry.name];
  std::vector<std::string> folders;
  for (const SkillEntry& entry : entries) {
    const bool safe = is_safe_folder(entry.name);
    if (safe && names[entry.name] == 1) {
      folders.push_back(entry.name);
      continue;
    }
    // No valid name has two hyphens side by side, so none of these is another skill's name.
    folders.push_back(format("{}--{}", safe ? entry.name : "skill", sha256_hex(normal_path(entry.path)).substr(0, 12)));
  }
  return folders;
}

std::string index_html(const std::vector<SkillEntry>& entries, const SiteText& site) {
  PageData view = site_view(entries, site);
  PageData rows = PageData::list();
  const bool from = several_repositories(entries);
  for (std::size_t i = 0; i < entries.size() && i < k_first; ++i) rows.add(row(entries[i], from));
  view.set("rows", std::move(rows)).set("pages", pager(list_pages(entries.size()), 0)).set("searchable", true);
  return fill_template("site.html", view, Markup::html);
}

std::size_t list_pages(std::size_t skills) { return (skills + k_listed - 1) / k_listed; }

std::string list_html(const std::vector<SkillEntry>& entries, std::size_t page, const SiteText& site) {
  PageData view = site_view(entries, site);
  PageData rows = PageData::list();
  const bool from = several_repositories(entries);
  for (std::size_t i = page * k_listed; i < entries.size() && i < (page + 1) * k_listed; ++i)
    rows.add(row(entries[i], from));
  view.set("rows", std::move(rows)).set("pages", pager(list_pages(entries.size()), page + 1)).set("searchable", false);
  return fill_template("site.html", view, Markup::html);
}

std::string index_script(const std::vector<SkillEntry>& entries) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object().key("agents").begin_array();
  for (const Agent& agent : all_agents()) {
    if (agent.first_class) json.string(agent.id);
  }
  json.end_array().key("skills").begin_array();
  const bool from = several_repositories(entries);
  for (const SkillEntry& entry : entries) {
    json.begin_array();
    json.string(visible(entry.title)).string(visible(entry.name)).string(entry.href);
    json.string(visible(entry.description, k_most_description)).string(entry.verdict).string(visible(entry.licence));
    json.number(entry.tokens).number(bits_of(entry)).string(visible(join(entry.commands, " ")));
    json.string(from ? visible(entry.repository) : "").string(entry.updated).string(visible(join(entry.tags, " ")));
    json.end_array();
  }
  json.end_array().end_object();
  return "skillstow(" + json.take() + ");\n";
}

std::string index_json(const std::vector<SkillEntry>& entries, const SiteText& site) {
  JsonWriter json;
  json.begin_object().member("version", std::uint64_t{1}).member("title", site.title).key("skills").begin_array();
  for (const SkillEntry& entry : entries) {
    json.begin_object()
        .member("name", entry.name)
        .member("title", entry.title)
        .member("description", entry.description);
    json.member("path", entry.path).member_or_null("repository", entry.repository).member("page", entry.href);
    json.member("safety", entry.verdict).member("licence", entry.licence).member_or_null("updated", entry.updated);
    json.member("tokens", entry.tokens).member("listing", entry.listing).member("files", entry.files);
    json.member_or_null("digest", entry.digest).key("agents").begin_array();
    for (const std::string_view agent : entry.loads) json.string(agent);
    json.end_array().key("commands").begin_array();
    for (const std::string& command : entry.commands) json.string(command);
    json.end_array().key("hosts").begin_array();
    for (const std::string& host : entry.hosts) json.string(host);
    json.end_array().key("tags").begin_array();
    for (const std::string& tag : entry.tags) json.string(tag);
    json.end_array().end_object();
  }
  return json.end_array().end_object().take() + "\n";
}

}  // namespace skillstow
