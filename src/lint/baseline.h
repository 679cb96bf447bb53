#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/diagnostic.h"

namespace skillstow {

// The findings that a team has accepted: those that stand in the file are not reported again, new ones are. A file of
// JSON, sorted, so that two runs give the same bytes:
//   { "version": 1, "findings": [ { "fingerprint", "rule", "skill", "file" } ] }
class Baseline {
 public:
  // Errors: not_found and the like - the file could not be read; bad_input - it is none of ours.
  static Result<Baseline> read(const std::string& path);

  // Whether the finding was accepted. Findings of critical risk never are.
  bool accepts(const Diagnostic& finding) const;

  std::size_t size() const { return fingerprints_.size(); }

  // How many accepted findings of these skills (by the path that they were written with) are not among `met`. Those of
  // other skills say nothing: they were not looked at.
  std::size_t gone(const std::set<std::string>& skills, const std::set<std::string>& met) const;

  // For writing: takes the finding in, unless its risk is critical.
  void add(const Diagnostic& finding, std::string_view skill_path);
  std::string to_json() const;

 private:
  struct Entry {
    std::string skill, file, rule, fingerprint;
    auto operator<=>(const Entry&) const = default;
  };
  std::set<std::string, std::less<>> fingerprints_;
  std::vector<Entry> entries_;
};

}  // namespace skillstow
