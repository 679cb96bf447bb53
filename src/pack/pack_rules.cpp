#include "pack/pack_rules.h"

#include <array>

namespace skillstow {
namespace {

constinit const Rule pack_description = {
    .id = "pack-description",
    .category = Category::files,
    .severity = Severity::error,
    .summary = "A target does not take the description",
    .what =
        R"(The description is longer than the 1,024 characters that uploads take, or holds `<` or `>`, which they take for tags. For
claude.ai a note also tells of descriptions above the 200 characters that its help pages document: more are taken today.)",
    .why = R"(The upload is refused, or an agent's list shows half a sentence.)",
    .bad = R"(---
name: example
description: Formats <b>tide tables</b> for print. Use when a user pastes harbour data.
---

Read the table.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
)",
    .source = "Answers of the upload pages of claude.ai and of the Claude API; Agent Skills discovery 0.2.0.",
    .check = nullptr,
};

constinit const Rule pack_file = {
    .id = "pack-file",
    .category = Category::files,
    .severity = Severity::error,
    .summary = "A file cannot be packed",
    .what =
        R"(It cannot be read, is neither a file nor a link, has a name that no archive can hold, or there are more files than any skill
has.)",
    .why = R"(A package that lacks a file of the skill fails where that file is needed.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
=== notes\1.md ===
Spring tides come at new and full moon.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
)",
    .source = "The formats zip and tar, as readers of skill packages take them.",
    .check = nullptr,
};

constinit const Rule pack_file_count = {
    .id = "pack-file-count",
    .category = Category::files,
    .severity = Severity::error,
    .summary = "The package has more files than its target takes",
    .what = R"(claude.ai takes 200 files in an upload, OpenAI's API 500, clients of well-known sites 1,000.)",
    .why = R"(The upload is refused as a whole, with a message that names no file.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
=== note.md (written 1003 times) ===
One of many notes.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
=== notes.md ===
All of them.
)",
    .source =
        "mvanhorn/last30days-skill#242 (an upload failed at 406 files); OpenAI API, Skills; the skills program, "
        "1.5.18.",
    .check = nullptr,
};

constinit const Rule pack_key = {
    .id = "pack-key",
    .category = Category::files,
    .severity = Severity::error,
    .summary = "A target does not take a key of the frontmatter",
    .what =
        R"(The upload page of claude.ai takes the keys of the specification alone: `name`, `description`, `license`, `compatibility`,
`metadata` and `allowed-tools`.)",
    .why = R"(The upload is refused, though agents on a disk ignore such keys.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
version: 1.2.0
---

Read the table.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
metadata:
  version: 1.2.0
---

Read the table.
)",
    .source = "Anthropic's own packer, quick_validate.py, which allows these six keys.",
    .check = nullptr,
};

constinit const Rule pack_link = {
    .id = "pack-link",
    .category = Category::files,
    .severity = Severity::warning,
    .summary = "A link does not go into the package as a link",
    .what =
        R"(A link to a file or folder of the skill is packed as a copy of what it leads to. One that leaves the skill, or unfolds without
end, is an error: it is never followed.)",
    .why =
        R"(Importers refuse packages with links, since unpacking them can write anywhere; some packers follow them and ship files that
nobody meant to publish.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
=== notes.md (link to ../notes.md) ===
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
=== notes.md ===
Spring tides come at new and full moon.
)",
    .source = "The importers of the skills program 1.5.18 and of claude.ai refuse links; CWE-59, link following.",
    .check = nullptr,
};

constinit const Rule pack_name = {
    .id = "pack-name",
    .category = Category::files,
    .severity = Severity::error,
    .summary = "A target reserves a word of the skill's name",
    .what = R"(claude.ai and the Claude API take no name that holds `claude` or `anthropic`.)",
    .why = R"(The upload is refused.)",
    .bad = R"(---
name: claude-tides
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
)",
    .source = "Claude API, Skills: name requirements.",
    .check = nullptr,
};

constinit const Rule pack_path = {
    .id = "pack-path",
    .category = Category::files,
    .severity = Severity::error,
    .summary = "A file's name cannot be on every disk",
    .what =
        R"(A name that Windows forbids or reserves (`a:b`, `con.md`, a dot or blank at the end), or two names that macOS and Windows take
for one. Two such names are refused even with `--force`, since readers refuse the package.)",
    .why = R"(Unpacking fails, drops a file or overwrites another one, without a word.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
=== Notes.md ===
One.
=== notes.md ===
Two.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
=== notes.md ===
One and two.
)",
    .source = "Windows, Naming Files, Paths, and Namespaces; the case folding of Unicode.",
    .check = nullptr,
};

constinit const Rule pack_second_skill = {
    .id = "pack-second-skill",
    .category = Category::files,
    .severity = Severity::error,
    .summary = "The package holds more than one SKILL.md",
    .what = R"(Upload pages take exactly one SKILL.md in a package, in any folder and any letter case.)",
    .why = R"(The upload is refused, or the wrong one is taken.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
=== docs/example/SKILL.md ===
An example.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
=== docs/example.md ===
An example.
)",
    .source = "pantheon-org/tekhne#308; answers of the upload page of claude.ai; OpenAI API, Skills.",
    .check = nullptr,
};

constinit const Rule pack_secret = {
    .id = "pack-secret",
    .category = Category::files,
    .severity = Severity::warning,
    .summary = "Somebody's keys or settings stand in the skill's folder",
    .what =
        R"(`.env` files, key stores and private keys are never packed, and never installed. This tells that one is there.)",
    .why = R"(What is published cannot be taken back: a key that once went out must be replaced.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
=== .env ===
TIDE_SERVICE=https://tides.example.org
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
=== .env.example ===
TIDE_SERVICE=
)",
    .source = "MITRE ATT&CK T1552.001, credentials in files.",
    .check = nullptr,
};

constinit const Rule pack_size = {
    .id = "pack-size",
    .category = Category::files,
    .severity = Severity::error,
    .summary = "The package or a file in it is larger than its target takes",
    .what =
        R"(The Claude API takes 30 MB unpacked, OpenAI's API 50 MB packed and 25 MB for a file, clients of well-known sites 50 MiB
unpacked, Claude Code 256 MiB for a plugin.)",
    .why = R"(The upload is refused, often after all of it was sent.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
=== assets/model.bin (26000000 bytes) ===
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
=== scripts/fetch.sh (executable) ===
#!/bin/sh
echo "The harbour office has the model."
)",
    .source = "Claude API and OpenAI API, Skills; the skills program, 1.5.18; Claude Code, plugin marketplaces.",
    .check = nullptr,
};

constinit const Rule pack_version = {
    .id = "pack-version",
    .category = Category::files,
    .severity = Severity::warning,
    .summary = "The manifest must name a version, and the skill has none",
    .what =
        R"(Plugins of Codex and extensions of Gemini CLI have a version, which is taken from `metadata.version`; without one the manifest
says 0.0.0.)",
    .why = R"(Updates are found by comparing versions.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
metadata:
  version: 1.2.0
---

Read the table.
)",
    .source = "Gemini CLI, extensions: gemini-extension.json; Codex, plugins: plugin.json.",
    .check = nullptr,
};

constexpr std::array<const Rule*, 11> k_rules = {&pack_description, &pack_file, &pack_file_count, &pack_key,
                                                 &pack_link,        &pack_name, &pack_path,       &pack_second_skill,
                                                 &pack_secret,      &pack_size, &pack_version};

}  // namespace

std::span<const Rule* const> pack_rules() { return k_rules; }

}  // namespace skillstow
