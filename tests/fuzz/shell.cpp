#include "parse/shell.h"

#include <cstdint>
#include <string_view>

#include "fuzz/require.h"

using namespace skillstow;
using fuzz::require;

namespace {

// What every reader of a script relies on, whatever the text was.
void check(std::string_view text, const ShellScript& script) {
  const auto inside = [&](Span span) { require(span.end() <= text.size() && span.end() >= span.offset); };
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i < script.commands.size(); ++i) {
    const ShellCommand& command = script.commands[i];
    inside(command.span);
    require(command.span.offset >= before);
    before = command.span.offset;
    require(command.program == k_no_command || command.program < command.words.size());
    require(command.parent == k_no_command || command.parent < i);
    require(command.group == k_no_command || command.group < i);
    require(command.function <= script.functions.size());
    for (const auto* words : {&command.words, &command.assignments}) {
      for (const ShellWord& word : *words) {
        inside(word.span);
        require(word.first_part + word.part_count <= script.parts.size());
        for (std::uint32_t p = 0; p < word.part_count; ++p) {
          const ShellPart& part = script.parts[word.first_part + p];
          inside(part.span);
          require(part.begin <= part.end && part.end <= word.text.size());
        }
      }
    }
    for (const ShellRedirect& redirect : command.redirects) {
      inside(redirect.span);
      inside(redirect.here_document);
    }
  }
  for (Span comment : script.comments) inside(comment);
  for (const ShellFunction& function : script.functions) inside(function.span);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text, parse_shell(text));
  for (FenceKind kind : {FenceKind::shell, FenceKind::console}) {
    const std::string blanked = without_prompts(text, kind);
    require(blanked.size() == size);
    check(blanked, parse_shell(blanked));
  }
  (void)fence_kind(text);
  return 0;
}
