#include "lint/fixer.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {

FixedText apply_fixes(const std::string& file, const std::string& text, const std::vector<Diagnostic>& findings) {
  struct Change {
    const Edit* edit;
    const Diagnostic* finding;
  };
  FixedText fixed;
  std::vector<Change> changes;
  const auto collides = [&changes](const Edit& edit) {
    return std::any_of(changes.begin(), changes.end(), [&edit](const Change& other) {
      const Span a = edit.span;
      const Span b = other.edit->span;
      return (a.offset < b.end() && b.offset < a.end()) || a.offset == b.offset;
    });
  };
  for (const Diagnostic& finding : findings) {
    if (finding.fixes.empty() || finding.location.file != file || !finding.fixes.front().safe) continue;
    const std::vector<Edit>& edits = finding.fixes.front().edits;
    const bool fits = std::all_of(edits.begin(), edits.end(),
                                  [&](const Edit& edit) { return edit.span.end() <= text.size() && !collides(edit); });
    if (!fits || edits.empty()) continue;
    for (const Edit& edit : edits) changes.push_back({&edit, &finding});
    fixed.applied.push_back(&finding);
  }
  std::sort(changes.begin(), changes.end(),
            [](const Change& a, const Change& b) { return a.edit->span.offset < b.edit->span.offset; });
  std::size_t copied = 0;
  for (const Change& change : changes) {
    fixed.text.append(text, copied, change.edit->span.offset - copied).append(change.edit->text);
    copied = change.edit->span.end();
  }
  fixed.text.append(text, copied);
  return fixed;
}

std::string line_diff(const std::string& before, const std::string& after) {
  const std::vector<std::string_view> a = split_lines(before);
  const std::vector<std::string_view> b = split_lines(after);
  std::size_t start = 0;
  while (start < a.size() && start < b.size() && a[start] == b[start]) ++start;
  std::size_t end = 0;
  while (end + start < a.size() && end + start < b.size() && a[a.size() - 1 - end] == b[b.size() - 1 - end]) ++end;
  std::string diff;
  for (std::size_t i = start; i + end < a.size(); ++i) diff += format("- {} | {}\n", i + 1, visible(a[i]));
  for (std::size_t i = start; i + end < b.size(); ++i) diff += format("+ {} | {}\n", i + 1, visible(b[i]));
  if (diff.empty()) diff = "  (only bytes that do not show: a mark, or line ends)\n";
  return diff;
}

}  // namespace skillstow
