// The table of agents. To add one: a row in alphabetical order, and, if it reads more than its two folders, a list
// above.
//
// Folders and presence of the agents that are not first class: the tables of the two installers that know most of them
// (vercel-labs/skills src/agents.ts and GitHub CLI internal/skills/registry, both of 2026), which also say where a
// skill for the agent is put. Lists of folders read: the agents' own source, as docs/agents.md says for each.
#include <array>
#include <iterator>
#include <vector>

#include "agents/agent.h"
#include "base/edit_distance.h"
#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

constexpr HomeVariable k_autohand_home{"AUTOHAND_HOME", "~/.autohand"};
constexpr HomeVariable k_claude_config_dir{"CLAUDE_CONFIG_DIR", "~/.claude"};
constexpr HomeVariable k_codewhale_home{"CODEWHALE_HOME", "~/.codewhale"};
constexpr HomeVariable k_codex_home{"CODEX_HOME", "~/.codex"};
constexpr HomeVariable k_copilot_home{"COPILOT_HOME", "~/.copilot"};
constexpr HomeVariable k_gemini_cli_home{"GEMINI_CLI_HOME", "~"};
constexpr HomeVariable k_grok_home{"GROK_HOME", "~/.grok"};
constexpr HomeVariable k_hermes_home{"HERMES_HOME", "~/.hermes"};
constexpr HomeVariable k_openclaw_state_dir{"OPENCLAW_STATE_DIR", "~/.openclaw"};
constexpr HomeVariable k_qwen_home{"QWEN_HOME", "~/.qwen"};
constexpr HomeVariable k_sarvam_home{"SARVAM_HOME", "~/.sarvam"};
constexpr HomeVariable k_vibe_home{"VIBE_HOME", "~/.vibe"};
constexpr HomeVariable k_xdg_config_home{"XDG_CONFIG_HOME", "~/.config"};

// What was seen by asking the agent itself in folders laid out for the purpose.
constexpr std::string_view k_watched = "watched: the agent was asked for its skills";

constexpr ReadFolder k_agents_reads[] = {{".agents/skills"}, {"~/.agents/skills"}};
// The personal skill beats the project's (Claude Code documentation, skills).
constexpr ReadFolder k_claude_code_reads[] = {{"~/.claude/skills"}, {".claude/skills"}};
constexpr ReadFolder k_cline_reads[] = {{"~/.cline/skills"}, {"~/.agents/skills"}, {".clinerules/skills"},
                                        {".cline/skills"},   {".claude/skills"},   {".agents/skills"}};
// Skills of one name all stay; this is the order of the listing.
constexpr ReadFolder k_codex_reads[] = {
    {".agents/skills"}, {".codex/skills"}, {"~/.codex/skills"}, {"~/.agents/skills"}};
constexpr ReadFolder k_continue_reads[] = {{".continue/skills"}, {".claude/skills"}, {"~/.continue/skills"}};
constexpr ReadFolder k_crush_reads[] = {{".agents/skills"},   {".crush/skills"},          {".claude/skills"},
                                        {".cursor/skills"},   {"~/.config/crush/skills"}, {"~/.config/agents/skills"},
                                        {"~/.agents/skills"}, {"~/.claude/skills"}};
// By its documentation; the order is not told there.
constexpr ReadFolder k_cursor_reads[] = {{".agents/skills"},   {".cursor/skills"},   {".claude/skills"},
                                         {".codex/skills"},    {"~/.agents/skills"}, {"~/.cursor/skills"},
                                         {"~/.claude/skills"}, {"~/.codex/skills"}};
constexpr ReadFolder k_droid_reads[] = {
    {".factory/skills"}, {".agent/skills"}, {".agents/skills"}, {"~/.factory/skills"}, {"~/.agents/skills"}};
// In a trusted folder only.
constexpr ReadFolder k_gemini_cli_reads[] = {{".agents/skills", Levels::current},
                                             {".gemini/skills", Levels::current},
                                             {"~/.agents/skills"},
                                             {"~/.gemini/skills"}};
constexpr ReadFolder k_github_copilot_reads[] = {
    {".github/skills"}, {".agents/skills"}, {".claude/skills"}, {"~/.copilot/skills"}, {"~/.agents/skills"}};
constexpr ReadFolder k_goose_reads[] = {{".agents/skills"},   {".goose/skills"},          {".claude/skills"},
                                        {"~/.agents/skills"}, {"~/.config/goose/skills"}, {"~/.config/agents/skills"},
                                        {"~/.claude/skills"}};
constexpr ReadFolder k_kimi_code_cli_reads[] = {{".kimi/skills"},    {".claude/skills"},          {".codex/skills"},
                                                {".agents/skills"},  {"~/.kimi/skills"},          {"~/.claude/skills"},
                                                {"~/.codex/skills"}, {"~/.config/agents/skills"}, {"~/.agents/skills"}};
constexpr ReadFolder k_mistral_vibe_reads[] = {
    {".vibe/skills"}, {".agents/skills"}, {"~/.vibe/skills"}, {"~/.agents/skills"}};
constexpr ReadFolder k_openclaw_reads[] = {
    {"skills"}, {".agents/skills"}, {"~/.agents/skills"}, {"~/.openclaw/skills"}};
// The last one loaded wins: its own folders come after the shared ones. Equal names within one group race.
constexpr ReadFolder k_opencode_reads[] = {
    {"~/.opencode/skills"},        {"~/.opencode/skill"},        {".opencode/skills"}, {".opencode/skill"},
    {"~/.config/opencode/skills"}, {"~/.config/opencode/skill"}, {".agents/skills"},   {".claude/skills"},
    {"~/.agents/skills"},          {"~/.claude/skills"}};
constexpr ReadFolder k_openhands_reads[] = {{".agents/skills"},         {".openhands/skills"},
                                            {".openhands/microagents"}, {"~/.agents/skills"},
                                            {"~/.openhands/skills"},    {"~/.openhands/microagents"}};
constexpr ReadFolder k_pi_reads[] = {{".pi/skills"}, {".agents/skills"}, {"~/.pi/agent/skills"}, {"~/.agents/skills"}};
constexpr ReadFolder k_qwen_code_reads[] = {
    {".qwen/skills"}, {".agents/skills"}, {"~/.qwen/skills"}, {"~/.agents/skills"}};
constexpr ReadFolder k_roo_reads[] = {{".roo/skills"}, {".agents/skills"}, {"~/.roo/skills"}, {"~/.agents/skills"}};
constexpr ReadFolder k_zed_reads[] = {{".agents/skills"}, {"~/.agents/skills"}};

// What proves presence where the folder around the agent's skills does not: it belongs to several agents or to none.
constexpr std::string_view k_agents_markers[] = {"~/.agents", ".agents"};
constexpr std::string_view k_amp_markers[] = {"~/.config/amp"};
constexpr std::string_view k_astrbot_markers[] = {"~/.astrbot"};
constexpr std::string_view k_cline_markers[] = {"~/.cline", ".cline", ".clinerules"};
constexpr std::string_view k_codex_markers[] = {"~/.codex", ".codex"};
constexpr std::string_view k_deepagents_markers[] = {"~/.deepagents"};
constexpr std::string_view k_dexto_markers[] = {"~/.dexto"};
constexpr std::string_view k_droid_markers[] = {"~/.factory", ".factory"};
constexpr std::string_view k_eve_markers[] = {"agent/skills"};
constexpr std::string_view k_github_copilot_markers[] = {"~/.copilot", ".github/skills", ".github/instructions",
                                                         ".github/copilot-instructions.md"};
constexpr std::string_view k_kilo_markers[] = {"~/.kilo", "~/.kilocode", ".kilocode"};
constexpr std::string_view k_kimi_cli_markers[] = {"~/.kimi"};
constexpr std::string_view k_kimi_code_cli_markers[] = {"~/.kimi-code", "~/.kimi", ".kimi"};
constexpr std::string_view k_loaf_markers[] = {"~/.loaf"};
constexpr std::string_view k_openclaw_markers[] = {"~/.openclaw", "~/.clawdbot", "~/.moltbot"};
constexpr std::string_view k_posit_assistant_markers[] = {"~/.posit/assistant", "~/.positai", ".posit/assistant"};
constexpr std::string_view k_promptscript_markers[] = {".promptscript", "promptscript.yaml"};
constexpr std::string_view k_replit_markers[] = {".replit"};
constexpr std::string_view k_sarvam_code_markers[] = {"~/.sarvam"};
constexpr std::string_view k_tabnine_cli_markers[] = {"~/.tabnine", ".tabnine"};
// No program of its own: whoever names it means the shared folder.
constexpr std::string_view k_universal_markers[] = {"~/.config/agents"};
constexpr std::string_view k_warp_markers[] = {"~/.warp", ".warp"};
constexpr std::string_view k_zed_markers[] = {"~/.config/zed", ".zed"};

constexpr std::string_view k_claude_code_aliases[] = {"claude"};
constexpr std::string_view k_codex_aliases[] = {"openai-codex"};
constexpr std::string_view k_gemini_cli_aliases[] = {"gemini"};
constexpr std::string_view k_github_copilot_aliases[] = {"copilot", "github", "vscode"};
constexpr std::string_view k_iflow_cli_aliases[] = {"iflow"};
constexpr std::string_view k_kimi_code_cli_aliases[] = {"kimi"};
constexpr std::string_view k_kiro_cli_aliases[] = {"kiro"};
constexpr std::string_view k_mistral_vibe_aliases[] = {"vibe"};
constexpr std::string_view k_opencode_aliases[] = {"open-code"};
constexpr std::string_view k_qwen_code_aliases[] = {"qwen"};
constexpr std::string_view k_roo_aliases[] = {"roo-code"};
constexpr std::string_view k_windsurf_aliases[] = {"codeium"};

// What most rows need not say.
struct More {
  HomeVariable variable{};
  std::span<const ReadFolder> reads{};
  std::span<const std::string_view> markers{};
  std::span<const std::string_view> aliases{};
  std::string_view version{};
  std::string_view source{};
  bool first_class = false;
  bool shared = false;
};

constexpr Agent row(std::string_view id, std::string_view name, std::string_view project_dir, std::string_view user_dir,
                    const More& more = {}) {
  return {id,           name,         project_dir,  user_dir,    more.variable,    more.reads,
          more.markers, more.aliases, more.version, more.source, more.first_class, more.shared};
}

// clang-format off
constexpr Agent k_agents[] = {
    row("agents",          "Shared folder",      ".agents/skills",          "~/.agents/skills",
        {.reads = k_agents_reads, .markers = k_agents_markers, .shared = true}),
    row("adal",            "AdaL",               ".adal/skills",            "~/.adal/skills"),
    row("aider-desk",      "AiderDesk",          ".aider-desk/skills",      "~/.aider-desk/skills"),
    row("amp",             "Amp",                ".agents/skills",          "~/.config/agents/skills",
        {.variable = k_xdg_config_home, .markers = k_amp_markers}),
    row("antigravity",     "Antigravity",        ".agents/skills",          "~/.gemini/antigravity/skills"),
    row("antigravity-cli", "Antigravity CLI",    ".agents/skills",          "~/.gemini/antigravity-cli/skills"),
    row("astrbot",         "AstrBot",            "data/skills",             "~/.astrbot/data/skills",
        {.markers = k_astrbot_markers}),
    row("augment",         "Augment",            ".augment/skills",         "~/.augment/skills"),
    row("autohand-code",   "Autohand Code CLI",  ".autohand/skills",        "~/.autohand/skills",
        {.variable = k_autohand_home}),
    row("bob",             "IBM Bob",            ".bob/skills",             "~/.bob/skills"),
    row("claude-code",     "Claude Code",        ".claude/skills",          "~/.claude/skills",
        {.variable = k_claude_config_dir, .reads = k_claude_code_reads, .aliases = k_claude_code_aliases, .version = "2.1.197", .source = k_watched, .first_class = true}),
    row("cline",           "Cline",              ".agents/skills",          "~/.agents/skills",
        {.reads = k_cline_reads, .markers = k_cline_markers}),
    row("codearts-agent",  "CodeArts Agent",     ".codeartsdoer/skills",    "~/.codeartsdoer/skills"),
    row("codebuddy",       "CodeBuddy",          ".codebuddy/skills",       "~/.codebuddy/skills"),
    row("codemaker",       "Codemaker",          ".codemaker/skills",       "~/.codemaker/skills"),
    row("codestudio",      "Code Studio",        ".codestudio/skills",      "~/.codestudio/skills"),
    row("codewhale",       "CodeWhale",          ".codewhale/skills",       "~/.codewhale/skills",
        {.variable = k_codewhale_home}),
    row("codex",           "Codex",              ".agents/skills",          "~/.codex/skills",
        {.variable = k_codex_home, .reads = k_codex_reads, .markers = k_codex_markers, .aliases = k_codex_aliases, .version = "0.171.0", .source = k_watched, .first_class = true}),
    row("command-code",    "Command Code",       ".commandcode/skills",     "~/.commandcode/skills"),
    row("continue",        "Continue",           ".continue/skills",        "~/.continue/skills",
        {.reads = k_continue_reads}),
    row("cortex",          "Cortex Code",        ".cortex/skills",          "~/.snowflake/cortex/skills"),
    row("crush",           "Crush",              ".crush/skills",           "~/.config/crush/skills",
        {.reads = k_crush_reads}),
    row("cursor",          "Cursor",             ".cursor/skills",          "~/.cursor/skills",
        {.reads = k_cursor_reads, .source = "cursor.com/docs/context/skills", .first_class = true}),
    row("deepagents",      "Deep Agents",        ".agents/skills",          "~/.deepagents/agent/skills",
        {.markers = k_deepagents_markers}),
    row("devin",           "Devin for Terminal", ".devin/skills",           "~/.config/devin/skills",
        {.variable = k_xdg_config_home}),
    row("dexto",           "Dexto",              ".agents/skills",          "~/.agents/skills",
        {.markers = k_dexto_markers}),
    row("droid",           "Droid",              ".agents/skills",          "~/.factory/skills",
        {.reads = k_droid_reads, .markers = k_droid_markers}),
    row("eve",             "Eve",                "agent/skills",            "",
        {.markers = k_eve_markers}),
    row("firebender",      "Firebender",         ".agents/skills",          "~/.firebender/skills"),
    row("forgecode",       "ForgeCode",          ".forge/skills",           "~/.forge/skills"),
    row("fx",              "fx",                 ".fx/skills",              "~/.fx/skills"),
    row("gemini-cli",      "Gemini CLI",         ".gemini/skills",          "~/.gemini/skills",
        {.variable = k_gemini_cli_home, .reads = k_gemini_cli_reads, .aliases = k_gemini_cli_aliases, .version = "0.61.0", .source = k_watched, .first_class = true}),
    row("github-copilot",  "GitHub Copilot",     ".github/skills",          "~/.copilot/skills",
        {.variable = k_copilot_home, .reads = k_github_copilot_reads, .markers = k_github_copilot_markers, .aliases = k_github_copilot_aliases, .version = "1.0.102", .source = k_watched, .first_class = true}),
    row("goose",           "Goose",              ".goose/skills",           "~/.config/goose/skills",
        {.variable = k_xdg_config_home, .reads = k_goose_reads}),
    row("grok",            "Grok Build",         ".grok/skills",            "~/.grok/skills",
        {.variable = k_grok_home}),
    row("hermes-agent",    "Hermes Agent",       ".hermes/skills",          "~/.hermes/skills",
        {.variable = k_hermes_home}),
    row("iflow-cli",       "iFlow CLI",          ".iflow/skills",           "~/.iflow/skills",
        {.aliases = k_iflow_cli_aliases}),
    row("inference-sh",    "inference.sh",       ".inferencesh/skills",     "~/.inferencesh/skills"),
    row("jazz",            "Jazz",               ".jazz/skills",            "~/.jazz/skills"),
    row("junie",           "Junie",              ".junie/skills",           "~/.junie/skills"),
    row("kilo",            "Kilo Code",          ".agents/skills",          "~/.kilo/skills",
        {.markers = k_kilo_markers}),
    row("kimchi",          "Kimchi",             ".kimchi/skills",          "~/.config/kimchi/harness/skills"),
    row("kimi-cli",        "Kimi Code CLI",      ".agents/skills",          "~/.config/agents/skills",
        {.markers = k_kimi_cli_markers}),
    row("kimi-code-cli",   "Kimi Code CLI",      ".agents/skills",          "~/.agents/skills",
        {.reads = k_kimi_code_cli_reads, .markers = k_kimi_code_cli_markers, .aliases = k_kimi_code_cli_aliases}),
    row("kiro-cli",        "Kiro CLI",           ".kiro/skills",            "~/.kiro/skills",
        {.aliases = k_kiro_cli_aliases}),
    row("kode",            "Kode",               ".kode/skills",            "~/.kode/skills"),
    row("lingma",          "Lingma",             ".lingma/skills",          "~/.lingma/skills"),
    row("loaf",            "Loaf",               ".agents/skills",          "~/.agents/skills",
        {.markers = k_loaf_markers}),
    row("mcpjam",          "MCPJam",             ".mcpjam/skills",          "~/.mcpjam/skills"),
    row("minimax-code",    "MiniMax Code",       ".minimax/skills",         "~/.minimax/skills"),
    row("mistral-vibe",    "Mistral Vibe",       ".vibe/skills",            "~/.vibe/skills",
        {.variable = k_vibe_home, .reads = k_mistral_vibe_reads, .aliases = k_mistral_vibe_aliases}),
    row("moxby",           "Moxby",              ".moxby/skills",           "~/.moxby/skills"),
    row("mux",             "Mux",                ".mux/skills",             "~/.mux/skills"),
    row("neovate",         "Neovate",            ".neovate/skills",         "~/.neovate/skills"),
    row("ona",             "Ona",                ".ona/skills",             "~/.ona/skills"),
    row("openclaw",        "OpenClaw",           "skills",                  "~/.openclaw/skills",
        {.variable = k_openclaw_state_dir, .reads = k_openclaw_reads, .markers = k_openclaw_markers}),
    row("opencode",        "OpenCode",           ".opencode/skills",        "~/.config/opencode/skills",
        {.variable = k_xdg_config_home, .reads = k_opencode_reads, .aliases = k_opencode_aliases, .version = "1.18.33", .source = k_watched, .first_class = true}),
    row("openhands",       "OpenHands",          ".openhands/skills",       "~/.openhands/skills",
        {.reads = k_openhands_reads}),
    row("pi",              "Pi",                 ".pi/skills",              "~/.pi/agent/skills",
        {.reads = k_pi_reads}),
    row("pochi",           "Pochi",              ".pochi/skills",           "~/.pochi/skills"),
    row("posit-assistant", "Posit Assistant",    ".posit/assistant/skills", "~/.posit/assistant/skills",
        {.markers = k_posit_assistant_markers}),
    row("promptscript",    "PromptScript",       ".agents/skills",          "",
        {.markers = k_promptscript_markers}),
    row("qoder",           "Qoder",              ".qoder/skills",           "~/.qoder/skills"),
    row("qoder-cn",        "Qoder CN",           ".qoder/skills",           "~/.qoder-cn/skills"),
    row("qwen-code",       "Qwen Code",          ".qwen/skills",            "~/.qwen/skills",
        {.variable = k_qwen_home, .reads = k_qwen_code_reads, .aliases = k_qwen_code_aliases}),
    row("reasonix",        "Reasonix",           ".reasonix/skills",        "~/.reasonix/skills"),
    row("replit",          "Replit",             ".agents/skills",          "~/.config/agents/skills",
        {.variable = k_xdg_config_home, .markers = k_replit_markers}),
    row("roo",             "Roo Code",           ".roo/skills",             "~/.roo/skills",
        {.reads = k_roo_reads, .aliases = k_roo_aliases}),
    row("rovodev",         "Rovo Dev",           ".rovodev/skills",         "~/.rovodev/skills"),
    row("sarvam-code",     "Sarvam Code",        ".agents/skills",          "~/.agents/skills",
        {.variable = k_sarvam_home, .markers = k_sarvam_code_markers}),
    row("tabnine-cli",     "Tabnine CLI",        ".tabnine/agent/skills",   "~/.tabnine/agent/skills",
        {.markers = k_tabnine_cli_markers}),
    row("terramind",       "Terramind",          ".terramind/skills",       "~/.terramind/skills"),
    row("tinycloud",       "Tinycloud",          ".tinycloud/skills",       "~/.tinycloud/skills"),
    row("trae",            "Trae",               ".trae/skills",            "~/.trae/skills"),
    row("trae-cn",         "Trae CN",            ".trae/skills",            "~/.trae-cn/skills"),
    row("universal",       "Universal",          ".agents/skills",          "~/.config/agents/skills",
        {.variable = k_xdg_config_home, .markers = k_universal_markers}),
    row("warp",            "Warp",               ".agents/skills",          "~/.agents/skills",
        {.markers = k_warp_markers}),
    row("windsurf",        "Windsurf",           ".windsurf/skills",        "~/.codeium/windsurf/skills",
        {.aliases = k_windsurf_aliases}),
    row("zcode",           "ZCode",              ".zcode/skills",           "~/.zcode/skills"),
    row("zed",             "Zed",                ".agents/skills",          "~/.agents/skills",
        {.variable = k_xdg_config_home, .reads = k_zed_reads, .markers = k_zed_markers}),
    row("zencoder",        "Zencoder",           ".zencoder/skills",        "~/.zencoder/skills"),
    row("zenflow",         "Zenflow",            ".zencoder/skills",        "~/.zencoder/skills"),
};
// clang-format on

constexpr auto k_ids = [] {
  std::array<std::string_view, std::size(k_agents)> ids{};
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = k_agents[i].id;
  return ids;
}();

}  // namespace

std::span<const Agent> all_agents() { return k_agents; }

const Agent* find_agent(std::string_view id) {
  for (const Agent& agent : k_agents) {
    if (equals_ignoring_case(agent.id, id)) return &agent;
    for (std::string_view alias : agent.aliases) {
      if (equals_ignoring_case(alias, id)) return &agent;
    }
  }
  return nullptr;
}

Result<const Agent*> find_judged_agent(std::string_view id) {
  const Agent* agent = find_agent(id);
  if (agent != nullptr && agent->first_class) return agent;
  std::vector<std::string> judged;
  for (const Agent& one : k_agents) {
    if (one.first_class) judged.emplace_back(one.id);
  }
  return failure(ErrorKind::usage, "",
                 agent ? format("what {} makes of a skill is not known, so nothing can be judged for it", agent->name)
                       : format("there is no agent \"{}\"", visible(id, 60)),
                 format("these are judged: {}", join(judged, ", ")));
}

std::string_view nearest_agent(std::string_view id) { return nearest(id, k_ids); }

}  // namespace skillstow
