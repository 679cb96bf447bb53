#include "commands/check.h"

#include <algorithm>
#include <memory>

#include "base/file.h"
#include "base/format.h"
#include "base/parallel.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/choose_structure.h"
#include "lint/collection.h"
#include "lint/engine.h"
#include "lint/places.h"
#include "report/reporter.h"

namespace skillstow {
namespace {

// Skills that are under way at once; bounds the memory of a run over many.
constexpr std::size_t k_window = 64;

// Above this many skills, those without findings are not named one by one.
constexpr std::size_t k_list_clean = 20;

// One skill's share of the output, kept between the thread that makes it and the one that writes it.
struct Part {
  std::string text;
  Judgement judgement;
  TokenCount listing;
  std::unique_ptr<Skill> skill;
};

bool is_chosen(const Skill& skill, const std::vector<std::string>& names) {
  if (names.empty() || std::find(names.begin(), names.end(), "*") != names.end()) return true;
  return std::find(names.begin(), names.end(), skill.name().value_or(skill.folder)) != names.end();
}

bool fails(const std::vector<Diagnostic>& findings, const std::optional<Severity>& fail_on) {
  return fail_on &&
         std::any_of(findings.begin(), findings.end(), [&](const Diagnostic& f) { return f.severity >= *fail_on; });
}

}  // namespace

ExitCode check(const CheckOptions& options, Io& io) {
  const Reporter* reporter = find_reporter(options.format);
  if (!reporter) {
    io.err(format("skillstow: there is no output format \"{}\"\n", visible(options.format)));
    return ExitCode::usage;
  }
  std::optional<Structure> structure;
  if (!options.structure.empty()) {
    auto chosen = choose_structure(options.structure);
    if (!chosen) {
      io.err(format("skillstow: {}\n", chosen.error().message));
      return chosen.error().kind == ErrorKind::usage ? ExitCode::usage : ExitCode::failure;
    }
    structure = std::move(*chosen);
  }

  const Places places = find_places(options.paths, io.env("HOME").value_or(""));
  const ReportStyle style{io.color, io.width, places.skills.size() <= k_list_clean};
  std::vector<Part> parts(places.skills.size());
  Collection collection;
  bool failed = false;
  bool first = true;

  const auto work = [&](std::size_t i) {
    Part& part = parts[i];
    part.skill = std::make_unique<Skill>(places.load(i));
    if (!is_chosen(*part.skill, options.skills)) {
      part.skill.reset();
      return;
    }
    JudgeOptions judging;
    judging.rules = !options.safety_only;
    judging.structure = structure ? &*structure : nullptr;
    judging.placement = {places.found(i).place, places.found(i).linked};
    part.judgement = judge(*part.skill, judging);
    part.listing = listing_tokens(*part.skill);
    part.text =
        reporter->skill({*part.skill, part.judgement, count_tokens(part.skill->manifest.text), part.listing}, style);
  };
  const auto emit = [&](std::size_t i) {
    Part part = std::move(parts[i]);
    if (!part.skill) return;
    collection.add(places.found(i), *part.skill, part.judgement, part.listing);
    failed = failed || fails(part.judgement.findings, options.fail_on);
    if (!part.text.empty()) {
      if (!first) io.out(reporter->between);
      first = false;
      io.out(part.text);
    }
  };
  io.out(reporter->begin(style));
  parallel_ordered(parts.size(), options.threads ? options.threads : default_threads(), k_window, work, emit);
  const std::vector<Diagnostic> together = collection.findings();
  failed = failed || fails(together, options.fail_on);
  io.out(reporter->end(collection, together, places.skipped, style));

  if (options.format != "text") {
    for (const Skipped& skip : places.skipped) {
      if (skip.failed) io.err(format("skillstow: {}: {}\n", visible(skip.path), visible(skip.reason)));
    }
  }
  if (places.unreadable()) return ExitCode::failure;
  if (collection.skills == 0) {
    const bool named = !options.skills.empty() && !places.skills.empty();
    io.err(format("skillstow: no {} below {}: nothing was checked\n",
                  named ? format("skill named {}", visible(join(options.skills, ", "))) : "SKILL.md",
                  visible(join(options.paths, ", "))));
    return ExitCode::failure;
  }
  return failed ? ExitCode::findings : ExitCode::ok;
}

}  // namespace skillstow
