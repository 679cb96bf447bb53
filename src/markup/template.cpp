#include "markup/template.h"

#include <cassert>
#include <map>

#include <kainjow/mustache.hpp>

#include "base/text.h"
#include "markup/escape.h"

// The only file that knows the library. Other templates are put in where they are named before the text is parsed: the
// library would parse them anew at each use.
namespace skillstow {
namespace {

using Mustache = kainjow::mustache::mustache;
using Data = kainjow::mustache::data;

std::string with_parts(std::string_view text) {
  constexpr std::string_view k_mark = "{{> ";
  std::string out;
  for (;;) {
    const std::size_t open = text.find(k_mark);
    if (open == std::string_view::npos) return out + std::string(text);
    const std::size_t close = text.find("}}", open);
    out += text.substr(0, open);
    // A part may stand in the middle of a line, so its own last line end is none of it.
    std::string_view part = page_file(text.substr(open + k_mark.size(), close - open - k_mark.size()));
    if (part.ends_with('\n')) part.remove_suffix(1);
    out += with_parts(part);
    text.remove_prefix(close + 2);
  }
}

// Templates nest a few levels deep, and so do the views that they are made for.
Data data_of(const PageData& view) {
  switch (view.kind()) {
    case PageData::Kind::text:
      return Data(view.text());
    case PageData::Kind::flag:
      return Data(view.flag());
    case PageData::Kind::list: {
      Data list(Data::type::list);
      for (const PageData& item : view.items()) list.push_back(data_of(item));
      return list;
    }
    case PageData::Kind::object:
      break;
  }
  Data object(Data::type::object);
  for (const auto& [name, value] : view.members()) {
    // An empty text counts as nothing there, so that {{#name}} asks whether there is one.
    object[name] = value.kind() == PageData::Kind::text && value.empty() ? Data(false) : data_of(value);
  }
  return object;
}

Mustache parsed(std::string_view path, Markup markup) {
  Mustache ready(with_parts(page_file(path)));
  assert(ready.is_valid());
  ready.set_custom_escape(markup == Markup::html ? [](const std::string& text) { return markup_escaped(visible(text)); }
                                                 : [](const std::string& text) { return markdown_escaped(text); });
  return ready;
}

}  // namespace

std::string_view page_file(std::string_view path) {
  for (const EmbeddedFile& file : embedded_pages()) {
    if (file.path == path) return file.content;
  }
  assert(false);
  return {};
}

std::string fill_template(std::string_view path, const PageData& view, Markup markup) {
  thread_local std::map<std::string, Mustache, std::less<>> templates;
  auto at = templates.find(path);
  if (at == templates.end()) at = templates.emplace(path, parsed(path, markup)).first;
  std::string out;
  at->second.render(data_of(view), [&out](const std::string& part) { out += part; });
  return out;
}

}  // namespace skillstow
