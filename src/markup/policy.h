#pragma once

#include <string>
#include <string_view>

namespace skillstow {

// The Content-Security-Policy of a page that holds all that it needs: it may load nothing, and use its own style sheet
// and script alone, which are told by their digests. An empty script: none may run.
std::string page_policy(std::string_view style, std::string_view script = {});

}  // namespace skillstow
