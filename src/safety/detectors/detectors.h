#pragma once

#include "parse/markdown.h"
#include "safety/scan_state.h"

namespace skillstow {

// What looks at the whole text of a file.
void find_hidden_text(Scan& scan, const View& file);                        // hidden-text, bidi
void find_look_alikes(Scan& scan, const View& file);                        // look-alike
void find_secrets(Scan& scan, const View& file, const TriggerHits& hits);   // secret
void find_encoded(Scan& scan, const View& file);                            // commands hidden in base64
void find_lures(Scan& scan, const View& file, const TriggerHits& hits);     // deception
void find_settings(Scan& scan, const View& file, const TriggerHits& hits);  // remote-code, privilege
void find_address_leaks(Scan& scan, const SourceFile& file, const Markdown& markdown, Role role);  // exfiltration

// What looks at the folder.
void find_in_tree(Scan& scan);  // file-escape, opaque-code

}  // namespace skillstow
