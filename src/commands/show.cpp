#include "commands/show.h"

#include <algorithm>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "commands/chosen_skills.h"
#include "commands/say.h"
#include "facts/facts.h"
#include "git/folder_history.h"
#include "lint/engine.h"
#include "lint/places.h"
#include "report/show.h"

namespace skillstow {
namespace {

std::string indented(std::string_view text) { return "  " + replace_all(text, "\n", "\n  "); }

// Where the skill comes from, if git knows. That it cannot be told is worth a word, and no reason to show nothing.
std::optional<History> history_of(const Skill& skill, Io& io) {
  const Result<std::optional<FolderHistory>> read = folder_history(skill.path);
  if (!read) {
    if (!io.quiet) io.err(format("skillstow: {}: {}\n", visible(skill.path), visible(read.error().message)));
    return std::nullopt;
  }
  if (!*read) return std::nullopt;
  const FolderHistory& known = **read;
  return History{repository_address(known.remote), known.commit, known.path,
                 known.changed ? utc_time(*known.changed) : ""};
}

std::string page_of(const Skill& skill, const Places& places, std::size_t place, const ShowOptions& options, Io& io) {
  const bool packed = places.in_package(place);
  const SkillFacts facts = collect_facts(skill, packed ? std::nullopt : history_of(skill, io));
  JudgeOptions judging;
  judging.placement = places.placement(place);
  const Judgement judgement = judge(skill, judging);
  const SkillPage page{skill, facts, judgement};
  return options.format == Format::json ? show_json(page) : show_text(page, {io.color, io.width, true});
}

}  // namespace

ExitCode show(const ShowOptions& options, Io& io) {
  const Places places = find_places({options.path}, io.env("HOME").value_or(""));
  for (const Skipped& skip : places.skipped) {
    const std::string line = format("skillstow: {}: {}\n", visible(skip.path), visible(skip.reason));
    if (skip.failed || !io.quiet) io.err(line);
  }

  // The first page is held back until it is known whether a second follows, since the JSON of several is an array.
  const bool json = options.format == Format::json;
  std::string first;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < places.skills.size() && !io.out_failed(); ++i) {
    const Skill skill = places.load(i);
    if (!is_chosen(skill, options.skills)) continue;
    std::string page = page_of(skill, places, i, options, io);
    ++shown;
    if (shown == 1) {
      first = std::move(page);
      continue;
    }
    if (shown == 2) io.out(json ? "[\n" + indented(first) : first);
    io.out(json ? ",\n" + indented(page)
                : "\n" + std::string(std::min<std::size_t>(io.width, 100), '-') + "\n\n" + page);
  }
  if (shown == 1) io.out(json ? first + "\n" : first);
  if (shown > 1 && json) io.out("\n]\n");

  if (shown == 0) {
    const Error error = nothing_found({options.path}, options.skills, !places.skills.empty());
    // An unreadable path was told above; with JSON somebody waits for a document.
    return fail(io, options.format, error);
  }
  return places.unreadable() ? ExitCode::failure : ExitCode::ok;
}

}  // namespace skillstow
