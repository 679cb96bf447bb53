#include "commands/show.h"

#include <algorithm>
#include <optional>

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/chosen_skills.h"
#include "commands/say.h"
#include "commands/source_options.h"
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

// What is shown: places on the disk, or in a source that was opened.
struct Shown {
  Places places;
  std::vector<std::string> skills;  // the names that are asked for
  std::optional<OpenedSource> source;
};

std::optional<History> history_of(const OpenedSource& source, const FoundSkill& skill) {
  if (source.commit.empty()) return std::nullopt;
  const std::string path = join_path(source.path, skill.folder);
  return History{source.on_disk ? "" : repository_address(source.origin), source.commit, path.empty() ? "." : path, ""};
}

std::string page_of(const Skill& skill, const Shown& shown, std::size_t place, const ShowOptions& options, Io& io) {
  const Places& places = shown.places;
  std::optional<History> history;
  if (shown.source) history = history_of(*shown.source, places.found(place));
  if (!places.in_package(place)) history = history_of(skill, io);
  const SkillFacts facts = collect_facts(skill, history);
  JudgeOptions judging;
  judging.placement = places.placement(place);
  const Judgement judgement = judge(skill, judging);
  const SkillPage page{skill, facts, judgement};
  return options.format == Format::json ? show_json(page) : show_text(page, {io.color, io.width, true});
}

// Anything that is on the disk is a path; only then a text may be another kind of source.
Result<Shown> open_shown(const ShowOptions& options, Io& io) {
  Shown shown;
  shown.skills = options.skills;
  const bool plain = options.ref.empty() && options.inner.empty() && options.path.find('#') == std::string::npos;
  if (plain && (status_behind(options.path).kind != FileKind::missing ||
                options.path.find_first_of("/:") == std::string::npos)) {
    shown.places = find_places({options.path}, io.env("HOME").value_or(""));
    return shown;
  }
  OpenOptions opening = open_options(options.ref, options.inner, options.offline, io);
  opening.stale_allowed = true;
  opening.skills = options.skills;
  auto opened = open_source(options.path, opening);
  if (!opened) return tl::unexpected(opened.error());
  if (!opened->spec.skill.empty()) shown.skills.push_back(opened->spec.skill);
  Places::Root root;
  root.tree = opened->tree;
  root.shown = opened->shown;
  root.absolute = opened->root;
  root.name = opened->whole_repository ? "" : opened->name;  // a repository's name is not the skill's folder's
  root.package = opened->root.empty();
  add_root(shown.places, std::move(root), discovery_of(*opened, io));
  shown.source = std::move(*opened);
  return shown;
}

}  // namespace

ExitCode show(const ShowOptions& options, Io& io) {
  const auto opened = open_shown(options, io);
  if (!opened) return fail(io, options.format, opened.error());
  const Places& places = opened->places;
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
    if (!is_chosen(skill, opened->skills)) continue;
    std::string page = page_of(skill, *opened, i, options, io);
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
    const Error error = nothing_found({options.path}, opened->skills, !places.skills.empty());
    // An unreadable path was told above; with JSON somebody waits for a document.
    return fail(io, options.format, error);
  }
  return places.unreadable() ? ExitCode::failure : ExitCode::ok;
}

}  // namespace skillstow
