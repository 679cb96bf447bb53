#include <algorithm>

#include "base/text.h"
#include "safety/detectors/prose.h"
#include "safety/role.h"

// Commands that stand in a sentence without any mark-up.
namespace skillstow {
namespace {

// A command that stands in the text without any mark-up.
void commands(Prose& prose) {
  std::size_t begin = 0;
  while (begin < prose.text.size()) {
    const std::size_t end = std::min(prose.text.find('\n', begin), prose.text.size());
    const std::string_view line = std::string_view(prose.lower).substr(begin, end - begin);
    std::size_t at = std::string_view::npos;
    for (const std::string_view start : {"curl ", "wget ", "iwr ", "irm ", "bash <(", "rm -rf ", "rm -r ", "sudo rm ",
                                         "dd if=", "mkfs.", "scp ", "aws s3 cp "}) {
      std::size_t found = line.find(start);
      while (found != std::string_view::npos && found > 0 && is_word(line[found - 1]))
        found = line.find(start, found + 1);
      if (found != std::string_view::npos) at = std::min(at, found);
    }
    const std::string_view trimmed = trim_left(line);
    if (at == std::string_view::npos &&
        (trimmed.starts_with("echo ") || trimmed.starts_with("eval ") || trimmed.starts_with("base64 ") ||
         trimmed.starts_with("cat ~") || trimmed.starts_with("tar "))) {
      at = static_cast<std::size_t>(trimmed.data() - line.data());
    }
    // A code span is judged for itself.
    if (at != std::string_view::npos && !(at > 0 && line[at - 1] == '`') &&
        line.find('`', at) == std::string_view::npos &&
        (line.find("http", at) != std::string_view::npos || line.substr(at).starts_with("scp ") ||
         line.substr(at).starts_with("aws ") || line.find("://", at) != std::string_view::npos ||
         at == line.size() - trimmed.size())) {
      View view = plain_view(*prose.view.file, {}, Language::shell, prose.view.place, prose.view.role);
      view.text = prose.text.substr(begin + at, end - begin - at);
      view.map = OffsetMap(prose.view.map.to_source({static_cast<std::uint32_t>(begin + at), 1}).offset);
      const Role role = prose.quoted(begin + at, begin + at + 4)
                            ? Role::describes
                            : role_in_sentence(prose.text, begin + at, view.text.size());
      view.role = weaker(prose.view.role, role);
      view.depth = 1;
      if (role != Role::forbids) {
        if (line.substr(at).starts_with("iwr") || line.substr(at).starts_with("irm"))
          view.language = Language::powershell;
        prose.scan.code(view);
      }
    }
    begin = end + 1;
  }
}

}  // namespace

void find_bare_commands(Prose& prose) {
  if (prose.has(trigger::line)) commands(prose);
}

}  // namespace skillstow
