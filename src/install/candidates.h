#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "lint/discover.h"
#include "model/tree.h"

namespace skillstow {

// A skill that a source offers, as much of it as a list shows.
struct Candidate {
  FoundSkill found;
  std::string name;         // as SKILL.md declares it; its folder's name where it declares none
  std::string declared;     // empty where there is none
  std::string description;  // trimmed
  std::string path;         // from the source; "." = the source itself
  std::string shown;        // the source as it was given, then the way down
  std::string problem;      // SKILL.md could not be read, and why
};

struct Candidates {
  std::vector<Candidate> skills;  // by path
  std::vector<Skipped> skipped;   // paths from the source
};

// `shown` is the source as it was given. A link to a skill that is offered under its own path too is left out.
Candidates find_candidates(const Tree& tree, const std::string& shown, const DiscoverOptions& options);

// Takes those out that stand in one of these folders (absolute, links resolved): copies that were installed there,
// which a project that is a source too must not offer again.
void leave_installed_out(Candidates& candidates, const std::string& root, const std::vector<std::string>& installed);

// One line for each name that several of them have, naming their paths.
std::vector<std::string> name_conflicts(const std::vector<Candidate>& candidates);

// The candidates that are asked for, by name, by folder or by path; "*" is all. Fails with ErrorKind::not_found for a
// name that is not there, ErrorKind::exists for one that several have.
Result<std::vector<std::size_t>> select_candidates(const std::vector<Candidate>& candidates,
                                                   const std::vector<std::string>& names);

}  // namespace skillstow
