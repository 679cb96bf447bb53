#pragma once

#include <functional>
#include <string>
#include <vector>

#include "install/candidates.h"
#include "install/plan.h"
#include "install/policy.h"
#include "lint/engine.h"
#include "model/tree.h"

namespace skillstow {

// A skill that is not installed, and why.
struct Refused {
  std::string name;
  std::string path;  // as it is reported: the skill's in the source, or the target
  Refusal reason = Refusal::invalid;
  std::string message;
  std::string help;
  std::vector<Diagnostic> findings;  // of the gate: what it refused for
  std::vector<FileEdit> edits;
};

// A source that was opened.
struct Source {
  const Tree& tree;
  std::string root;      // absolute, links resolved; "" = it is no folder on the disk
  std::string recorded;  // as the record names it
  std::string project;   // the site's root, absolute
  std::string identity;  // tells sources apart: the folder or repository (absolute), or an address without its form
  std::string name;      // of its folder
  std::string path;      // of the tree's root in the repository that the record names; "" = its root
  std::string ref;       // "" = none, or the default branch
  std::string commit;    // "" = none
};

// How far the gate lets itself be talked to. Policies are never talked to.
struct GateOptions {
  bool force = false;                // what is found is told, and lets pass
  std::vector<std::string> allowed;  // rules whose findings let pass
  std::vector<Policy> policies;
  // Why the skill at the root of a tree is not signed as a policy asks; "" if it is. Signatures are read above this
  // folder, so its callers bring this; without it such a policy lets nothing in.
  std::function<std::string(const Tree&, const Policy&)> fault_of_signature = {};
  bool brief = false;  // tell of each skill what a person should know
};

struct Prepared {
  std::vector<Incoming> incoming;
  std::vector<Refused> refused;
  std::vector<std::string> notes;
};

// What the gate lets pass. Judges each chosen skill as it will be once it is installed, before a byte is written: one
// that does not conform to the specification, or that the scan finds dangerous, is refused with its findings unless
// `force` or its rules are allowed. Links out of the skill, names that lead elsewhere and unreadable files refuse it
// too; with `force` these files are left out. Two skills that would share a folder are both refused.
Prepared prepare(const Source& source, const std::vector<Candidate>& candidates, const std::vector<std::size_t>& chosen,
                 const GateOptions& gate);

}  // namespace skillstow
