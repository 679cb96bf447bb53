#include <cstdint>
#include <string>

#include "fuzz/require.h"
#include "lint/engine.h"
#include "lint/fixer.h"
#include "report/reporter.h"
#include "support/skill_of.h"

using namespace skillstow;
using fuzz::require;

namespace {

Skill skill_with(std::string bytes) {
  MemoryTree tree;
  tree.add_file("SKILL.md", std::move(bytes));
  return load_skill(tree, "", "SKILL.md", "skills/example", "example");
}

}  // namespace

// A whole SKILL.md through everything that judges it, the fixes, and every output.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Skill skill = skill_with(std::string(reinterpret_cast<const char*>(data), size));
  const Judgement judgement = judge(skill);
  for (const Diagnostic& finding : judgement.findings) {
    require(!finding.message.empty() && finding.fingerprint.size() == 32);
    const SourceFile* file = skill.text_file(finding.location.file);
    require(finding.location.begin.line == 0 || (file != nullptr && finding.location.span.end() <= file->text.size()));
  }
  for (const Reporter* reporter : all_reporters()) {
    (void)reporter->skill({skill, judgement, count_tokens(skill.manifest.text), listing_tokens(skill)}, {});
  }
  const Mended mended = mend(skill);
  require(mend(mended.skill).files.empty());
  return 0;
}
