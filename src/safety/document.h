#pragma once

#include "parse/markdown.h"
#include "safety/scan_state.h"

namespace skillstow {

// Reads a Markdown document for the detectors: code blocks by their language, code spans, comments, prose. `markdown`
// is of the text from `body` on.
void scan_document(Scan& scan, const SourceFile& file, const Markdown& markdown, Role file_role,
                   const TriggerHits& hits);

// The frontmatter of SKILL.md: the description as prose, hooks and install commands as code.
void scan_frontmatter(Scan& scan, const Skill& skill, const TriggerHits& hits);

// Sentences addressed to the agent or the user: injections, concealment, instructions to send secrets away. `groups`:
// the triggers that stand in the text.
void scan_prose(Scan& scan, const View& view, std::uint32_t groups);

// A recipe or a settings file: the commands in it. JSON, YAML, Dockerfile, Makefile, notebooks, package.json.
void scan_data(Scan& scan, const SourceFile& file, Span span, std::string_view name, Role role);

// Signs of a command that is written so that a search for its words does not find it: c''url, c\url, ${IFS}.
bool looks_obfuscated(std::string_view text);

}  // namespace skillstow
