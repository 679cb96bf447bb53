#include "commands/compare.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "base/unicode.h"
#include "commands/chosen_skills.h"
#include "commands/say.h"
#include "commands/skill_history.h"
#include "lint/places.h"
#include "page/page.h"
#include "report/paint.h"
#include "report/wrap.h"
#include "site/comparison.h"

namespace skillstow {
namespace {

constexpr std::size_t k_most = 8;
constexpr std::size_t k_label = 22;      // columns
constexpr std::size_t k_narrowest = 18;  // column of a skill; below, the skills stand below each other

// A cell's text broken into lines of a column.
std::vector<std::string> broken(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  const std::string all = wrapped(visible(text), width);
  for (const std::string_view line : split_lines(all)) lines.push_back(shortened(line, width));
  if (lines.empty()) lines.emplace_back();
  return lines;
}

class Table {
 public:
  Table(const Comparison& comparison, const Io& io) : comparison_(comparison), color_(io.color) {
    const std::size_t width = std::clamp<std::size_t>(io.width, 60, 180);
    column_ = std::max(k_narrowest, (width - k_label) / comparison.skills.size() - 2);
  }

  std::string run() {
    std::vector<std::string> titles;
    for (const SkillEntry& skill : comparison_.skills) titles.push_back(skill.title);
    add("", titles, false, Paint::bold);
    std::vector<std::string> paths;
    for (const SkillEntry& skill : comparison_.skills) paths.push_back(skill.path);
    add("", paths, false, Paint::dim);
    out_ += "\n";
    for (const ComparisonRow& row : comparison_.rows) add(row.label, row.cells, row.differs, Paint::plain);
    pairs();
    return std::move(out_);
  }

 private:
  void add(const std::string& label, const std::vector<std::string>& cells, bool differs, Paint paint) {
    std::vector<std::vector<std::string>> columns;
    std::size_t height = 1;
    for (const std::string& cell : cells) {
      columns.push_back(broken(cell, column_));
      height = std::max(height, columns.back().size());
    }
    for (std::size_t line = 0; line < height; ++line) {
      const std::string mark = line == 0 && differs ? "≠ " : "  ";
      std::string text = mark + padded(line == 0 ? label : "", k_label - 2);
      for (const std::vector<std::string>& column : columns)
        text += painted(padded(line < column.size() ? column[line] : "", column_), paint, color_) + "  ";
      out_ += std::string(trim_right(text)) + "\n";
    }
  }

  void pairs() {
    out_ += "\n";
    for (const ComparisonPair& pair : comparison_.pairs) {
      std::string text = format("{} and {}: ", visible(comparison_.skills[pair.first].title),
                                visible(comparison_.skills[pair.second].title));
      if (pair.copies) {
        text += "every file is the same";
      } else {
        text += format("names and descriptions {} % alike", pair.trigger);
        if (pair.text) text += format(", {} % of the text is the same", *pair.text);
      }
      out_ += text + "\n";
    }
  }

  const Comparison& comparison_;
  bool color_;
  std::size_t column_ = 0;
  std::string out_;
};

}  // namespace

ExitCode compare(const CompareOptions& options, Io& io) {
  const Format output = options.format == CompareFormat::json ? Format::json : Format::text;
  const Places places = find_places(options.paths, io.env("HOME").value_or(""));
  for (const Skipped& skip : places.skipped) {
    if (skip.failed) io.err(format("skillstow: {}: {}\n", visible(skip.path), visible(skip.reason)));
  }
  std::vector<ComparedSkill> skills;
  for (std::size_t i = 0; i < places.skills.size(); ++i) {
    const Skill skill = places.load(i);
    if (!is_chosen(skill, options.skills)) continue;
    if (skills.size() == k_most) {
      return fail(io, output,
                  Error{ErrorKind::usage, "", format("there are more than {} skills, too many for one table", k_most),
                        "name some with --skill, or make a site of all with skillstow catalog PATH -o DIR"});
    }
    const SkillFacts facts = collect_facts(skill, places.in_package(i) ? std::nullopt : skill_history(skill, io));
    JudgeOptions judging;
    judging.placement = places.placement(i);
    const Judgement judgement = judge(skill, judging);
    skills.push_back(compared(PageContext(PageInput{skill, facts, judgement})));
  }
  if (skills.empty()) return fail(io, output, nothing_found(options.paths, options.skills, !places.skills.empty()));
  if (skills.size() == 1) {
    return fail(io, output,
                Error{ErrorKind::not_found, "", "there is one skill, and nothing to compare it with",
                      "name two or more skills' folders"});
  }
  const Comparison comparison = compare_skills(std::move(skills));
  switch (options.format) {
    case CompareFormat::json:
      io.out(comparison_json(comparison));
      break;
    case CompareFormat::html:
      io.out(comparison_html(comparison, options.version));
      break;
    case CompareFormat::text:
      io.out(Table(comparison, io).run());
      break;
  }
  return places.unreadable() ? ExitCode::failure : ExitCode::ok;
}

}  // namespace skillstow
