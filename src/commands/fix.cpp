#include "commands/fix.h"

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "lint/engine.h"
#include "lint/fixer.h"
#include "lint/places.h"

namespace skillstow {
namespace {

// A fix can make room for another one: a quoted value can then be judged. More rounds than this mean fixes that undo
// each other.
constexpr int k_rounds = 4;

Judgement lint(const Skill& skill) {
  JudgeOptions options;
  options.safety = false;
  options.agents = false;
  return judge(skill, options);
}

// The manifest as it would be after all rounds, with what was done.
struct Mended {
  std::string text;
  std::vector<std::string> titles;
};

Mended mend(Skill skill) {
  Mended mended{skill.manifest.text, {}};
  for (int round = 0; round < k_rounds; ++round) {
    const Judgement judgement = lint(skill);
    FixedText fixed = apply_fixes(skill.manifest_name, mended.text, judgement.findings);
    if (fixed.applied.empty()) break;
    for (const Diagnostic* finding : fixed.applied) {
      mended.titles.push_back(format("{} [{}]", finding->fixes.front().title, finding->rule));
    }
    mended.text = std::move(fixed.text);
    skill.manifest = SourceFile(skill.manifest_name, mended.text);
    skill.encoding = detect_encoding(mended.text);
    skill.frontmatter = parse_frontmatter(skill.manifest.text);
    skill.markdown = parse_markdown(skill.manifest.text, skill.frontmatter.body);
  }
  return mended;
}

}  // namespace

ExitCode fix(const FixOptions& options, Io& io) {
  const Places places = find_places(options.paths, io.env("HOME").value_or(""));
  ExitCode code = ExitCode::ok;
  std::size_t files = 0;
  std::size_t fixes = 0;
  for (std::size_t i = 0; i < places.skills.size(); ++i) {
    Skill skill = places.load(i);
    const bool readable = skill.encoding == Encoding::utf8 || skill.encoding == Encoding::utf8_bom;
    if (!skill.manifest_problem.empty() || !readable) continue;
    const std::string before = skill.manifest.text;
    const std::string path = join_path(skill.path, skill.manifest_name);
    const bool link = skill.manifest_is_link;
    const Mended mended = mend(std::move(skill));
    if (mended.titles.empty()) continue;
    if (link) {
      io.err(format("skillstow: {}: it is a link, and the file behind it is not changed through it\n", visible(path)));
      continue;
    }
    if (!options.diff) {
      const Result<void> written = write_file_atomically(path, mended.text, status_of(path).mode);
      if (!written) {
        io.err(format("skillstow: {}: {}\n", visible(path), written.error().message));
        code = ExitCode::failure;
        continue;
      }
    }
    ++files;
    fixes += mended.titles.size();
    io.out(visible(path) + "\n");
    for (const std::string& title : mended.titles) io.out(format("  {}\n", visible(title)));
    if (options.diff) io.out(line_diff(before, mended.text));
  }
  for (const Skipped& skip : places.skipped) {
    if (skip.failed) io.err(format("skillstow: {}: {}\n", visible(skip.path), visible(skip.reason)));
  }
  io.out(files == 0 ? std::string("nothing to fix\n")
                    : format("{} {} in {}\n", counted(fixes, "fix", "fixes"), options.diff ? "offered" : "applied",
                             counted(files, "file")));
  if (places.unreadable()) return ExitCode::failure;
  return worse(code, options.diff && files > 0 ? ExitCode::findings : ExitCode::ok);
}

}  // namespace skillstow
