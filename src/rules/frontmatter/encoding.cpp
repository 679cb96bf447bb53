#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

std::string_view describe(Encoding encoding) {
  switch (encoding) {
    case Encoding::utf16_le:
      return "UTF-16, little endian";
    case Encoding::utf16_be:
      return "UTF-16, big endian";
    case Encoding::utf32:
      return "UTF-32";
    default:
      return "not text";
  }
}

// The characters that YAML allows in a file, apart from those above ASCII (YAML 1.2.2, section 5.1).
bool is_forbidden_in_yaml(unsigned char c) {
  return (c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\0') || c == 0x7F;
}

void judge_mark(const SourceFile& file, Report& report) {
  Diagnostic& finding = report.in(
      file, {0, 3}, "the file starts with a byte-order mark; Codex and Gemini CLI find no frontmatter behind it",
      "save the file as UTF-8 without the mark");
  finding.severity = Severity::warning;
  finding.fixes.push_back({"Delete the mark", {{{0, 3}, ""}}, true});
}

void judge_utf8(const SourceFile& file, Severity severity, Report& report) {
  const std::size_t first = find_invalid_utf8(file.text);
  if (first == std::string_view::npos) return;
  std::size_t count = 0;
  for (std::size_t at = first; at < file.text.size();) {
    const Decoded character = decode_utf8(file.text, at);
    count += character.valid ? 0 : 1;
    at += character.length;
  }
  report
      .in(file, span_between(first, first + 1),
          format("the byte 0x{:02X} is not UTF-8{}; strict readers refuse the file, others show a wrong character",
                 static_cast<unsigned char>(file.text[first]),
                 count > 1 ? format(" ({} in all)", counted(count, "byte")) : ""),
          "save the file as UTF-8")
      .severity = severity;
}

// NUL in the text, and in the block the control characters that YAML forbids.
void judge_controls(const Skill& skill, Report& report) {
  const std::string_view text = skill.manifest.text;
  const Span block = skill.frontmatter.state == Frontmatter::State::present ? skill.frontmatter.content : Span{};
  std::size_t count = 0;
  for (std::size_t at = text.find('\0'); at != std::string_view::npos; at = text.find('\0', at + 1)) {
    if (++count > 1 && !block.contains(at)) continue;  // one of the body is enough
    Diagnostic& finding = report.at(
        span_between(at, at + 1),
        "there is a NUL byte in the text; many tools stop reading there or call the file binary", "delete the byte");
    finding.severity = block.contains(at) ? Severity::error : Severity::warning;
    finding.fixes.push_back({"Delete the byte", {{span_between(at, at + 1), ""}}, false});
    if (count >= 5) break;
  }
  for (std::size_t at = block.offset; at < block.end(); ++at) {
    if (!is_forbidden_in_yaml(static_cast<unsigned char>(text[at]))) continue;
    report
        .at(span_between(at, at + 1),
            format("the control character {} is not allowed in YAML; strict agents drop the skill",
                   visible(text.substr(at, 1))),
            "delete the character")
        .fixes.push_back({"Delete the character", {{span_between(at, at + 1), ""}}, false});
    return;
  }
}

void judge_line_ends(const Skill& skill, Report& report) {
  if (!has_lone_returns(skill)) return;
  const std::string_view text = skill.manifest.text;
  const std::size_t first = text.find('\r');
  Diagnostic& finding =
      report.at(span_between(first, first + 1),
                "all lines end in a lone carriage return, so Codex, Gemini CLI and OpenCode see one long line and no "
                "frontmatter",
                "save the file with line feeds");
  Fix fix{"End the lines in line feeds"};
  for (std::size_t at = first; at != std::string_view::npos; at = text.find('\r', at + 1))
    fix.edits.push_back({span_between(at, at + 1), "\n"});
  finding.fixes.push_back(std::move(fix));
}

// The files that an agent may be told to read.
void judge_documents(const Skill& skill, Report& report) {
  for (const SkillFile& file : skill.files) {
    if (file.kind != ContentKind::text || file.entry.path == skill.manifest_name) continue;
    if (!equals_ignoring_case(extension(file.entry.path), ".md")) continue;
    if (file.encoding == Encoding::utf16_le || file.encoding == Encoding::utf16_be)
      report
          .about(file.entry.path, format("the file is {}, and agents read UTF-8", describe(file.encoding)),
                 "save it as UTF-8")
          .severity = Severity::warning;
    else
      judge_utf8(file.source, Severity::warning, report);
  }
}

void check(const Skill& skill, Report& report) {
  if (!skill.manifest_problem.empty()) return;
  const Encoding encoding = skill.encoding;
  if (encoding != Encoding::utf8 && encoding != Encoding::utf8_bom) {
    report.about(skill.manifest_name,
                 format("the file is {}, and agents read UTF-8: they do not see the skill", describe(encoding)),
                 "save it as UTF-8");
  } else {
    if (encoding == Encoding::utf8_bom) judge_mark(skill.manifest, report);
    judge_utf8(skill.manifest, Severity::error, report);
    judge_controls(skill, report);
    judge_line_ends(skill, report);
  }
  judge_documents(skill, report);
}

}  // namespace

extern const Rule encoding;
constinit const Rule encoding = {
    .id = "encoding",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "The file is not plain UTF-8",
    .what =
        R"(SKILL.md must be text in UTF-8. UTF-16, binary data, bytes that are not UTF-8, lines that end in a lone
carriage return, and control characters in the frontmatter are errors. A byte-order mark at the start and a NUL byte in
the body are warnings, and so is another encoding in a Markdown file beside SKILL.md. Windows line ends are fine.)",
    .why =
        R"(Editors and shells on Windows like to write UTF-16 or a byte-order mark. Codex, Gemini CLI and others then find no
frontmatter and leave the skill out, mostly without saying so.)",
    .bad =
        "\xEF\xBB\xBF---\n"
        "name: example\n"
        "description: Formats tide tables for print. Use when a user pastes harbour data.\n"
        "---\n"
        "\n"
        "# Tide tables\n"
        "\n"
        "Read the table, then write it out again.\n",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

# Tide tables

Read the table, then write it out again.
)",
    .source =
        "YAML 1.2.2, section 5.1 (allowed characters) and 5.2 (encodings). Seen with Codex 0.171.0 and Gemini CLI "
        "0.61.0; the Agent Skills specification says nothing on encodings.",
    .check = check,
};

}  // namespace skillstow::rules
