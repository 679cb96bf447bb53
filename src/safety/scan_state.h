#pragma once

#include <set>
#include <string>
#include <string_view>

#include "model/skill.h"
#include "safety/file_memory.h"
#include "safety/findings.h"
#include "safety/triggers.h"
#include "safety/view.h"

namespace skillstow {

// What the detectors of one skill share.
struct Scan {
  const Skill& skill;
  Findings findings;
  FileMemory memory;                              // of the file that is scanned
  ImportMemory imports;                           // of all files
  std::set<std::string, std::less<>> modules;     // the names under which the skill's scripts import each other
  bool asks_for_rights = false;                   // said already: once for each skill
  std::size_t derived_bytes = 0;                  // of texts inside texts, so far in this file
  std::vector<std::string_view> told_left_out{};  // reasons given in this file

  Scan(const Skill& skill_, std::vector<Diagnostic>& out) : skill(skill_), findings(out) {}

  // Whether the address is, by its name, that of the maker of what the skill is about: get.foo.dev for the skill "foo".
  // No proof, and so only a smaller risk; over https only.
  bool is_of_skill(std::string_view url) const;

  // The scripts that may import each other; nullptr if there are not two.
  const std::set<std::string, std::less<>>* script_modules() const { return modules.size() > 1 ? &modules : nullptr; }

  // Runs the detectors of the view's language over it, and over the texts inside it. True if something was found that
  // decides the verdict or would have (a finding that its role lowered counts).
  bool code(const View& view);

  // A text that stands inside another one: the argument of sh -c, the string that a script hands to a shell, a decoded
  // payload. `in_outer` is the stretch that it stands for. False if nothing is found in it; what stands too deep is
  // told by left_out.
  bool inside(const View& outer, Span in_outer, std::string text, Language language, std::string_view how);

  // Every limit of the scan ends here: what it does not look into is told, at a risk that decides the verdict and that
  // no wording lowers. Otherwise padding and nesting would be a way past it. `reason` is a literal that says what is
  // there ("nests commands more than 5 levels deep"); each is told once a file.
  void left_out(const View& view, Span in_view, std::string_view reason);
};

// One file by what it is: a document, a script, data. `manifest`: SKILL.md, with `markdown` of its body.
void scan_text(Scan& scan, const SourceFile& file, const Markdown* markdown, bool manifest);

// What is in the archives and Office documents of the skill, two levels deep.
void scan_archives(Scan& scan);

// Detectors for code. Each appends to scan.findings; true if it found something.
bool scan_shell(Scan& scan, const View& view);
bool scan_powershell(Scan& scan, const View& view);  // PowerShell and cmd
bool scan_script(Scan& scan, const View& view);      // Python, JavaScript
bool scan_other_language(Scan& scan, const View& view);

}  // namespace skillstow
