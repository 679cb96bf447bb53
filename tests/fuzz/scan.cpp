#include "safety/scan.h"

#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/require.h"
#include "safety/decode.h"
#include "safety/folded.h"
#include "support/skill_of.h"

using namespace skillstow;
using fuzz::require;

namespace {

// The first byte of the input says what kind of file the rest is.
constexpr std::string_view k_paths[] = {
    "scripts/run.py",  "scripts/run.js",   "scripts/run.ps1", "scripts/run.bat",
    "scripts/run.rb",  "scripts/run.sh",   "package.json",    ".github/workflows/ci.yml",
    "Makefile",        "pyproject.toml",   "Dockerfile",      "references/page.md",
    "assets/data.zip", "assets/data.json", "notes.txt",       "assets/picture.svg"};

void check_fold(std::string_view text) {
  const std::optional<Folded> folded = fold(text);
  if (!folded) return;
  const auto size = static_cast<std::uint32_t>(folded->text.size());
  for (std::uint32_t i = 0; i < size; i += 1 + size / 64) {
    require(folded->map.to_source({i, 1}).end() <= text.size());
  }
}

void decode(std::string_view text) {
  (void)decode_base64(text);
  (void)decode_base32(text);
  (void)decode_hex(text);
  (void)decode_escapes(text);
  (void)from_utf16le(text);
  (void)looks_like_text(text);
  require(rot13(rot13(text)) == text);
  require(reversed(reversed(text)) == text);
}

}  // namespace

// The lexers and decoders of the scan, each with a file of its own language.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view path = k_paths[data[0] % std::size(k_paths)];
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  check_fold(text);
  decode(text);
  MemoryTree tree;
  tree.add_file("SKILL.md",
                "---\nname: example\ndescription: Formats tide tables.\n---\n\nRun " + std::string(path) + "\n");
  tree.add_file(std::string(path), text);
  const Skill skill = load_skill(tree, "", "SKILL.md", "skills/example", "example");
  std::vector<Diagnostic> found;
  scan_skill(skill, found);
  for (const Diagnostic& one : found) {
    require(!one.message.empty() && one.risk != Risk::none);
    const SourceFile* file = skill.text_file(one.location.file);
    for (const Related& step : one.related) {
      const SourceFile* there = skill.text_file(step.location.file);
      require(!step.message.empty() && there != nullptr && step.location.span.end() <= there->text.size());
    }
    require(one.location.begin.line == 0 || (file != nullptr && one.location.span.end() <= file->text.size()));
  }
  return 0;
}
