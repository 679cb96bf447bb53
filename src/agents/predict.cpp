#include "agents/predict.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include "agents/loader/loader.h"
#include "agents/loader/serde_codex.h"
#include "agents/loader/unicode_space.h"
#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

using loader::LoaderInput;
using loader::LoaderVerdict;

constexpr std::size_t k_any_depth = SIZE_MAX;

// How an agent finds skills below a folder that it reads: watched, except for Cursor, whose documentation allows
// folders for grouping.
struct Finder {
  std::string_view agent;
  LoaderVerdict (*load)(const LoaderInput&);
  std::size_t least_depth = 1;  // folders from the skills folder to the skill's, counted with the skill's own
  std::size_t most_depth = 1;
  bool hidden = false;       // enters folders whose names start with "."
  bool linked_file = true;   // reads a SKILL.md that is a link
  bool node_modules = true;  // enters node_modules
  bool tabs = true;          // finds folders with a tab or a line end in their names
};

constexpr Finder k_finders[] = {
    {"claude-code", loader::load_as_claude_code, 1, 1, true, true, true},
    {"codex", loader::load_as_codex, 0, 6, false, false, true, false},
    {"cursor", loader::load_as_cursor, 1, k_any_depth, false, true, true},
    {"gemini-cli", loader::load_as_gemini_cli, 0, 1, false, true, false},
    {"github-copilot", loader::load_as_github_copilot, 0, k_any_depth, false, true, true},
    {"opencode", loader::load_as_opencode, 0, k_any_depth, true, true, true},
};

// OpenCode's own folders are searched without hidden ones, the shared folders with them.
bool enters_hidden(const Finder& finder, std::string_view folder) {
  return finder.hidden && (finder.agent != "opencode" || folder.find("opencode") == std::string_view::npos);
}

bool has_part(std::string_view path, std::string_view name) {
  const std::vector<std::string_view> parts = split(path, '/');
  return std::find(parts.begin(), parts.end(), name) != parts.end();
}

// Why the agent does not find the skill where it stands; an empty rule if it does.
struct Obstacle {
  std::string_view rule;
  std::string cause;
};

Obstacle obstacle_of(const Finder& finder, const Skill& skill, const Placement& placement) {
  if (skill.manifest_name != "SKILL.md") {
    return {"file-case",
            format("looks for SKILL.md in exactly these letters, not for '{}'", visible(skill.manifest_name, 40))};
  }
  if (skill.manifest_is_link && !finder.linked_file) return {"file-link", "passes over a SKILL.md that is a link"};
  // Codex 0.171 loses them without a word, as a file URL loses these characters.
  const std::string_view way = placement.place ? std::string_view(placement.place->below) : skill.folder;
  if (!finder.tabs && way.find_first_of("\t\n\r") != std::string_view::npos) {
    return {"placement-folder", "does not find folders with a tab or a line end in their names"};
  }
  if (!placement.place) return {};
  const StandingPlace& place = *placement.place;
  const bool reads = std::any_of(place.readers.begin(), place.readers.end(),
                                 [&](const Agent* agent) { return agent->id == finder.agent; });
  if (!reads) return {"placement-folder", format("does not read {}", place.folder)};
  if (place.depth > finder.most_depth || place.depth < finder.least_depth) {
    return {"placement-depth", finder.most_depth == 1 ? "looks only directly below the skills folder"
                                                      : format("looks at most {} folders deep", finder.most_depth)};
  }
  if (place.hidden && !enters_hidden(finder, place.folder)) {
    return {"placement-hidden", "does not enter folders whose names start with a dot"};
  }
  if (!finder.node_modules && has_part(place.below, "node_modules")) {
    return {"placement-folder", "does not enter node_modules"};
  }
  return {};
}

// Codex leaves a skill out of its listing whose agents/openai.yaml forbids that the model calls it by itself, or keeps
// it for other products. A file that it cannot read forbids nothing.
std::string_view unlisted_cause(const Skill& skill) {
  for (const SkillFile& file : skill.files) {
    if (file.entry.path != "agents/openai.yaml" || file.kind != ContentKind::text) continue;
    if (find_invalid_utf8(file.source.text) != std::string_view::npos) continue;
    const loader::CodexPolicy policy = loader::serde_yaml_codex_policy(file.source.text);
    if (!policy.for_codex) return "lists no skill whose agents/openai.yaml keeps it for other products";
    if (!policy.allow_implicit_invocation) {
      return "lists no skill whose agents/openai.yaml forbids implicit invocation";
    }
  }
  return {};
}

// The bytes of SKILL.md as they stand on the disk: the loaded text is UTF-8, so UTF-16 is put back.
std::string utf16_bytes(std::string_view text, bool big_endian) {
  std::string out;
  const auto unit = [&](char32_t value) {
    const char high = static_cast<char>(value >> 8 & 0xFF);
    const char low = static_cast<char>(value & 0xFF);
    out += big_endian ? high : low;
    out += big_endian ? low : high;
  };
  unit(0xFEFF);
  for (std::size_t i = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; i < text.size();) {
    const Decoded decoded = decode_utf8(text, i);
    i += decoded.length;
    if (decoded.point > 0xFFFF) {
      unit(0xD800 + ((decoded.point - 0x10000) >> 10));
      unit(0xDC00 + ((decoded.point - 0x10000) & 0x3FF));
    } else {
      unit(decoded.point);
    }
  }
  return out;
}

// A skill made ready for the loaders: its bytes, and what its author declared.
struct Declared {
  std::string room;
  std::unique_ptr<loader::PreparedInput> input;
  std::optional<std::string> name;
  std::optional<std::string> description;
  std::size_t body = 0;  // where the body begins, white space passed over
  bool has_block = false;
};

std::size_t after_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

Declared declare(const Skill& skill) {
  Declared declared;
  std::string_view bytes = skill.manifest.text;
  if (skill.encoding == Encoding::utf16_le || skill.encoding == Encoding::utf16_be) {
    declared.room = utf16_bytes(skill.manifest.text, skill.encoding == Encoding::utf16_be);
    bytes = declared.room;
  }
  declared.input = std::make_unique<loader::PreparedInput>(bytes, skill.folder);
  declared.name = skill.name();
  declared.description = skill.description();
  declared.has_block = skill.frontmatter.state == Frontmatter::State::present;
  declared.body = after_space(skill.manifest.text, skill.frontmatter.body);
  return declared;
}

bool same_text(const std::optional<std::string>& declared, std::string_view shown) {
  if (!declared) return false;
  return *declared == shown ||
         loader::fold_by(*declared, loader::is_js_space) == loader::fold_by(shown, loader::is_js_space);
}

std::string sentence(std::string_view agent, const AgentVerdict& verdict, std::string_view cause) {
  if (cause.empty()) return {};
  std::string text = format("{} {}", agent, cause);
  if (!verdict.loads) {
    text += verdict.silent ? "; it leaves the skill out and says nothing" : "; it leaves the skill out and says so";
  } else if (verdict.silent) {
    text += ", and says nothing";
  }
  return text;
}

AgentVerdict judge(const Finder& finder, const Agent& agent, const Skill& skill, const Declared& declared,
                   const Placement& placement) {
  AgentVerdict verdict;
  verdict.agent = finder.agent;
  Obstacle obstacle = obstacle_of(finder, skill, placement);
  if (obstacle.rule.empty() && !skill.manifest_problem.empty()) {
    obstacle = {"frontmatter-missing", format("cannot read SKILL.md: {}", skill.manifest_problem)};
  }
  if (!obstacle.rule.empty()) {
    verdict.silent = true;
    verdict.why.push_back(obstacle.rule);
    verdict.message = sentence(agent.name, verdict, obstacle.cause);
    return verdict;
  }
  LoaderInput input = declared.input->input();
  // Codex resolves links before it looks at names (loader.rs, canonicalize_for_skill_identity).
  if (finder.agent == "codex" && !placement.real_folder.empty()) input.folder = placement.real_folder;
  LoaderVerdict seen = finder.load(input);
  if (seen.loads && finder.agent == "codex") {
    const std::string_view unlisted = unlisted_cause(skill);
    if (!unlisted.empty()) seen = loader::refuses("policy-implicit", std::string(unlisted), false);
  }
  verdict.loads = seen.loads;
  verdict.why = std::move(seen.why);
  if (seen.loads) {
    if (!same_text(declared.name, seen.name)) verdict.changed.emplace_back("name");
    if (!same_text(declared.description, seen.description)) verdict.changed.emplace_back("description");
    const bool other_body = seen.body != loader::k_no_body && declared.has_block && declared.room.empty() &&
                            after_space(skill.manifest.text, seen.body) != declared.body;
    if (seen.body_lost || other_body) verdict.changed.emplace_back("body");
    verdict.name = std::move(seen.name);
    verdict.description = std::move(seen.description);
  }
  verdict.silent = (!verdict.loads || !verdict.changed.empty()) && !seen.told;
  verdict.message = sentence(agent.name, verdict, seen.cause);
  return verdict;
}

}  // namespace

std::vector<AgentVerdict> predict(const Skill& skill, const Placement& placement) {
  const Declared declared = declare(skill);
  std::vector<AgentVerdict> verdicts;
  verdicts.reserve(std::size(k_finders));
  for (const Finder& finder : k_finders) {
    verdicts.push_back(judge(finder, *find_agent(finder.agent), skill, declared, placement));
  }
  return verdicts;
}

AgentVerdict predict_for(const Agent& agent, const Skill& skill, const Placement& placement) {
  for (const Finder& finder : k_finders) {
    if (finder.agent == agent.id) return judge(finder, agent, skill, declare(skill), placement);
  }
  AgentVerdict unknown;
  unknown.agent = agent.id;
  return unknown;
}

}  // namespace skillstow
