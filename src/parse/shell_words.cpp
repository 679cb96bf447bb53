#include <algorithm>
#include <array>
#include <cstring>

#include "base/text.h"
#include "base/utf8.h"
#include "parse/shell_reader.h"

// What stands in a word: literal bytes, quotes and escapes.
namespace skillstow {

namespace {

constexpr std::size_t k_longest_keyword = 8;  // "function"

// Bytes that mean nothing special in a word without quotes.
constexpr std::array<bool, 256> plain_bytes() {
  std::array<bool, 256> plain{};
  for (bool& is_plain : plain) is_plain = true;
  for (char c : std::string_view(" \t\r\n\\'\"`$<>()|&;*?[{~")) plain[static_cast<unsigned char>(c)] = false;
  return plain;
}
constexpr std::array<bool, 256> k_plain = plain_bytes();
constexpr bool is_plain(char c) { return k_plain[static_cast<unsigned char>(c)]; }

}  // namespace

void ShellReader::begin_word() {
  now_.in_word = true;
  now_.quoted = false;
  now_.literal = true;
  now_.brackets = false;
  now_.word_begin = at();
  now_.text_begin = static_cast<std::uint32_t>(fold_.size());
  now_.part_begin = static_cast<std::uint32_t>(fold_parts_.size());
}

void ShellReader::drop_word() {
  fold_.resize(now_.text_begin);
  fold_parts_.resize(now_.part_begin);
  now_.in_word = false;
}

void ShellReader::end_word() {
  if (fold_parts_.size() == now_.part_begin) return drop_word();  // nothing but a continued line
  const std::string_view text = std::string_view(fold_).substr(now_.text_begin);
  if (text.size() <= k_longest_keyword && !now_.quoted && now_.literal && at_command_start() &&
      now_.redirecting == k_no_command) {
    std::array<char, k_longest_keyword> keyword{};
    text.copy(keyword.data(), keyword.size());
    const std::size_t text_begin = now_.text_begin;
    const std::size_t part_begin = now_.part_begin;
    now_.in_word = false;  // a keyword may open or close a list: the word is none of its context
    if (take_keyword({keyword.data(), text.size()}, now_.word_begin)) {
      fold_.resize(text_begin);
      fold_parts_.resize(part_begin);
      return;
    }
  }
  ShellWord word;
  word.span = source_->to_source(now_.word_begin, pos_);
  word.text = text;
  word.first_part = static_cast<std::uint32_t>(script_.parts.size());
  word.part_count = static_cast<std::uint32_t>(fold_parts_.size()) - now_.part_begin;
  for (std::size_t i = now_.part_begin; i < fold_parts_.size(); ++i) {
    ShellPart& part = script_.parts.emplace_back(fold_parts_[i]);
    part.begin -= now_.text_begin;
    part.end -= now_.text_begin;
  }
  word.quoted = now_.quoted;
  word.literal = now_.literal && !(now_.brackets && has_bracket_pattern(word));
  drop_word();
  take_word(std::move(word));
}

// {a,b}, {1..3} or [ab] outside quotes. "{}", "{name}" and "[" stay as they are.
bool ShellReader::has_bracket_pattern(const ShellWord& word) const {
  bool brace = false;
  bool listed = false;
  bool square = false;
  for (std::uint32_t i = 0; i < word.part_count; ++i) {
    const ShellPart& part = script_.parts[word.first_part + i];
    if (part.kind != ShellPartKind::literal || part.quote != ShellQuote::none) continue;
    for (std::uint32_t at = part.begin; at < part.end; ++at) {
      const char c = word.text[at];
      if (square && c == ']') return true;
      square = square || c == '[';
      brace = brace || c == '{';
      if (brace && (c == ',' || (c == '.' && at + 1 < part.end && word.text[at + 1] == '.'))) listed = true;
      if (listed && c == '}') return true;
    }
  }
  return false;
}

void ShellReader::add_part(ShellPartKind kind, ShellQuote quote, std::size_t begin, std::size_t end,
                           std::string_view text) {
  const auto from = static_cast<std::uint32_t>(fold_.size());
  fold_.append(text);
  fold_parts_.push_back({source_->to_source(begin, end), from, static_cast<std::uint32_t>(fold_.size()), kind, quote});
}

void ShellReader::add_literal(std::size_t begin, std::size_t end, ShellQuote quote) {
  const Span span = source_->to_source(begin, end);
  // What stood there when the frame was opened must not grow: it is gone back to when the frame is never closed.
  const std::size_t first = std::max<std::size_t>(now_.part_begin, frames_.empty() ? 0 : frames_.back().part_size);
  if (fold_parts_.size() > first) {
    ShellPart& last = fold_parts_.back();
    if (last.kind == ShellPartKind::literal && last.quote == quote && last.span.end() == span.offset) {
      fold_.append(text_.substr(begin, end - begin));
      last.span.length += span.length;
      last.end = static_cast<std::uint32_t>(fold_.size());
      return;
    }
  }
  add_part(ShellPartKind::literal, quote, begin, end, text_.substr(begin, end - begin));
}

ShellQuote ShellReader::quote_here() const {
  if (frames_.empty()) return ShellQuote::none;
  const FrameKind kind = frames_.back().kind;
  return kind == FrameKind::double_quote || kind == FrameKind::here_lines ? ShellQuote::double_quote : ShellQuote::none;
}

void ShellReader::read_word() {
  while (pos_ < text_.size()) {
    const std::size_t begin = pos_;
    while (pos_ < text_.size() && is_plain(text_[pos_])) ++pos_;
    if (pos_ > begin) add_literal(begin, pos_, ShellQuote::none);
    if (pos_ == text_.size()) return;
    const char c = text_[pos_];
    switch (c) {
      case ' ':
      case '\t':
      case '\r':
      case '\n':
        return end_word();
      case '*':
      case '?':
        now_.literal = false;
        add_literal(pos_, pos_ + 1, ShellQuote::none);
        ++pos_;
        continue;
      case '{':
      case '[':
        now_.brackets = true;
        add_literal(pos_, pos_ + 1, ShellQuote::none);
        ++pos_;
        continue;
      case '~':
        if (pos_ == now_.word_begin || text_[pos_ - 1] == '=' || text_[pos_ - 1] == ':') now_.literal = false;
        add_literal(pos_, pos_ + 1, ShellQuote::none);
        ++pos_;
        continue;
      case '\\':
        read_escape();
        continue;
      case '\'':
        read_single();
        if (!now_.in_word) return;
        continue;
      case '"':
        now_.quoted = true;
        if (push(FrameKind::double_quote, pos_, 1)) return;
        continue;
      case '`':
        read_backtick();
        if (!now_.in_word) return;
        continue;
      case '$': {
        const std::size_t depth = frames_.size();
        read_dollar();
        if (!now_.in_word || frames_.size() != depth) return;
        continue;
      }
      case '(': {
        const char before = pos_ > now_.word_begin ? text_[pos_ - 1] : '\0';
        if (now_.mode != Mode::test && now_.mode != Mode::case_pattern) {
          const bool extended = before == '?' || before == '*' || before == '+' || before == '@' || before == '!';
          if (!is_array_start() && !extended) return end_word();
          add_literal(pos_, pos_ + 1, ShellQuote::none);
          now_.literal = false;
          if (push(FrameKind::array, pos_, 1)) return;
          continue;
        }
        if (now_.mode == Mode::case_pattern) return end_word();
        break;
      }
      case '<':
      case '>': {
        if (peek(1) == '(') {
          const std::size_t depth = frames_.size();
          open_process();
          if (frames_.size() != depth) return;
          continue;
        }
        if (now_.mode == Mode::test) break;
        const std::string_view text = std::string_view(fold_).substr(now_.text_begin);
        if (!now_.quoted && now_.literal && !text.empty()) {
          bool digits = text.size() <= 4;
          for (char digit : text) digits = digits && is_digit(digit);
          const bool named = text.size() > 2 && text.front() == '{' && text.back() == '}' && is_alpha(text[1]);
          if (digits || named) {
            int fd = -1;
            if (digits) {
              fd = 0;
              for (char digit : text) fd = fd * 10 + (digit - '0');
            }
            const std::size_t word_begin = now_.word_begin;
            drop_word();
            return read_redirect(fd, word_begin);
          }
        }
        return end_word();
      }
      default:  // an operator
        if (now_.mode != Mode::test) return end_word();
        if (std::string_view(fold_).substr(now_.text_begin) == "]]" && !now_.quoted) return end_word();
        break;
    }
    add_literal(pos_, pos_ + 1, ShellQuote::none);  // in [[ … ]] operators are text
    ++pos_;
  }
}

// Whether the word so far is NAME= or NAME+= or NAME[…]=, so that a bracket opens a list of values.
bool ShellReader::is_array_start() const {
  const std::string_view text = std::string_view(fold_).substr(now_.text_begin);
  constexpr std::size_t k_longest_name = 256;
  if (now_.quoted || text.size() < 2 || text.size() > k_longest_name || text.back() != '=' || is_digit(text[0])) {
    return false;
  }
  std::size_t i = 0;
  while (i < text.size() && is_word(text[i])) ++i;
  if (i == 0) return false;
  return i + 1 == text.size() || (text[i] == '+' && i + 2 == text.size()) ||
         (text[i] == '[' && text[text.size() - 2] == ']');
}

void ShellReader::read_escape() {
  const bool crlf = peek(1) == '\r' && peek(2) == '\n';
  if (crlf || peek(1) == '\n') {
    const std::size_t length = crlf ? 3 : 2;
    add_part(ShellPartKind::escape, quote_here(), pos_, pos_ + length, {});
    pos_ += length;
    return;
  }
  now_.quoted = true;
  if (pos_ + 1 == text_.size()) {
    add_literal(pos_, pos_ + 1, quote_here());
    ++pos_;
    return;
  }
  add_part(ShellPartKind::escape, quote_here(), pos_, pos_ + 2, text_.substr(pos_ + 1, 1));
  pos_ += 2;
}

void ShellReader::read_single() {
  const std::size_t open = pos_;
  const std::size_t close = text_.find('\'', open + 1);
  if (close == std::string_view::npos) {
    if (word_frames_ == 0) return give_up_line(open);
    pos_ = text_.size();
    return;
  }
  now_.quoted = true;
  add_part(ShellPartKind::literal, ShellQuote::single, open + 1, close, text_.substr(open + 1, close - open - 1));
  pos_ = close + 1;
}

void ShellReader::read_double() {
  const FrameKind kind = frames_.back().kind;
  const bool here = kind == FrameKind::here_lines;
  while (pos_ < text_.size()) {
    const std::size_t end = run_end(text_, pos_, here ? "\\$`" : "\"\\$`");
    if (end > pos_) add_literal(pos_, end, ShellQuote::double_quote);
    pos_ = end;
    if (pos_ == text_.size()) return;
    switch (text_[pos_]) {
      case '"': {
        const Frame& frame = frames_.back();
        if (fold_parts_.size() == frame.part_size) {
          add_part(ShellPartKind::literal, ShellQuote::double_quote, pos_, pos_, {});
        }
        frames_.pop_back();
        --word_frames_;
        ++pos_;
        return;
      }
      case '\\': {
        const char next = peek(1);
        if (next == '$' || next == '`' || next == '\\' || next == '\n' || (next == '"' && !here) ||
            (next == '\r' && peek(2) == '\n')) {
          read_escape();
        } else {
          const std::size_t length = std::min<std::size_t>(2, text_.size() - pos_);
          add_literal(pos_, pos_ + length, ShellQuote::double_quote);
          pos_ += length;
        }
        continue;
      }
      case '`':
        read_backtick();
        break;
      default:
        read_dollar();
        break;
    }
    if (!now_.in_word || frames_.back().kind != kind) return;
  }
}

// The next such quote from `at` on that stands behind no backslash, or the end of the text. After some searches in vain
// there is surely none, so that looking stays linear.
std::size_t ShellReader::find_unescaped(char quote, std::size_t at) {
  constexpr unsigned k_max_lost_quotes = 16;
  if (lost_quotes_ >= k_max_lost_quotes) return text_.size();
  const char stops[] = {quote, '\\'};
  while (at < text_.size()) {
    at = run_end(text_, at, std::string_view(stops, 2));
    if (at < text_.size() && text_[at] == quote) return at;
    at += 2;
  }
  ++lost_quotes_;
  return text_.size();
}

void ShellReader::read_ansi() {
  const std::size_t close = find_unescaped('\'', pos_ + 2);
  if (close == text_.size()) {
    if (word_frames_ == 0) return give_up_line(pos_);
    pos_ = text_.size();
    return;
  }
  now_.quoted = true;
  std::size_t i = pos_ + 2;
  if (i == close) add_part(ShellPartKind::literal, ShellQuote::ansi, i, i, {});
  while (i < close) {
    const std::size_t end = run_end(text_.substr(0, close), i, "\\");
    if (end > i) add_literal(i, end, ShellQuote::ansi);
    i = end;
    if (i >= close) break;
    const std::size_t begin = i;
    const char c = text_[i + 1];
    i += 2;
    std::string value;
    const auto number = [&](unsigned base, std::size_t digits) {
      std::uint32_t sum = 0;
      for (; digits > 0 && i < close; --digits, ++i) {
        const char digit = to_lower(text_[i]);
        const unsigned worth = is_digit(digit)                ? static_cast<unsigned>(digit - '0')
                               : digit >= 'a' && digit <= 'f' ? static_cast<unsigned>(digit - 'a' + 10)
                                                              : 16u;
        if (worth >= base) break;
        sum = sum * base + worth;
      }
      return sum;
    };
    switch (c) {
      case 'n':
        value = "\n";
        break;
      case 't':
        value = "\t";
        break;
      case 'r':
        value = "\r";
        break;
      case 'a':
        value = "\a";
        break;
      case 'b':
        value = "\b";
        break;
      case 'f':
        value = "\f";
        break;
      case 'v':
        value = "\v";
        break;
      case 'e':
      case 'E':
        value = "\x1b";
        break;
      case 'x':
        value = static_cast<char>(number(16, 2));
        break;
      case 'u':
        append_utf8(value, number(16, 4));
        break;
      case 'U':
        append_utf8(value, std::min<std::uint32_t>(number(16, 8), 0x10FFFF));
        break;
      default:
        if (c >= '0' && c <= '7') {
          --i;
          value = static_cast<char>(number(8, 3) & 0xFF);
        } else if (c == '\\' || c == '\'' || c == '"' || c == '?') {
          value = c;
        } else {
          value = text_.substr(begin, 2);
        }
    }
    add_part(ShellPartKind::escape, ShellQuote::ansi, begin, i, value);
  }
  pos_ = close + 1;
}

void ShellReader::read_array() {
  while (pos_ < text_.size()) {
    const std::size_t end = run_end(text_, pos_, "()\\'\"$`#<>");
    if (end > pos_) add_literal(pos_, end, ShellQuote::none);
    pos_ = end;
    if (pos_ == text_.size()) return;
    const std::size_t depth = frames_.size();
    switch (text_[pos_]) {
      case '(':
        ++frames_.back().depth;
        break;
      case ')':
        if (frames_.back().depth == 0) {
          add_literal(pos_, pos_ + 1, ShellQuote::none);
          ++pos_;
          frames_.pop_back();
          --word_frames_;
          return;
        }
        --frames_.back().depth;
        break;
      case '\\':
        read_escape();
        continue;
      case '\'':
        read_single();
        if (!now_.in_word) return;
        continue;
      case '"':
        now_.quoted = true;
        if (push(FrameKind::double_quote, pos_, 1)) return;
        continue;
      case '`':
        read_backtick();
        if (!now_.in_word) return;
        continue;
      case '$':
        read_dollar();
        if (!now_.in_word || frames_.size() != depth) return;
        continue;
      case '#':
        if (is_space(text_[pos_ - 1])) {
          const std::size_t line_end = run_end(text_, pos_, "\n");
          script_.comments.push_back(source_->to_source(pos_, line_end));
          pos_ = line_end;
          continue;
        }
        break;
      default:
        if (peek(1) != '(') break;
        open_process();
        if (frames_.size() != depth) return;
        continue;
    }
    add_literal(pos_, pos_ + 1, ShellQuote::none);
    ++pos_;
  }
}

}  // namespace skillstow
