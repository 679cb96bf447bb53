#include "agents/causes.h"

#include <algorithm>
#include <array>

namespace skillstow {
namespace {

constexpr std::array k_causes = {
    Cause{
        "file-link", "SKILL.md is a link, and the agent reads files alone",
        "Codex passes over a SKILL.md that is a link. Put the file itself in the place of the link, or link the whole "
        "folder."},
    Cause{"placement-depth", "The skill stands deeper or higher than the agent looks",
          "Claude Code looks only directly below a skills folder, Gemini CLI there and in the folder itself, Codex at "
          "most "
          "six folders deep. Put the skill's folder directly below the skills folder: all agents find it there."},
    Cause{
        "placement-folder", "The agent does not read the folder in which the skill stands",
        "Each agent reads folders of its own: skillstow agents ID lists them. Install the skill for that agent too, or "
        "into a folder that both read, such as .agents/skills."},
    Cause{"placement-hidden", "A folder on the way to the skill starts with a dot",
          "Most agents do not enter hidden folders below a skills folder. Rename the folder, or move the skill out of "
          "it."},
    Cause{
        "policy-implicit", "The skill asks not to be listed",
        "Codex lists no skill whose agents/openai.yaml sets policy.allow_implicit_invocation to false; it can still be "
        "called by its name."},
};

}  // namespace

std::span<const Cause> all_causes() { return k_causes; }

const Cause* find_cause(std::string_view id) {
  const auto at = std::find_if(k_causes.begin(), k_causes.end(), [&](const Cause& cause) { return cause.id == id; });
  return at == k_causes.end() ? nullptr : &*at;
}

}  // namespace skillstow
