#include <utility>

#include "base/text.h"
#include "parse/shell_reader.h"

// Commands: where they begin and end, keywords and compound commands, and where each word goes.
namespace skillstow {

std::uint32_t ShellReader::new_command(ShellForm form, std::size_t begin) {
  const auto index = static_cast<std::uint32_t>(script_.commands.size());
  if (now_.piped) {
    ++now_.stage;
  } else {
    now_.pipeline = ++pipelines_;
    now_.stage = 0;
  }
  now_.piped = false;
  now_.closed = k_no_command;
  if (form == ShellForm::simple) now_.named = 0;
  ShellCommand& added = script_.commands.emplace_back();
  added.span = source_->to_source(begin, begin + 1);
  added.pipeline = now_.pipeline;
  added.stage = now_.stage;
  added.parent = now_.parent;
  added.place = now_.place;
  added.group = now_.group;
  added.function = now_.function;
  added.form = form;
  return index;
}

// The command that a substitution in the word at hand belongs to.
std::uint32_t ShellReader::ensure_command() {
  if (now_.mode == Mode::case_pattern) return frames_.back().command;
  if (now_.command == k_no_command) {
    if (now_.redirecting != k_no_command) return now_.redirecting;
    now_.command = new_command(ShellForm::simple, now_.word_begin);
  }
  return now_.command;
}

// A redirection to which no target came.
void ShellReader::drop_redirect() {
  if (now_.redirecting == k_no_command) return;
  command(now_.redirecting).redirects.pop_back();
  now_.redirecting = k_no_command;
}

void ShellReader::end_command() {
  if (now_.in_word) end_word();
  drop_redirect();
  now_.closed = k_no_command;
  if (now_.mode == Mode::case_subject || now_.mode == Mode::case_pattern) return;
  now_.mode = Mode::command;
  const std::uint32_t ended = std::exchange(now_.command, k_no_command);
  if (ended != k_no_command) finish_command(ended);
}

void ShellReader::finish_command(std::uint32_t index) {
  ShellCommand& ended = command(index);
  if (ended.form != ShellForm::simple) return;
  ended.program = find_program(ended.words);
  if (ended.program != k_no_command) find_run_texts(index);
}

void ShellReader::open_compound(FrameKind kind, ShellForm form, std::size_t begin) {
  const std::uint32_t index = new_command(form, begin);
  if (frames_.size() + source_->depth >= k_max_shell_depth) {
    script_.complete = false;
    script_.too_deep = true;
    if (kind == FrameKind::paren) {
      pos_ = begin;
      skip_brackets('(', ')');
    }
    return;  // the commands inside count as those of the level above
  }
  frames_.push_back({kind, static_cast<std::uint32_t>(begin), 0, 0, 0, index, now_});
  if (now_.named != 0) now_.function = now_.named;
  now_.named = 0;
  now_.group = index;
  now_.command = k_no_command;
  if (form == ShellForm::for_loop || form == ShellForm::case_clause) {
    now_.command = index;
    now_.mode = form == ShellForm::for_loop ? Mode::for_name : Mode::case_subject;
  }
}

void ShellReader::pop_to(std::size_t size) {
  if (frames_.size() > size) script_.complete = false;
  while (frames_.size() > size) {
    now_ = frames_.back().saved;
    frames_.pop_back();
  }
}

// Ends the innermost compound command of that kind, if there is one in this list.
void ShellReader::close_compound(FrameKind kind, std::size_t end) {
  for (std::size_t i = frames_.size(); i-- > 0;) {
    if (frames_[i].kind == kind) {
      pop_to(i + 1);
      const Frame& frame = frames_.back();
      const std::uint32_t index = frame.command;
      ShellCommand& ended = command(index);
      ended.span = reaching(ended.span, source_->to_source(0, end).end());
      now_ = frame.saved;
      if (now_.named != 0) {
        Span& span = script_.functions[now_.named - 1].span;
        span = reaching(span, ended.span.end());
        now_.named = 0;
      }
      now_.closed = index;
      now_.mode = Mode::command;
      frames_.pop_back();
      return;
    }
    const FrameKind other = frames_[i].kind;
    if (other == FrameKind::paren || other == FrameKind::substitution || other == FrameKind::process) return;
  }
}

// Its span grows to the end of the body as soon as that is known.
void ShellReader::define_function(std::string name, Span span) {
  script_.functions.push_back({std::move(name), span});
  now_.named = static_cast<std::uint32_t>(script_.functions.size());
}

// Before a compound command "time" is no command of its own; with options it is read like other wrappers.
bool ShellReader::time_is_keyword() const {
  std::size_t next = pos_;
  while (next < text_.size() && is_blank(text_[next])) ++next;
  return next < text_.size() && (text_[next] == '{' || text_[next] == '(' || is_lower(text_[next])) && next > pos_;
}

bool ShellReader::take_keyword(std::string_view word, std::size_t begin) {
  const auto opens = [&](FrameKind kind, ShellForm form) {
    open_compound(kind, form, begin);
    return true;
  };
  const auto closes = [&](FrameKind kind) {
    now_.command = k_no_command;
    close_compound(kind, pos_);
    return true;
  };
  switch (word.size()) {
    case 1:
      if (word == "{") return opens(FrameKind::brace, ShellForm::brace_group);
      if (word == "}") return closes(FrameKind::brace);
      return word == "!";
    case 2:
      if (word == "if") return opens(FrameKind::if_clause, ShellForm::if_clause);
      if (word == "fi") return closes(FrameKind::if_clause);
      if (word == "[[") {
        now_.command = new_command(ShellForm::test, begin);
        now_.mode = Mode::test;
        return false;  // the word belongs to it
      }
      return word == "do";
    case 3:
      return word == "for" && opens(FrameKind::loop, ShellForm::for_loop);
    case 4:
      if (word == "case") return opens(FrameKind::case_clause, ShellForm::case_clause);
      if (word == "esac") return closes(FrameKind::case_clause);
      if (word == "done") return closes(FrameKind::loop);
      if (word == "time") return time_is_keyword();
      return word == "then" || word == "else" || word == "elif";
    case 5:
      if (word == "while" || word == "until") return opens(FrameKind::loop, ShellForm::while_loop);
      return false;
    case 6:
      if (word == "select") return opens(FrameKind::loop, ShellForm::for_loop);
      return word == "coproc";
    case 8:
      if (word != "function") return false;
      now_.mode = Mode::function_name;
      return true;
    default:
      return false;
  }
}

namespace {

// NAME=…, NAME+=…, NAME[…]=…
bool is_assignment(const ShellWord& word, const std::vector<ShellPart>& parts) {
  if (word.part_count == 0) return false;
  const ShellPart& first = parts[word.first_part];
  if (first.kind != ShellPartKind::literal || first.quote != ShellQuote::none) return false;
  const std::string_view head = std::string_view(word.text).substr(0, first.end);
  std::size_t i = 0;
  while (i < head.size() && is_word(head[i])) ++i;
  if (i == 0 || is_digit(head[0])) return false;
  if (i < head.size() && head[i] == '[') return word.text.find("]=", i) != std::string::npos;
  if (i < head.size() && head[i] == '+') ++i;
  return i < head.size() && head[i] == '=';
}

}  // namespace

void ShellReader::take_word(ShellWord&& word) {
  if (now_.redirecting != k_no_command) {
    const std::uint32_t owner = std::exchange(now_.redirecting, k_no_command);
    ShellCommand& redirected = command(owner);
    ShellRedirect& redirect = redirected.redirects.back();
    redirect.span = reaching(redirect.span, word.span.end());
    redirected.span = reaching(redirected.span, word.span.end());
    if (redirect.op == "<<" || redirect.op == "<<-") {
      here_.push_back({owner, static_cast<std::uint32_t>(redirected.redirects.size() - 1), word.text, word.quoted,
                       redirect.op == "<<-"});
    }
    redirect.target = std::move(word);
    return;
  }
  const bool plain = !word.quoted && word.literal;
  switch (now_.mode) {
    case Mode::case_pattern:
      if (plain && word.text == "esac") {
        now_.mode = Mode::command;
        close_compound(FrameKind::case_clause, pos_);
      }
      return;
    case Mode::case_subject:
      if (plain && word.text == "in" && !command(now_.command).words.empty()) {
        now_.command = k_no_command;
        now_.mode = Mode::case_pattern;
        return;
      }
      break;
    case Mode::for_name:
      now_.mode = Mode::for_in;
      break;
    case Mode::for_in:
      if (plain && (word.text == "in" || word.text == "do")) {
        now_.mode = Mode::for_items;
        if (word.text == "do") end_command();
        return;
      }
      now_.mode = Mode::for_items;
      break;
    case Mode::for_items:
      break;
    case Mode::function_name:
      now_.mode = Mode::command;
      define_function(word.text, word.span);
      return;
    case Mode::test:
      if (plain && word.text == "]]") {
        ShellCommand& test = command(now_.command);
        test.span = reaching(test.span, word.span.end());
        test.words.push_back(std::move(word));
        now_.closed = now_.command;
        now_.command = k_no_command;
        now_.mode = Mode::command;
        return;
      }
      break;
    case Mode::command: {
      if (now_.command == k_no_command) now_.command = new_command(ShellForm::simple, now_.word_begin);
      ShellCommand& owner = command(now_.command);
      owner.span = reaching(owner.span, word.span.end());
      if (owner.words.empty() && is_assignment(word, script_.parts)) {
        owner.assignments.push_back(std::move(word));
      } else {
        owner.words.push_back(std::move(word));
      }
      return;
    }
  }
  ShellCommand& owner = command(now_.command);
  owner.span = reaching(owner.span, word.span.end());
  owner.words.push_back(std::move(word));
}

}  // namespace skillstow
