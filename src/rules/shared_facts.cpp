#include "rules/shared_facts.h"

#include "facts/orphans.h"

namespace skillstow {

const Documents& SharedFacts::documents() {
  if (!documents_) documents_.emplace(skill_);
  return *documents_;
}

const FileIndex& SharedFacts::index() {
  if (!index_) index_.emplace(skill_);
  return *index_;
}

const std::vector<Link>& SharedFacts::links() {
  if (!links_) links_ = find_links(skill_, documents(), index());
  return *links_;
}

const std::vector<Mention>& SharedFacts::mentions() {
  if (!mentions_) mentions_ = find_mentions(skill_, documents(), index());
  return *mentions_;
}

const std::vector<std::string>& SharedFacts::orphans() {
  if (!orphans_) orphans_ = find_orphans(skill_, index(), links());
  return *orphans_;
}

const std::vector<SkillStep>& SharedFacts::steps() {
  if (!steps_) steps_ = find_steps(skill_);
  return *steps_;
}

}  // namespace skillstow
