#include "safety/document.h"

#include <algorithm>

#include "base/path.h"
#include "base/text.h"
#include "parse/shell.h"
#include "safety/role.h"

namespace skillstow {
namespace {

constexpr std::uint32_t k_shell_like = trigger::shell | trigger::powershell | trigger::path;
constexpr std::uint32_t k_sentence = trigger::drop | trigger::foreign | trigger::conceal | trigger::pose |
                                     trigger::guard | trigger::agent | trigger::line | trigger::comment;

// Sending matters where there is something to send.
bool worth_reading(std::uint32_t groups) {
  return (groups & k_sentence) != 0 ||
         ((groups & trigger::send) != 0 && (groups & (trigger::path | trigger::secret | trigger::address)) != 0);
}

// The first word of a fence's info string.
std::string language_of(std::string_view info) {
  info = trim(info);
  std::size_t end = 0;
  while (end < info.size() && !is_space(info[end]) && info[end] != ',' && info[end] != '{' && info[end] != ':') ++end;
  std::string word = to_lower(info.substr(0, end));
  if (word.empty() && info.starts_with("{")) word = to_lower(trim(info.substr(1, info.find_first_of("}., ") - 1)));
  return word;
}

// <span style="display:none">, <p hidden>: nobody sees what stands in it.
bool is_hidden_html(std::string_view html) {
  const std::string lower = to_lower(html.substr(0, 400));
  for (const std::string_view sign : {"display:none", "display: none", "font-size:0", "font-size: 0", "opacity:0;",
                                      "opacity: 0;", "visibility:hidden", "visibility: hidden", " hidden>",
                                      "color:white", "color: white", "color:#fff", "color: #fff"}) {
    if (lower.find(sign) != std::string::npos) return true;
  }
  return false;
}

// A code block as it stands in the file, or line by line where the indentation of a list or quote was taken away.
View view_of_block(const SourceFile& file, const MarkdownNode& node) {
  View view;
  view.file = &file;
  const std::string_view inside = slice(file.text, node.content);
  if (inside == node.text || node.content.length == 0) {
    const bool exact = inside == node.text;
    view.text = exact ? inside : std::string_view(node.text);
    view.map = exact ? OffsetMap(node.content.offset) : OffsetMap::fixed(node.span);
    return view;
  }
  view.text = node.text;
  std::size_t source = 0;
  std::size_t at = 0;
  while (at < node.text.size()) {
    std::size_t end = std::min(node.text.find('\n', at), node.text.size());
    const std::string_view line = std::string_view(node.text).substr(at, end - at);
    const std::size_t source_end = std::min(inside.find('\n', source), inside.size());
    std::string_view original = inside.substr(source, source_end - source);
    if (original.ends_with('\r')) original.remove_suffix(1);
    const std::size_t indent =
        original.size() >= line.size() && original.ends_with(line) ? original.size() - line.size() : 0;
    view.map.add(at, node.content.offset + source + indent);
    at = end + 1;
    source = std::min(source_end + 1, inside.size());
  }
  return view;
}

class Document {
 public:
  Document(Scan& scan, const SourceFile& file, const Markdown& markdown, Role role, const TriggerHits& hits)
      : scan_(scan),
        file_(file),
        markdown_(markdown),
        role_(role),
        hits_(hits),
        manifest_(file.path == scan.skill.manifest_name) {}

  void read() {
    const std::vector<MarkdownNode>& nodes = markdown_.nodes;
    for (std::uint32_t i = 1; i < nodes.size(); ++i) {
      const MarkdownNode& node = nodes[i];
      switch (node.kind) {
        case NodeKind::heading:
          heading(node);
          prose(node, Place::prose);
          break;
        case NodeKind::paragraph:
          prose(node, Place::prose);
          break;
        case NodeKind::list:
          over_items(node);
          break;
        case NodeKind::code_block:
          block(node, i);
          break;
        case NodeKind::code_span:
          span(node, i);
          break;
        case NodeKind::html_block:
          prose(node, node.text.starts_with("<!--") || is_hidden_html(node.text) ? Place::comment : Place::prose);
          break;
        case NodeKind::html_inline:
          if (node.text.starts_with("<!--")) prose(node, Place::comment);
          break;
        default:
          break;
      }
      if (node.kind == NodeKind::paragraph || node.kind == NodeKind::heading) before_ = i;
    }
    // [//]: # (a comment that no page shows)
    // [guide]: https://… "and a title that a page shows only to a pointer at rest"
    for (const ReferenceDefinition& one : markdown_.definitions) {
      const std::uint32_t groups = hits_.mask_in(one.span.offset, one.span.end());
      if (!worth_reading(groups)) continue;
      scan_prose(scan_, plain_view(file_, one.span, Language::none, Place::comment, section_role()), groups);
    }
  }

 private:
  void heading(const MarkdownNode& node) {
    // The title of SKILL.md is its author's own word about the whole; it lowers nothing.
    if (node.level < 1 || node.level > 6) return;
    roles_[node.level - 1] = node.level == 1 && manifest_ ? Role::instructs : role_of_heading(node.text);
    for (std::size_t deeper = node.level; deeper < 6; ++deeper) roles_[deeper] = Role::instructs;
  }

  // Whether an earlier step left something behind that a later one may use: "./setup" alone has no word that a detector
  // looks for.
  bool follows_up() const {
    const FileMemory& memory = scan_.memory;
    return !memory.downloads.empty() || !memory.folders.empty() || !memory.secret_files.empty();
  }

  // A quotation repeats somebody's words; a call-out ("> [!NOTE]", "> **Note**") is the author's own.
  bool quotes(const MarkdownNode& node) const {
    const std::string_view text = slice(file_.text, node.span);
    return text.find("[!") == std::string_view::npos && text.find("**") == std::string_view::npos;
  }

  Role section_role() const { return *std::max_element(std::begin(roles_), std::end(roles_)); }

  Role role_of_node(std::uint32_t i) const {
    Role role = weaker(section_role(), role_ == Role::tests ? Role::tests : Role::instructs);
    if (markdown_.inside(i, NodeKind::block_quote) && !orders(i)) role = weaker(role, Role::describes);
    return role;
  }

  // "> Run `…` first": said to the reader, whatever frame it stands in.
  bool orders(std::uint32_t i) const {
    const MarkdownNode& node = markdown_.nodes[i];
    if (node.kind != NodeKind::code_span) return false;
    const std::size_t line = file_.text.rfind('\n', node.span.offset);
    const std::size_t begin = line == std::string::npos ? 0 : line + 1;
    const std::string before = to_lower(std::string_view(file_.text).substr(begin, node.span.offset - begin));
    for (const std::string_view verb :
         {"> run ", "> execute ", "> paste ", "> first run ", "> then run ", "> install "}) {
      if (before.find(verb) != std::string::npos) return true;
    }
    return false;
  }

  // Of a cell of a table: what the head of the table says of its columns.
  Role role_of_row(std::size_t at) const {
    constexpr int k_most_rows = 200;
    std::string_view head;
    std::size_t end = file_.text.find('\n', at);
    for (int rows = 0; rows < k_most_rows; ++rows) {
      if (end == 0) break;
      const std::size_t before = end == std::string::npos ? file_.text.rfind('\n') : file_.text.rfind('\n', end - 1);
      const std::size_t begin = before == std::string::npos ? 0 : before + 1;
      const std::string_view line = trim(std::string_view(file_.text).substr(begin, end - begin));
      if (!line.starts_with("|")) break;
      head = line;
      if (before == std::string::npos) break;
      end = before;
    }
    if (head.empty()) return Role::instructs;
    const std::string lower = to_lower(head);
    for (const std::string_view word :
         {"pattern", "risk", "why", "threat", "severity", "detect", "signature", "finding", "indicator", "instead",
          "example", "vulnerab", "category", "check", "rule"}) {
      if (lower.find(word) != std::string::npos) return Role::describes;
    }
    return role_of_heading(head);
  }

  void block(const MarkdownNode& node, std::uint32_t i) {
    if (node.text.empty()) return;
    const std::string language = language_of(node.info);
    const bool dynamic = trim(node.info).starts_with("!");
    View view = view_of_block(file_, node);
    view.place = dynamic ? Place::dynamic : Place::fence;
    view.role = role_of_node(i);
    if (before_ != 0 && markdown_.nodes[before_].kind == NodeKind::paragraph &&
        markdown_.nodes[before_].span.end() <= node.span.offset &&
        node.span.offset - markdown_.nodes[before_].span.end() < 8) {
      view.role = weaker(view.role, role_of_introduction(slice(file_.text, markdown_.nodes[before_].span)));
    }
    const FenceKind kind = fence_kind(node.info);
    if (language == "python" || language == "py" || language == "python3") {
      view.language = Language::python;
    } else if (language == "javascript" || language == "js" || language == "typescript" || language == "ts" ||
               language == "node" || language == "jsx" || language == "tsx" || language == "mjs") {
      view.language = Language::javascript;
    } else if (kind == FenceKind::powershell || language == "ps1" || language == "pwsh") {
      view.language = Language::powershell;
    } else if (language == "bat" || language == "cmd" || language == "batch" || language == "dos") {
      view.language = Language::batch;
    } else if (kind == FenceKind::shell || kind == FenceKind::console || kind == FenceKind::unlabelled || dynamic ||
               language == "text" || language == "txt" || language == "plain" || language == "plaintext" ||
               language == "output" || language == "terminal") {
      view.language = Language::shell;
    } else if (language == "json" || language == "jsonc" || language == "json5" || language == "yaml" ||
               language == "yml" || language == "dockerfile" || language == "docker" || language == "makefile" ||
               language == "make") {
      if (!view.text.empty() && hits_.any_in(k_shell_like | trigger::config, node.span.offset, node.span.end())) {
        scan_data(scan_, file_, node.content, language, view.role);
      }
      return;
    } else {
      return;
    }
    const bool code = view.language == Language::python || view.language == Language::javascript;
    const std::uint32_t wanted = code ? trigger::code | k_shell_like : k_shell_like;
    if (!hits_.any_in(wanted, node.span.offset, node.span.end()) && !follows_up() &&
        (code || !looks_obfuscated(view.text)))
      return;
    if (view.language == Language::shell) {
      const std::string blanked =
          kind == FenceKind::shell || kind == FenceKind::console ? without_prompts(view.text, kind) : std::string();
      if (!blanked.empty() && blanked.size() == view.text.size() && blanked != view.text) {
        view.storage = std::make_unique<std::string>(blanked);
        view.text = *view.storage;
      } else if (kind != FenceKind::shell && kind != FenceKind::console) {
        // Prompts in a fence without a label.
        std::string clean = without_prompts(view.text, FenceKind::shell);
        if (clean.size() == view.text.size() && clean != view.text) {
          view.storage = std::make_unique<std::string>(std::move(clean));
          view.text = *view.storage;
        }
      }
    }
    scan_.code(view);
  }

  void span(const MarkdownNode& node, std::uint32_t i) {
    if (node.text.size() < 4 || !hits_.any_in(k_shell_like | trigger::code, node.span.offset, node.span.end())) {
      if (!looks_obfuscated(node.text) && !follows_up()) return;
    }
    // A name, not a command; behind a download, "./setup" is one.
    if (node.text.find(' ') == std::string::npos && !(follows_up() && node.text.find('/') != std::string::npos)) return;
    const std::string_view written = slice(file_.text, node.span);
    const std::size_t at = written.find(node.text);
    View view;
    view.file = &file_;
    view.text = node.text;
    // In a cell of a table a pipe is written "\|".
    if (node.text.find("\\|") != std::string::npos) {
      view.storage = std::make_unique<std::string>(replace_all(node.text, "\\|", " |"));
      view.text = *view.storage;
    }
    view.map = at == std::string_view::npos ? OffsetMap::fixed(node.span) : OffsetMap(node.span.offset + at);
    const bool dynamic = node.span.offset > 0 && file_.text[node.span.offset - 1] == '!';
    view.place = dynamic ? Place::dynamic : Place::inline_code;
    view.role = weaker(role_of_node(i), role_in_sentence(file_.text, node.span.offset, node.span.length));
    if (!dynamic) view.role = weaker(view.role, role_of_row(node.span.offset));
    // Named in a sentence as what must not be done: no command.
    if (!dynamic && role_in_sentence(file_.text, node.span.offset, node.span.length) == Role::forbids) return;
    view.language = Language::shell;
    if (scan_.code(view)) return;
    const std::string first = to_lower(std::string_view(node.text).substr(0, node.text.find_first_of(" (")));
    if (first == "iex" || first == "irm" || first == "iwr" || first == "powershell" || first == "remove-item" ||
        first == "invoke-expression" || first == "invoke-webrequest" || first == "certutil" || first == "mshta") {
      view.language = Language::powershell;
      scan_.code(view);
    }
  }

  // A sentence that is spread over the items of a list: "- Ignore", "- all previous", "- instructions".
  void over_items(const MarkdownNode& node) {
    constexpr std::size_t k_longest = 600;
    if (node.span.length > k_longest || !hits_.any_in(trigger::drop, node.span.offset, node.span.end())) return;
    View view =
        plain_view(file_, node.span, Language::none, Place::prose, role_ == Role::tests ? Role::tests : section_role());
    scan_prose(scan_, view, trigger::drop);
  }

  void prose(const MarkdownNode& node, Place place) {
    const std::uint32_t groups = hits_.mask_in(node.span.offset, node.span.end());
    if (!worth_reading(groups)) return;
    View view = plain_view(file_, node.span, Language::none, place, Role::instructs);
    view.role = section_role();
    if (role_ == Role::tests) view.role = Role::tests;
    const auto i = static_cast<std::uint32_t>(&node - markdown_.nodes.data());
    if (place == Place::prose && markdown_.inside(i, NodeKind::block_quote) && quotes(node))
      view.role = weaker(view.role, Role::describes);
    scan_prose(scan_, view, groups);
  }

  Scan& scan_;
  const SourceFile& file_;
  const Markdown& markdown_;
  Role role_;
  const TriggerHits& hits_;
  bool manifest_;
  std::uint32_t before_ = 0;
  Role roles_[6] = {Role::instructs, Role::instructs, Role::instructs,
                    Role::instructs, Role::instructs, Role::instructs};
};

// Keys of the frontmatter, and of settings inside it, whose text a machine runs.
bool is_command_key(std::string_view key) {
  return key == "command" || key == "run" || key == "cmd" || key == "script" || key == "exec";
}

void read_node(Scan& scan, const SourceFile& file, const YamlNode& node, std::string_view key, int depth) {
  if (depth > 12) {
    View view = plain_view(file, node.span, Language::none, Place::data, Role::performs);
    return scan.left_out(view, {0, node.span.length}, "nests its frontmatter more than 12 levels deep");
  }
  for (const YamlNode& item : node.items) read_node(scan, file, item, key, depth + 1);
  for (const YamlNode::Member& member : node.members) read_node(scan, file, member.value, member.key.text, depth + 1);
  if (node.kind != YamlNode::Kind::scalar || node.text.empty()) return;
  if (is_command_key(key)) {
    View view;
    view.file = &file;
    view.text = node.text;
    const std::string_view written = slice(file.text, node.span);
    const std::size_t at = written.find(node.text);
    view.map = at == std::string_view::npos ? OffsetMap::fixed(node.span) : OffsetMap(node.span.offset + at);
    view.place = Place::hook;
    view.role = Role::performs;
    view.language = Language::shell;
    scan.code(view);
  }
}

}  // namespace

// Signs of a command that is written so that a search for its words does not find it: c''url, c\url, $'\x63', ${IFS}.
bool looks_obfuscated(std::string_view text) {
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) >= 0x80) continue;
    if ((c == '\'' || c == '"') && text[i + 1] == c && is_alpha(text[i + 2]) && i > 0 && is_alpha(text[i - 1]))
      return true;
    if (c == '\\' && is_alpha(text[i + 1]) && i > 0 && is_alpha(text[i - 1])) return true;
    if (c == '$' && (text[i + 1] == '\'' || (text[i + 1] == '{' && text[i + 2] == 'I'))) return true;
    if (c == '\\' && is_alpha(text[i + 1]) && (i == 0 || is_space(text[i - 1]))) return true;
  }
  return false;
}

void scan_document(Scan& scan, const SourceFile& file, const Markdown& markdown, Role file_role,
                   const TriggerHits& hits) {
  Document(scan, file, markdown, file_role, hits).read();
}

namespace {

// # comments of the frontmatter: no agent lists them, and every model reads them.
void scan_yaml_comments(Scan& scan, const SourceFile& file, std::size_t end, const TriggerHits& hits) {
  const std::string_view text = std::string_view(file.text).substr(0, end);
  for (std::size_t at = 0; (at = text.find('#', at)) != std::string_view::npos; ++at) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    const bool comment = at > 0 && (text[at - 1] == '\n' || is_blank(text[at - 1]));
    const std::uint32_t groups = comment ? hits.mask_in(at, line_end) : 0;
    if (worth_reading(groups)) {
      const View view = plain_view(file, span_between(at, line_end), Language::none, Place::comment, Role::instructs);
      scan_prose(scan, view, groups);
    }
    at = line_end - 1;
  }
}

// allowed-tools that leave nothing to ask.
void judge_tools(Scan& scan, const SourceFile& file, const YamlNode& node) {
  for (const YamlNode& item : node.items) judge_tools(scan, file, item);
  if (!node.is_scalar()) return;
  const std::string_view text = trim(node.text);
  const bool all = text == "*" || text == "all";
  if (!all && text.find("Bash(*)") == std::string_view::npos && text.find("Bash(*:*)") == std::string_view::npos)
    return;
  scan.findings.in_file(file, node.span,
                        {.rule = "privilege",
                         .risk = all ? Risk::medium : Risk::low,
                         .message = all ? "lets the skill use every tool without asking"
                                        : "lets the skill run every command without asking",
                         .help = "name the tools and commands that it needs: Bash(git status:*)"});
}

}  // namespace

void scan_frontmatter(Scan& scan, const Skill& skill, const TriggerHits& hits) {
  const Frontmatter& frontmatter = skill.frontmatter;
  const SourceFile& file = skill.manifest;
  scan_yaml_comments(scan, file, frontmatter.body, hits);
  if (!frontmatter.is_map()) return;
  if (const YamlNode::Member* tools = frontmatter.find("allowed-tools")) judge_tools(scan, file, tools->value);
  for (const YamlNode::Member& member : frontmatter.yaml.root.members) {
    const YamlNode& value = member.value;
    if (value.is_scalar()) {
      const std::uint32_t groups = hits.mask_in(value.span.offset, value.span.end());
      if (!worth_reading(groups)) continue;
      const bool described = member.key.text == "description" || member.key.text == "when_to_use" ||
                             member.key.text == "when-to-use" || member.key.text == "compatibility";
      View view =
          plain_view(file, value.span, Language::none, described ? Place::description : Place::data, Role::instructs);
      scan_prose(scan, view, groups);
      // JSON in a text: metadata: '{"install": …}'
      if (value.text.starts_with("{")) scan_data(scan, file, value.span, "json", Role::performs);
      continue;
    }
    read_node(scan, file, value, member.key.text, 0);
  }
}

}  // namespace skillstow
