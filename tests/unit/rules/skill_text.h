#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/skill.h"
#include "tree/memory_tree.h"

// Skills for tests, from one text. The form is that of the examples in the rules' documentation (rules/rule.h).
namespace skillstow::test {

// The skill that the text describes, in a folder called "example" unless the text gives it another name.
Skill skill_of(std::string_view text);

// Its files alone.
std::shared_ptr<const MemoryTree> tree_of(std::string_view text);

// The same after a fix of one of its files.
Skill skill_with(std::string_view text, std::string_view path, const Fix& fix);

// What all rules find in it, and what one rule finds.
std::vector<Diagnostic> findings_of(std::string_view text);
std::vector<Diagnostic> findings_of(std::string_view text, std::string_view rule);

// A finding over some lines, for expected.txt.
std::string shown(const Diagnostic& diagnostic);

}  // namespace skillstow::test
