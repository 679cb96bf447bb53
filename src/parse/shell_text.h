#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parse/shell.h"

// Inside of parse/shell: a text that waits to be read.
namespace skillstow {

// A stretch of a text and where it comes from. Exact: both run in step. Else (an escape, an expansion) the stretch
// stands for the whole of its source.
struct ShellStretch {
  std::uint32_t text = 0;
  std::uint32_t source = 0;
  std::uint32_t source_end = 0;
  bool exact = true;
};

// An expansion that the shell outside has made already; its commands are not read a second time.
struct ShellOpaque {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  ShellPartKind kind = ShellPartKind::variable;
};

// The text itself, or the text of a word, backticks or here-document that another command runs or expands.
struct ShellText {
  std::string_view view;  // of the text that was given; empty: `own`
  std::string own;
  std::uint32_t base = 0;               // source offset of the first byte, where there are no stretches
  std::vector<ShellStretch> stretches;  // by `text`, rising
  std::vector<ShellOpaque> opaque;      // by `begin`, rising
  std::uint32_t parent = k_no_command;
  std::uint32_t function = 0;
  std::uint32_t depth = 0;
  ShellPlace place = ShellPlace::top;
  bool expansions_only = false;  // lines of a here-document: no commands but those in substitutions

  std::string_view text() const { return own.empty() ? view : std::string_view(own); }

  Span to_source(std::size_t begin, std::size_t end) const {
    if (stretches.empty()) return span_between(begin + base, end + base);
    const ShellStretch& first = stretch_at(begin);
    const std::uint32_t from =
        first.exact ? first.source + static_cast<std::uint32_t>(begin) - first.text : first.source;
    if (end <= begin) return {from, 0};
    const ShellStretch& last = stretch_at(end - 1);
    const std::uint32_t to = last.exact ? last.source + static_cast<std::uint32_t>(end) - last.text : last.source_end;
    return span_between(from, std::max(from, to));
  }

 private:
  const ShellStretch& stretch_at(std::size_t offset) const {
    auto next = std::upper_bound(stretches.begin(), stretches.end(), offset,
                                 [](std::size_t at, const ShellStretch& stretch) { return at < stretch.text; });
    return next == stretches.begin() ? *next : *(next - 1);
  }
};

}  // namespace skillstow
