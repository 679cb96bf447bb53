#include "fetch/forge.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

enum class Program { unknown, github, gitlab, bitbucket, forgejo, azure, sourcehut };

struct KnownHost {
  std::string_view host;
  Program program;
};
constexpr std::array<KnownHost, 6> k_hosts = {{
    {"github.com", Program::github},
    {"gitlab.com", Program::gitlab},
    {"bitbucket.org", Program::bitbucket},
    {"codeberg.org", Program::forgejo},
    {"dev.azure.com", Program::azure},
    {"git.sr.ht", Program::sourcehut},
}};

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class Reader {
 public:
  explicit Reader(const Address& url) : url_(url), parts_(url.segments) {
    page_.host = url.host;
    if (page_.host.substr(0, 4) == "www.") page_.host.erase(0, 4);
    for (const KnownHost& known : k_hosts) {
      if (known.host == page_.host) program_ = known.program;
    }
    if (program_ == Program::unknown) page_.host = url.host;
    page_.known_host = program_ != Program::unknown;
  }

  Result<ForgePage> run() {
    if (page_.host == "raw.githubusercontent.com") return raw_github();
    if (parts_.empty() && page_.known_host) return refuse("it names no repository", "add it: owner/repo");
    if (parts_.empty()) return page_;
    const bool two_parts = is_one_of(page_.host, {"github.com", "bitbucket.org", "codeberg.org", "git.sr.ht"});
    if (page_.known_host && parts_.size() < 2) {
      return refuse(format("it names the owner {}, and no repository", visible(parts_.front(), 100)),
                    "add the repository: owner/repo");
    }
    if (program_ == Program::azure) return azure();
    if (gitlab_page() || forgejo_page() || bitbucket_page() || sourcehut_page() || github_page()) return finish();
    if (!two_parts || parts_.size() == 2) {
      repository(parts_.size());
      return finish();
    }
    return refuse(format("\"{}\" is no page that shows a folder or file of a repository", visible(parts_[2], 100)),
                  "name the repository, or the address of the folder as the site shows it");
  }

 private:
  tl::unexpected<Error> refuse(std::string why, std::string help) const {
    return failure(ErrorKind::usage, page_.host + "/" + rest(0), std::move(why), std::move(help));
  }
  std::vector<std::string> parts_from(std::size_t first) const {
    if (first >= parts_.size()) return {};
    return {parts_.begin() + static_cast<std::ptrdiff_t>(first), parts_.end()};
  }
  std::string rest(std::size_t first) const { return join(parts_from(first), "/"); }
  std::string_view part(std::size_t i) const { return i < parts_.size() ? std::string_view(parts_[i]) : ""; }

  void repository(std::size_t parts) {
    std::vector<std::string> names(parts_.begin(), parts_.begin() + static_cast<std::ptrdiff_t>(parts));
    std::string& last = names.back();
    const bool typed = last.size() > 4 && last.ends_with(".git");
    if (typed) last.resize(last.size() - 4);
    const bool page = parts < parts_.size();
    page_.dot_git =
        typed || (program_ != Program::azure && program_ != Program::sourcehut && (page_.known_host || page));
    page_.repository = join(names, "/");
  }

  // A page whose ref and path stand one after the other.
  bool unsettled(std::size_t parts, std::size_t first, bool file) {
    if (first >= parts_.size()) return false;
    repository(parts);
    page_.unsettled = rest(first);
    page_.file = file;
    return true;
  }
  // One whose ref is a single part, or is told elsewhere.
  bool settled(std::size_t parts, std::string ref, std::string path, bool file) {
    repository(parts);
    page_.ref = std::move(ref);
    page_.path = std::move(path);
    page_.file = file;
    return true;
  }

  // group/sub/repo/-/tree/REF/PATH; before 2019 without the dash.
  bool gitlab_page() {
    const auto dash = std::find(parts_.begin(), parts_.end(), "-");
    std::size_t at = static_cast<std::size_t>(dash - parts_.begin());
    std::size_t verb = at + 1;
    if (dash == parts_.end()) {
      if (program_ != Program::gitlab) return false;
      const auto old = std::find_if(parts_.begin(), parts_.end(), [](const std::string& name) {
        return is_one_of(name, {"tree", "blob", "raw"});
      });
      at = verb = static_cast<std::size_t>(old - parts_.begin());
    }
    if (at == 0 || verb >= parts_.size()) return false;
    if (part(verb) == "archive") return download(at);
    if (is_one_of(part(verb), {"commit", "tags"})) return settled(at, rest(verb + 1), "", false);
    if (!is_one_of(part(verb), {"tree", "blob", "raw", "blame"})) return false;
    return unsettled(at, verb + 1, part(verb) != "tree");
  }

  // owner/repo/src/branch/REF/PATH
  bool forgejo_page() {
    if (!is_one_of(part(2), {"src", "raw", "media"}) || !is_one_of(part(3), {"branch", "tag", "commit"})) {
      return program_ == Program::forgejo && part(2) == "archive" && download(2);
    }
    const bool file = part(2) != "src" || is_manifest(parts_.back());
    if (part(3) == "commit") return settled(2, std::string(part(4)), rest(5), file);
    return unsettled(2, 4, file);
  }
  static bool is_manifest(std::string_view name) { return equals_ignoring_case(name, "SKILL.md"); }

  // owner/repo/src/REF/PATH?at=REF: the part after src may be a commit while ?at= has the branch.
  bool bitbucket_page() {
    if (program_ != Program::bitbucket || !is_one_of(part(2), {"src", "raw", "get"})) return false;
    if (part(2) == "get") return download(2);
    const bool file = part(2) == "raw";
    const std::string at = query_value(url_.query, "at");
    if (at.empty()) return unsettled(2, 3, file);
    return settled(2, at, rest(4), file);
  }

  // ~owner/repo/tree/REF/item/PATH
  bool sourcehut_page() {
    if (program_ != Program::sourcehut || part(2) != "tree") return false;
    const auto item = std::find(parts_.begin() + 3, parts_.end(), "item");
    const std::vector<std::string> ref(parts_.begin() + 3, item);
    return settled(2, join(ref, "/"), item == parts_.end() ? "" : rest(3 + ref.size() + 1), false);
  }

  bool github_page() {
    if (is_one_of(part(2), {"tree", "blob", "raw", "blame"})) return unsettled(2, 3, part(2) != "tree");
    if (program_ != Program::github) return false;
    if (part(2) == "commit") return settled(2, std::string(part(3)), "", false);
    if (part(2) == "archive") return download(2);
    if (part(2) != "releases") return false;
    if (part(3) == "download") return download(2);
    return part(3) == "tag" && settled(2, rest(4), "", false);
  }

  bool download(std::size_t parts) {
    repository(parts);
    page_.download = true;
    return true;
  }

  // owner/repo/REF/PATH, every page a file.
  Result<ForgePage> raw_github() {
    page_.host = "github.com";
    page_.known_host = true;
    program_ = Program::github;
    if (!unsettled(2, 2, true)) return refuse("it names no file of a repository", "copy the address of the file");
    return finish();
  }

  // organisation/project/_git/repo?path=/a/b&version=GBbranch
  Result<ForgePage> azure() {
    const auto git = std::find(parts_.begin(), parts_.end(), "_git");
    if (git == parts_.end() || git + 1 == parts_.end()) {
      return refuse("it names no repository", "the address of one holds /_git/");
    }
    const std::string version = query_value(url_.query, "version");
    const std::string path = query_value(url_.query, "path");
    for (const std::string_view name : split(path, '/')) {
      const std::string fault = name.empty() ? "" : fault_of_segment(name);
      if (!fault.empty()) return refuse(fault, "name the folder");
    }
    settled(static_cast<std::size_t>(git - parts_.begin()) + 2, version.size() > 2 ? version.substr(2) : "",
            path.substr(std::min(path.find_first_not_of('/'), path.size())), false);
    return finish();
  }

  Result<ForgePage> finish() { return std::move(page_); }

  const Address& url_;
  const std::vector<std::string>& parts_;
  Program program_ = Program::unknown;
  ForgePage page_;
};

}  // namespace

Result<ForgePage> read_forge_page(const Address& url) { return Reader(url).run(); }

}  // namespace skillstow
