#include "parse/shell_reader.h"

#include <utility>

#include "base/text.h"

namespace skillstow {

namespace {

// Broken text is read again from the next line this many times; then the rest is passed over, to stay linear.
constexpr unsigned k_max_recoveries = 8;

}  // namespace

void ShellReader::read(const ShellText& text) {
  source_ = &text;
  text_ = text.text();
  pos_ = 0;
  opaque_ = 0;
  now_ = Context{};
  now_.parent = text.parent;
  now_.place = text.place;
  now_.function = text.function;
  frames_.clear();
  here_.clear();
  fold_.clear();
  fold_parts_.clear();
  word_frames_ = 0;
  recoveries_ = 0;
  lost_here_documents_ = 0;
  lost_quotes_ = 0;
  scan_budget_ = 4096 + 8 * text_.size();
  if (text.depth == 0) nested_budget_ = 16'384 + 4 * text_.size();
  if (text.expansions_only) {
    now_.command = text.parent;
    begin_word();
    frames_.push_back({FrameKind::here_lines, 0, 0, 0});
  }
  do {
    while (pos_ < text_.size()) step();
  } while (recover());
  finish();
}

void ShellReader::step() {
  switch (frames_.empty() ? FrameKind::paren : frames_.back().kind) {
    case FrameKind::double_quote:
    case FrameKind::here_lines:
      return read_double();
    case FrameKind::parameter:
      return read_parameter();
    case FrameKind::arithmetic:
    case FrameKind::arithmetic_command:
      return read_arithmetic();
    case FrameKind::array:
      return read_array();
    case FrameKind::paren:
    case FrameKind::brace:
    case FrameKind::if_clause:
    case FrameKind::loop:
    case FrameKind::case_clause:
    case FrameKind::substitution:
    case FrameKind::process:
      return now_.in_word ? read_word() : read_list();
  }
}

// Something that is never closed starts at `from`: the command ends there, and reading goes on with the next line.
void ShellReader::give_up_line(std::size_t from) {
  script_.complete = false;
  if (source_->depth == 0 && script_.unclosed.length == 0) {
    const std::size_t end = std::min(text_.find('\n', from), text_.size());
    script_.unclosed = span_between(source_->base + from, source_->base + std::max(end, from));
  }
  pos_ = from;
  const bool in_here_lines = source_->expansions_only && frames_.size() == 1;
  if (!in_here_lines) {
    if (now_.in_word && fold_.size() > now_.text_begin) {
      now_.quoted = true;  // what is there of the word is no keyword
      end_word();
    } else if (now_.in_word) {
      drop_word();
    }
    if (now_.command != k_no_command) command(now_.command).broken = true;
    if (now_.mode == Mode::case_subject) now_.mode = Mode::command;
    end_command();
  }
  pos_ = std::min(text_.find('\n', from), text_.size());
}

// At the end of the text with a quote or bracket open: as if the line with the outermost of them had ended before it.
bool ShellReader::recover() {
  if (word_frames_ == 0) return false;
  script_.complete = false;
  if (recoveries_ >= k_max_recoveries) {
    script_.cut = true;
    return false;
  }
  ++recoveries_;
  std::size_t outermost = 0;
  while (!stands_in_word(frames_[outermost].kind)) ++outermost;
  frames_.erase(frames_.begin() + static_cast<std::ptrdiff_t>(outermost), frames_.end());
  word_frames_ = 0;
  opaque_ = 0;
  now_ = snapshot_.now;
  script_.commands.resize(snapshot_.commands);
  script_.functions.resize(snapshot_.functions);
  script_.parts.resize(snapshot_.parts);
  script_.comments.resize(snapshot_.comments);
  waiting_.resize(snapshot_.waiting);
  fold_.resize(snapshot_.text_size);
  fold_parts_.resize(snapshot_.part_size);
  here_ = std::move(snapshot_.here);
  give_up_line(snapshot_.open);
  return true;
}

// What is still open at the end reaches to the end. Ending a command may open one more: its last word may be a keyword.
void ShellReader::finish() {
  if (!here_.empty()) script_.complete = false;
  const auto holds_list = [&] { return frames_.empty() || frames_.back().kind <= FrameKind::process; };
  if (holds_list()) end_command();
  while (!frames_.empty() && frames_.back().kind != FrameKind::here_lines) {
    script_.complete = false;
    const Frame frame = frames_.back();
    if (frame.command != k_no_command) {
      ShellCommand& open = command(frame.command);
      open.span = reaching(open.span, source_->to_source(0, text_.size()).end());
      now_ = frame.saved;
    } else if (holds_list()) {
      fold_.resize(frame.text_size);
      fold_parts_.resize(frame.part_size);
      now_ = frame.saved;
    }
    frames_.pop_back();
    if (holds_list()) end_command();
  }
}

}  // namespace skillstow
