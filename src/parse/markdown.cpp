#include "parse/markdown.h"

#include <algorithm>
#include <memory>

#include <cmark.h>

#include "base/line_index.h"
#include "base/text.h"
#include "parse/arena.h"
#include "parse/reference_definitions.h"

namespace skillstow {

bool Markdown::inside(std::uint32_t i, NodeKind kind) const {
  while (i != 0) {
    i = nodes[i].parent;
    if (nodes[i].kind == kind) return true;
  }
  return false;
}

namespace {

Arena& thread_arena() {
  thread_local Arena arena;
  return arena;
}

extern "C" {
void* skillstow_arena_calloc(size_t count, size_t size) { return thread_arena().allocate(count * size); }
void* skillstow_arena_realloc(void* block, size_t size) { return thread_arena().reallocate(block, size); }
void skillstow_arena_free(void* /*block*/) {}
}

NodeKind kind_of(cmark_node* node) {
  switch (cmark_node_get_type(node)) {
    case CMARK_NODE_BLOCK_QUOTE:
      return NodeKind::block_quote;
    case CMARK_NODE_LIST:
      return NodeKind::list;
    case CMARK_NODE_ITEM:
      return NodeKind::item;
    case CMARK_NODE_CODE_BLOCK:
      return NodeKind::code_block;
    case CMARK_NODE_HTML_BLOCK:
    case CMARK_NODE_CUSTOM_BLOCK:
      return NodeKind::html_block;
    case CMARK_NODE_PARAGRAPH:
      return NodeKind::paragraph;
    case CMARK_NODE_HEADING:
      return NodeKind::heading;
    case CMARK_NODE_THEMATIC_BREAK:
      return NodeKind::thematic_break;
    case CMARK_NODE_TEXT:
    case CMARK_NODE_CUSTOM_INLINE:
      return NodeKind::text;
    case CMARK_NODE_SOFTBREAK:
      return NodeKind::soft_break;
    case CMARK_NODE_LINEBREAK:
      return NodeKind::line_break;
    case CMARK_NODE_CODE:
      return NodeKind::code_span;
    case CMARK_NODE_HTML_INLINE:
      return NodeKind::html_inline;
    case CMARK_NODE_EMPH:
      return NodeKind::emphasis;
    case CMARK_NODE_STRONG:
      return NodeKind::strong;
    case CMARK_NODE_LINK:
      return NodeKind::link;
    case CMARK_NODE_IMAGE:
      return NodeKind::image;
    default:
      return NodeKind::document;
  }
}

bool is_inline(NodeKind kind) { return kind >= NodeKind::text; }

std::string_view as_view(const char* text) { return text ? std::string_view(text) : std::string_view{}; }

// Copies cmark's tree into our flat list, with positions checked against the bytes: cmark 0.30 tells wrong columns
// after lazy continuation lines, and wrong lines for links over several lines (cmark issues 296 and 442).
class Flattener {
 public:
  Flattener(std::string_view file, std::size_t begin) : file_(file), begin_(begin), lines_(file.substr(begin)) {}

  void flatten(cmark_node* root, std::vector<MarkdownNode>& nodes) {
    std::vector<std::uint32_t> open;
    const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> iterator(cmark_iter_new(root), cmark_iter_free);
    for (cmark_event_type event; (event = cmark_iter_next(iterator.get())) != CMARK_EVENT_DONE;) {
      cmark_node* node = cmark_iter_get_node(iterator.get());
      if (event == CMARK_EVENT_EXIT) {
        nodes[open.back()].end = static_cast<std::uint32_t>(nodes.size());
        open.pop_back();
        continue;
      }
      const auto index = static_cast<std::uint32_t>(nodes.size());
      const Span block = nodes.empty() ? span_between(begin_, file_.size()) : nodes[block_].span;
      MarkdownNode& flat = nodes.emplace_back();
      flat.kind = kind_of(node);
      flat.parent = open.empty() ? 0 : open.back();
      flat.end = index + 1;
      if (is_inline(flat.kind)) {
        add_inline(node, flat, block);
      } else {
        add_block(node, flat);
        block_ = index;
        cursor_ = flat.span.offset;
      }
      // Leaves have no exit event.
      if (!is_leaf(flat.kind)) open.push_back(index);
    }
  }

 private:
  static bool is_leaf(NodeKind kind) {
    switch (kind) {
      case NodeKind::code_block:
      case NodeKind::html_block:
      case NodeKind::thematic_break:
      case NodeKind::text:
      case NodeKind::soft_break:
      case NodeKind::line_break:
      case NodeKind::code_span:
      case NodeKind::html_inline:
        return true;
      default:
        return false;
    }
  }

  std::size_t line_start(int line) const {
    return begin_ + lines_.start(static_cast<std::uint32_t>(std::max(line, 1)));
  }
  std::size_t line_end(int line) const {
    const std::size_t end = line_start(line + 1);
    return end - (end > begin_ && file_[end - 1] == '\n') -
           (end > begin_ + 1 && file_[end - 1] == '\n' && file_[end - 2] == '\r') -
           (end > begin_ && file_[end - 1] == '\r');
  }

  // <https://example.org>: the text is the destination.
  static bool is_autolink(cmark_node* node) {
    cmark_node* child = cmark_node_first_child(node);
    if (!child || cmark_node_next(child) || cmark_node_get_type(child) != CMARK_NODE_TEXT) return false;
    const std::string_view text = as_view(cmark_node_get_literal(child));
    const std::string_view url = as_view(cmark_node_get_url(node));
    return url == text || (url.substr(0, 7) == "mailto:" && url.substr(7) == text);
  }

  void add_block(cmark_node* node, MarkdownNode& flat) {
    const int first = cmark_node_get_start_line(node);
    const int last = std::max(cmark_node_get_end_line(node), first);
    const std::size_t start =
        std::min(line_start(first) + static_cast<std::size_t>(std::max(cmark_node_get_start_column(node), 1) - 1),
                 line_end(first));
    flat.span = flat.kind == NodeKind::document ? span_between(begin_, file_.size())
                                                : span_between(start, std::max(start, line_end(last)));
    switch (flat.kind) {
      case NodeKind::heading:
        flat.level = static_cast<std::uint8_t>(cmark_node_get_heading_level(node));
        break;
      case NodeKind::list:
        flat.ordered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;
        flat.start = flat.ordered ? static_cast<std::uint32_t>(std::max(cmark_node_get_list_start(node), 0)) : 0;
        break;
      case NodeKind::item:
        flat.start = number_at(start);
        break;
      case NodeKind::html_block:
        flat.text = as_view(cmark_node_get_literal(node));
        break;
      case NodeKind::code_block:
        add_code_block(node, flat, first, last);
        break;
      default:
        break;
    }
  }

  // The number of an ordered list's item as its author wrote it; cmark keeps only the first of the list.
  std::uint32_t number_at(std::size_t at) const {
    std::uint32_t number = 0;
    for (; at < file_.size() && is_digit(file_[at]) && number < 100'000'000; ++at)
      number = number * 10 + static_cast<std::uint32_t>(file_[at] - '0');
    return number;
  }

  void add_code_block(cmark_node* node, MarkdownNode& flat, int first, int last) {
    flat.text = as_view(cmark_node_get_literal(node));
    flat.info = as_view(cmark_node_get_fence_info(node));
    const std::size_t start = flat.span.offset;
    const char fence = start < file_.size() ? file_[start] : '\0';
    std::size_t length = 0;
    while (start + length < file_.size() && file_[start + length] == fence) ++length;
    flat.fenced = (fence == '`' || fence == '~') && length >= 3;
    if (!flat.fenced) {
      flat.content = flat.span;
      return;
    }
    // The closing fence, behind the marks of block quotes and items.
    std::string_view closing = file_.substr(line_start(last), line_end(last) - line_start(last));
    closing.remove_prefix(std::min(closing.find_first_not_of("> \t"), closing.size()));
    closing = trim_right(closing);
    flat.closed =
        last > first && closing.size() >= length && closing.find_first_not_of(fence) == std::string_view::npos;
    const std::size_t content = std::min(line_start(first + 1), flat.span.end() + std::size_t{0});
    const std::size_t content_end = flat.closed ? line_start(last) : flat.span.end();
    flat.content = span_between(content, std::max(content, content_end));
  }

  // Where the inline starts, checked against the bytes, or searched in the rest of its block.
  void add_inline(cmark_node* node, MarkdownNode& flat, Span block) {
    const int line = cmark_node_get_start_line(node);
    const int column = cmark_node_get_start_column(node);
    const std::size_t told =
        line > 0 && column > 0 ? line_start(line) + static_cast<std::size_t>(column) - 1 : block.offset;
    const std::size_t end_told = cmark_node_get_end_line(node) > 0
                                     ? line_start(cmark_node_get_end_line(node)) +
                                           static_cast<std::size_t>(std::max(cmark_node_get_end_column(node), 0))
                                     : told;
    switch (flat.kind) {
      case NodeKind::text:
        flat.text = as_view(cmark_node_get_literal(node));
        place(flat, block, told, end_told, flat.text);
        break;
      case NodeKind::html_inline:
        flat.text = as_view(cmark_node_get_literal(node));
        place(flat, block, told, told + flat.text.size(), flat.text);
        break;
      case NodeKind::code_span:
        flat.text = as_view(cmark_node_get_literal(node));
        place_code(flat, block, told);
        break;
      case NodeKind::link:
      case NodeKind::image:
        flat.text = as_view(cmark_node_get_url(node));
        flat.info = as_view(cmark_node_get_title(node));
        place_link(flat, block, told, end_told, is_autolink(node));
        break;
      default:
        flat.span =
            block.contains(told) ? span_between(told, std::clamp(end_told, told, std::size_t{block.end()})) : block;
        flat.exact = block.contains(told);
    }
  }

  bool starts_at(std::size_t at, std::string_view wanted) const {
    return file_.compare(at, wanted.size(), wanted) == 0;
  }

  // The next such text in the block, within a budget for the whole file: made to be slow, a file could ask for a search
  // of all of it at every node.
  std::size_t search(std::string_view wanted, Span block) {
    const std::size_t room =
        std::min<std::size_t>(block.end() - std::min<std::size_t>(cursor_, block.end()), search_budget_);
    const std::size_t at = file_.substr(0, cursor_ + room).find(wanted, cursor_);
    search_budget_ -= at == std::string_view::npos ? room : at - cursor_;
    return at;
  }

  void place(MarkdownNode& flat, Span block, std::size_t told, std::size_t end_told, std::string_view literal) {
    if (literal.empty()) {
      flat.span = span_between(std::min(told, file_.size()), std::min(told, file_.size()));
      return;
    }
    if (block.contains(told) && starts_at(told, literal)) return found(flat, told, told + literal.size());
    // An escape or entity: the text differs from the bytes, and the place told is as good as there is.
    if (block.contains(told) && (file_[told] == '\\' || file_[told] == '&'))
      return found(flat, told, std::clamp(end_told, told, std::size_t{block.end()}));
    const std::size_t at = search(literal, block);
    if (at != std::string_view::npos) return found(flat, at, at + literal.size());
    flat.span = block;
    flat.exact = false;
  }

  void place_code(MarkdownNode& flat, Span block, std::size_t told) {
    std::size_t at = told;
    if (!block.contains(at) || at == 0 || file_[at - 1] != '`') {
      // Its text stands behind backticks, perhaps with one blank between.
      at = search("`" + flat.text, block);
      if (at == std::string_view::npos) at = search("` " + flat.text, block);
      if (at == std::string_view::npos) {
        flat.span = block;
        flat.exact = false;
        return;
      }
      ++at;
    }
    std::size_t start = at;
    while (start > block.offset && file_[start - 1] == '`') --start;
    const std::size_t ticks = at - start;
    std::size_t end = at;
    // The closing run has as many backticks as the opening one.
    for (std::size_t run = 0; end < block.end(); ++end) {
      run = file_[end] == '`' ? run + 1 : 0;
      if (run == ticks && (end + 1 >= block.end() || file_[end + 1] != '`')) break;
    }
    found(flat, start, std::min<std::size_t>(end + 1, block.end()));
  }

  // `bare`: the text is the destination, as in <https://example.org>, or in [x.md](x.md).
  void place_link(MarkdownNode& flat, Span block, std::size_t told, std::size_t end_told, bool bare) {
    const std::string_view opener = flat.kind == NodeKind::image ? "![" : "[";
    const bool right = block.contains(told) && starts_at(told, opener);
    bool autolink = !right && bare && block.contains(told) && file_[told] == '<';
    std::size_t at = right || autolink ? told : std::string_view::npos;
    if (at == std::string_view::npos && bare) {
      // The columns of autolinks leave out where their block starts.
      const std::string_view text = flat.text;
      at = search("<" + std::string(text.substr(0, 7) == "mailto:" ? text.substr(7) : text) + ">", block);
      autolink = at != std::string_view::npos;
    }
    // Lines told wrong are those of links over several lines: the next opener in the block is the one.
    if (at == std::string_view::npos) at = search(opener, block);
    if (!right) end_told = 0;
    if (at == std::string_view::npos) {
      flat.span = block;
      flat.exact = false;
      return;
    }
    std::size_t end = end_told;
    if (end <= at || end > block.end() || std::string_view(")]>").find(file_[end - 1]) == std::string_view::npos) {
      const std::size_t destination =
          flat.text.empty() ? std::string_view::npos : file_.substr(0, block.end()).find(flat.text, at);
      const std::size_t from = destination == std::string_view::npos ? at : destination + flat.text.size();
      const std::size_t close = file_.substr(0, block.end()).find_first_of(")]>", from);
      end = close == std::string_view::npos ? block.end() : close + 1;
    }
    flat.reference = !autolink && file_[end - 1] == ']';
    flat.span = span_between(at, end);
    cursor_ = at + 1;  // what stands inside comes after its opener
  }

  void found(MarkdownNode& flat, std::size_t start, std::size_t end) {
    flat.span = span_between(start, end);
    cursor_ = std::max(cursor_, end);
  }

  std::string_view file_;
  std::size_t begin_;
  LineIndex lines_;
  std::uint32_t block_ = 0;                // the innermost block so far
  std::size_t search_budget_ = 16u << 20;  // bytes
  std::size_t cursor_ = 0;                 // the inlines of a block stand in order: none starts before it
};

// A heading's text is that of its inlines.
void add_heading_texts(std::vector<MarkdownNode>& nodes) {
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].kind != NodeKind::heading) continue;
    std::string text;
    for (std::uint32_t child = i + 1; child < nodes[i].end; ++child) {
      const MarkdownNode& node = nodes[child];
      if (node.kind == NodeKind::text || node.kind == NodeKind::code_span) text += node.text;
      if (node.kind == NodeKind::soft_break || node.kind == NodeKind::line_break) text += ' ';
    }
    nodes[i].text = std::move(text);
  }
}

std::size_t count_image_openers(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find("![", at)) != std::string_view::npos; at += 2) ++count;
  return count;
}

}  // namespace

Markdown parse_markdown(std::string_view file, std::size_t begin) {
  Markdown markdown;
  begin = std::min(begin, file.size());
  const std::string_view body = file.substr(begin);
  if (body.size() > k_max_markdown_bytes || count_image_openers(body) > k_max_image_openers) {
    MarkdownNode document;
    document.end = 1;
    document.span = span_between(begin, file.size());
    markdown.nodes.push_back(std::move(document));
    markdown.too_complex = true;
    return markdown;
  }
  cmark_mem memory{skillstow_arena_calloc, skillstow_arena_realloc, skillstow_arena_free};
  cmark_parser* parser = cmark_parser_new_with_mem(CMARK_OPT_SOURCEPOS, &memory);
  cmark_parser_feed(parser, body.data(), body.size());
  cmark_node* root = cmark_parser_finish(parser);
  markdown.nodes.reserve(body.size() / 24 + 8);
  Flattener(file, begin).flatten(root, markdown.nodes);
  add_heading_texts(markdown.nodes);
  markdown.definitions = find_reference_definitions(file, begin, markdown.nodes);
  thread_arena().reset();  // parser and tree with it
  return markdown;
}

}  // namespace skillstow
