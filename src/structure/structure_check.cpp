#include "structure/structure_check.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "structure/breaches.h"
#include "structure/content.h"
#include "structure/numbering.h"
#include "structure/sequence.h"
#include "structure/whole_skill.h"

namespace skillstow {
namespace {

// Headings that are compared with a missing title: a hint for people needs no more.
constexpr std::size_t k_look_alike_limit = 2'000;

std::string hashes(std::size_t level) { return std::string(level, '#'); }

// "a list", "a list and steps under headings like …": what a section is asked to hold.
std::string described_needs(const SectionSpec& section) {
  std::vector<std::string> parts;
  for (const Need& need : section.content) parts.push_back(describe(need));
  for (const SectionSpec& inner : section.sections) {
    if (inner.is_steps) parts.push_back(format("steps under headings like \"{}\"", example_of(*inner.repeat, 1)));
  }
  return join(parts, " and ");
}

std::vector<std::string> folded_titles(const SectionSpec& section) {
  std::vector<std::string> titles{folded_title(section.title)};
  for (const std::string& title : section.also) titles.push_back(folded_title(title));
  return titles;
}

std::string_view without_article(std::string_view folded) {
  for (const std::string_view article : {"the ", "a ", "an "}) {
    if (folded.starts_with(article)) return folded.substr(article.size());
  }
  return folded;
}

// Whether a title may be meant by a heading that holds all its words side by side: at its start ("Example: one table"),
// or with at most two words more ("Complete Example").
bool holds_title(std::string_view heading, std::string_view title) {
  if (title.empty()) return false;
  for (std::size_t at = heading.find(title); at != std::string_view::npos; at = heading.find(title, at + 1)) {
    const std::size_t end = at + title.size();
    if ((at > 0 && is_word(heading[at - 1])) || (end < heading.size() && is_word(heading[end]))) continue;
    const auto more = std::count(heading.begin(), heading.end(), ' ') - std::count(title.begin(), title.end(), ' ');
    if (at == 0 || more <= 2) return true;
  }
  return false;
}

// What the section has to hold and which other titles would do, as the end of a sentence.
std::string asked_of(const SectionSpec& wanted) {
  std::string text;
  if (const std::string needs = described_needs(wanted); !needs.empty()) text += ", with " + needs;
  if (wanted.also.empty()) return text;
  std::vector<std::string> titles;
  for (const std::string& title : wanted.also) titles.push_back(quoted_title(title));
  return text + format("; the title may also be {}", join(titles, " or "));
}

class SectionChecker {
 public:
  explicit SectionChecker(Breaches& breaches) : out_(breaches), headings_(breaches.headings()) {}

  void run() { check_inside(out_.structure().root, {0, static_cast<std::uint32_t>(headings_.size()), 0}); }

 private:
  // headings[first, end), below the heading `around` - 1; 0 = the document.
  struct Scope {
    std::uint32_t first;
    std::uint32_t end;
    std::uint32_t around;
  };

  // An entry of the structure and a heading that it was found at.
  struct Match {
    std::uint32_t entry;
    std::uint32_t heading;
  };

  // The work on one scope. Depth is that of the structure, at most six.
  struct Work {
    const SectionSpec& section;
    Scope scope;
    std::vector<bool> claimed;  // headings of the scope that belong to an entry
    std::vector<Match> matches;
    std::vector<Match> in_order;  // also headings that were probably meant to be a missing section

    bool is_claimed(std::uint32_t heading) const { return claimed[heading - scope.first]; }
    void claim(std::uint32_t heading) { claimed[heading - scope.first] = true; }
  };

  void check_inside(const SectionSpec& section, Scope scope) {
    const std::vector<SectionSpec>& entries = section.sections;
    Work work{section, scope, std::vector<bool>(scope.end - scope.first, false), {}, {}};
    for (std::uint32_t entry = 0; entry < entries.size(); ++entry) find_entry(work, entry);
    std::stable_sort(work.matches.begin(), work.matches.end(), [](Match a, Match b) { return a.heading < b.heading; });
    if (!section.any_order) check_order(work);

    std::vector<std::uint32_t> missing;
    for (std::uint32_t entry = 0; entry < entries.size(); ++entry) {
      std::vector<std::uint32_t> found;
      for (const Match match : work.matches) {
        if (match.entry == entry) found.push_back(match.heading);
      }
      if (found.empty() && entries[entry].required && !report_misnamed(work, entry)) missing.push_back(entry);
      if (!found.empty() && entries[entry].repeat) check_repeated(work, entries[entry], found);
    }
    std::stable_sort(work.in_order.begin(), work.in_order.end(), [](Match a, Match b) { return a.entry < b.entry; });
    for (const std::uint32_t entry : missing) report_missing(work, entry);
    if (section.only_these) check_others(work);
    for (const Match match : work.matches) check_section(entries[match.entry], match.heading);
  }

  // Claims the headings that belong to the entry. Those of the right level come first; if there is none, one of another
  // level is taken for it, and told.
  void find_entry(Work& work, std::uint32_t entry) {
    const SectionSpec& wanted = work.section.sections[entry];
    const std::vector<std::string> titles = folded_titles(wanted);
    const auto fits = [&](std::uint32_t heading) {
      const std::string& folded = headings_[heading].folded;
      if (wanted.repeat) return match_heading(*wanted.repeat, folded).fit != HeadingMatch::Fit::none;
      return std::find(titles.begin(), titles.end(), without_end_signs(folded)) != titles.end();
    };
    std::vector<std::uint32_t> right;
    std::vector<std::uint32_t> other;
    for (std::uint32_t h = work.scope.first; h < work.scope.end; ++h) {
      if (work.is_claimed(h) || !fits(h)) continue;
      (wanted.level == 0 || headings_[h].level == wanted.level ? right : other).push_back(h);
    }
    const bool wrong_level = right.empty();
    std::vector<std::uint32_t>& found = wrong_level ? other : right;
    for (const std::uint32_t h : found) work.claim(h);
    if (!wanted.repeat && found.size() > 1) {
      out_.at_heading(
          "structure-section-duplicate", found[1],
          format("the section {} is there twice, here and on line {}", out_.title_of(found[1]), out_.line_of(found[0])),
          "merge the two, or give one of them another title");
      found.resize(1);
    }
    for (const std::uint32_t h : found) {
      work.matches.push_back({entry, h});
      if (wrong_level) report_level(wanted, h);
    }
  }

  void report_level(const SectionSpec& wanted, std::uint32_t heading) {
    out_.at_heading(
        "structure-section-level", heading,
        format("the heading {} has level {}; {} asks for level {}", out_.title_of(heading), headings_[heading].level,
               out_.structure_name(), wanted.level),
        format("write \"{} {}\"", hashes(wanted.level), visible(out_.node_of(heading).text, k_shown_title)));
  }

  // ---- order: those that stand wrong are the fewest that have to move

  void check_order(Work& work) {
    std::vector<Match> ordered;
    std::vector<std::uint32_t> sequence;
    for (const Match match : work.matches) {
      if (work.section.sections[match.entry].is_steps) continue;  // steps stand where they like
      ordered.push_back(match);
      sequence.push_back(match.entry);
    }
    std::vector<Match> moved;
    const std::vector<bool> stays = longest_rising(sequence);
    for (std::size_t i = 0; i < ordered.size(); ++i) (stays[i] ? work.in_order : moved).push_back(ordered[i]);
    std::vector<bool> told(work.section.sections.size(), false);
    for (const Match match : moved) {
      if (!told[match.entry]) report_moved(work, match);
      told[match.entry] = true;
    }
  }

  static std::vector<Match>::const_iterator first_after(const Work& work, std::uint32_t entry) {
    return std::find_if(work.in_order.begin(), work.in_order.end(), [&](Match m) { return m.entry > entry; });
  }

  void report_moved(const Work& work, Match moved) {
    const auto next = first_after(work, moved.entry);
    std::string where;
    std::string help;
    if (next != work.in_order.begin()) {
      where = format("must follow {}", out_.with_line(std::prev(next)->heading));
      help = format("move it below {}", out_.title_of(std::prev(next)->heading));
    }
    if (next != work.in_order.end()) {
      where +=
          format("{} {}", where.empty() ? "must stand before" : " and stand before", out_.with_line(next->heading));
      if (help.empty()) help = format("move it above {}", out_.title_of(next->heading));
    }
    out_.at_heading("structure-section-order", moved.heading,
                    format("the section {} stands in the wrong place: it {}", out_.title_of(moved.heading), where),
                    help + ", with all that belongs to it");
  }

  // ---- missing sections

  static std::string title_of(const SectionSpec& wanted) {
    return wanted.repeat ? example_of(*wanted.repeat, 1) : wanted.title;
  }

  static std::string heading_of(const SectionSpec& wanted) {
    return format("{} {}", hashes(wanted.level), visible(title_of(wanted), k_shown_title));
  }

  // A missing section that is there under another name is told at that heading.
  bool report_misnamed(Work& work, std::uint32_t entry) {
    const SectionSpec& wanted = work.section.sections[entry];
    const std::uint32_t meant = look_alike(work, wanted);
    if (meant == work.scope.end) return false;
    work.claim(meant);
    if (!work.section.any_order) work.in_order.push_back({entry, meant});
    out_.at_heading(
        "structure-section-missing", meant,
        format("the section {} is missing; {} looks like it", quoted_title(wanted.title), out_.title_of(meant)),
        format("if this is it, write \"{}\"; if not, add that section{}", heading_of(wanted), asked_of(wanted)));
    return true;
  }

  void report_missing(Work& work, std::uint32_t entry) {
    const SectionSpec& wanted = work.section.sections[entry];
    if (wanted.is_steps) return report_no_steps(work, wanted);
    std::string message = format("the section {} is missing", quoted_title(title_of(wanted)));
    if (!wanted.about.empty()) message += format(": {}", visible(wanted.about, 2 * k_shown_title));
    const auto next = first_after(work, entry);
    std::size_t offset = out_.last_line_end();
    std::string place = "at the end of the file";
    if (next != work.in_order.end()) {
      place = format("above {}", out_.with_line(next->heading));
      offset = out_.node_of(next->heading).span.offset;
    } else if (work.scope.around != 0) {
      place = format("at the end of {}", out_.with_line(work.scope.around - 1));
      if (work.scope.end < headings_.size()) offset = out_.node_of(work.scope.end).span.offset;
    }
    out_.at("structure-section-missing", span_between(offset, offset), std::move(message),
            format("add \"{}\" {}{}", heading_of(wanted), place, asked_of(wanted)));
  }

  // An unclaimed heading whose title holds the words of the wanted one, or the other way round; the scope's end if
  // there is none.
  std::uint32_t look_alike(const Work& work, const SectionSpec& wanted) const {
    if (wanted.repeat) return work.scope.end;
    const std::string title = folded_title(wanted.title);
    const std::string_view words = without_article(title);
    const auto limit = static_cast<std::uint32_t>(k_look_alike_limit);
    const std::uint32_t end = std::min(work.scope.end, work.scope.first + limit);
    for (std::uint32_t h = work.scope.first; h < end; ++h) {
      if (work.is_claimed(h) || headings_[h].level == 1) continue;
      const std::string_view heading = without_article(without_end_signs(headings_[h].folded));
      if (holds_title(heading, words) || holds_title(words, heading)) return h;
    }
    return work.scope.end;
  }

  // ---- repeated headings

  void report_no_steps(const Work& work, const SectionSpec& wanted) {
    const std::uint32_t around = work.scope.around - 1;  // steps always stand inside a section
    const std::string form = example_of(*wanted.repeat, 1);
    out_.at_heading(
        "structure-steps-missing", around,
        format("the section {} has no steps: no heading below it reads \"{}\"", out_.title_of(around), form),
        format("give each step a heading of its own: \"{} {}\"", hashes(headings_[around].level + 1u), form));
  }

  void check_repeated(const Work& work, const SectionSpec& wanted, const std::vector<std::uint32_t>& found) {
    if (found.size() < wanted.at_least) {
      const auto next = static_cast<std::uint32_t>(found.size() + 1);
      const std::string_view rule = wanted.is_steps ? "structure-steps-missing" : "structure-section-missing";
      out_.at_heading(rule, wanted.is_steps ? work.scope.around - 1 : found.back(),
                      format("only {} like \"{}\"; {} asks for at least {}", counted(found.size(), "heading"),
                             example_of(*wanted.repeat, 1), out_.structure_name(), wanted.at_least),
                      format("add \"{}\"", example_of(*wanted.repeat, next)));
    }
    if (wanted.repeat->numbered) check_numbers(*wanted.repeat, found, out_);
  }

  // ---- headings that the structure does not name

  void check_others(const Work& work) {
    std::vector<bool> levels(7, false);
    for (const SectionSpec& entry : work.section.sections) levels[entry.level] = true;
    for (const Match match : work.matches) levels[headings_[match.heading].level] = true;
    for (std::uint32_t h = work.scope.first; h < work.scope.end; ++h) {
      if (work.is_claimed(h) || !levels[headings_[h].level]) continue;
      out_.at_heading("structure-section-unknown", h,
                      format("{} has no section {} and allows no others here", out_.structure_name(), out_.title_of(h)),
                      "move its text into one of the sections that the structure names");
    }
  }

  // ---- one section

  void check_section(const SectionSpec& wanted, std::uint32_t heading) {
    const OutlineHeading& place = headings_[heading];
    const NodeRange range{out_.markdown().skip(place.node), place.end_node};
    if (!has_content(out_.markdown(), range)) {
      const std::string needs = described_needs(wanted);
      std::string message = format("the section {} is empty", out_.title_of(heading));
      if (!needs.empty()) message += format("; it lacks {}", needs);
      std::string help = needs.empty() ? std::string("write what belongs here") : format("add {}", needs);
      if (!wanted.about.empty()) help += format(": {}", visible(wanted.about, 2 * k_shown_title));
      out_.at_heading("structure-section-empty", heading, std::move(message), std::move(help));
      return;
    }
    for (const Need& need : wanted.content) check_need(need, heading, range);
    if (!wanted.sections.empty()) check_inside(wanted, {heading + 1, place.end, heading + 1});
  }

  void check_need(const Need& need, std::uint32_t heading, NodeRange range) {
    static constexpr std::string_view k_rules[] = {"structure-paragraph-missing", "structure-code-missing",
                                                   "structure-list-missing", "structure-table-missing",
                                                   "structure-link-missing"};
    const NeedState state = find_need(need, out_.markdown(), out_.skill().manifest.text, range);
    if (!state.met) {
      out_.at_heading(k_rules[static_cast<std::size_t>(need.kind)], heading,
                      format("the section {} lacks {}{}", out_.title_of(heading), describe(need), instead(need, state)),
                      format("add {} below this heading", describe(need)));
    } else if (need.kind == Need::Kind::list) {
      const std::uint32_t empty = find_empty_item(need, out_.markdown(), range);
      if (empty == 0) return;
      out_.at("structure-list-item-empty", out_.markdown().nodes[empty].span,
              format("an item of the list in {} is empty", out_.title_of(heading)),
              "write the item, or remove its marker");
    }
  }

  // What there is in place of what is needed.
  std::string instead(const Need& need, const NeedState& state) const {
    if (state.near == 0) return state.found == 0 ? std::string() : format("; it has {}", state.found);
    const MarkdownNode& node = out_.markdown().nodes[state.near];
    const std::uint32_t line = out_.skill().manifest.line(node.span.offset);
    if (need.kind == Need::Kind::code) {
      if (trim(node.text).empty()) return format("; the code block on line {} is empty", line);
      if (trim(node.info).empty()) return format("; the code block on line {} names no language", line);
      return format("; the code block on line {} is in {}", line, quoted_title(trim(node.info)));
    }
    const bool wrong_kind = need.list != Need::ListKind::any && (need.list == Need::ListKind::ordered) != node.ordered;
    if (wrong_kind) return format("; the list on line {} is {}", line, node.ordered ? "ordered" : "a bullet list");
    if (state.found == 0) return format("; no item of the list on line {} has text", line);
    return format("; the list on line {} has {}", line, counted(state.found, "item"));
  }

  Breaches& out_;
  const std::vector<OutlineHeading>& headings_;
};

}  // namespace

std::vector<Diagnostic> check_structure(const Structure& structure, const Skill& skill) {
  Breaches breaches(structure, skill);
  if (!skill.manifest_problem.empty() || skill.markdown.too_complex || skill.markdown.nodes.empty()) {
    breaches.about_skill(
        "structure-unchecked",
        format("the structure {} could not be checked: SKILL.md could not be read", breaches.structure_name()),
        "mend what the other findings say about the file");
    return breaches.take();
  }
  check_whole_skill(breaches);
  SectionChecker(breaches).run();
  return breaches.take();
}

}  // namespace skillstow
