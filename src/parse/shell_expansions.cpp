#include <algorithm>

#include "base/text.h"
#include "parse/shell_reader.h"

// Expansions in words, and the frames that they and quotes open.
namespace skillstow {

namespace {

// An expansion longer than this is not copied into the words around it, so that nesting cannot multiply a text.
constexpr std::size_t k_max_expansion_text = 4096;

constexpr bool is_special_parameter(char c) {
  return c == '@' || c == '*' || c == '#' || c == '?' || c == '-' || c == '$' || c == '!' || is_digit(c);
}

}  // namespace

void ShellReader::add_expansion(ShellPartKind kind, std::size_t begin, std::size_t end) {
  std::string_view text = text_.substr(begin, end - begin);
  if (text.size() > k_max_expansion_text) text = "$(…)";
  now_.literal = false;
  add_part(kind, quote_here(), begin, end, text);
}

// What the shell around has expanded already is passed over as one part.
bool ShellReader::read_opaque() {
  const auto& opaque = source_->opaque;
  while (opaque_ < opaque.size() && opaque[opaque_].begin < pos_) ++opaque_;
  if (opaque_ == opaque.size() || opaque[opaque_].begin != pos_) return false;
  const ShellOpaque& passed = opaque[opaque_];
  pos_ = passed.end;
  add_expansion(passed.kind, passed.begin, passed.end);
  return true;
}

void ShellReader::read_dollar() {
  if (read_opaque()) return;
  const std::size_t open = pos_;
  const char next = peek(1);
  const bool bare = quote_here() == ShellQuote::none;
  if (next == '(') {
    if (peek(2) == '(' && closes_as_arithmetic(pos_ + 3)) {
      push(FrameKind::arithmetic, open, 3);
    } else {
      open_list(FrameKind::substitution, open, 2, ShellPlace::substitution);
    }
    return;
  }
  if (next == '{') return read_dollar_brace();
  if (bare && next == '\'') return read_ansi();
  if (bare && next == '"') {
    now_.quoted = true;
    push(FrameKind::double_quote, open, 2);
    return;
  }
  if (is_alpha(next) || next == '_') {
    pos_ += 2;
    while (pos_ < text_.size() && is_word(text_[pos_])) ++pos_;
    return add_expansion(ShellPartKind::variable, open, pos_);
  }
  if (is_special_parameter(next)) {
    pos_ += 2;
    return add_expansion(ShellPartKind::variable, open, pos_);
  }
  add_literal(open, open + 1, quote_here());
  ++pos_;
}

void ShellReader::read_dollar_brace() {
  const std::size_t open = pos_;
  std::size_t i = pos_ + 2;
  while (i < text_.size() && is_word(text_[i])) ++i;
  if (i > pos_ + 2 && i < text_.size() && text_[i] == '}') {  // most are no more than a name
    pos_ = i + 1;
    return add_expansion(ShellPartKind::variable, open, pos_);
  }
  push(FrameKind::parameter, open, 2);
}

void ShellReader::read_parameter() {
  while (pos_ < text_.size()) {
    pos_ = run_end(text_, pos_, "}\\'\"$`");
    if (pos_ == text_.size()) return;
    switch (text_[pos_]) {
      case '}':
        ++pos_;
        return close_expansion(ShellPartKind::variable);
      case '\\':
        pos_ = std::min(pos_ + 2, text_.size());
        continue;
      case '\'': {  // inside double quotes it is a plain byte
        const bool doubled = frames_.size() > 1 && frames_[frames_.size() - 2].kind == FrameKind::double_quote;
        const std::size_t close = doubled ? std::string_view::npos : text_.find('\'', pos_ + 1);
        pos_ = close == std::string_view::npos ? pos_ + 1 : close + 1;
        continue;
      }
      case '"':
        if (push(FrameKind::double_quote, pos_, 1)) return;
        continue;
      case '`':
        read_backtick();
        break;
      default:
        read_dollar();
        break;
    }
    if (!now_.in_word || frames_.back().kind != FrameKind::parameter) return;
  }
}

void ShellReader::read_arithmetic() {
  const FrameKind kind = frames_.back().kind;
  while (pos_ < text_.size()) {
    pos_ = run_end(text_, pos_, "()\\\"$`");
    if (pos_ == text_.size()) return;
    switch (text_[pos_]) {
      case '(':
        ++frames_.back().depth;
        ++pos_;
        continue;
      case ')':
        if (frames_.back().depth > 0) {
          --frames_.back().depth;
          ++pos_;
          continue;
        }
        pos_ += peek(1) == ')' ? 2 : 1;
        return close_expansion(ShellPartKind::arithmetic);
      case '\\':
        pos_ = std::min(pos_ + 2, text_.size());
        continue;
      case '"':
        if (push(FrameKind::double_quote, pos_, 1)) return;
        continue;
      case '`':
        read_backtick();
        break;
      default:
        read_dollar();
        break;
    }
    if (frames_.back().kind != kind) return;
  }
}

void ShellReader::read_backtick() {
  if (read_opaque()) return;
  const std::size_t open = pos_;
  const std::size_t close = find_unescaped('`', open + 1);
  const bool escapes = text_.substr(open, close - open).find('\\') != std::string_view::npos;
  if (close == text_.size()) {
    if (source_->expansions_only && frames_.size() == 1) {
      pos_ = text_.size();
    } else if (word_frames_ == 0) {
      give_up_line(open);
    } else {
      pos_ = text_.size();
    }
    return;
  }
  if (close > open + 1 && may_enter(close - open)) {
    ShellText inner;
    inner.parent = ensure_command();
    inner.function = now_.function;
    inner.depth = inner_depth();
    inner.place = ShellPlace::substitution;
    const bool doubled = quote_here() == ShellQuote::double_quote;
    std::size_t i = open + 1;
    while (i < close) {
      const std::size_t end = escapes ? run_end(text_.substr(0, close), i, "\\") : close;
      if (end > i) {
        const Span from = source_->to_source(i, end);
        inner.stretches.push_back(
            {static_cast<std::uint32_t>(inner.own.size()), from.offset, from.end(), from.length == end - i});
        inner.own.append(text_.substr(i, end - i));
      }
      i = end;
      if (i >= close) break;
      const char next = text_[i + 1];
      const bool taken = next == '`' || next == '\\' || next == '$' || (doubled && next == '"');
      const Span from = source_->to_source(i, i + 2);
      inner.stretches.push_back(
          {static_cast<std::uint32_t>(inner.own.size()), from.offset, from.end(), !taken && from.length == 2});
      inner.own.append(text_.substr(taken ? i + 1 : i, taken ? 1 : 2));
      i += 2;
    }
    waiting_.push_back(std::move(inner));
  }
  pos_ = close + 1;
  add_expansion(ShellPartKind::substitution, open, pos_);
}

void ShellReader::open_process() {
  if (read_opaque()) return;
  open_list(FrameKind::process, pos_, 2, text_[pos_] == '<' ? ShellPlace::process_input : ShellPlace::process_output);
}

void ShellReader::open_list(FrameKind kind, std::size_t open, std::size_t skip, ShellPlace place) {
  const std::uint32_t parent = ensure_command();
  if (!push(kind, open, skip)) return;
  Context inner;
  inner.parent = parent;
  inner.place = place;
  inner.function = now_.function;
  now_ = inner;
}

// Enters what starts at `open` and is `skip` bytes long. Too deep: passes over it as one part, and gives false.
bool ShellReader::push(FrameKind kind, std::size_t open, std::size_t skip) {
  if (frames_.size() + source_->depth >= k_max_shell_depth) {
    script_.complete = false;
    script_.too_deep = true;
    pos_ = open + skip;
    switch (kind) {
      case FrameKind::double_quote:
        pos_ = std::min(run_end(text_, pos_, "\"") + 1, text_.size());
        break;
      case FrameKind::parameter:
        --pos_;
        skip_brackets('{', '}');
        break;
      default:
        --pos_;
        skip_brackets('(', ')');
        break;
    }
    if (kind == FrameKind::arithmetic || kind == FrameKind::arithmetic_command) {
      if (peek() == ')') ++pos_;
    }
    if (now_.in_word) {
      add_expansion(kind == FrameKind::parameter    ? ShellPartKind::variable
                    : kind == FrameKind::arithmetic ? ShellPartKind::arithmetic
                                                    : ShellPartKind::substitution,
                    open, pos_);
    }
    return false;
  }
  if (word_frames_ == 0) {
    snapshot_ = {now_,
                 script_.commands.size(),
                 script_.functions.size(),
                 script_.parts.size(),
                 script_.comments.size(),
                 waiting_.size(),
                 fold_.size(),
                 fold_parts_.size(),
                 static_cast<std::uint32_t>(open),
                 here_};
  }
  ++word_frames_;
  frames_.push_back({kind, static_cast<std::uint32_t>(open), static_cast<std::uint32_t>(fold_.size()),
                     static_cast<std::uint32_t>(fold_parts_.size()), 0, k_no_command, now_,
                     static_cast<std::uint32_t>(here_.size())});
  pos_ = open + skip;
  return true;
}

// The top frame's expansion ends here; it becomes one part of the word around it.
void ShellReader::close_expansion(ShellPartKind kind) {
  const Frame frame = frames_.back();
  frames_.pop_back();
  --word_frames_;
  if (frame.kind == FrameKind::substitution || frame.kind == FrameKind::process) now_ = frame.saved;
  fold_.resize(frame.text_size);
  fold_parts_.resize(frame.part_size);
  if (frame.kind == FrameKind::arithmetic_command) return end_arithmetic_command();
  add_expansion(kind, frame.open, pos_);
}

void ShellReader::end_arithmetic_command() {
  if (now_.mode == Mode::for_items) return;  // the head of a for loop
  ShellCommand& ended = command(now_.command);
  ended.span = reaching(ended.span, source_->to_source(0, pos_).end());
  now_.closed = now_.command;
  now_.command = k_no_command;
}

// Whether the bracket pair that was opened before `at` is closed by "))". Looks ahead, within a budget.
bool ShellReader::closes_as_arithmetic(std::size_t begin) {
  std::size_t depth = 0;
  for (std::size_t i = begin; i < text_.size() && scan_budget_ > 0; ++i, --scan_budget_) {
    const char c = text_[i];
    if (c == '\\') {
      ++i;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')') {
      if (depth == 0) return i + 1 < text_.size() && text_[i + 1] == ')';
      --depth;
    }
  }
  return false;
}

// From the opening bracket at pos_ past its partner, if that stands on the line, else to the end of the line. For what
// is nested too deep the whole text is looked at.
void ShellReader::skip_brackets(char open, char close) {
  const bool too_deep = frames_.size() + source_->depth >= k_max_shell_depth;
  std::size_t depth = 0;
  for (; pos_ < text_.size(); ++pos_) {
    const char c = text_[pos_];
    if (c == '\n' && !too_deep) return;
    if (c == open) ++depth;
    if (c == close && depth > 0 && --depth == 0) {
      ++pos_;
      return;
    }
  }
}

}  // namespace skillstow
