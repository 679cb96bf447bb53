#pragma once

#include <map>
#include <optional>
#include <string>

#include "safety/scan_state.h"
#include "safety/shell_model.h"

namespace skillstow {

// What the detectors of one shell text share.
struct ShellScan {
  Scan& scan;
  const View& view;
  const ShellModel& model;
  std::string folder{};  // where cd went last

  void report(Span span, Finding finding) const { scan.findings.add(view, span, std::move(finding)); }
};

// Each looks at one command; the index is that of the model. Commands come in the order of the text.
void find_remote_code(ShellScan& shell, std::uint32_t command);
void find_decoded_code(ShellScan& shell, std::uint32_t command);
void find_destruction(ShellScan& shell, std::uint32_t command);
void find_credential_reads(ShellScan& shell, std::uint32_t command);  // sensitive-path, exfiltration
void find_reverse_shells(ShellScan& shell, std::uint32_t command);
void find_persistence(ShellScan& shell, std::uint32_t command);
void find_privilege(ShellScan& shell, std::uint32_t command);
void find_supply_chain(ShellScan& shell, std::uint32_t command);
void find_flood(ShellScan& shell, std::uint32_t command);
void find_fork_bomb(ShellScan& shell);  // the whole text

// What a pipeline of literal text and decoders puts out: echo …, printf …, base64 -d, tr, xxd -r, rev.
struct Output {
  std::string text;
  std::string how;       // the decoders in order: "base64"; empty = none
  bool known = false;    // the text could be worked out
  bool decodes = false;  // a decoder is in it, whether or not its text is known
  bool cut = false;      // longer than is followed
};
Output output_of(const ShellModel& model, std::uint32_t last_command);

}  // namespace skillstow
