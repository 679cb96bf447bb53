#include "safety/tokens.h"

#include "base/text.h"
#include "safety/decode.h"

namespace skillstow {
namespace {

constexpr bool starts_name(char c) {
  return is_alpha(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool in_name(char c) { return starts_name(c) || is_digit(c); }

class Reader {
 public:
  Reader(std::string_view text, Language language, std::size_t from)
      : text_(text), python_(language == Language::python), at_(from) {}

  std::vector<Token> read(std::size_t most) {
    while (at_ < text_.size() && tokens_.size() < most) {
      const char c = text_[at_];
      if (c == '\n') {
        put(Token::Kind::line_end, at_, at_ + 1);
        ++at_;
      } else if (is_space(c)) {
        ++at_;
      } else if (c == '\\' && at_ + 1 < text_.size() && (text_[at_ + 1] == '\n' || text_[at_ + 1] == '\r')) {
        at_ += text_[at_ + 1] == '\r' ? 3 : 2;
      } else if (python_ ? c == '#' : (c == '/' && next() == '/')) {
        to_line_end();
      } else if (!python_ && c == '/' && next() == '*') {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else if (!python_ && c == '#' && at_ == 0) {
        to_line_end();  // #!/usr/bin/env node
      } else if (c == '"' || c == '\'' || (!python_ && c == '`')) {
        quoted(at_, at_, c, false, c == '`');
      } else if (starts_name(c)) {
        name();
      } else if (is_digit(c)) {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (is_alnum(text_[at_]) || text_[at_] == '_' || text_[at_] == '.')) ++at_;
        put(Token::Kind::number, begin, at_);
      } else if (!python_ && c == '/' && regex_may_start()) {
        regex();
      } else {
        sign();
      }
    }
    return std::move(tokens_);
  }

 private:
  char next() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }

  void to_line_end() {
    const std::size_t end = text_.find('\n', at_);
    at_ = end == std::string_view::npos ? text_.size() : end;
  }

  Token& put(Token::Kind kind, std::size_t begin, std::size_t end) {
    Token token;
    token.kind = kind;
    token.span = span_between(begin, end);
    token.raw = text_.substr(begin, end - begin);
    tokens_.push_back(std::move(token));
    return tokens_.back();
  }

  void name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && in_name(text_[at_])) ++at_;
    if (python_ && at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'') && at_ - begin <= 2) {
      const std::string prefix = to_lower(text_.substr(begin, at_ - begin));
      if (prefix.find_first_not_of("rbfu") == std::string::npos) {
        return quoted(begin, at_, text_[at_], prefix.find('r') != std::string::npos,
                      prefix.find('f') != std::string::npos);
      }
    }
    put(Token::Kind::name, begin, at_);
  }

  // A text that starts at `begin` (with its prefix); its quote stands at `quote`.
  void quoted(std::size_t begin, std::size_t quote, char mark, bool raw, bool puts_in) {
    const bool triple = python_ && text_.substr(quote).starts_with(mark == '"' ? "\"\"\"" : "'''");
    std::size_t i = quote + (triple ? 3 : 1);
    const std::size_t content = i;
    bool escapes = false;
    bool plain = true;
    while (i < text_.size()) {
      const char c = text_[i];
      if (c == '\\') {
        escapes = true;
        i += 2;
        continue;
      }
      if (c == mark && (!triple || (i + 2 < text_.size() && text_[i + 1] == mark && text_[i + 2] == mark))) break;
      if (c == '\n' && !triple && mark != '`') break;
      if (puts_in && ((python_ && c == '{') || (!python_ && c == '$' && i + 1 < text_.size() && text_[i + 1] == '{'))) {
        plain = false;
      }
      ++i;
    }
    i = std::min(i, text_.size());
    const std::string_view inside = text_.substr(content, i - content);
    at_ = std::min(text_.size(), i + (i < text_.size() && text_[i] == mark ? (triple ? 3 : 1) : 0));
    Token& token = put(Token::Kind::text, begin, at_);
    token.text = escapes && !raw ? decode_escapes(inside) : std::string(inside);
    token.plain = plain;
  }

  // After a value a "/" divides; elsewhere it starts a regular expression.
  bool regex_may_start() const {
    for (auto last = tokens_.rbegin(); last != tokens_.rend(); ++last) {
      if (last->kind == Token::Kind::line_end) continue;
      if (last->kind == Token::Kind::name) {
        return last->raw == "return" || last->raw == "typeof" || last->raw == "case" || last->raw == "in" ||
               last->raw == "of";
      }
      return last->kind == Token::Kind::sign && last->raw != ")" && last->raw != "]" && last->raw != "}";
    }
    return true;
  }

  void regex() {
    const std::size_t begin = at_++;
    bool set = false;
    while (at_ < text_.size() && text_[at_] != '\n') {
      const char c = text_[at_++];
      if (c == '\\') {
        ++at_;
      } else if (c == '[') {
        set = true;
      } else if (c == ']') {
        set = false;
      } else if (c == '/' && !set) {
        break;
      }
    }
    at_ = std::min(at_, text_.size());
    while (at_ < text_.size() && is_alpha(text_[at_])) ++at_;
    Token& token = put(Token::Kind::text, begin, at_);
    token.plain = false;
  }

  void sign() {
    for (const std::string_view two :
         {"=>", "==", "!=", "<=", ">=", "+=", "-=", "**", "//", "&&", "||", "?.", "->", ":="}) {
      if (two[0] == text_[at_] && two[1] == next() && !(python_ && two == "?.")) {
        put(Token::Kind::sign, at_, at_ + 2);
        at_ += 2;
        if (at_ < text_.size() && two == "==" && text_[at_] == '=') ++at_;
        return;
      }
    }
    put(Token::Kind::sign, at_, at_ + 1);
    ++at_;
  }

  std::string_view text_;
  bool python_;
  std::size_t at_;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text, Language language, std::size_t from, std::size_t most) {
  return Reader(text, language, from).read(most);
}

}  // namespace skillstow
