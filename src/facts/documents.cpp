#include "facts/documents.h"

#include "base/path.h"
#include "base/text.h"

namespace skillstow {
namespace {

constexpr std::string_view k_mark = "\xEF\xBB\xBF";

// The line that starts at `at`, with its end.
std::string_view line_at(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return text.substr(at, end == std::string_view::npos ? end : end + 1 - at);
}

}  // namespace

bool is_markdown_path(std::string_view path) {
  const std::string_view end = extension(path);
  return equals_ignoring_case(end, ".md") || equals_ignoring_case(end, ".markdown") ||
         equals_ignoring_case(end, ".mdown");
}

std::size_t markdown_start(std::string_view text) {
  const std::size_t start = text.starts_with(k_mark) ? k_mark.size() : 0;
  std::string_view line = line_at(text, start);
  if (trim_right(line) != "---") return start;
  for (std::size_t at = start + line.size(); at < text.size(); at += line.size()) {
    line = line_at(text, at);
    if (trim_right(line) == "---") return at + line.size();
  }
  return start;
}

bool is_manifest(const Skill& skill, const SkillFile& file) { return file.entry.path == skill.manifest_name; }

const SourceFile& source_of(const Skill& skill, const SkillFile& file) {
  // An archive's bytes are no text that anybody reads.
  static const SourceFile k_no_text;
  if (is_manifest(skill, file)) return skill.manifest;
  return file.kind == ContentKind::text ? file.source : k_no_text;
}

Documents::Documents(const Skill& skill) {
  all_.push_back({&skill.manifest, &skill.markdown});
  for (const SkillFile& file : skill.files) {
    if (file.kind != ContentKind::text || is_manifest(skill, file) || !is_markdown_path(file.entry.path)) continue;
    const std::string& text = file.source.text;
    parsed_.push_back(parse_markdown(text, markdown_start(text)));
    all_.push_back({&file.source, &parsed_.back()});
  }
  for (std::size_t i = 0; i < all_.size(); ++i) by_path_.emplace(all_[i].file->path, i);
}

const Document* Documents::find(std::string_view path) const {
  const auto found = by_path_.find(path);
  return found == by_path_.end() ? nullptr : &all_[found->second];
}

}  // namespace skillstow
