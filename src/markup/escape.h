#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// How foreign text is put into the formats of the outputs, so that none of it is taken for their syntax. The texts may
// hold any bytes; what comes out is UTF-8.
namespace skillstow {

// For XML 1.0 and HTML, between tags and inside quoted attributes: & < > " ' become entities, line ends and tabs
// character references; characters that XML forbids and bytes that are not UTF-8 become U+FFFD.
std::string markup_escaped(std::string_view text);

// For running text of GitHub's and GitLab's Markdown, on one line and inside of tables: no emphasis, link, image, HTML,
// mention, reference or automatic link comes of it. What does not show is made visible (base/text.h).
std::string markdown_escaped(std::string_view text);

// So many backticks that no run of them in the text is as long, and at least `least`: a fence, or the marks of a code
// span, around it.
std::string backticks_around(std::string_view text, std::size_t least);

// The text as code inside of a line or table cell, made visible.
std::string markdown_code(std::string_view text);

// A path as the path of a URI (RFC 3986): "/" stays, all but unreserved characters become %XX.
std::string uri_path(std::string_view path);

// The message, and the value of a property, of a workflow command of GitHub Actions ("::error file=VALUE::MESSAGE"),
// as @actions/core escapes them: % CR LF, and in properties also : and ,
std::string workflow_message(std::string_view text);
std::string workflow_property(std::string_view text);

}  // namespace skillstow
