#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/embedded_file.h"
#include "markup/page_data.h"

namespace skillstow {

// The files below templates/page/. Defined in a file that the build makes.
std::span<const EmbeddedFile> embedded_pages();

// One of them; its name must be known.
std::string_view page_file(std::string_view path);

// What {{names}} are written in. {{{names}}} are put in as they are: only what was rendered or escaped already.
enum class Markup { html, markdown };

// Fills a template of templates/page/, in Mustache: {{name}} escaped, {{#name}}…{{/name}} for each item or if it is
// true, {{^name}}…{{/name}} if there is none, {{> file}} another template of the folder. From any thread; each parses a
// template once.
std::string fill_template(std::string_view path, const PageData& view, Markup markup);

}  // namespace skillstow
