#include "facts/mentions.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "base/path.h"
#include "base/text.h"
#include "facts/path_words.h"
#include "parse/shell.h"

namespace skillstow {
namespace {

enum class Setting { prose, code_span, shell, other_code };

// Words of the same sentence, before the path, that speak of a file which is still to be made, of an example, or of
// another place.
constexpr std::array<std::string_view, 32> k_hypothetical = {
    "create",  "creates",  "created", "creating", "write",     "writes",    "writing", "save",
    "saves",   "saved",    "saving",  "generate", "generates", "generated", "output",  "outputs",
    "produce", "produces", "example", "e.g",      "such",      "like",      "would",   "could",
    "might",   "add",      "adding",  "new",      "suppose",   "export",    "imagine", "cd"};

// What follows a path that may be absent by design.
constexpr std::array<std::string_view, 7> k_optional = {"exists",     "does not exist", "doesn't exist", "is available",
                                                        "if present", "if it exists",   "(coming soon"};

// File names that stand for any: "script_name.py", "your-notes.md".
bool is_stand_in(std::string_view path) {
  const std::string_view name = base_name(path);
  const std::string stem = to_lower(name.substr(0, name.find('.')));
  for (const std::string_view start : {"your", "my-", "my_", "some-", "some_", "example", "foo", "xyz"}) {
    if (stem.starts_with(start)) return true;
  }
  for (const std::string_view word : {"filename", "file", "file-name", "file_name", "script-name", "script_name",
                                      "script", "name", "topic", "bar", "reference", "helper"}) {
    if (stem == word) return true;
  }
  return false;
}

// Files whose text is to be copied elsewhere: their paths count from there.
bool is_to_be_copied(std::string_view path) {
  const std::string lower = to_lower(path);
  return lower.starts_with("assets/") || lower.starts_with("templates/") ||
         lower.find("/templates/") != std::string::npos ||
         base_name(lower).find("template") != std::string_view::npos ||
         base_name(lower).find("example") != std::string_view::npos;
}

bool has_extension(std::string_view path) {
  const std::string_view end = extension(path);
  return end.size() >= 2 && end.size() <= 9 && std::all_of(end.begin() + 1, end.end(), is_alnum) &&
         std::any_of(end.begin() + 1, end.end(), is_alpha);
}

bool is_hypothetical(std::string_view before) {
  for (const std::string_view other : {"skill's", "skill\xE2\x80\x99s", "see its "}) {
    if (before.find(other) != std::string_view::npos) return true;  // a file of another skill
  }
  std::size_t at = 0;
  while (at < before.size()) {
    if (!is_alpha(before[at])) {
      if (before[at] == '>') return true;  // a redirection, or an arrow to a result
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < before.size() &&
           (is_alpha(before[end]) || (before[end] == '.' && end + 1 < before.size() && is_alpha(before[end + 1]))))
      ++end;
    const std::string word = to_lower(before.substr(at, end - at));
    if (std::find(k_hypothetical.begin(), k_hypothetical.end(), word) != k_hypothetical.end()) return true;
    at = end;
  }
  return false;
}

class Finder {
 public:
  Finder(const Skill& skill, const Documents& documents, const FileIndex& index)
      : skill_(skill), documents_(documents), index_(index) {}

  std::vector<Mention> run() {
    for (const Document& document : documents_.all()) scan(document);
    return std::move(mentions_);
  }

 private:
  void scan(const Document& document) {
    file_ = document.file;
    const std::vector<MarkdownNode>& nodes = document.markdown->nodes;
    for (std::uint32_t i = 1; i < nodes.size();) {
      const MarkdownNode& node = nodes[i];
      switch (node.kind) {
        case NodeKind::link:
        case NodeKind::image:
          i = node.end;  // its text is the link's, its target is judged as a link
          continue;
        case NodeKind::text:
          i = prose(nodes, i);
          continue;
        case NodeKind::code_span:
          code_span(node);
          break;
        case NodeKind::code_block: {
          const FenceKind kind = fence_kind(node.info);
          const bool shell = kind == FenceKind::shell || kind == FenceKind::console;
          text(slice(file_->text, node.content), node.content, true, shell ? Setting::shell : Setting::other_code);
          break;
        }
        default:
          break;
      }
      ++i;
    }
  }

  // The node is the span with its backticks; line ends and blanks in it may have been folded.
  void code_span(const MarkdownNode& node) {
    const std::string_view whole = slice(file_->text, node.span);
    const std::size_t inner = node.exact ? whole.find(node.text) : std::string_view::npos;
    const bool exact = inner != std::string_view::npos;
    text(node.text, exact ? span_between(node.span.offset + inner, node.span.end()) : node.span, exact,
         Setting::code_span);
  }

  // cmark cuts text at every sign that could have been markup, so neighbours are read as one.
  std::uint32_t prose(const std::vector<MarkdownNode>& nodes, std::uint32_t i) {
    std::string joined;
    const MarkdownNode& first = nodes[i];
    bool exact = true;
    std::uint32_t end = i;
    for (; end < nodes.size() && nodes[end].kind == NodeKind::text && nodes[end].parent == first.parent; ++end) {
      exact = exact && nodes[end].exact && nodes[end].span.offset == first.span.offset + joined.size() &&
              nodes[end].span.length == nodes[end].text.size();
      joined += nodes[end].text;
    }
    text(joined, first.span, exact, Setting::prose);
    return end;
  }

  // `exact`: `text` are the bytes from span.offset on.
  void text(std::string_view text, Span span, bool exact, Setting setting) {
    if (text.find('.') == std::string_view::npos && text.find('/') == std::string_view::npos) return;
    PathWords words(text);
    for (PathWord word; words.next(word);) {
      if (!word.has_dot && !word.has_slash) continue;
      if (word.text.starts_with("//")) continue;  // the rest of a URL
      // Nearly all words that are no paths end here: "e.g", "1.10", "object.method".
      const bool bare = !word.has_slash && !word.has_pattern;
      if (bare && !index_.has_extension_of(word.text)) continue;
      read(word,
           exact ? Span{static_cast<std::uint32_t>(span.offset + word.offset),
                        static_cast<std::uint32_t>(word.text.size())}
                 : span,
           setting);
    }
  }

  void read(const PathWord& word, Span span, Setting setting) {
    const PathReading reading = read_path(word.text, file_->path, skill_.folder, index_);
    if (reading.place != PathReading::Place::inside) return;
    if (reading.entry == FileIndex::Entry::file) return add(span, reading.path);
    if (reading.entry != FileIndex::Entry::none) return;
    if (word.text.find('/') == std::string_view::npos) return bare_name(reading.path, span);
    if (const std::size_t below = inner_path(reading.path); below != FileIndex::npos) {
      return add(span, skill_.files[below].entry.path);
    }
    if (is_missing(reading, span, setting)) add(span, reading.path, true);
  }

  // A name without a folder is that of the only file that has it. In other letter case it is not found on most systems.
  void bare_name(const std::string& name, Span span) {
    if (const auto& same = index_.with_name(name); !same.empty()) {
      if (same.size() == 1) add(span, skill_.files[same.front()].entry.path);
      return;
    }
    if (!has_extension(name)) return;
    const std::string beside = join_path(parent_path(file_->path), name);
    if (!index_.other_spelling(beside).empty()) add(span, beside, true);
  }

  // Skills inside skills, and plugins, write paths from a folder of their own: the one file whose path ends like that.
  std::size_t inner_path(const std::string& path) const {
    const std::string end = "/" + path;
    for (const std::size_t i : index_.with_name(base_name(path))) {
      if (skill_.files[i].entry.path.ends_with(end)) return i;
    }
    return FileIndex::npos;
  }

  bool is_missing(const PathReading& reading, Span span, Setting setting) const {
    if (setting == Setting::other_code || !has_extension(reading.path)) return false;
    const std::string_view folder = std::string_view(reading.path).substr(0, reading.path.find('/'));
    const bool references = folder == "references";
    if (folder != "scripts" && folder != "assets" && !references) return false;
    // scripts/ and assets/ may be folders of the user's project; the skill's own are known by being there.
    if (!references && !reading.from_root && index_.find(folder) != FileIndex::Entry::folder) return false;
    if (setting == Setting::shell && folder != "scripts") return false;
    if (is_stand_in(reading.path) || is_to_be_copied(file_->path)) return false;
    std::string_view after =
        std::string_view(file_->text).substr(std::min<std::size_t>(span.end(), file_->text.size()), 32);
    while (!after.empty() && (after.front() == '`' || after.front() == '*' || after.front() == ' '))
      after.remove_prefix(1);
    for (const std::string_view optional : k_optional) {
      if (after.starts_with(optional)) return false;
    }
    return !is_hypothetical(sentence_before(span.offset));
  }

  // What stands before a place on its line, from the last full stop on.
  std::string_view sentence_before(std::size_t offset) const {
    const std::size_t start = file_->lines.start(file_->line(offset));
    std::string_view before = std::string_view(file_->text).substr(start, offset - start);
    for (std::size_t stop = before.size(); (stop = before.rfind(". ", stop)) != std::string_view::npos && stop > 0;
         --stop) {
      const bool abbreviation = stop >= 2 && before[stop - 2] == '.';  // "e.g. "
      if (!abbreviation) return before.substr(stop + 2);
    }
    return before;
  }

  void add(Span span, std::string_view path, bool missing = false) {
    if (equals_ignoring_case(base_name(path), skill_.manifest_name)) return;
    Mention mention{file_, span, file_->line(span.offset), std::string(path), missing, {}};
    if (!seen_.emplace(file_, mention.line, mention.path).second) return;
    if (missing) mention.exists_as = index_.other_spelling(path);
    mentions_.push_back(std::move(mention));
  }

  const Skill& skill_;
  const Documents& documents_;
  const FileIndex& index_;
  const SourceFile* file_ = nullptr;
  std::set<std::tuple<const SourceFile*, std::uint32_t, std::string>> seen_;
  std::vector<Mention> mentions_;
};

}  // namespace

std::vector<Mention> find_mentions(const Skill& skill, const Documents& documents, const FileIndex& index) {
  return Finder(skill, documents, index).run();
}

}  // namespace skillstow
