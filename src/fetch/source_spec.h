#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace skillstow {

// What a SOURCE on the command line means.
struct SourceSpec {
  enum class Kind { local, file, https, http, ssh };  // http: of the machine itself alone
  enum class Form { repository, package, index };     // what stands at an address; local: what the disk has
  Kind kind = Kind::local;
  Form form = Form::repository;
  std::string text;        // as it was given
  std::string address;     // what is fetched, without ref and path: "https://github.com/owner/repo.git"; local: ""
  std::string host;        // "" = this machine
  unsigned port = 0;       // 0 = the usual one
  std::string repository;  // "owner/repo"; file: the repository's folder; local: ""
  std::string ref;         // branch, tag or commit; "" = the default branch; local: "" = the folder as it stands
  std::string path;        // the folder in the repository; "" = all of it. local: the folder itself, "~" replaced
  std::string within;      // local: the folder in the repository at `ref`
  std::string skill;       // the one that is meant; "" = not said
  bool manifest = false;   // the address was that of a SKILL.md: it alone is meant, not what stands below its folder
  // Of a page of a forge: ref and path one after the other. Until the refs are known, the ref is taken to be the first
  // part; settle_ref() (refs.h) puts both right.
  std::string unsettled;
  std::string warning;  // worth a word before anything is done; "" = nothing
};

std::string_view name_of(SourceSpec::Kind kind);

struct SourceContext {
  std::string home;                                     // for "~"; may be empty: then "~" is an error
  std::function<bool(const std::string& path)> exists;  // whether something of that name is on the disk
};

// Forms: a folder (./x, ../x, /x, ~/x, or any name that is on the disk), of a repository also #REF and #REF:PATH;
// owner/repo, owner/repo@SKILL, owner/repo/PATH, owner/repo#REF, all of GitHub; gitlab:, bitbucket:,
// codeberg:owner/repo; git@host:owner/repo; https://, ssh://, file:// addresses of repositories, of pages that show a
// folder or a SKILL.md (forge.h), of packages (.skill, .zip, .tar.gz, .tgz) and of an index
// (/.well-known/agent-skills/index.json, which a host alone stands for).
//
// Fails with ErrorKind::usage for what could mean two things (the help names the choices), what runs programs (ext::),
// what is not encrypted (http://, git://) unless it stays on this machine, and what could be taken for an option or
// another path further down; with ErrorKind::not_found for a bare name that is not on the disk.
Result<SourceSpec> parse_source(std::string_view text, const SourceContext& context);

// The source as a record names it: an address that parse_source() reads as the same repository. "" for local ones,
// whose place only the caller knows.
std::string canonical_source(const SourceSpec& spec);

// Whether two addresses name one repository, however they are written: "github.com/owner/repo". Not for local ones.
std::string source_identity(const SourceSpec& spec);

// The spec in words, before anything is fetched: "owner/repo of github.com, branch feature/x, folder skills/a".
std::string describe_source(const SourceSpec& spec);

// What is wrong with the name of a branch, tag or commit; "" if nothing is.
std::string fault_of_ref(std::string_view ref);

}  // namespace skillstow
