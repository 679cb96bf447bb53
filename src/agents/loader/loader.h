#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "agents/loader/plain_block.h"

namespace skillstow::loader {

// What an agent's loader sees of a skill that it has found.
struct LoaderInput {
  std::string_view bytes;             // SKILL.md as it stands on the disk
  std::string_view folder;            // name of the skill's folder
  bool valid_utf8 = false;            // known to be well-formed; false: not known
  const PlainBlock* plain = nullptr;  // of the same bytes, if they are that plain
};

// The input with what all loaders would find out for themselves.
class PreparedInput {
 public:
  PreparedInput(std::string_view bytes, std::string_view folder);
  PreparedInput(const PreparedInput&) = delete;
  PreparedInput& operator=(const PreparedInput&) = delete;
  const LoaderInput& input() const { return input_; }

 private:
  std::optional<PlainBlock> plain_;
  LoaderInput input_;
};

// The text as a program sees it that shows ill-formed bytes as U+FFFD; `room` is used only if there are some.
std::string_view text_of(const LoaderInput& input, std::string& room);

inline constexpr std::size_t k_no_body = SIZE_MAX;

// What it does with it. `cause` is the first thing that goes wrong or is changed, in words that follow the agent's
// name: "finds no frontmatter". `why` names the rules.
struct LoaderVerdict {
  bool loads = false;
  std::string name;
  std::string description;
  std::size_t body = k_no_body;  // where the body begins to the agent, in bytes; k_no_body: not known or not changed
  bool body_lost = false;        // the agent takes the body for empty
  bool told = false;             // the agent tells its user
  std::vector<std::string_view> why;
  std::string cause;
};

LoaderVerdict load_as_claude_code(const LoaderInput& input);
LoaderVerdict load_as_codex(const LoaderInput& input);
LoaderVerdict load_as_cursor(const LoaderInput& input);
LoaderVerdict load_as_gemini_cli(const LoaderInput& input);
LoaderVerdict load_as_github_copilot(const LoaderInput& input);
LoaderVerdict load_as_opencode(const LoaderInput& input);

// A verdict against loading.
LoaderVerdict refuses(std::string_view rule, std::string cause, bool told);

// Where a line ends ("\n" or the end of the text) and the next one starts.
struct LineView {
  std::string_view text;  // without "\n" and one "\r" before it, as Rust's lines() has it
  std::size_t next = 0;
};
LineView rust_line(std::string_view text, std::size_t at);

}  // namespace skillstow::loader
