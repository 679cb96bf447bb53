#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "parse/shell_reader.h"

// Here-documents, and the texts and words that a command runs as further commands.
namespace skillstow {

namespace {

// After this many here-documents whose end was looked for in vain, a line that holds the delimiter among blanks is
// taken at once, so that looking stays linear.
constexpr unsigned k_max_lost_here_documents = 16;

}  // namespace

std::uint32_t ShellReader::inner_depth() const {
  return source_->depth + static_cast<std::uint32_t>(frames_.size()) + 1;
}

// Whether a text of that size inside the one at hand is read. Each level is read anew, so all of them together are
// held to a few times the size of the whole.
bool ShellReader::may_enter(std::size_t bytes) {
  if (inner_depth() < k_max_shell_depth && bytes <= nested_budget_) {
    nested_budget_ -= bytes;
    return true;
  }
  script_.complete = false;
  (inner_depth() < k_max_shell_depth ? script_.cut : script_.too_deep) = true;
  return false;
}

// The lines of the here-documents that the line before announced; inside a substitution, those announced there.
void ShellReader::read_here_documents() {
  std::size_t first = 0;
  for (std::size_t i = frames_.size(); i-- > 0;) {
    if (frames_[i].kind != FrameKind::substitution && frames_[i].kind != FrameKind::process) continue;
    first = frames_[i].here_documents;
    break;
  }
  if (first >= here_.size()) return;
  const std::vector<PendingHere> pending(std::make_move_iterator(here_.begin() + static_cast<std::ptrdiff_t>(first)),
                                         std::make_move_iterator(here_.end()));
  here_.resize(first);
  for (const PendingHere& here : pending) {
    const Span lines = find_here_end(here);  // of text_; moves pos_ past the delimiter's line
    ShellCommand& owner = command(here.command);
    owner.redirects[here.redirect].here_document = source_->to_source(lines.offset, lines.end());
    const bool shell = owner.program != k_no_command && is_shell_name(owner.name()) &&
                       read_shell_call(owner.words, owner.program).reads_input;
    if (shell) {
      wait_for_lines(here.command, lines, true);
    } else if (!here.quoted && slice(text_, lines).find_first_of("$`") != std::string_view::npos) {
      wait_for_lines(here.command, lines, false);
    }
  }
}

Span ShellReader::find_here_end(const PendingHere& here) {
  const std::size_t begin = pos_;
  std::size_t near_begin = 0;  // a line with the delimiter among blanks: lists and prompts indent whole examples
  std::size_t near_end = 0;
  std::size_t line = begin;
  while (line < text_.size()) {
    const std::size_t end = std::min(text_.find('\n', line), text_.size());
    std::string_view content = text_.substr(line, end - line);
    if (!content.empty() && content.back() == '\r') content.remove_suffix(1);
    const std::size_t next = std::min(end + 1, text_.size());
    std::string_view exact = content;
    while (here.strips_tabs && !exact.empty() && exact.front() == '\t') exact.remove_prefix(1);
    if (exact == here.delimiter) {
      pos_ = next;
      return span_between(begin, line);
    }
    if (near_end == 0 && !here.delimiter.empty() && trim(content) == here.delimiter) {
      near_begin = line;
      near_end = next;
      if (lost_here_documents_ >= k_max_lost_here_documents) break;
    }
    line = next;
  }
  if (line >= text_.size()) ++lost_here_documents_;
  if (near_end != 0) {
    pos_ = near_end;
    return span_between(begin, near_begin);
  }
  script_.complete = false;
  pos_ = text_.size();
  return span_between(begin, text_.size());
}

void ShellReader::wait_for_lines(std::uint32_t index, Span lines, bool as_commands) {
  if (lines.length == 0 || !may_enter(lines.length)) return;
  ShellText inner;
  inner.own = slice(text_, lines);
  if (source_->stretches.empty()) {
    inner.base = source_->base + lines.offset;
  } else {
    const auto& all = source_->stretches;
    auto begin = std::upper_bound(all.begin(), all.end(), lines.offset,
                                  [](std::uint32_t at, const ShellStretch& stretch) { return at < stretch.text; });
    if (begin != all.begin()) --begin;
    for (auto next = begin; next != all.end(); ++next) {
      const ShellStretch& stretch = *next;
      const std::uint32_t from = std::max(stretch.text, lines.offset);
      if (from >= lines.end()) break;
      const std::uint32_t source = stretch.exact ? stretch.source + (from - stretch.text) : stretch.source;
      const ShellStretch moved{from - lines.offset, source, stretch.source_end, stretch.exact};
      if (!inner.stretches.empty() && inner.stretches.back().text == moved.text) inner.stretches.pop_back();
      inner.stretches.push_back(moved);
    }
  }
  const auto& opaque = source_->opaque;
  auto passed = std::lower_bound(opaque.begin(), opaque.end(), lines.offset,
                                 [](const ShellOpaque& range, std::uint32_t at) { return range.begin < at; });
  for (; passed != opaque.end() && passed->end <= lines.end(); ++passed) {
    inner.opaque.push_back({passed->begin - lines.offset, passed->end - lines.offset, passed->kind});
  }
  inner.parent = index;
  inner.function = command(index).function;
  inner.depth = inner_depth();
  inner.place = as_commands ? ShellPlace::here_document : ShellPlace::substitution;
  inner.expansions_only = !as_commands;
  waiting_.push_back(std::move(inner));
}

// The words first … last - 1, joined by blanks, are a text of commands.
void ShellReader::wait_for_words(std::uint32_t index, std::size_t first, std::size_t last) {
  const ShellCommand& runner = command(index);
  std::size_t bytes = 0;
  for (std::size_t i = first; i < last; ++i) bytes += runner.words[i].text.size() + 1;
  if (!may_enter(bytes)) return;
  ShellText inner;
  for (std::size_t i = first; i < last; ++i) {
    const ShellWord& word = runner.words[i];
    if (i > first) inner.own += ' ';
    const auto at = static_cast<std::uint32_t>(inner.own.size());
    for (std::uint32_t p = 0; p < word.part_count; ++p) {
      const ShellPart& part = script_.parts[word.first_part + p];
      if (part.begin == part.end) continue;
      const bool exact = part.kind == ShellPartKind::literal && part.end - part.begin == part.span.length;
      inner.stretches.push_back({at + part.begin, part.span.offset, part.span.end(), exact});
      if (part.kind != ShellPartKind::literal && part.kind != ShellPartKind::escape) {
        inner.opaque.push_back({at + part.begin, at + part.end, part.kind});
      }
    }
    inner.own += word.text;
  }
  if (inner.own.empty()) return;
  inner.parent = index;
  inner.function = runner.function;
  inner.depth = inner_depth();
  inner.place = ShellPlace::argument;
  waiting_.push_back(std::move(inner));
}

void ShellReader::find_run_texts(std::uint32_t index) {
  const ShellCommand& runner = command(index);
  const std::size_t program = runner.program;
  const std::size_t count = runner.words.size();
  const std::string_view name = runner.name();
  const auto text = [&](std::size_t i) { return std::string_view(runner.words[i].text); };

  if (is_shell_name(name)) {
    const ShellCall call = read_shell_call(runner.words, program);
    if (call.code < count) wait_for_words(index, call.code, call.code + 1);
    return;
  }
  if (name == "eval") {
    const std::size_t first = program + 1 < count && text(program + 1) == "--" ? program + 2 : program + 1;
    return wait_for_words(index, first, count);
  }
  if (name == "trap") {
    if (program + 2 < count && !text(program + 1).starts_with('-')) {
      wait_for_words(index, program + 1, program + 2);
    }
    return;
  }
  if (name == "find") return find_exec(index);
  if (name == "su" || name == "runuser" || name == "script" || name == "flock") {
    for (std::size_t i = program + 1; i < count; ++i) {
      const std::string_view word = text(i);
      const bool cluster = word.size() > 1 && word[0] == '-' && word[1] != '-' && word.back() == 'c';
      if ((cluster || word == "--command") && i + 1 < count) return wait_for_words(index, i + 1, i + 2);
    }
    return;
  }
  // watch 'a | b': the program's word is a whole text.
  if (program > 0 && runner.words[program].quoted && name.find(' ') != std::string_view::npos) {
    for (std::size_t i = 0; i < program; ++i) {
      if (text(i) == "watch" || text(i) == "-c") return wait_for_words(index, program, program + 1);
    }
  }
}

// find … -exec PROGRAM … \; runs the words up to ";" or "+".
void ShellReader::find_exec(std::uint32_t index) {
  const std::size_t count = command(index).words.size();
  for (std::size_t i = command(index).program; i + 1 < count; ++i) {
    const std::string& action = command(index).words[i].text;
    if (action != "-exec" && action != "-execdir" && action != "-ok" && action != "-okdir") continue;
    std::size_t end = i + 1;
    while (end < count && command(index).words[end].text != ";" && command(index).words[end].text != "+") ++end;
    if (end == i + 1) continue;
    ShellCommand run;
    const ShellCommand& runner = command(index);
    run.words.assign(runner.words.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                     runner.words.begin() + static_cast<std::ptrdiff_t>(end));
    run.span = reaching(run.words.front().span, run.words.back().span.end());
    run.pipeline = ++pipelines_;
    run.parent = index;
    run.function = runner.function;
    run.place = ShellPlace::argument;
    script_.commands.push_back(std::move(run));
    const auto added = static_cast<std::uint32_t>(script_.commands.size() - 1);
    command(added).program = find_program(command(added).words);
    // A find inside a find would hold the same words once more: not entered.
    if (command(added).name() != "find") find_run_texts(added);
    i = end;
  }
}

}  // namespace skillstow
