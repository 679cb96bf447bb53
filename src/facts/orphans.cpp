#include "facts/orphans.h"

#include <algorithm>
#include <array>
#include <deque>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/path.h"
#include "base/text.h"
#include "facts/documents.h"
#include "facts/path_words.h"

namespace skillstow {
namespace {

// A larger text is data; names of files are not looked for in it.
constexpr std::size_t k_max_reader_bytes = 1024 * 1024;
// Each distinct pattern is held against every file.
constexpr std::size_t k_max_patterns = 256;

constexpr std::array<std::string_view, 15> k_known_starts = {
    "readme",          "license",     "licence",      "copying",     "notice",
    "changelog",       "changes",     "contributing", "authors",     "requirements",
    "code_of_conduct", "security.md", "third_party",  "third-party", "thirdparty"};
constexpr std::array<std::string_view, 26> k_known_names = {
    "__init__.py",   "conftest.py", "package.json", "package-lock.json", "pnpm-lock.yaml", "yarn.lock",
    "bun.lock",      "bun.lockb",   "uv.lock",      "poetry.lock",       "pyproject.toml", "setup.py",
    "setup.cfg",     "pipfile",     "cargo.toml",   "cargo.lock",        "go.mod",         "go.sum",
    "tsconfig.json", "makefile",    "dockerfile",   "_meta.json",        "metadata.json",  "skill.json",
    "plugin.json",   "py.typed"};
// agents/: settings that agents read by themselves (Codex: agents/openai.yaml); evals/: not for the agent at all.
constexpr std::array<std::string_view, 11> k_known_folders = {"agents",      "evals",        "eval",     "tests",
                                                              "test",        "__tests__",    "fixtures", "node_modules",
                                                              "__pycache__", "__fixtures__", "testdata"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& table, std::string_view word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}

bool is_test(std::string_view name) {
  return name.starts_with("test_") || name.find("_test.") != std::string_view::npos ||
         name.find(".test.") != std::string_view::npos || name.find(".spec.") != std::string_view::npos;
}

// Read or kept without being named.
bool needs_no_name(std::string_view path) {
  const std::vector<std::string_view> parts = split(path, '/');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string part = to_lower(parts[i]);
    if (part.starts_with('.')) return true;
    if (i + 1 < parts.size()) {
      if (contains(k_known_folders, part)) return true;
      continue;
    }
    if (contains(k_known_names, part) || is_test(part)) return true;
    for (const std::string_view start : k_known_starts) {
      if (part.starts_with(start)) return true;
    }
  }
  return false;
}

// The skill's own picture, which lists of skills show.
bool is_emblem(std::string_view path, std::string_view folder_name) {
  const std::string end = to_lower(extension(path));
  if (end != ".svg" && end != ".png" && end != ".ico" && end != ".jpg" && end != ".webp") return false;
  const std::string name = to_lower(base_name(path));
  return name.starts_with("icon") || name.starts_with("logo") ||
         (!folder_name.empty() && name.starts_with(to_lower(folder_name)));
}

// As many links in a row as Linux follows.
constexpr int k_most_links = 40;

// A link that leads back to itself, or to a folder that it stands in: there is no file behind it that could be named.
bool leads_in_a_circle(const Skill& skill, const FileIndex& index, std::size_t file) {
  for (int links = 0; links < k_most_links; ++links) {
    const TreeEntry& entry = skill.files[file].entry;
    if (entry.kind != EntryKind::link || entry.link_target.starts_with('/')) return false;
    const std::string target = normal_path(join_path(parent_path(entry.path), entry.link_target));
    if (target == "." || entry.path.starts_with(target + "/")) return true;
    file = index.file_at(target);
    if (file == FileIndex::npos) return false;
  }
  return true;
}

std::string_view without_extension(std::string_view path) {
  return path.substr(0, path.size() - extension(path).size());
}

// Whether `path` fits a pattern in which "*", "<…>", "{…}", "$NAME" and "…" stand for anything but "/", and "**" for
// anything at all. Time grows with the product of the lengths, both of which are short.
class Pattern {
 public:
  explicit Pattern(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const char c = text[at];
      std::size_t length = 0;
      if (c == '<' || c == '{') {
        const std::size_t end = text.find(c == '<' ? '>' : '}', at);
        length = end == std::string_view::npos ? 0 : end - at + 1;
      } else if (c == '$') {
        length = 1;
        while (at + length < text.size() && is_word(text[at + length])) ++length;
      } else if (c == '*') {
        length = text.substr(at).starts_with("**") ? 2 : 1;
      } else if (text.substr(at).starts_with("...") || text.substr(at).starts_with("\xE2\x80\xA6")) {
        length = 3;
      } else if (c == 'X' || c == 'N' || c == 'Y') {  // "ADR-NNN.md"
        while (at + length < text.size() && text[at + length] == c) ++length;
        if (length < 3) length = 0;
      }
      if (length == 0) {
        glob_ += c;
        if (any_ == 0) head_ += c;
        if (is_alnum(c)) ++letters_;
        ++at;
        continue;
      }
      glob_ += text.substr(at, length) == "**" ? k_anything : k_any;
      ++any_;
      at += length;
    }
  }

  // The folders before the first placeholder; "" if it comes at once.
  std::string_view folder() const {
    const std::size_t slash = head_.rfind('/');
    return slash == std::string::npos ? std::string_view{} : std::string_view(head_).substr(0, slash);
  }

  // Whether enough of a bare name is written out to tell files apart: "azure-*.md", not "*.md".
  bool is_telling() const { return !extension(glob_).empty() && letters_ >= extension(glob_).size() + 2; }

  bool fits(std::string_view path) const {
    std::size_t p = 0, g = 0, star = std::string::npos, mark = 0;
    while (p < path.size()) {
      if (g < glob_.size() && (glob_[g] == k_any || glob_[g] == k_anything)) {
        star = g++;
        mark = p;
      } else if (g < glob_.size() && glob_[g] == path[p]) {
        ++g;
        ++p;
      } else if (star != std::string::npos && (glob_[star] == k_anything || path[mark] != '/')) {
        g = star + 1;
        p = ++mark;
      } else {
        return false;
      }
    }
    while (g < glob_.size() && (glob_[g] == k_any || glob_[g] == k_anything)) ++g;
    return g == glob_.size();
  }

 private:
  static constexpr char k_any = '\x01';
  static constexpr char k_anything = '\x02';
  std::string glob_;
  std::string head_;
  std::size_t any_ = 0;
  std::size_t letters_ = 0;
};

class Naming {
 public:
  Naming(const Skill& skill, const FileIndex& index, const std::vector<Link>& links)
      : skill_(skill), index_(index), named_(skill.files.size(), false), unnamed_(skill.files.size()) {
    for (const Link& link : links) links_[link.source].push_back(&link);
    std::vector<std::string_view> inner;  // folders with a SKILL.md of their own
    for (std::size_t i = 0; i < skill.files.size(); ++i) {
      const std::string_view path = skill.files[i].entry.path;
      names_[to_lower(base_name(path))].push_back(i);
      stems_[without_extension(base_name(path))].push_back(i);
      sorted_.emplace_back(path, i);
      paths_without_extension_.emplace(without_extension(path), i);
      if (!parent_path(path).empty() && equals_ignoring_case(base_name(path), "SKILL.md")) {
        inner.push_back(parent_path(path));
      }
    }
    std::sort(sorted_.begin(), sorted_.end());
    const std::unordered_set<std::string_view> skills(inner.begin(), inner.end());
    for (std::size_t i = 0; i < skill.files.size(); ++i) {
      const std::string_view path = skill.files[i].entry.path;
      bool exempt = is_manifest(skill, skill.files[i]) || needs_no_name(path) || is_emblem(path, skill.folder) ||
                    skill.files[i].kind == ContentKind::submodule || leads_in_a_circle(skill, index, i);
      for (std::string_view above = parent_path(path); !exempt && !above.empty(); above = parent_path(above)) {
        exempt = skills.contains(above);
      }
      if (exempt) name(i);
    }
  }

  std::vector<std::string> run() {
    while (unnamed_ > 0 && !open_.empty()) {
      const SkillFile& file = skill_.files[open_.front()];
      open_.pop_front();
      read(file);
    }
    std::vector<std::string> orphans;
    for (std::size_t i = 0; i < named_.size(); ++i) {
      if (!named_[i]) orphans.push_back(skill_.files[i].entry.path);
    }
    return orphans;
  }

 private:
  void name(std::size_t i) {
    if (named_[i]) return;
    named_[i] = true;
    --unnamed_;
    open_.push_back(i);
  }

  using Lookup = std::unordered_map<std::string_view, std::vector<std::size_t>>;

  // By base name without regard to letter case: "FORMS.md" says which file is meant, if not on every system.
  void name_like(std::string_view base) {
    const auto found = names_.find(to_lower(base));
    if (found == names_.end()) return;
    for (const std::size_t i : found->second) name(i);
    names_.erase(found);
  }

  // Each entry is used once, so that a text which repeats a common name costs no more than one that does not.
  void name_all(Lookup& lookup, std::string_view word) {
    const auto found = lookup.find(word);
    if (found == lookup.end()) return;
    for (const std::size_t i : found->second) name(i);
    lookup.erase(found);
  }

  void name_folder(std::string_view folder) {
    if (folder == "." || !folders_.insert(std::string(folder)).second) return;
    const std::string start = std::string(folder) + "/";
    for (auto at = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair{std::string_view(start), std::size_t{0}});
         at != sorted_.end() && at->first.starts_with(start); ++at) {
      name(at->second);
    }
  }

  void name_pattern(std::string_view text, std::string_view from) {
    if (patterns_.size() >= k_max_patterns || text.size() > 256 || !patterns_.insert(std::string(text)).second) return;
    const Pattern pattern(text);
    const bool whole = !pattern.folder().empty() && index_.find(pattern.folder()) == FileIndex::Entry::folder;
    const std::string folder = normal_path(join_path(parent_path(from), pattern.folder()));
    const bool beside = !whole && !pattern.folder().empty() && index_.find(folder) == FileIndex::Entry::folder;
    if (!whole && !beside && !(pattern.folder().empty() && pattern.is_telling())) return;
    for (std::size_t i = 0; i < skill_.files.size(); ++i) {
      const std::string_view path = skill_.files[i].entry.path;
      if (whole    ? pattern.fits(path)
          : beside ? pattern.fits(relative_path(path, parent_path(from)))
                   : pattern.fits(base_name(path))) {
        name(i);
      }
    }
  }

  void read(const SkillFile& file) {
    const SourceFile& source = source_of(skill_, file);
    if (source.text.size() > k_max_reader_bytes) return;
    if (const auto found = links_.find(&source); found != links_.end()) {
      for (const Link* link : found->second) follow(*link);
    }
    words(source, source.text, !is_markdown_path(file.entry.path));
  }

  void follow(const Link& link) {
    if (const std::size_t i = index_.file_at(link.path); i != FileIndex::npos)
      name(i);
    else if (index_.find(link.path) == FileIndex::Entry::folder)
      name_folder(link.path);
    // A link with a fault in its way still says which file is meant.
    if (!link.exists_as.empty()) {
      if (const std::size_t i = index_.file_at(link.exists_as); i != FileIndex::npos) name(i);
    } else if (link.status == LinkStatus::broken) {
      name_like(base_name(link.path));
    }
  }

  void words(const SourceFile& source, std::string_view text, bool code) {
    PathWords words(text);
    for (PathWord word; unnamed_ > 0 && words.next(word);) {
      if (word.has_slash || word.has_pattern) {
        path(word.text, source.path, code);
        continue;
      }
      // A name alone: that of a file in whatever folder, or in code that of a module.
      if (index_.has_extension_of(word.text)) name_like(word.text);
      if (code) stem(word.text);
    }
  }

  void path(std::string_view word, const std::string& from, bool code) {
    const PathReading reading = read_path(word, from, skill_.folder, index_);
    if (reading.place == PathReading::Place::pattern) return name_pattern(reading.path, from);
    if (reading.entry == FileIndex::Entry::file) name(index_.file_at(reading.path));
    if (reading.entry == FileIndex::Entry::folder && word.find('/') != std::string_view::npos)
      name_folder(reading.path);
    if (const auto found = paths_without_extension_.find(reading.path);
        found != paths_without_extension_.end() && word.find('/') != std::string_view::npos) {
      name(found->second);
    }
    // However the path starts, its end may be ours: "/abs/skills/x/scripts/run.sh".
    name_like(base_name(reading.path));
    if (code) stem(base_name(word));
  }

  // In code, "import util", "from lib.util import x" and require("./util") name util.py or util.js.
  void stem(std::string_view word) {
    name_all(stems_, word);
    if (const std::size_t dot = word.rfind('.'); dot != std::string_view::npos) {
      name_all(stems_, word.substr(dot + 1));
      name_all(stems_, word.substr(0, dot));
    }
  }

  const Skill& skill_;
  const FileIndex& index_;
  std::unordered_map<const SourceFile*, std::vector<const Link*>> links_;
  std::unordered_map<std::string, std::vector<std::size_t>> names_;  // in small letters
  Lookup stems_;
  std::vector<std::pair<std::string_view, std::size_t>> sorted_;  // all paths
  std::unordered_map<std::string_view, std::size_t> paths_without_extension_;
  std::unordered_set<std::string> folders_;
  std::unordered_set<std::string> patterns_;
  std::vector<bool> named_;
  std::size_t unnamed_;
  std::deque<std::size_t> open_;  // named, not yet read
};

}  // namespace

std::vector<std::string> find_orphans(const Skill& skill, const FileIndex& index, const std::vector<Link>& links) {
  if (!skill.files_complete) return {};
  return Naming(skill, index, links).run();
}

}  // namespace skillstow
