#include "facts/steps.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {

namespace {

// The length of "1", "0.5", "2a", "1-2" at the start of the text.
std::size_t number_length(std::string_view text) {
  const auto digits = [&](std::size_t at) {
    while (at < text.size() && is_digit(text[at])) ++at;
    return at;
  };
  std::size_t end = digits(0);
  if (end == 0) return 0;
  while (end + 1 < text.size() && (text[end] == '.' || text[end] == '-') && is_digit(text[end + 1])) {
    end = digits(end + 1);
  }
  if (end < text.size() && is_alpha(text[end]) && (end + 1 == text.size() || !is_word(text[end + 1]))) ++end;
  return end;
}

// Past ":", ".", ")", "-" or a longer dash; 0 if none stands there.
std::size_t separator_length(std::string_view text) {
  for (std::string_view mark : {":", ".", ")", "-", "\u2013", "\u2014", "\uff1a", "|", "\u2192"}) {
    if (text.starts_with(mark)) return mark.size();
  }
  return 0;
}

// The whole numbers that a step stands for: "2a" is 2, "0.5" is 0, "1-3" is 1 to 3.
struct Range {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

std::uint32_t whole_number(std::string_view digits) {
  constexpr std::uint32_t k_largest = 1'000'000;
  std::uint32_t value = 0;
  for (char c : digits) {
    if (!is_digit(c)) break;
    value = std::min(k_largest, value * 10 + static_cast<std::uint32_t>(c - '0'));
  }
  return value;
}

Range range_of(std::string_view number) {
  const std::uint32_t first = whole_number(number);
  const std::size_t dash = number.find('-');
  const std::uint32_t last = dash == std::string_view::npos ? first : whole_number(number.substr(dash + 1));
  return {first, std::max(first, last)};
}

}  // namespace

std::optional<StepHeading> read_step_heading(std::string_view text) {
  text = trim(text);
  std::size_t at = 0;
  while (at < text.size() && !is_alnum(text[at])) ++at;  // "✅ Step 1", "(Step 1)"
  if (!starts_with_ignoring_case(text.substr(at), "step")) return std::nullopt;
  std::string_view rest = text.substr(at + 4);
  if (rest.empty() || !is_blank(rest.front())) return std::nullopt;
  rest = trim_left(rest);
  if (rest.starts_with('#')) rest.remove_prefix(1);
  const std::size_t length = number_length(rest);
  if (length == 0) return std::nullopt;
  StepHeading heading;
  heading.number = rest.substr(0, length);
  rest.remove_prefix(length);
  if (!rest.empty() && is_word(rest.front())) return std::nullopt;
  rest = trim_left(rest);
  if (starts_with_ignoring_case(rest, "of ")) {  // "Step 1 of 3: Look"
    std::string_view behind = trim_left(rest.substr(3));
    const std::size_t total = number_length(behind);
    if (total > 0) rest = trim_left(behind.substr(total));
  }
  if (rest.starts_with('(')) {  // "Step 1 (optional): Look"
    const std::size_t close = rest.find(')');
    if (close != std::string_view::npos) {
      const std::string_view behind = trim_left(rest.substr(close + 1));
      if (separator_length(behind) > 0) rest = behind;
    }
  }
  // "Step 1 Verification Checklist" speaks of a step and is none.
  if (!rest.empty() && rest.front() != '(' && separator_length(rest) == 0) return std::nullopt;
  for (std::size_t mark = separator_length(rest); mark > 0; mark = separator_length(rest)) {
    rest = trim_left(rest.substr(mark));
  }
  heading.title = rest;
  return heading;
}

std::vector<SkillStep> find_steps(const Skill& skill) {
  std::vector<SkillStep> steps;
  std::array<std::uint32_t, 7> open{};  // by level, the heading that is open there
  struct Run {
    std::uint32_t number = 0;
    bool interrupted = false;  // a heading that is no step stands behind its last step
    std::set<std::string> numbers;
  };
  std::map<std::pair<std::uint32_t, std::uint8_t>, Run> runs;  // by the heading above and the level
  std::uint32_t count = 0;
  const auto& nodes = skill.markdown.nodes;
  for (std::uint32_t i = 1; i < nodes.size(); ++i) {
    const MarkdownNode& node = nodes[i];
    if (node.kind != NodeKind::heading || node.level < 1 || node.level > 6) continue;
    std::uint32_t above = 0;
    for (std::uint8_t level = 1; level < node.level; ++level) above = std::max(above, open[level]);
    for (std::size_t level = node.level; level < open.size(); ++level) open[level] = 0;
    open[node.level] = i;
    Run& run = runs[{above, node.level}];
    const std::optional<StepHeading> heading = read_step_heading(node.text);
    if (!heading) {
      run.interrupted = true;
      continue;
    }
    std::string number(heading->number);
    // "## Step 1 … ## Variant B, ## Step 1": a second count, not a step that is there twice.
    const bool known = run.numbers.count(number) > 0;
    if (run.numbers.empty() || (run.interrupted && known && range_of(number).first <= 1)) {
      run.number = ++count;
      run.numbers.clear();
    }
    run.interrupted = false;
    run.numbers.insert(number);
    steps.push_back({std::move(number), std::string(heading->title), skill.manifest.line(node.span.offset), node.span,
                     node.level, i, run.number});
  }
  return steps;
}

std::vector<StepProblem> find_step_problems(const std::vector<SkillStep>& steps) {
  struct Run {
    std::map<std::string_view, std::size_t> first;  // by number as written
    std::vector<bool> whole;                        // which whole numbers the run has
    std::uint32_t last = 0;
    bool begun = false;
  };
  constexpr std::uint32_t k_most = 1000;  // numbers above are no count of steps
  std::map<std::uint32_t, Run> runs;
  for (const SkillStep& step : steps) {
    const Range range = range_of(step.number);
    Run& run = runs[step.run];
    for (std::uint32_t n = range.first; n <= std::min(range.last, k_most); ++n) {
      if (run.whole.size() <= n) run.whole.resize(n + 1);
      run.whole[n] = true;
    }
  }
  std::vector<StepProblem> problems;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Run& run = runs[steps[i].run];
    const Range range = range_of(steps[i].number);
    if (range.last > k_most) continue;
    const auto [known, added] = run.first.emplace(steps[i].number, i);
    if (!added) {
      problems.push_back({StepProblem::Kind::duplicate, i, known->second, {}});
      continue;
    }
    if (run.begun && range.first > run.last + 1) {
      std::uint32_t from = run.last + 1;
      while (from < range.first && run.whole[from]) ++from;  // it comes later: out of order, but there
      std::uint32_t to = range.first - 1;
      while (to > from && run.whole[to]) --to;
      if (from < range.first) {
        std::string missing = from == to ? format("{}", from) : format("{} to {}", from, to);
        problems.push_back({StepProblem::Kind::gap, i, 0, std::move(missing)});
      }
    }
    run.begun = true;
    run.last = std::max(run.last, range.last);
  }
  return problems;
}

std::string step_chain(const std::vector<SkillStep>& steps) {
  std::string chain;
  if (steps.size() < 2) return chain;
  for (const SkillStep& step : steps) {
    if (!chain.empty()) chain += " \u2192 ";
    chain += step.title.empty() ? "Step " + step.number : step.title;
  }
  return chain;
}

std::vector<NumberedList> find_numbered_lists(const Skill& skill) {
  std::vector<NumberedList> lists;
  const auto& nodes = skill.markdown.nodes;
  for (std::uint32_t i = 1; i < nodes.size(); i = skill.markdown.skip(i)) {
    if (nodes[i].kind != NodeKind::list || !nodes[i].ordered) continue;
    NumberedList& list = lists.emplace_back();
    list.line = skill.manifest.line(nodes[i].span.offset);
    for (std::uint32_t item = i + 1; item < nodes[i].end; item = skill.markdown.skip(item)) {
      list.numbers.push_back(format("{}", nodes[item].start));
    }
  }
  return lists;
}

}  // namespace skillstow
