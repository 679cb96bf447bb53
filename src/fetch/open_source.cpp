#include "fetch/open_source.h"

#include "archive/archive.h"
#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "base/utf8.h"
#include "fetch/address.h"
#include "fetch/remote_source.h"
#include "fetch/web_source.h"
#include "git/git_tree.h"
#include "git/repository.h"
#include "tree/folder_tree.h"
#include "tree/sub_tree.h"

namespace skillstow {
namespace {

bool is_below(std::string_view path, std::string_view folder) {
  return folder == "/" || path == folder ||
         (path.substr(0, folder.size()) == folder && path.substr(folder.size(), 1) == "/");
}

std::string tidy(std::string shown) {
  while (shown.size() > 1 && shown.back() == '/') shown.pop_back();
  if (shown.size() > 2 && shown.substr(0, 2) == "./") shown.erase(0, 2);
  return shown;
}

class Opening {
 public:
  Opening(const std::string& text, const OpenOptions& options) : text_(text), options_(options) {}

  Result<OpenedSource> run() {
    SourceContext context;
    context.home = options_.home;
    context.exists = [](const std::string& path) { return status_behind(path).kind != FileKind::missing; };
    auto spec = parse_source(text_, context);
    if (!spec) return tl::unexpected(spec.error());
    opened_.spec = std::move(*spec);
    if (auto done = take_options(); !done) return tl::unexpected(done.error());
    if (options_.say && !opened_.spec.warning.empty()) options_.say(opened_.spec.warning);
    switch (opened_.spec.kind) {
      case SourceSpec::Kind::local:
        return local();
      case SourceSpec::Kind::file:
        return file();
      default:
        return remote();
    }
  }

 private:
  tl::unexpected<Error> refuse(ErrorKind kind, std::string why, std::string help = {}) const {
    return failure(kind, text_, std::move(why), std::move(help));
  }

  // --ref and --path stand for what the text does not say.
  Result<void> take_options() {
    SourceSpec& spec = opened_.spec;
    if (!options_.ref.empty()) {
      if (!spec.ref.empty() && spec.ref != options_.ref) {
        return refuse(ErrorKind::usage, format("it names {} itself, and --ref another one", visible(spec.ref, 100)),
                      "leave one of them out");
      }
      if (const std::string fault = fault_of_ref(options_.ref); !fault.empty()) {
        return failure(ErrorKind::usage, "--ref " + options_.ref, fault);
      }
      spec.ref = options_.ref;
      spec.unsettled.clear();
    }
    if (options_.path.empty()) return {};
    std::string& folder = spec.kind == SourceSpec::Kind::local ? spec.within : spec.path;
    if (!folder.empty()) {
      return refuse(ErrorKind::usage,
                    format("it names the folder {} itself, and --path another one", visible(folder, 200)),
                    "leave one of them out");
    }
    for (const std::string_view part : split(options_.path, '/')) {
      if (part.empty() || part == ".") continue;
      const std::string fault = fault_of_segment(part);
      if (!fault.empty() || options_.path.front() == '/') {
        return failure(ErrorKind::usage, options_.path,
                       fault.empty() ? "--path counts from the source's own root" : format("--path: {}", fault),
                       "name a folder of the source, as in skills/my-skill");
      }
      folder = join_path(folder, part);
    }
    if (equals_ignoring_case(base_name(folder), "SKILL.md")) {
      folder = parent_path(folder);
      spec.manifest = true;
    }
    return {};
  }

  Result<OpenedSource> local() {
    const SourceSpec& spec = opened_.spec;
    std::string path = spec.path;
    const FileStatus status = status_behind(path);
    if (status.kind == FileKind::missing) {
      return refuse(ErrorKind::not_found, "there is no such folder",
                    "check the path; relative ones count from the current folder");
    }
    opened_.shown = spec.text.substr(0, 1) == "~" ? spec.text : path;
    if (status.kind != FileKind::folder) {
      if (!equals_ignoring_case(base_name(path), "SKILL.md")) return package(path);
      opened_.only_root = true;
      path = parent_path(path).empty() ? "." : std::string(parent_path(path));
      opened_.shown = path;
    }
    opened_.shown = tidy(opened_.shown);
    auto root = real_path(path);
    if (!root) return tl::unexpected(root.error());
    if (find_invalid_utf8(*root) != std::string::npos) {
      return refuse(ErrorKind::usage, "its path is not UTF-8, and cannot be written down in the record",
                    "rename the folder");
    }
    if (!spec.ref.empty() || !options_.commit.empty() || is_bare_repository(*root))
      return repository(*root, spec.within);
    return folder(std::move(*root));
  }

  // A file: all of it is read at once.
  Result<OpenedSource> package(const std::string& path) {
    if (!has_archive_name(path)) {
      return refuse(ErrorKind::not_regular, "it is no folder, and no package either",
                    "name the folder that holds the skill, or a .skill, .zip or .tar.gz file");
    }
    auto file = real_path(path);
    if (!file) return tl::unexpected(file.error());
    auto tree = open_archive_file(*file);
    if (!tree) return tl::unexpected(tree.error());
    if (!opened_.spec.ref.empty())
      return refuse(ErrorKind::usage, "a package has no branches or tags", "leave the ref out");
    opened_.shown = tidy(path);
    opened_.origin = opened_.identity = *file;
    opened_.on_disk = opened_.spec.kind == SourceSpec::Kind::local;
    if (!opened_.on_disk) opened_.origin = canonical_source(opened_.spec);
    return take_package(std::move(*tree));
  }

  Result<OpenedSource> take_package(std::shared_ptr<const Tree> tree) {
    const SourceSpec& spec = opened_.spec;
    auto opened = take_tree(std::move(tree), spec.kind == SourceSpec::Kind::local ? spec.within : spec.path);
    if (opened) opened->whole_repository = false;
    return opened;
  }

  // As it stands on the disk.
  Result<OpenedSource> folder(std::string root) {
    const SourceSpec& spec = opened_.spec;
    if (!spec.within.empty()) {
      const auto inner = real_path(join_path(root, spec.within));
      if (!inner || status_of(*inner).kind != FileKind::folder) return no_folder(spec.within, "in it");
      if (!is_below(*inner, root)) {
        return refuse(ErrorKind::outside,
                      format("the folder {} is a link that leads out of it", visible(spec.within, 200)),
                      "name the folder itself if you trust it");
      }
      opened_.shown = join_path(opened_.shown, spec.within);
      root = *inner;
    }
    opened_.only_root = opened_.only_root || spec.manifest;
    opened_.tree = std::make_shared<FolderTree>(root);
    opened_.name = base_name(root);
    opened_.origin = opened_.identity = root;
    opened_.on_disk = true;
    opened_.root = std::move(root);
    return std::move(opened_);
  }

  tl::unexpected<Error> no_folder(const std::string& path, std::string_view where) const {
    return refuse(ErrorKind::not_found, format("there is no folder {} {}", visible(path, 200), where),
                  "check the spelling; --list without the folder shows what is there");
  }

  // A commit of the repository that the folder is, or stands in.
  Result<OpenedSource> repository(const std::string& folder, const std::string& within) {
    const auto place = find_repository(folder);
    if (!place) {
      return refuse(ErrorKind::not_found, "it is no git repository, so there is no branch, tag or commit in it",
                    "leave the ref out to read the folder as it stands");
    }
    opened_.origin = opened_.identity = place->folder;
    opened_.on_disk = true;
    return commit(place->folder, join_path(place->within, within));
  }

  Result<OpenedSource> commit(const std::string& folder, const std::string& path) {
    const std::string& ref = opened_.spec.ref;
    const std::string wanted = !options_.commit.empty() ? options_.commit : ref.empty() ? "HEAD" : ref;
    auto tree = GitTree::open(folder, wanted);
    if (!tree) return tl::unexpected(tree.error());
    opened_.ref = ref;
    opened_.commit = (*tree)->commit();
    return take_tree(std::move(*tree), path);
  }

  // `whole` is a repository's root, `path` the folder in it.
  Result<OpenedSource> take_tree(std::shared_ptr<const Tree> whole, const std::string& path) {
    opened_.path = path;
    opened_.only_root = opened_.only_root || opened_.spec.manifest;
    opened_.whole_repository = path.empty();
    opened_.name = base_name(path.empty() ? std::string_view(opened_.identity) : std::string_view(path));
    for (const std::string_view end : {".git", ".skill", ".zip", ".tar.gz", ".tgz", ".tar"}) {
      if (opened_.name.size() > end.size() && opened_.name.ends_with(end))
        opened_.name.resize(opened_.name.size() - end.size());
    }
    if (path.empty()) {
      if (const auto entries = whole->children(""); !entries) return tl::unexpected(entries.error());
      opened_.tree = std::move(whole);
      return std::move(opened_);
    }
    if (has_archive_name(path)) {
      if (const auto bytes = whole->read(path, ArchiveLimits{}.max_archive_bytes)) return inner_package(*bytes, path);
    }
    if (const auto entries = whole->children(path); !entries) {
      if (entries.error().kind == ErrorKind::bad_file_name) return tl::unexpected(entries.error());
      return no_folder(path, opened_.ref.empty() ? "in the repository" : format("at {}", visible(opened_.ref, 100)));
    }
    const std::string& below = opened_.spec.kind == SourceSpec::Kind::local ? opened_.spec.within : opened_.spec.path;
    if (!below.empty()) opened_.shown = join_path(opened_.shown, below);
    opened_.tree = std::make_shared<SubTree>(std::move(whole), path);
    return std::move(opened_);
  }

  // A package that is a file of a repository.
  Result<OpenedSource> inner_package(const std::string& bytes, const std::string& path) {
    auto tree = open_archive(bytes, path);
    if (!tree) return tl::unexpected(tree.error());
    opened_.shown = join_path(opened_.shown, path);
    opened_.tree = std::move(*tree);
    return std::move(opened_);
  }

  // The repository's default branch, or the folder as it stands if it is none.
  Result<OpenedSource> file() {
    SourceSpec& spec = opened_.spec;
    if (spec.form == SourceSpec::Form::package && status_behind(spec.repository).kind == FileKind::regular) {
      return package(spec.repository);
    }
    if (status_behind(spec.repository).kind != FileKind::folder) {
      return refuse(ErrorKind::not_found, "there is no such folder on this machine", "check the path");
    }
    auto root = real_path(spec.repository);
    if (!root) return tl::unexpected(root.error());
    opened_.shown = spec.repository;
    const bool repository = is_bare_repository(*root) || status_of(join_path(*root, ".git")).kind != FileKind::missing;
    if (!repository && spec.ref.empty()) {
      spec.within = spec.path;
      return folder(std::move(*root));
    }
    std::string address = canonical_source(spec);
    const std::string within = spec.path;
    auto opened = this->repository(*root, within);
    if (opened) {
      opened->origin = std::move(address);
      opened->on_disk = false;
    }
    return opened;
  }

  // A package or an index of the web.
  Result<OpenedSource> web() {
    SourceSpec& spec = opened_.spec;
    if (!spec.ref.empty()) return refuse(ErrorKind::usage, "it has no branches or tags", "leave the ref out");
    const bool index = spec.form == SourceSpec::Form::index;
    auto tree = index ? fetch_index(spec, options_) : fetch_package(spec, options_);
    if (!tree) return tl::unexpected(tree.error());
    opened_.origin = opened_.identity = spec.address;
    opened_.shown = spec.address;
    return take_package(std::move(*tree));
  }

  Result<OpenedSource> remote() {
    SourceSpec& spec = opened_.spec;
    if (options_.say) options_.say(format("{} is {}", visible(text_, 300), describe_source(spec)));
    if (spec.form != SourceSpec::Form::repository) return web();
    const auto fetched = fetch_repository(spec, options_);
    if (!fetched) return tl::unexpected(fetched.error());
    auto tree = GitTree::open(fetched->folder, fetched->commit);
    if (!tree) return tl::unexpected(tree.error());
    opened_.origin = canonical_source(spec);
    opened_.identity = source_identity(spec);
    opened_.shown = spec.host == "github.com" ? spec.repository : join_path(spec.host, spec.repository);
    opened_.ref = spec.ref;
    opened_.commit = fetched->commit;
    return take_tree(std::move(*tree), spec.path);
  }

  const std::string& text_;
  const OpenOptions& options_;
  OpenedSource opened_;
};

}  // namespace

Result<OpenedSource> open_source(const std::string& text, const OpenOptions& options) {
  return Opening(text, options).run();
}

}  // namespace skillstow
