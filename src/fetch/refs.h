#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fetch/source_spec.h"

namespace skillstow {

// A branch, tag or other ref of a repository.
struct Ref {
  std::string name;    // "refs/heads/main"
  std::string commit;  // hexadecimal; of a tag with a message: the commit that it is of
};

struct RefList {
  std::vector<Ref> refs;
  std::string head;         // the default branch, "refs/heads/main"; "" = not known
  std::string head_commit;  // "" = the repository is empty

  const Ref* find(std::string_view name) const;  // by its full name
};

// As `git ls-remote` prints them: a commit, a blank, a name; lines of --symref are read too.
Result<RefList> parse_refs(std::string_view text);

// Puts ref and path of a page's address right: the longest ref that the address begins with is meant, as on the sites
// themselves. A second one that would do as well is told in spec.warning. Fails with ErrorKind::ref_not_found if there
// is none, naming what was looked for and refs that are near.
Result<void> settle_ref(SourceSpec& spec, const RefList& refs);

// The ref that a name means: itself, else a branch, else a tag. nullptr if there is none. Fails with ErrorKind::usage
// if it is both and they are two commits.
Result<const Ref*> resolve_ref(std::string_view name, const RefList& refs);

// "there is no branch or tag x in it", and what to write instead.
Error no_such_ref(std::string_view name, const RefList& refs, std::string_view source);

bool is_commit_id(std::string_view name);  // 40 or 64 hexadecimal digits

}  // namespace skillstow
