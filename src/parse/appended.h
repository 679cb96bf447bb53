#pragma once

#include <string_view>

namespace skillstow {

// Files that are a picture or a PDF to a viewer and something else to whoever reads on behind their end.

// Whether the bytes start like a PNG, JPEG, GIF or PDF, whose end can be told.
bool has_known_end(std::string_view bytes);

// The text that stands behind the end of such a file; empty if there is none, if it is no text, or if the file has no
// end.
std::string_view appended_text(std::string_view bytes);

// Whether a PDF says, outside of what is compressed in it, that a script or program is run when it is opened
// (ISO 32000-1, 12.6: actions).
bool opens_with_script(std::string_view bytes);

}  // namespace skillstow
