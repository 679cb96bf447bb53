#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "parse/shell.h"
#include "parse/shell_text.h"

// Inside of parse/shell: the machine that reads one text. Its stack is a vector, so nesting costs no call depth. Words
// are folded into one growing string: a word inside a word is done before the outer one goes on, so each takes its end
// of it.
namespace skillstow {

class ShellReader {
 public:
  // Adds to `script`, and to `waiting` the texts that its commands run. The texts must outlive the reader.
  ShellReader(ShellScript& script, std::deque<ShellText>& waiting) : script_(script), waiting_(waiting) {}

  void read(const ShellText& text);

 private:
  enum class Mode : std::uint8_t {
    command,
    test,  // inside [[ … ]]
    for_name,
    for_in,
    for_items,
    case_subject,
    case_pattern,
    function_name,
  };

  enum class FrameKind : std::uint8_t {
    // with lists of commands in them
    paren,
    brace,
    if_clause,
    loop,
    case_clause,
    substitution,
    process,
    // inside a word
    double_quote,
    parameter,
    arithmetic,
    arithmetic_command,
    array,  // also extended globs: blanks do not end the word
    here_lines,
  };

  // What is being read in one list of commands.
  struct Context {
    std::uint32_t command = k_no_command;
    std::uint32_t closed = k_no_command;       // a compound command that has just ended: redirections are its own
    std::uint32_t redirecting = k_no_command;  // its last redirection waits for a target
    std::uint32_t group = k_no_command;
    std::uint32_t parent = k_no_command;
    std::uint32_t function = 0;
    std::uint32_t named = 0;  // the function whose body comes next
    std::uint32_t pipeline = 0;
    std::uint32_t stage = 0;
    std::uint32_t word_begin = 0;
    std::uint32_t text_begin = 0;
    std::uint32_t part_begin = 0;
    ShellPlace place = ShellPlace::top;
    Mode mode = Mode::command;
    bool piped = false;  // a "|" waits for the next command
    bool in_word = false;
    bool quoted = false;
    bool literal = true;
    bool brackets = false;
  };

  struct Frame {
    FrameKind kind;
    std::uint32_t open;  // where it starts
    std::uint32_t text_size;
    std::uint32_t part_size;
    std::uint32_t depth = 0;               // brackets open inside
    std::uint32_t command = k_no_command;  // of a compound command
    Context saved{};
    std::uint32_t here_documents = 0;  // that were waiting before
  };

  static constexpr bool stands_in_word(FrameKind kind) {
    return kind >= FrameKind::substitution && kind != FrameKind::here_lines;
  }

  struct PendingHere {
    std::uint32_t command;
    std::uint32_t redirect;
    std::string delimiter;
    bool quoted;
    bool strips_tabs;
  };

  // What to go back to when a quote or bracket turns out to be never closed.
  struct Snapshot {
    Context now;
    std::size_t commands, functions, parts, comments, waiting, text_size, part_size;
    std::uint32_t open;
    std::vector<PendingHere> here;
  };

  // shell_reader.cpp, shell_lists.cpp, shell_commands.cpp: lists of commands
  void step();
  void read_list();
  void read_left_paren();
  void close_paren();
  void read_operator(char c);
  void read_redirect(int fd, std::size_t begin);
  void end_line();
  void drop_redirect();
  void end_command();
  void finish_command(std::uint32_t command);
  std::uint32_t new_command(ShellForm form, std::size_t begin);
  std::uint32_t ensure_command();
  void open_compound(FrameKind kind, ShellForm form, std::size_t begin);
  void close_compound(FrameKind kind, std::size_t end);
  void pop_to(std::size_t index);
  void take_word(ShellWord&& word);
  bool take_keyword(std::string_view word, std::size_t begin);
  void define_function(std::string name, Span span);
  bool time_is_keyword() const;
  void give_up_line(std::size_t from);
  bool recover();
  void finish();

  // shell_words.cpp, shell_expansions.cpp: what stands in a word
  void begin_word();
  void end_word();
  void drop_word();
  void read_word();
  void read_double();
  void read_parameter();
  void read_arithmetic();
  void read_array();
  void read_dollar();
  void read_dollar_brace();
  void read_single();
  void read_ansi();
  std::size_t find_unescaped(char quote, std::size_t at);
  void read_backtick();
  void read_escape();
  void open_process();
  bool read_opaque();
  bool push(FrameKind kind, std::size_t open, std::size_t skip);
  void open_list(FrameKind kind, std::size_t open, std::size_t skip, ShellPlace place);
  void close_expansion(ShellPartKind kind);
  void add_part(ShellPartKind kind, ShellQuote quote, std::size_t begin, std::size_t end, std::string_view text);
  void add_literal(std::size_t begin, std::size_t end, ShellQuote quote);
  void add_expansion(ShellPartKind kind, std::size_t begin, std::size_t end);
  ShellQuote quote_here() const;
  bool is_array_start() const;
  bool has_bracket_pattern(const ShellWord& word) const;
  void end_arithmetic_command();
  bool closes_as_arithmetic(std::size_t at);
  void skip_brackets(char open, char close);

  // shell_runs.cpp: here-documents and the texts that commands run
  void read_here_documents();
  Span find_here_end(const PendingHere& pending);
  void wait_for_words(std::uint32_t command, std::size_t first, std::size_t last);
  void wait_for_lines(std::uint32_t command, Span lines, bool as_commands);
  void find_run_texts(std::uint32_t command);
  void find_exec(std::uint32_t command);
  std::uint32_t inner_depth() const;
  bool may_enter(std::size_t bytes);

  char peek(std::size_t ahead = 0) const { return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0'; }
  std::uint32_t at() const { return static_cast<std::uint32_t>(pos_); }
  ShellCommand& command(std::uint32_t i) { return script_.commands[i]; }
  bool at_command_start() const;

  ShellScript& script_;
  std::deque<ShellText>& waiting_;
  const ShellText* source_ = nullptr;
  std::string_view text_;
  std::size_t pos_ = 0;
  std::size_t opaque_ = 0;  // next of source_->opaque
  Context now_;
  std::vector<Frame> frames_;
  std::vector<PendingHere> here_;
  Snapshot snapshot_{};
  std::uint32_t word_frames_ = 0;  // frames that stand in a word or hold one
  std::string fold_;
  std::vector<ShellPart> fold_parts_;
  std::uint32_t pipelines_ = 0;
  unsigned recoveries_ = 0;
  unsigned lost_here_documents_ = 0;
  unsigned lost_quotes_ = 0;
  std::size_t scan_budget_ = 0;    // bytes that may still be looked at twice
  std::size_t nested_budget_ = 0;  // bytes of texts inside words that may still be read
};

// The end of the run of bytes from `at` on that none of `stops` is in.
inline std::size_t run_end(std::string_view text, std::size_t at, std::string_view stops) {
  const std::size_t end = text.find_first_of(stops, at);
  return end == std::string_view::npos ? text.size() : end;
}

// The span with its end moved. Never backwards: what was decoded for another shell has no byte of its own in the
// source.
constexpr Span reaching(Span span, std::uint32_t end) {
  return span_between(span.offset, end < span.offset ? span.offset : end);
}

// The index of the word that really runs, or k_no_command; shell_wrappers.cpp.
std::uint32_t find_program(const std::vector<ShellWord>& words);

// Whether the name is that of a shell; reads its options to find the text of -c (index into words, or npos) and
// whether it reads commands from its input.
struct ShellCall {
  std::size_t code = static_cast<std::size_t>(-1);
  bool reads_input = false;
};
bool is_shell_name(std::string_view name);
ShellCall read_shell_call(const std::vector<ShellWord>& words, std::size_t program);

}  // namespace skillstow
