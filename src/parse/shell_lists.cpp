#include <utility>

#include "base/text.h"
#include "parse/shell_reader.h"

// Lists of commands: what stands between the words.
namespace skillstow {

void ShellReader::read_list() {
  while (pos_ < text_.size()) {
    const char c = text_[pos_];
    switch (c) {
      case ' ':
      case '\t':
      case '\r':
        ++pos_;
        continue;
      case '\n':
        ++pos_;
        end_line();
        continue;
      case '#': {
        if (now_.mode == Mode::test) return begin_word();
        const std::size_t end = std::min(text_.find('\n', pos_), text_.size());
        script_.comments.push_back(source_->to_source(pos_, end));
        pos_ = end;
        continue;
      }
      case '\\':
        if (peek(1) == '\n') {
          pos_ += 2;
          continue;
        }
        if (peek(1) == '\r' && peek(2) == '\n') {
          pos_ += 3;
          continue;
        }
        return begin_word();
      case '(':
        if (now_.mode == Mode::test) return begin_word();
        return read_left_paren();
      case ')':
        if (now_.mode == Mode::test) return begin_word();
        return close_paren();
      case '<':
      case '>':
        if (peek(1) == '(') return begin_word();
        if (now_.mode == Mode::test) return begin_word();
        return read_redirect(-1, pos_);
      case ';':
      case '&':
      case '|':
        if (now_.mode == Mode::test) return begin_word();
        read_operator(c);
        continue;
      default:
        return begin_word();
    }
  }
}

bool ShellReader::at_command_start() const { return now_.command == k_no_command && now_.mode == Mode::command; }

void ShellReader::read_left_paren() {
  if (now_.mode == Mode::case_pattern) {
    ++pos_;
    return;
  }
  drop_redirect();
  const bool doubled = peek(1) == '(';
  if (now_.mode == Mode::for_name && doubled && closes_as_arithmetic(pos_ + 2)) {
    now_.mode = Mode::for_items;
    push(FrameKind::arithmetic_command, pos_, 2);
    return;
  }
  if (at_command_start()) {
    if (now_.named != 0 && peek(1) == ')') {  // function name ()
      pos_ += 2;
      return;
    }
    if (doubled && closes_as_arithmetic(pos_ + 2)) {
      now_.command = new_command(ShellForm::arithmetic, pos_);
      if (!push(FrameKind::arithmetic_command, pos_, 2)) end_arithmetic_command();
      return;
    }
    const std::size_t open = pos_++;
    open_compound(FrameKind::paren, ShellForm::subshell, open);
    return;
  }
  if (now_.mode == Mode::command && now_.command + 1 == script_.commands.size()) {
    const ShellCommand& head = command(now_.command);
    std::size_t close = pos_ + 1;
    while (close < text_.size() && is_blank(text_[close])) ++close;
    if (head.form == ShellForm::simple && head.words.size() == 1 && head.assignments.empty() &&
        head.redirects.empty() && !head.words[0].quoted && head.words[0].literal && close < text_.size() &&
        text_[close] == ')') {
      define_function(head.words[0].text, head.words[0].span);
      script_.commands.pop_back();
      now_.command = k_no_command;
      pos_ = close + 1;
      return;
    }
  }
  // A shell takes no bracket here: print("x"), a call of another language.
  if (now_.command != k_no_command) command(now_.command).broken = true;
  script_.complete = false;
  skip_brackets('(', ')');
}

void ShellReader::close_paren() {
  const std::size_t begin = pos_;
  if (now_.mode == Mode::case_pattern) {
    ++pos_;
    now_.mode = Mode::command;
    return;
  }
  end_command();
  for (std::size_t i = frames_.size(); i-- > 0;) {
    const FrameKind kind = frames_[i].kind;
    if (kind != FrameKind::paren && kind != FrameKind::substitution && kind != FrameKind::process) continue;
    pop_to(i + 1);
    pos_ = begin + 1;
    if (kind == FrameKind::paren) {
      close_compound(kind, pos_);
    } else {
      close_expansion(kind == FrameKind::process ? ShellPartKind::process : ShellPartKind::substitution);
    }
    return;
  }
  ++pos_;  // closes nothing
  script_.complete = false;
}

void ShellReader::read_operator(char c) {
  const std::size_t begin = pos_;
  if (c == ';') {
    if (peek(1) == ';' || peek(1) == '&') {
      pos_ += peek(1) == ';' && peek(2) == '&' ? 3 : 2;
      end_command();
      for (std::size_t i = frames_.size(); i-- > 0;) {
        const FrameKind kind = frames_[i].kind;
        if (kind == FrameKind::paren || kind == FrameKind::substitution || kind == FrameKind::process) break;
        if (kind != FrameKind::case_clause) continue;
        pop_to(i + 1);
        now_.mode = Mode::case_pattern;
        break;
      }
      return;
    }
    ++pos_;
    end_command();
    now_.piped = false;
    return;
  }
  if (c == '&' && peek(1) == '>') return read_redirect(-1, begin);
  if (now_.mode == Mode::case_pattern) {  // the "|" between patterns
    ++pos_;
    return;
  }
  end_command();
  const bool doubled = peek(1) == c;
  now_.piped = c == '|' && !doubled;
  pos_ += doubled || (c == '|' && peek(1) == '&') ? 2 : 1;
}

void ShellReader::read_redirect(int fd, std::size_t begin) {
  constexpr std::string_view k_operators[] = {"&>>", "<<<", "<<-", "&>", "<<", "<&", "<>", ">>", ">&", ">|", "<", ">"};
  drop_redirect();
  std::string_view op;
  for (std::string_view candidate : k_operators) {
    if (text_.substr(pos_, candidate.size()) == candidate) {
      op = candidate;
      break;
    }
  }
  pos_ += op.size();
  if (now_.mode == Mode::case_pattern || now_.mode == Mode::case_subject) return;
  std::uint32_t owner = now_.command;
  if (owner == k_no_command) owner = now_.closed;
  if (owner == k_no_command) owner = now_.command = new_command(ShellForm::simple, begin);
  ShellRedirect redirect;
  redirect.span = source_->to_source(begin, pos_);
  redirect.op = op;
  redirect.fd = fd;
  command(owner).redirects.push_back(std::move(redirect));
  now_.redirecting = owner;
}

void ShellReader::end_line() {
  switch (now_.mode) {
    case Mode::test: {
      const auto& words = command(now_.command).words;  // goes on behind && and ||
      if (words.back().text == "&&" || words.back().text == "||") break;
      command(now_.command).broken = true;
      script_.complete = false;
      end_command();
      break;
    }
    case Mode::case_pattern:
    case Mode::case_subject:
      break;
    case Mode::command:
    case Mode::for_name:
    case Mode::for_in:
    case Mode::for_items:
    case Mode::function_name:
      end_command();
      break;  // a "|" at the end of the line still waits
  }
  if (!here_.empty()) read_here_documents();
}

}  // namespace skillstow
