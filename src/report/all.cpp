#include <array>

#include "report/reporter.h"

namespace skillstow {

extern const Reporter text_reporter;
extern const Reporter json_reporter;
extern const Reporter jsonl_reporter;
extern const Reporter sarif_reporter;
extern const Reporter github_reporter;
extern const Reporter gitlab_reporter;
extern const Reporter junit_reporter;
extern const Reporter markdown_reporter;
extern const Reporter html_reporter;
extern const Reporter matrix_reporter;

namespace {
constexpr std::array k_reporters = {
    &text_reporter,   &json_reporter,  &jsonl_reporter,    &sarif_reporter, &github_reporter,
    &gitlab_reporter, &junit_reporter, &markdown_reporter, &html_reporter,  &matrix_reporter,
};
}

std::span<const Reporter* const> all_reporters() { return k_reporters; }

const Reporter* find_reporter(std::string_view name) {
  for (const Reporter* reporter : k_reporters) {
    if (reporter->name == name) return reporter;
  }
  return nullptr;
}

}  // namespace skillstow
