#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_index.h"
#include "model/span.h"

namespace skillstow {

enum class Severity { note, warning, error };
enum class Risk { none, low, medium, high, critical };  // safety findings only
enum class Category { frontmatter, body, files, links, tokens, safety, agents, structure };

std::string_view name_of(Severity severity);
std::string_view name_of(Risk risk);  // "" for none
std::string_view name_of(Category category);

// Bytes of a text file and what stands there instead.
struct Edit {
  Span span;
  std::string text;
  std::string file = {};  // from the skill's folder; empty: the file of the finding
};

// A file gets another name. Both are paths from the skill's folder; `to` may differ from `from` in letter case alone.
struct Rename {
  std::string from;
  std::string to;
};

// Changes that together make the finding go away: all are done or none. Safe: the meaning stays what its author meant.
struct Fix {
  std::string title;
  std::vector<Edit> edits = {};
  bool safe = true;
  std::vector<Rename> renames = {};
  std::vector<std::string> executable = {};  // files that get the execute bits that match their read bits
};

// Where a finding is. line 0 = the whole file or folder. Filled by whoever finds it, from the file's LineIndex.
struct Location {
  std::string file;  // from the skill's folder
  Span span;
  Position begin{0, 0};
  Position end{0, 0};  // one past the last character
};

// An earlier step of what a finding tells: where what is sent was read, where what is run was downloaded.
struct Related {
  Location location;
  std::string message;  // what stands there, without a full stop
};

// One finding. `message` says what is wrong and why it matters, without a full stop; `help` what to do.
struct Diagnostic {
  std::string_view rule;  // points into the table of rules
  Category category = Category::frontmatter;
  Severity severity = Severity::warning;
  Risk risk = Risk::none;
  Location location;
  std::string message;
  std::string help;
  std::vector<Related> related = {};     // in the order of the steps
  std::vector<Fix> fixes;                // empty or one
  std::vector<std::string_view> agents;  // ids of those concerned; empty = all
  std::string fingerprint;               // stays the same when lines move; see lint/fingerprint.h
};

// By file (SKILL.md first), then position, then rule: the order in which every output shows them.
void sort_diagnostics(std::vector<Diagnostic>& diagnostics);

}  // namespace skillstow
