#include "commands/show.h"

#include <algorithm>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "commands/chosen_skills.h"
#include "commands/say.h"
#include "commands/skill_history.h"
#include "facts/facts.h"
#include "lint/engine.h"
#include "lint/places.h"
#include "page/page.h"
#include "report/show.h"
#include "site/around.h"
#include "site/history_rows.h"
#include "site/neighbours.h"
#include "site/related.h"

namespace skillstow {
namespace {

std::string indented(std::string_view text) { return "  " + replace_all(text, "\n", "\n  "); }

// The page with what the repository around the skill tells.
std::string document_of(const Skill& skill, const SkillFacts& facts, const Judgement& judgement,
                        const ShowOptions& options, Io& io) {
  PageInput input{skill, facts, judgement};
  input.version = options.version;
  Around around;
  if (facts.source) {
    around = skills_around(skill.path, *facts.source, io.env("HOME").value_or(""));
    input.repository_skills = around.usable;
    input.history = history_rows(skill.path, skill.manifest_name, *facts.source);
    if (!facts.licence.known())
      input.repository_licence = licence_of_folder(repository_root(skill.path, *facts.source));
  }
  const PageContext page(input);
  const PageData view = page_view(page);
  if (options.format == ShowFormat::markdown) return page_markdown(view);
  PageFrame frame;
  if (!around.entries.empty()) {
    std::vector<SkillEntry>& entries = around.entries;
    SkillEntry self = entry_of(page, facts.source->repository);
    self.path = facts.source->path;
    const auto place = std::lower_bound(entries.begin(), entries.end(), self,
                                        [](const SkillEntry& a, const SkillEntry& b) { return a.path < b.path; });
    const std::size_t at = static_cast<std::size_t>(place - entries.begin());
    entries.insert(place, std::move(self));
    const PageData related = related_view(entries, at, find_neighbours(entries)[at], "");
    frame.related = related_html(related);
    frame.alternatives = alternatives_html(related);
  }
  return page_html(view, frame);
}

std::string page_of(const Skill& skill, const Places& places, std::size_t place, const ShowOptions& options, Io& io) {
  const bool packed = places.in_package(place);
  const SkillFacts facts = collect_facts(skill, packed ? std::nullopt : skill_history(skill, io));
  JudgeOptions judging;
  judging.placement = places.placement(place);
  const Judgement judgement = judge(skill, judging);
  switch (options.format) {
    case ShowFormat::json:
      return show_json({skill, facts, judgement});
    case ShowFormat::text:
      return show_text({skill, facts, judgement}, {io.color, io.width, true});
    case ShowFormat::markdown:
    case ShowFormat::html:
      break;
  }
  return document_of(skill, facts, judgement, options, io);
}

std::string between(const ShowOptions& options, std::size_t width) {
  if (options.format == ShowFormat::json) return ",\n";
  if (options.format == ShowFormat::markdown) return "\n---\n\n";
  return "\n" + std::string(std::min<std::size_t>(width, 100), '-') + "\n\n";
}

}  // namespace

ExitCode show(const ShowOptions& options, Io& io) {
  const Places places = find_places({options.path}, io.env("HOME").value_or(""));
  for (const Skipped& skip : places.skipped) {
    const std::string line = format("skillstow: {}: {}\n", visible(skip.path), visible(skip.reason));
    if (skip.failed || !io.quiet) io.err(line);
  }

  // The first page is held back until it is known whether a second follows, since the JSON of several is an array.
  const bool json = options.format == ShowFormat::json;
  std::string first;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < places.skills.size() && !io.out_failed(); ++i) {
    const Skill skill = places.load(i);
    if (!is_chosen(skill, options.skills)) continue;
    if (options.format == ShowFormat::html && shown == 1) {
      return fail(io, Format::text,
                  Error{ErrorKind::usage, options.path, "it holds several skills, and an HTML page is of one",
                        "name one with --skill, or make a site of all with skillstow catalog PATH -o DIR"});
    }
    std::string page = page_of(skill, places, i, options, io);
    ++shown;
    if (shown == 1) {
      first = std::move(page);
      continue;
    }
    if (shown == 2) io.out(json ? "[\n" + indented(first) : first);
    io.out(between(options, io.width) + (json ? indented(page) : page));
  }
  if (shown == 1) io.out(json ? first + "\n" : first);
  if (shown > 1 && json) io.out("\n]\n");

  if (shown == 0) {
    const Error error = nothing_found({options.path}, options.skills, !places.skills.empty());
    // An unreadable path was told above; with JSON somebody waits for a document.
    return fail(io, json ? Format::json : Format::text, error);
  }
  return places.unreadable() ? ExitCode::failure : ExitCode::ok;
}

}  // namespace skillstow
