#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "safety/view.h"

namespace skillstow {

// An earlier step of a chain. `span` is in the bytes of the file; nullptr: it is not known where it stands.
struct ChainStep {
  const SourceFile* file = nullptr;
  Span span;
  std::string message;
};

// What a detector has found, before its place and role are weighed.
struct Finding {
  std::string_view rule;
  Risk risk = Risk::medium;
  std::string message;  // what and why, without a full stop
  std::string help;     // what to do
  bool firm = false;    // no wording around it lowers the risk: raw addresses, decoded payloads, hidden text
  bool excerpt = true;  // add the matched words to the message
  std::vector<ChainStep> steps = {};
};

// The risk that remains for a text of this role.
Risk lowered(Risk risk, Role role);
Severity severity_of(Risk risk);

// Collects findings of one skill. One rule speaks once about one stretch of lines: the higher risk stays.
class Findings {
 public:
  explicit Findings(std::vector<Diagnostic>& out) : out_(out), first_(out.size()) {}

  void add(const View& view, Span in_view, Finding finding);
  void in_file(const SourceFile& file, Span span, Finding finding);  // the risk is taken as it is
  void about(std::string path, Finding finding);                     // a whole file: line 0

  // Says how many findings found no room, in `path`. The graver ones took the room of the lighter ones.
  void tell_dropped(std::string_view path);

  // While a text that was made of a file is scanned: its findings are told of the file.
  struct Derived {
    const SourceFile* text = nullptr;  // what is scanned
    const SourceFile* file = nullptr;  // what it was made of, byte by byte; nullptr for a member of an archive
    const OffsetMap* map = nullptr;    // from the one to the other
    std::string archive = {};          // the archive's path, if it is a member of one
  };
  void derive(Derived derived) { derived_ = std::move(derived); }
  // Whether a text is scanned that is gone afterwards.
  bool in_derived_text() const { return derived_.text != nullptr; }

  std::size_t count() const { return out_.size() - first_; }
  std::size_t reported() const { return reported_; }  // how often a detector spoke, repetitions included

 private:
  // A finding in a text that was made of a file; nothing if the file says the same as it stands.
  bool says_the_same(Span in_derived) const;
  void in_derived(const SourceFile& file, Span span, Finding finding);
  void put(Diagnostic diagnostic);
  void drop(Risk risk) { ++dropped_[static_cast<std::size_t>(risk)]; }
  void forget(std::size_t index);  // takes out_[index] out
  // Whether the rule has spoken about these lines with at least this risk; a lower word of it is taken back.
  bool said_already(std::string_view rule, Risk risk, std::string_view path, std::uint32_t first_line,
                    std::uint32_t last_line);

  std::vector<Diagnostic>& out_;
  std::size_t first_;
  std::size_t reported_ = 0;
  Derived derived_;
  std::size_t kept_[5] = {};  // by risk, for both
  std::size_t dropped_[5] = {};
};

// The matched words for a message: on one line, control and invisible characters shown, shortened.
std::string excerpt_of(std::string_view text);

}  // namespace skillstow
