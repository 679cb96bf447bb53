#include "pack/pack_list.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "base/unicode.h"
#include "model/follow_links.h"

namespace skillstow {
namespace {

constexpr std::size_t k_max_files = 20'000;
constexpr std::size_t k_max_path = 1024;

class Listing {
 public:
  Listing(const Tree& tree, const FoundSkill& found) {
    ContentLimits limits;
    limits.keep_bytes = true;
    limits.repository = found.whole_repository;
    contents_ = gather_contents(tree, found.folder, found.manifest_name, limits);
  }

  PackList run() {
    for (const ContentFile& content : contents_.files) known_.emplace(content.file.path, &content);
    for (const ContentFile& content : contents_.files) {
      if (content.file.form == FileForm::link) unfold(content);
    }
    for (ContentFile& content : contents_.files) {
      if (content.file.form != FileForm::link) take(content.file.path, content, std::move(content.bytes));
    }
    for (const ContentProblem& problem : contents_.problems) {
      const bool link = problem.kind == ContentProblem::Kind::escapes;
      tell(link ? "pack-link" : "pack-file", Severity::error, problem.path, problem.message, problem.help);
      if (problem.path.empty()) list_.impossible = true;
    }
    for (const LeftOut& one : contents_.left_out) {
      if (!one.secret) continue;
      tell("pack-secret", Severity::warning, one.path, format("it holds {}, and stays out of the package", one.why),
           "move it out of the skill's folder, or name it in .skillignore");
    }
    list_.left_out = std::move(contents_.left_out);
    std::sort(list_.files.begin(), list_.files.end(),
              [](const PackedFile& a, const PackedFile& b) { return a.path < b.path; });
    check_names();
    return std::move(list_);
  }

 private:
  void tell(std::string_view rule, Severity severity, std::string path, std::string message, std::string help) {
    list_.problems.push_back(pack_finding(rule, severity, std::move(path), std::move(message), std::move(help)));
  }

  void take(std::string as, const ContentFile& content, std::string bytes) {
    list_.files.push_back(
        {std::move(as), std::move(bytes), content.file.content, content.file.form == FileForm::executable});
  }

  // Puts the file that a link leads to in its place, or all files of the folder, links among them unfolded in turn.
  void unfold(const ContentFile& link) {
    struct Open {
      std::string as;
      std::string path;
    };
    std::vector<Open> open{{link.file.path, link.file.path}};
    bool too_much = false;
    while (!open.empty() && !too_much) {
      const Open next = std::move(open.back());
      open.pop_back();
      const Destination end = follow_links(next.path, [this](const std::string& at) -> const std::string* {
        const auto found = known_.find(at);
        return found != known_.end() && found->second->file.form == FileForm::link ? &found->second->file.content
                                                                                   : nullptr;
      });
      if (const auto file = known_.find(end.path); file != known_.end()) {
        too_much = list_.files.size() >= k_max_files;
        if (!too_much) take(next.as, *file->second, file->second->bytes);
        continue;
      }
      const std::string start = end.path + "/";
      const auto first =
          std::lower_bound(contents_.files.begin(), contents_.files.end(), start,
                           [](const ContentFile& file, const std::string& value) { return file.file.path < value; });
      for (auto inside = first; inside != contents_.files.end() && inside->file.path.starts_with(start); ++inside) {
        std::string as = next.as + inside->file.path.substr(end.path.size());
        // Links that lead round and round make longer and longer paths.
        too_much = too_much || as.size() > k_max_path || open.size() + list_.files.size() > k_max_files;
        if (too_much) break;
        open.push_back({std::move(as), inside->file.path});
      }
    }
    if (too_much) {
      tell("pack-link", Severity::error, link.file.path,
           "the links below it unfold to more files than any skill has, or lead in a circle", "take the link away");
      list_.impossible = true;
      return;
    }
    tell("pack-link", Severity::warning, link.file.path,
         format("it is a link to {}; importers refuse links, so the package holds a copy of what it leads to",
                visible(link.file.content, 200)),
         "put a file in its place if the size counts");
  }

  // Names that some disk cannot hold, or cannot hold beside each other, would break the package there.
  void check_names() {
    std::map<std::string, std::string> folded;  // each folder and file, by what a case-blind disk makes of it
    for (const PackedFile& file : list_.files) {
      for (const std::string_view part : split(file.path, '/')) {
        const Result<void> portable = check_portable_name(part);
        if (portable) continue;
        tell("pack-path", Severity::error, file.path, portable.error().message, "rename it");
        break;
      }
      for (std::size_t slash = file.path.find('/');; slash = file.path.find('/', slash + 1)) {
        const std::string part = file.path.substr(0, slash);
        const auto [other, added] = folded.emplace(fold_case(part), part);
        if (!added && other->second != part) {
          tell("pack-path", Severity::error, file.path,
               format("{} and {} are one name on disks that do not tell letter case or Unicode forms apart",
                      visible(part, 200), visible(other->second, 200)),
               "rename one of them");
          list_.impossible = true;  // no reader of good will takes it
        }
        if (slash == std::string::npos) break;
      }
    }
  }

  Contents contents_;
  std::unordered_map<std::string, const ContentFile*> known_;
  PackList list_;
};

}  // namespace

std::uint64_t PackList::bytes() const {
  std::uint64_t total = 0;
  for (const PackedFile& file : files) total += file.bytes.size();
  return total;
}

std::vector<RecordedFile> PackList::recorded() const {
  std::vector<RecordedFile> all;
  all.reserve(files.size());
  for (const PackedFile& file : files)
    all.push_back({file.path, file.executable ? FileForm::executable : FileForm::plain, file.sha256});
  return all;
}

std::string PackList::digest() const { return digest_of(recorded()); }

std::shared_ptr<const MemoryTree> PackList::tree() const {
  auto tree = std::make_shared<MemoryTree>();
  for (const PackedFile& file : files) tree->add_file(file.path, file.bytes, file.executable);
  return tree;
}

PackList list_for_packing(const Tree& tree, const FoundSkill& found) { return Listing(tree, found).run(); }

Diagnostic pack_finding(std::string_view rule, Severity severity, std::string file, std::string message,
                        std::string help) {
  Diagnostic finding;
  finding.rule = rule;
  finding.category = Category::files;
  finding.severity = severity;
  finding.location.file = std::move(file);
  finding.message = std::move(message);
  finding.help = std::move(help);
  return finding;
}

}  // namespace skillstow
