#include "site/catalog.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/format.h"
#include "base/json.h"
#include "base/parallel.h"
#include "base/path.h"
#include "base/text.h"
#include "lint/engine.h"
#include "markup/template.h"
#include "page/page.h"
#include "report/show.h"
#include "site/around.h"
#include "site/history_rows.h"
#include "site/neighbours.h"
#include "site/offer.h"
#include "site/related.h"
#include "site/site_folder.h"
#include "site/site_pages.h"

namespace skillstow {
namespace {

constexpr std::size_t k_window = 32;  // pages that are under way at once

// Marks in a page for what only all skills together tell. No text of a skill gets into a page with such a character.
constexpr std::string_view k_related = "\x01related\x01";
constexpr std::string_view k_alternatives = "\x01alternatives\x01";

// What one skill gives in the first pass.
struct Part {
  SkillEntry entry;
  std::string html;
  std::string json;
  std::string warning;
  std::string path;
  std::optional<SiteEntry> offer;
};

class Catalog {
 public:
  Catalog(const CatalogInput& input, SiteFolder& site)
      : input_(input), site_(site), parts_(input.places.skills.size()) {}

  Result<CatalogResult> run() {
    // First each skill for itself: its page with marks, kept on the disk, and its entry. Then what they have to do with
    // each other, and the pages are completed.
    parallel_ordered(
        parts_.size(), input_.threads, k_window, [this](std::size_t i) { work(i); },
        [this](std::size_t i) { keep(i); });
    if (fault_) return tl::unexpected(*fault_);
    count_repositories();
    const std::vector<std::string> folders = page_folders(entries_);
    for (std::size_t i = 0; i < entries_.size(); ++i) entries_[i].href = format("skills/{}/index.html", folders[i]);
    neighbours_ = find_neighbours(entries_);
    parallel_ordered(
        parts_.size(), input_.threads, k_window, [this](std::size_t i) { complete(i); },
        [this, &folders](std::size_t i) { write(i, folders[i]); });
    if (fault_) return tl::unexpected(*fault_);
    write_site();
    if (fault_) return tl::unexpected(*fault_);
    if (Result<void> done = site_.finish(); !done) return tl::unexpected(done.error());
    return CatalogResult{entries_.size(), site_.files(), offers_.size()};
  }

 private:
  void note(const Result<void>& result) {
    if (!result && !fault_) fault_ = result.error();
  }

  // Of the repository, or without git of what stands for it; asked for once.
  std::optional<Licence> licence_around(std::size_t i, const std::optional<History>& source, const std::string& group) {
    const std::string& given = input_.places.roots[input_.places.skills[i].root].absolute;
    const std::string root = source          ? repository_root(input_.places.absolute(i), *source)
                             : group.empty() ? given
                                             : join_path(given, group);
    const std::lock_guard lock(licences_mutex_);
    const auto [at, is_new] = licences_.try_emplace(root);
    if (is_new) at->second = licence_of_folder(root);
    return at->second;
  }

  // Without git, the first folder below the one that was asked for stands for the repository.
  std::string group_of(std::size_t i, const std::optional<History>& source) const {
    if (source && !source->repository.empty()) return source->repository;
    const std::string_view folder = input_.places.found(i).folder;
    const std::size_t slash = folder.find('/');
    return slash == std::string_view::npos ? std::string() : visible(folder.substr(0, slash));
  }

  // On any thread.
  void work(std::size_t i) {
    Part& part = parts_[i];
    const Skill skill = input_.places.load(i);
    const std::string folder = input_.places.absolute(i);
    const Result<std::optional<History>> asked =
        input_.places.in_package(i) ? std::optional<History>() : source_of_folder(folder);
    if (!asked) part.warning = asked.error().message;
    const std::optional<History> source = asked ? *asked : std::nullopt;
    const SkillFacts facts = collect_facts(skill, source);
    JudgeOptions judging;
    judging.placement = input_.places.placement(i);
    const Judgement judgement = judge(skill, judging);
    PageInput input{skill, facts, judgement};
    input.version = input_.version;
    const std::string group = group_of(i, source);
    if (!facts.licence.known() && !input_.places.in_package(i))
      input.repository_licence = licence_around(i, source, source ? std::string() : group);
    if (source && input_.history) input.history = history_rows(folder, skill.manifest_name, *source);
    const PageContext page(input);
    part.path = skill.path;
    part.entry = entry_of(page, group);
    PageFrame frame;
    frame.root = "../../";
    frame.related = k_related;
    frame.alternatives = k_alternatives;
    part.html = page_html(page_view(page), frame);
    part.json = show_json({skill, facts, judgement});
    if (!input_.offers) return;
    const Places::Root& root = input_.places.roots[input_.places.skills[i].root];
    part.offer = offer_of(*root.tree, input_.places.found(i), skill, judgement);
  }

  // On one thread, in order.
  void keep(std::size_t i) {
    Part part = std::move(parts_[i]);
    if (fault_) return;
    if (!part.warning.empty() && input_.warn) input_.warn(part.path, part.warning);
    note(site_.keep(format("{}.html", i), part.html));
    note(site_.keep(format("{}.json", i), part.json));
    entries_.push_back(std::move(part.entry));
    if (part.offer) offer(std::move(*part.offer));
  }

  // Of several skills of one name, the first that can be offered is.
  void offer(SiteEntry one) {
    if (!offers_.try_emplace(one.name).second) return;
    note(site_.write(join_path(k_site_folder, one.url), one.bytes));
    one.bytes.clear();
    offers_[one.name] = std::move(one);
  }

  void count_repositories() {
    for (const SkillEntry& entry : entries_) {
      if (!entry.name.empty() && !entry.description.empty()) ++usable_[entry.repository];
    }
  }

  void complete(std::size_t i) {
    Part& part = parts_[i];
    const Result<std::string> html = site_.kept(format("{}.html", i));
    const Result<std::string> json = site_.kept(format("{}.json", i));
    if (!html || !json) {
      part.warning = html ? json.error().message : html.error().message;
      return;
    }
    const PageData related = related_view(entries_, i, neighbours_[i], "../../");
    part.html =
        replace_all(replace_all(*html, k_related, related_html(related)), k_alternatives, alternatives_html(related));
    part.json = page_json(i, *json);
  }

  void add_neighbours(JsonWriter& json, std::string_view name, const std::vector<Neighbour>& neighbours) const {
    json.key(name).begin_array();
    for (const Neighbour& one : neighbours) {
      json.begin_object().member("path", entries_[one.skill].path).member("page", entries_[one.skill].href);
      json.member("percent", static_cast<std::uint64_t>(one.score * 100)).key("reasons").begin_array();
      for (const std::string& reason : one.reasons) json.string(reason);
      json.end_array().end_object();
    }
    json.end_array();
  }

  std::string page_json(std::size_t i, const std::string& skill) const {
    JsonWriter json;
    json.begin_object().member("version", std::uint64_t{1}).member("title", entries_[i].title);
    json.member_or_null("digest", entries_[i].digest);
    json.member("repository_skills", usable_.count(entries_[i].repository) ? usable_.at(entries_[i].repository) : 0);
    add_neighbours(json, "similar", neighbours_[i].similar);
    add_neighbours(json, "collisions", neighbours_[i].collisions);
    add_neighbours(json, "near_copies", neighbours_[i].near_copies);
    json.key("copies").begin_array();
    for (const std::size_t copy : neighbours_[i].copies) json.string(entries_[copy].path);
    return json.end_array().key("skill").raw(skill).end_object().take() + "\n";
  }

  void write(std::size_t i, const std::string& folder) {
    Part part = std::move(parts_[i]);
    if (!part.warning.empty()) note(failure(ErrorKind::other, part.path, part.warning));
    if (fault_) return;
    note(site_.write(format("skills/{}/index.html", folder), part.html));
    note(site_.write(format("skills/{}/page.json", folder), part.json));
  }

  void write_site() {
    const SiteText text{input_.title, input_.version};
    note(site_.write("index.html", index_html(entries_, text)));
    note(site_.write("index.js", index_script(entries_)));
    note(site_.write("index.json", index_json(entries_, text)));
    for (std::size_t page = 0; page < list_pages(entries_.size()); ++page)
      note(site_.write(format("list-{}.html", page + 1), list_html(entries_, page, text)));
    if (input_.offers) {
      std::vector<SiteEntry> offers;
      for (auto& [name, one] : offers_) offers.push_back(one);
      note(site_.write(join_path(k_site_folder, "index.json"), write_site_index(std::move(offers), "")));
    }
    for (const std::string_view file : {"style.css", "site.css", "page.js", "site.js"})
      note(site_.write(std::string(file), page_file(file)));
  }

  const CatalogInput& input_;
  SiteFolder& site_;
  std::vector<Part> parts_;
  std::vector<SkillEntry> entries_;
  std::vector<Neighbours> neighbours_;
  std::map<std::string, SiteEntry> offers_;  // by name, without their bytes
  std::map<std::string, std::uint64_t> usable_;
  std::map<std::string, std::optional<Licence>> licences_;  // by the repository's root
  std::mutex licences_mutex_;
  std::optional<Error> fault_;
};

}  // namespace

Result<CatalogResult> write_catalog(const CatalogInput& input, const std::string& folder) {
  Result<SiteFolder> site = SiteFolder::open(folder);
  if (!site) return tl::unexpected(site.error());
  Result<CatalogResult> done = Catalog(input, *site).run();
  if (!done) site->abandon();
  return done;
}

}  // namespace skillstow
