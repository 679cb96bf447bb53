#include "install/root_contents.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/path.h"
#include "base/text.h"
#include "parse/markdown.h"

namespace skillstow {
namespace {

// What only a repository's root has.
constexpr std::string_view k_repository_marks[] = {".git",        ".github",   ".gitlab", ".gitlab-ci.yml",
                                                   ".gitmodules", ".circleci", ".hg",     ".svn",
                                                   ".jj",         ".gitea",    ".forgejo"};

// The folders that the specification names (scripts, references, assets) and those that real skills use beside them.
constexpr std::string_view k_skill_folders[] = {"references", "reference", "scripts",   "assets",
                                                "templates",  "examples",  "resources", "data",
                                                "schemas",    "prompts",   "agents"};

// Whole names, or their starts: the text of a licence must stay with what it covers.
constexpr std::string_view k_legal[] = {"license", "licence", "copying", "notice"};

// Files about the repository. They may come along, but what they name does not.
constexpr std::string_view k_about[] = {"readme",  "contributing", "changelog",
                                        "changes", "security",     "code_of_conduct"};

constexpr std::uint64_t k_max_text = 1u << 20;

template <std::size_t N>
bool starts_with_one_of(std::string_view name, const std::string_view (&starts)[N]) {
  return std::any_of(std::begin(starts), std::end(starts),
                     [name](std::string_view start) { return starts_with_ignoring_case(name, start); });
}

std::string_view top_of(std::string_view path) { return path.substr(0, path.find('/')); }

bool is_markdown(std::string_view path) {
  const std::string_view end = extension(path);
  return equals_ignoring_case(end, ".md") || equals_ignoring_case(end, ".markdown");
}

// Percent codes as the characters that they stand for; broken ones stay.
std::string without_percent_codes(std::string_view text) {
  const auto digit = [](char c) {
    return is_digit(c) ? c - '0' : to_lower(c) >= 'a' && to_lower(c) <= 'f' ? to_lower(c) - 'a' + 10 : -1;
  };
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '%' && at + 2 < text.size() && digit(text[at + 1]) >= 0 && digit(text[at + 2]) >= 0) {
      plain += static_cast<char>(digit(text[at + 1]) * 16 + digit(text[at + 2]));
      at += 2;
    } else {
      plain += text[at];
    }
  }
  return plain;
}

// A character of a path that is written in plain text or in a command.
bool is_path_character(char c) {
  return is_alnum(c) || c == '/' || c == '.' || c == '_' || c == '-' || c == '+' || c == '@' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Choice {
 public:
  Choice(const Tree& tree, std::string_view folder, const std::vector<TreeEntry>& files, std::string_view manifest)
      : tree_(tree), folder_(folder), files_(files) {
    for (std::size_t i = 0; i < files.size(); ++i) by_path_.emplace(files[i].path, i);
    taken_.resize(files.size(), false);
    for (std::size_t i = 0; i < files.size(); ++i) {
      const std::string_view path = files[i].path;
      const std::string_view top = top_of(path);
      const bool skill_folder =
          top.size() < path.size() &&
          std::find(std::begin(k_skill_folders), std::end(k_skill_folders), top) != std::end(k_skill_folders);
      const bool legal = top.size() == path.size() && starts_with_one_of(path, k_legal);
      if (path == manifest || skill_folder || legal) take(i);
    }
  }

  std::vector<std::string> leftovers() {
    while (!to_read_.empty()) {
      const std::size_t next = to_read_.back();
      to_read_.pop_back();
      read(files_[next].path);
    }
    return fold();
  }

 private:
  void take(std::size_t i) {
    if (taken_[i]) return;
    taken_[i] = true;
    const std::string& path = files_[i].path;
    if (files_[i].kind == EntryKind::file && is_markdown(path) && !starts_with_one_of(base_name(path), k_about)) {
      to_read_.push_back(i);
    }
  }

  void read(const std::string& path) {
    const auto text = tree_.read(join_path(folder_, path), k_max_text);
    if (!text) return;
    const std::string_view folder = parent_path(path);
    const Markdown markdown = parse_markdown(*text);
    for (const MarkdownNode& node : markdown.nodes) {
      if (node.kind == NodeKind::link || node.kind == NodeKind::image) {
        name(folder, without_percent_codes(std::string_view(node.text).substr(0, node.text.find_first_of("#?"))));
      }
    }
    for (std::size_t at = 0; at < text->size();) {
      std::size_t end = at;
      while (end < text->size() && is_path_character((*text)[end])) ++end;
      std::string_view word = std::string_view(*text).substr(at, end - at);
      while (!word.empty() && word.back() == '.') word.remove_suffix(1);
      if (!word.empty()) name(folder, word);
      at = end + 1;
    }
  }

  // Something that may name a file or a folder, from the file's own folder or from the root. A folder counts only when
  // it is written as one: "docs" is a word, "docs/" is a folder.
  void name(std::string_view folder, std::string_view word) {
    if (word.empty() || word.front() == '/') return;
    for (const std::string& way : {normal_path(join_path(folder, word)), normal_path(word)}) {
      if (const auto file = by_path_.find(way); file != by_path_.end()) {
        take(file->second);
      } else if (word.back() == '/' && way != "." && way.substr(0, 2) != "..") {
        const std::string start = way + "/";
        for (auto inside = by_path_.lower_bound(start);
             inside != by_path_.end() && inside->first.substr(0, start.size()) == start; ++inside) {
          take(inside->second);
        }
      }
    }
  }

  // Names a folder of which nothing is taken instead of all its files.
  std::vector<std::string> fold() const {
    std::set<std::string, std::less<>> open;  // folders with something taken below
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (!taken_[i]) continue;
      for (std::string_view up = parent_path(files_[i].path); !up.empty(); up = parent_path(up)) open.emplace(up);
    }
    std::vector<std::string> leftovers;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (taken_[i]) continue;
      const std::string_view path = files_[i].path;
      std::string folded(path);
      for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1)) {
        if (open.find(path.substr(0, slash)) != open.end()) continue;
        folded = path.substr(0, slash + 1);
        break;
      }
      if (leftovers.empty() || leftovers.back() != folded) leftovers.push_back(std::move(folded));
    }
    return leftovers;
  }

  const Tree& tree_;
  std::string folder_;
  const std::vector<TreeEntry>& files_;
  std::map<std::string_view, std::size_t> by_path_;
  std::vector<bool> taken_;
  std::vector<std::size_t> to_read_;
};

}  // namespace

bool is_repository(const Tree& tree, std::string_view folder, const std::vector<TreeEntry>& files) {
  // The marks may be junk that is not in the list (.git), so the tree itself is asked.
  if (const auto top = tree.children(folder)) {
    for (const TreeEntry& entry : *top) {
      if (std::find(std::begin(k_repository_marks), std::end(k_repository_marks), base_name(entry.path)) !=
          std::end(k_repository_marks))
        return true;
    }
  }
  // Skills below "skills", in a plugin or in an agent's folder: the root belongs to a collection.
  return std::any_of(files.begin(), files.end(), [](const TreeEntry& entry) {
    const std::string_view top = top_of(entry.path);
    return top.size() < entry.path.size() && base_name(entry.path) == "SKILL.md" &&
           (top == "skills" || top == "plugins" || top.front() == '.');
  });
}

std::vector<std::string> repository_leftovers(const Tree& tree, std::string_view folder,
                                              const std::vector<TreeEntry>& files, std::string_view manifest_name) {
  return Choice(tree, folder, files, manifest_name).leftovers();
}

}  // namespace skillstow
