#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lint/discover.h"
#include "lint/engine.h"
#include "model/skill.h"
#include "model/tree.h"

namespace skillstow {

// A skill as a site offers it for installing: below /.well-known/agent-skills/, as agent skills' discovery 0.2.0 has
// it.
struct Offer {
  std::string name;
  std::string description;
  std::string file;    // "pdf.md" or "pdf.tar.gz", beside the index
  std::string bytes;   // of the file
  std::string digest;  // of the bytes, 64 hexadecimal digits
};

// SKILL.md alone as it is, a skill of several files as an archive. Nothing for a skill that does not conform to the
// specification, that fails the safety scan, or that the readers of such sites refuse by its size or its links.
std::optional<Offer> offer_of(const Tree& tree, const FoundSkill& found, const Skill& skill,
                              const Judgement& judgement);

// The index of a site's offers, by name. Bytes are not needed.
std::string offers_index(const std::vector<Offer>& offers);

}  // namespace skillstow
