#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/skill.h"
#include "safety/view.h"

namespace skillstow {

// What wording and place say of the text they govern. All take text in any case; only English is understood, anything
// else leaves the role as it is.

// A heading, or the path of headings from the outermost: "Do not do this", "Anti-patterns", "Known attacks".
Role role_of_heading(std::string_view heading);

// The paragraph in front of a code block: "Never run:", "Reject a script that contains:".
Role role_of_introduction(std::string_view paragraph);

// The comment above or behind a line of code: "# BAD", "// vulnerable".
Role role_of_comment(std::string_view comment);

// A line of code in a document by the comment behind or above it; `at` is an offset in the block's text.
Role role_of_code_line(std::string_view text, std::size_t at);

// Words in a line of prose, text[begin, begin + length), by what governs them in their sentence, or in their row of a
// table. `forbids` when they are what must not be done.
Role role_in_sentence(std::string_view text, std::size_t begin, std::size_t length);

// A file by its path from the skill's folder: tests, fixtures, evals.
Role role_of_path(std::string_view path);

// The weaker of the two: what one of them says against doing it stays said.
Role weaker(Role a, Role b);

}  // namespace skillstow
