#include "structure/content.h"

#include <algorithm>
#include <vector>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

bool is_comment(const MarkdownNode& node) {
  const std::string_view text = trim(node.text);
  return node.kind == NodeKind::html_block && text.starts_with("<!--") && text.find("-->") + 3 == text.size();
}

bool is_blank(std::string_view text) { return trim(text).empty(); }

// An item counts if any of its leaves says something.
bool item_has_content(const Markdown& markdown, std::uint32_t item) {
  for (std::uint32_t i = item + 1; i < markdown.nodes[item].end; ++i) {
    const MarkdownNode& node = markdown.nodes[i];
    if (node.kind == NodeKind::image) return true;
    const bool leaf = node.kind == NodeKind::text || node.kind == NodeKind::code_span ||
                      node.kind == NodeKind::code_block || node.kind == NodeKind::html_block;
    if (leaf && !is_comment(node) && !is_blank(node.text)) return true;
  }
  return false;
}

bool kind_fits(const Need& need, const MarkdownNode& list) {
  return need.list == Need::ListKind::any || (need.list == Need::ListKind::ordered) == list.ordered;
}

// Calls visit(list) for the outermost lists: those inside an item belong to that item.
template <class Visit>
void for_each_list(const Markdown& markdown, NodeRange range, const Visit& visit) {
  for (std::uint32_t i = range.first; i < range.end; ++i) {
    if (markdown.nodes[i].kind != NodeKind::list) continue;
    visit(i);
    i = markdown.skip(i) - 1;
  }
}

void find_list(const Need& need, const Markdown& markdown, NodeRange range, NeedState& state) {
  for_each_list(markdown, range, [&](std::uint32_t list) {
    const MarkdownNode& node = markdown.nodes[list];
    if (!kind_fits(need, node)) {
      if (state.near == 0) state.near = list;
      return;
    }
    std::uint32_t items = 0;
    for (std::uint32_t item = list + 1; item < node.end; item = markdown.skip(item)) {
      if (item_has_content(markdown, item)) ++items;
    }
    if (items > state.found || state.found == 0) state.near = list;
    state.found = std::max(state.found, items);
  });
}

bool language_fits(const Need& need, std::string_view info) {
  if (need.languages.empty()) return true;
  const std::string_view trimmed = trim(info);
  const std::string_view language = trimmed.substr(0, trimmed.find_first_of(" \t{,"));
  return std::any_of(need.languages.begin(), need.languages.end(),
                     [&](const std::string& wanted) { return equals_ignoring_case(wanted, language); });
}

void find_code(const Need& need, const Markdown& markdown, NodeRange range, NeedState& state) {
  for (std::uint32_t i = range.first; i < range.end; ++i) {
    const MarkdownNode& node = markdown.nodes[i];
    if (node.kind != NodeKind::code_block) continue;
    if (language_fits(need, node.info) && !is_blank(node.text)) {
      ++state.found;
    } else if (state.near == 0) {
      state.near = i;
    }
  }
}

// Cells of a table row: the pipes that are not escaped, without those at the ends.
std::size_t count_cells(std::string_view row) {
  row = trim(row);
  if (row.starts_with('|')) row.remove_prefix(1);
  if (row.ends_with('|') && !row.ends_with("\\|")) row.remove_suffix(1);
  std::size_t cells = 1;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] == '\\') {
      ++i;
    } else if (row[i] == '|') {
      ++cells;
    }
  }
  return cells;
}

bool is_delimiter_row(std::string_view row) {
  row = trim(row);
  if (row.find('|') == std::string_view::npos || row.find('-') == std::string_view::npos) return false;
  if (row.find_first_not_of("|:- \t") != std::string_view::npos) return false;
  if (row.starts_with('|')) row.remove_prefix(1);
  if (row.ends_with('|')) row.remove_suffix(1);
  const std::vector<std::string_view> cells = split(row, '|');
  return std::all_of(cells.begin(), cells.end(), [](std::string_view cell) {
    cell = trim(cell);
    if (cell.starts_with(':')) cell.remove_prefix(1);
    if (cell.ends_with(':')) cell.remove_suffix(1);
    return !cell.empty() && cell.find_first_not_of('-') == std::string_view::npos;
  });
}

bool row_has_text(std::string_view row) { return row.find_first_not_of("| \t") != std::string_view::npos; }

}  // namespace

bool has_content(const Markdown& markdown, NodeRange range) {
  for (std::uint32_t i = range.first; i < range.end; i = markdown.skip(i)) {
    const MarkdownNode& node = markdown.nodes[i];
    if (node.kind != NodeKind::heading && node.kind != NodeKind::thematic_break && !is_comment(node)) return true;
  }
  return false;
}

std::uint32_t table_rows(std::string_view paragraph) {
  const std::vector<std::string_view> lines = split_lines(paragraph);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (!is_delimiter_row(lines[i])) continue;
    if (count_cells(lines[i]) != count_cells(lines[i - 1])) continue;
    const auto rows = std::count_if(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1, lines.end(), row_has_text);
    return static_cast<std::uint32_t>(rows);
  }
  return 0;
}

NeedState find_need(const Need& need, const Markdown& markdown, std::string_view file, NodeRange range) {
  NeedState state;
  switch (need.kind) {
    case Need::Kind::list:
      find_list(need, markdown, range, state);
      break;
    case Need::Kind::code:
      find_code(need, markdown, range, state);
      break;
    case Need::Kind::link:
      for (std::uint32_t i = range.first; i < range.end; ++i) {
        const MarkdownNode& node = markdown.nodes[i];
        if (node.kind == NodeKind::link && !node.text.empty()) ++state.found;
      }
      break;
    case Need::Kind::paragraph:
    case Need::Kind::table:
      for (std::uint32_t i = range.first; i < range.end; i = markdown.skip(i)) {
        const MarkdownNode& node = markdown.nodes[i];
        if (node.kind != NodeKind::paragraph) continue;
        const std::uint32_t rows = table_rows(slice(file, node.span));
        if (need.kind == Need::Kind::table) {
          state.found = std::max(state.found, rows);
        } else if (rows == 0) {
          ++state.found;
        }
      }
      break;
  }
  state.met = state.found >= need.at_least;
  return state;
}

std::uint32_t find_empty_item(const Need& need, const Markdown& markdown, NodeRange range) {
  std::uint32_t empty = 0;
  for_each_list(markdown, range, [&](std::uint32_t list) {
    if (empty != 0 || !kind_fits(need, markdown.nodes[list])) return;
    for (std::uint32_t item = list + 1; item < markdown.nodes[list].end; item = markdown.skip(item)) {
      if (empty == 0 && !item_has_content(markdown, item)) empty = item;
    }
  });
  return empty;
}

std::string describe(const Need& need) {
  const bool many = need.at_least > 1;
  const auto with = [&](std::string_view one, std::string_view several) {
    return many ? format("at least {} {}", need.at_least, several) : std::string(one);
  };
  switch (need.kind) {
    case Need::Kind::paragraph:
      return with("a paragraph of text", "paragraphs of text");
    case Need::Kind::link:
      return with("a link", "links");
    case Need::Kind::table:
      return many ? format("a table with at least {} rows", need.at_least) : "a table";
    case Need::Kind::list: {
      constexpr std::string_view k_names[] = {"a list", "an ordered list", "a bullet list"};
      const std::string_view name = k_names[static_cast<std::size_t>(need.list)];
      return many ? format("{} with at least {} items", name, need.at_least) : std::string(name);
    }
    case Need::Kind::code:
      break;
  }
  std::string text = with("a code block", "code blocks");
  for (std::size_t i = 0; i < need.languages.size(); ++i) {
    text += i == 0 ? " in " : (i + 1 == need.languages.size() ? " or " : ", ");
    text += need.languages[i];
  }
  return text;
}

}  // namespace skillstow
