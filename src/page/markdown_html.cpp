#include "page/markdown_html.h"

#include <algorithm>
#include <unordered_map>

#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"
#include "facts/anchors.h"
#include "markup/escape.h"

namespace skillstow {
namespace {

constexpr std::uint8_t k_moved_down = 2;
constexpr std::size_t k_most_depth = 60;  // of open elements; deeper text stays, its elements are left out

constexpr std::size_t k_most_columns = 64;  // of a table

// The cells of "| a | b |"; a bar behind a backslash is none.
std::size_t bars_of(std::string_view line) {
  std::size_t bars = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
    } else if (line[i] == '|') {
      ++bars;
    }
  }
  return bars;
}

// "|---|:--:|", at least one bar and in every cell at least one dash.
bool is_delimiter_row(std::string_view line) {
  line = trim(line);
  if (line.find('|') == std::string_view::npos) return false;
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  for (std::string_view cell : split(line, '|')) {
    cell = trim(cell);
    if (cell.starts_with(':')) cell.remove_prefix(1);
    if (cell.ends_with(':')) cell.remove_suffix(1);
    if (cell.empty() || cell.find_first_not_of('-') != std::string_view::npos) return false;
  }
  return true;
}

class Renderer {
 public:
  Renderer(const Markdown& markdown, std::string_view file, const LinkResolver& resolve)
      : nodes_(markdown.nodes), file_(file), resolve_(resolve) {}

  std::string run() {
    if (!nodes_.empty()) range(1, nodes_[0].end);
    return std::move(out_);
  }

 private:
  struct Open {
    std::uint32_t end;
    std::string_view close;
    bool link;
  };

  // The nodes of a range, each element closed behind its last one.
  void range(std::uint32_t begin, std::uint32_t end) {
    std::vector<Open> open;
    std::uint32_t i = begin;
    const auto close_until = [&](std::uint32_t at) {
      while (!open.empty() && open.back().end <= at) {
        out_ += open.back().close;
        links_ -= open.back().link ? 1 : 0;
        open.pop_back();
      }
    };
    while (i < end) {
      close_until(i);
      i = node(i, open);
    }
    close_until(end);
  }

  void element(std::vector<Open>& open, std::uint32_t node, std::string_view start, std::string_view close,
               bool link = false) {
    if (open.size() >= k_most_depth) return;
    out_ += start;
    links_ += link ? 1 : 0;
    open.push_back({nodes_[node].end, close, link});
  }

  // Writes one node and gives the next: inside it if it is an element, behind it if it was written whole.
  std::uint32_t node(std::uint32_t i, std::vector<Open>& open) {
    const MarkdownNode& one = nodes_[i];
    switch (one.kind) {
      case NodeKind::document:
        break;
      case NodeKind::block_quote:
        element(open, i, "<blockquote>\n", "</blockquote>\n");
        break;
      case NodeKind::list:
        list(i, open);
        break;
      case NodeKind::item:
        element(open, i, "<li>", "</li>\n");
        break;
      case NodeKind::paragraph:
        if (table(i)) return one.end;
        element(open, i, "<p>", "</p>\n");
        break;
      case NodeKind::heading:
        heading(i, open);
        break;
      case NodeKind::thematic_break:
        out_ += "<hr>\n";
        break;
      case NodeKind::code_block:
        code_block(one);
        break;
      case NodeKind::html_block:
        out_ += "<pre class=\"raw\" tabindex=\"0\">" + html_text(trim_right(one.text)) + "</pre>\n";
        break;
      case NodeKind::text:
        out_ += html_text(one.text);
        break;
      case NodeKind::soft_break:
        out_ += '\n';
        break;
      case NodeKind::line_break:
        out_ += "<br>\n";
        break;
      case NodeKind::code_span:
        out_ += "<code>" + html_text(in_table_ ? replace_all(one.text, "\\|", "|") : one.text) + "</code>";
        break;
      case NodeKind::html_inline:
        out_ += "<code class=\"raw\">" + html_text(one.text) + "</code>";
        break;
      case NodeKind::emphasis:
        element(open, i, "<em>", "</em>");
        break;
      case NodeKind::strong:
        element(open, i, "<strong>", "</strong>");
        break;
      case NodeKind::link:
        link(i, open);
        break;
      case NodeKind::image:
        image(i);
        return one.end;
    }
    return i + 1;
  }

  void list(std::uint32_t i, std::vector<Open>& open) {
    if (!nodes_[i].ordered) return element(open, i, "<ul>\n", "</ul>\n");
    const std::string start =
        nodes_[i].start == 1 ? std::string("<ol>\n") : format("<ol start=\"{}\">\n", nodes_[i].start);
    element(open, i, start, "</ol>\n");
  }

  void heading(std::uint32_t i, std::vector<Open>& open) {
    constexpr std::string_view k_close[] = {"</h3>\n", "</h4>\n", "</h5>\n", "</h6>\n"};
    const int level = std::min(nodes_[i].level + k_moved_down, 6);
    std::string id = heading_slug(nodes_[i].text);
    const std::uint32_t seen = ids_[id]++;
    if (seen > 0) id += format("-{}", seen);
    element(open, i, format("<h{} id=\"doc-{}\">", level, html_text(id)), k_close[level - 3]);
  }

  void code_block(const MarkdownNode& block) {
    const std::string_view info = trim(block.info);
    const std::string_view language = info.substr(0, info.find_first_of(" \t{"));
    out_ += "<pre tabindex=\"0\"";
    if (!language.empty() && language.size() <= 24) out_ += format(" data-language=\"{}\"", html_text(language));
    out_ += "><code>" + html_text(block.text) + "</code></pre>\n";
  }

  void link(std::uint32_t i, std::vector<Open>& open) {
    if (links_ > 0) return;  // inside of one already
    const LinkTarget target = resolve_(nodes_[i].text);
    if (target.href.empty()) {
      element(open, i, format("<span class=\"no-link\" title=\"{}\">", html_text(target.note)), "</span>");
      return;
    }
    const std::string_view rel = target.outside ? " rel=\"nofollow noopener noreferrer\"" : "";
    element(open, i, format("<a href=\"{}\"{}>", html_text(target.href), rel), "</a>", true);
  }

  void image(std::uint32_t i) {
    std::string alt;
    for (std::uint32_t child = i + 1; child < nodes_[i].end; ++child) alt += nodes_[child].text;
    const std::string text = html_text("Image: " + (trim(alt).empty() ? nodes_[i].text : fold_space(alt)));
    const LinkTarget target = links_ > 0 ? LinkTarget{} : resolve_(nodes_[i].text);
    if (target.href.empty()) {
      out_ += "<span class=\"no-link\">" + text + "</span>";
    } else {
      out_ += format("<a href=\"{}\"{}>{}</a>", html_text(target.href),
                     target.outside ? " rel=\"nofollow noopener noreferrer\"" : "", text);
    }
  }

  // A paragraph whose second line parts a head from rows is a table, as GitHub and every directory show it.
  bool table(std::uint32_t i) {
    const std::string_view source = slice(file_, nodes_[i].span);
    const std::size_t first_end = source.find('\n');
    if (first_end == std::string_view::npos) return false;
    const std::string_view rest = source.substr(first_end + 1);
    std::string_view second = rest.substr(0, rest.find('\n'));
    second.remove_prefix(std::min(second.find_first_not_of("> \t"), second.size()));
    if (bars_of(source.substr(0, first_end)) == 0 || !is_delimiter_row(second)) return false;
    std::vector<std::vector<std::string>> rows = cells(i);
    if (rows.size() < 2 || rows.front().size() > k_most_columns) return false;
    out_ += "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>";
    const std::size_t columns = rows.front().size();
    for (const std::string& cell : rows.front()) out_ += "<th scope=\"col\">" + cell + "</th>";
    out_ += "</tr></thead>\n<tbody>\n";
    for (std::size_t row = 2; row < rows.size(); ++row) {
      if (rows[row].size() > columns) rows[row].resize(columns);
      out_ += "<tr>";
      for (const std::string& cell : rows[row]) out_ += "<td>" + cell + "</td>";
      out_ += "</tr>\n";
    }
    out_ += "</tbody></table></div>\n";
    return true;
  }

  // The rows of a table, each cell rendered.
  std::vector<std::vector<std::string>> cells(std::uint32_t paragraph) {
    std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
    std::string outer = std::move(out_);
    in_table_ = true;
    for (std::uint32_t i = paragraph + 1; i < nodes_[paragraph].end; i = nodes_[i].end) {
      if (nodes_[i].kind == NodeKind::soft_break || nodes_[i].kind == NodeKind::line_break) {
        rows.emplace_back(1);
        continue;
      }
      if (nodes_[i].kind != NodeKind::text) {
        out_.clear();
        range(i, nodes_[i].end);
        rows.back().back() += out_;
        continue;
      }
      const std::vector<std::string_view> parts = split(nodes_[i].text, '|');
      for (std::size_t part = 0; part < parts.size(); ++part) {
        if (part > 0) rows.back().emplace_back();
        rows.back().back() += html_text(parts[part]);
      }
    }
    in_table_ = false;
    out_ = std::move(outer);
    for (std::vector<std::string>& row : rows) {
      for (std::string& cell : row) cell = std::string(trim(cell));
      if (row.size() > 1 && row.front().empty()) row.erase(row.begin());
      if (row.size() > 1 && row.back().empty()) row.pop_back();
    }
    return rows;
  }

  const std::vector<MarkdownNode>& nodes_;
  std::string_view file_;
  const LinkResolver& resolve_;
  std::string out_;
  int links_ = 0;  // open
  bool in_table_ = false;
  std::unordered_map<std::string, std::uint32_t> ids_;
};

}  // namespace

bool is_safe_address(std::string_view address) {
  for (const std::string_view scheme : {"https://", "http://", "mailto:"}) {
    if (starts_with_ignoring_case(address, scheme)) return true;
  }
  return false;
}

std::string html_text(std::string_view text) {
  constexpr std::string_view k_joiner = "\u200D";  // holds emoji together, and letters of some scripts
  std::string out;
  std::size_t start = 0;
  const auto flush = [&](std::size_t end) { out += markup_escaped(visible(text.substr(start, end - start))); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool joiner =
        i > 0 && static_cast<unsigned char>(text[i - 1]) >= 0x80 && text.substr(i, k_joiner.size()) == k_joiner;
    if (text[i] != '\n' && text[i] != '\t' && !joiner) continue;
    flush(i);
    out += joiner ? k_joiner : text.substr(i, 1);
    i += joiner ? k_joiner.size() - 1 : 0;
    start = i + 1;
  }
  flush(text.size());
  return out;
}

std::string markdown_html(const Markdown& markdown, std::string_view file, const LinkResolver& resolve) {
  return Renderer(markdown, file, resolve).run();
}

}  // namespace skillstow
