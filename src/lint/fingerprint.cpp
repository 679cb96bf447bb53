#include "lint/fingerprint.h"

#include <map>
#include <string>

#include "base/sha256.h"
#include "base/text.h"

namespace skillstow {
namespace {

constexpr std::size_t k_digits = 32;

// Lines beyond this many bytes are told apart by their start: one line may hold a whole file and all its findings.
constexpr std::size_t k_line_bytes = 1'024;

// The line that a finding begins in, with each run of blanks as one.
std::string line_of(const Diagnostic& finding, const SourceFile* file) {
  std::string line;
  if (!file || finding.location.begin.line == 0) return line;
  bool gap = false;
  for (const char c : file->lines.text_of(file->text, finding.location.begin.line).substr(0, k_line_bytes)) {
    if (is_blank(c)) {
      gap = !line.empty();
      continue;
    }
    if (gap) line += ' ';
    gap = false;
    line += c;
  }
  return line;
}

// The parts with a NUL between, which neither a path nor a rule's id can hold.
std::string key_of(const Diagnostic& finding, std::string_view identity, std::string_view line) {
  std::string key(finding.rule);
  for (const std::string_view part : {identity, std::string_view(finding.location.file), line}) {
    key += '\0';
    key += part;
  }
  return key;
}

}  // namespace

void set_fingerprints(std::vector<Diagnostic>& findings, const Skill& skill, std::string_view identity) {
  std::map<std::string, std::size_t> seen;
  const SourceFile* file = nullptr;
  std::string_view last;
  for (Diagnostic& finding : findings) {
    if (finding.location.file != last || last.empty()) {
      last = finding.location.file;
      file = skill.text_file(last);
    }
    std::string key = key_of(finding, identity, line_of(finding, file));
    const std::size_t number = seen[key]++;
    if (number > 0) key += '\0' + std::to_string(number);
    finding.fingerprint = sha256_hex(key).substr(0, k_digits);
  }
}

void set_fingerprint(Diagnostic& finding, std::string_view identity) {
  finding.fingerprint = sha256_hex(key_of(finding, identity, {})).substr(0, k_digits);
}

}  // namespace skillstow
