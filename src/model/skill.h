#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "model/source_file.h"
#include "model/tree.h"
#include "parse/frontmatter.h"
#include "parse/markdown.h"

namespace skillstow {

enum class ContentKind { text, binary, link, submodule, other, unread };

// One file of the skill's folder. Text is kept as UTF-8 (UTF-16 is converted; bytes that are not UTF-8 stay as they
// are).
struct SkillFile {
  TreeEntry entry;  // path from the skill's folder
  ContentKind kind = ContentKind::unread;
  Encoding encoding = Encoding::utf8;
  SourceFile source;   // of text; of an archive its bytes, see load.h; else empty. The manifest: in Skill::manifest
  std::string reason;  // unread: why, in words
  // Of a picture or PDF: the text that stands behind its end, which no viewer shows; and whether a script of it runs
  // when it is opened.
  std::string appended;
  bool runs_when_opened = false;
};

// A skill, loaded once and never changed: rules, facts and reports are functions over it.
struct Skill {
  std::string path;  // as it is reported: the PATH given, then the way down; "/" always
  std::string
      folder;  // name of the folder that it stands in; empty where it has none of its own (root of a repository)
  std::string manifest_name;  // "SKILL.md", or as it is misspelt
  SourceFile manifest;        // SKILL.md; UTF-8
  Encoding encoding = Encoding::utf8;
  bool manifest_is_link = false;
  std::string manifest_problem;  // not empty: SKILL.md could not be read, and why
  Frontmatter frontmatter;
  Markdown markdown;             // of the body
  std::vector<SkillFile> files;  // all of the folder, SKILL.md first, then by path
  bool files_complete = true;    // false: above the walk's limits
  std::vector<Error> file_errors;

  // Fields as text; nullopt when absent or not a scalar. Whole, not trimmed.
  std::optional<std::string> name() const { return scalar_field("name"); }
  std::optional<std::string> description() const { return scalar_field("description"); }
  std::optional<std::string> scalar_field(std::string_view key) const {
    const YamlNode::Member* field = frontmatter.find(key);
    return field && field->value.is_scalar() ? std::optional(field->value.text) : std::nullopt;
  }
  // A text file of the folder by its path, SKILL.md too; nullptr if there is none.
  const SourceFile* text_file(std::string_view path_below) const {
    if (path_below == manifest_name) return &manifest;
    for (const SkillFile& file : files) {
      if (file.kind == ContentKind::text && file.entry.path == path_below) return &file.source;
    }
    return nullptr;
  }

  std::string_view body() const {
    return std::string_view(manifest.text).substr(std::min(frontmatter.body, manifest.text.size()));
  }
};

}  // namespace skillstow
