#include "fetch/remote_source.h"

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "fetch/address.h"
#include "fetch/git_cache.h"
#include "git/remote.h"
#include "git/repository.h"

namespace skillstow {
namespace {

constexpr std::string_view k_max_fetch = "SKILLSTOW_MAX_FETCH";  // in MiB

Remote remote_of(const SourceSpec& spec, const OpenOptions& options) {
  Remote remote;
  remote.address = spec.address;
  remote.home = options.home;
  remote.limits.silence = options.timeout;
  remote.env = options.env ? options.env : [](const std::string&) { return std::optional<std::string>(); };
  std::uint64_t mebibytes = 0;
  for (const char c : remote.env(std::string(k_max_fetch)).value_or("")) {
    mebibytes = is_digit(c) && mebibytes < 1'000'000 ? mebibytes * 10 + static_cast<unsigned>(c - '0') : 0;
  }
  if (mebibytes > 0) remote.limits.bytes = mebibytes << 20;
  if (options.progress) {
    remote.progress = [&options](const RemoteProgress& progress) {
      options.progress({progress.objects, progress.total, progress.bytes});
    };
  }
  return remote;
}

class Fetching {
 public:
  Fetching(SourceSpec& spec, const OpenOptions& options)
      : spec_(spec), options_(options), remote_(remote_of(spec, options)), cache_(options.cache, spec.address) {}

  Result<FetchedRepository> run() {
    if (!options_.commit.empty()) return exactly(options_.commit);
    if (is_commit_id(spec_.ref) && spec_.unsettled.empty()) return exactly(to_lower(spec_.ref));
    if (options_.offline) return from_cache();
    if (auto done = rewrite(); !done) return tl::unexpected(done.error());
    auto text = list_refs(remote_);
    if (!text) return without_server(text.error());
    auto refs = parse_refs(*text);
    if (!refs) return tl::unexpected(named(refs.error()));
    auto wanted = choose(*refs);
    if (!wanted) return tl::unexpected(wanted.error());
    if (is_commit_id(wanted->name)) return exactly(wanted->name);
    auto got = cached(wanted->commit);
    if (!got) got = fetch(wanted->name, true);
    if (got) cache_.remember(*text, wanted->name, got->commit);
    return got;
  }

 private:
  Error named(Error error) const {
    if (error.path.empty()) error.path = spec_.address;
    return error;
  }

  // Where url.X.insteadOf has the address go. That what it stands for is looked at as an address of the user's own.
  Result<void> rewrite() {
    const auto address = rewritten_address(remote_);
    if (!address) return tl::unexpected(address.error());
    if (*address == remote_.address) return {};
    const auto spec = parse_source(*address, {options_.home, {}});
    if (!spec) return tl::unexpected(spec.error());
    if (options_.say) options_.say(format("git's configuration has {} in its place", visible(*address, 300)));
    remote_.address = *address;
    return {};
  }

  Result<FetchedRepository> cached(const std::string& commit) const {
    if (auto folder = cache_.find(commit)) return FetchedRepository{std::move(*folder), commit};
    return failure(ErrorKind::not_found, spec_.address, format("the commit {} was not fetched before", commit),
                   "leave --offline out, so that the server can be asked");
  }

  Result<FetchedRepository> fetch(const std::string& ref, bool shallow) {
    auto stored = cache_.store([&](const std::string& folder) { return fetch_commit(remote_, ref, folder, shallow); });
    if (!stored) return tl::unexpected(stored.error());
    return FetchedRepository{std::move(stored->folder), std::move(stored->commit)};
  }

  // A commit by its id. Servers may give out only what a ref leads to: then the ref's history is fetched.
  Result<FetchedRepository> exactly(const std::string& commit) {
    auto got = cached(commit);
    if (got || options_.offline) return got;
    if (auto done = rewrite(); !done) return tl::unexpected(done.error());
    got = fetch(commit, true);
    if (got) return got;
    const Error first = got.error();
    if (first.kind != ErrorKind::other && first.kind != ErrorKind::network && first.kind != ErrorKind::ref_not_found &&
        first.kind != ErrorKind::not_found) {
      return got;
    }
    const auto text = list_refs(remote_);
    if (!text) return tl::unexpected(text.error());
    const auto refs = parse_refs(*text);
    if (!refs) return tl::unexpected(named(refs.error()));
    for (const Ref& ref : refs->refs) {
      if (ref.commit == commit) return fetch(ref.name, true);
    }
    return from_history(commit, *refs);
  }

  Result<FetchedRepository> from_history(const std::string& commit, const RefList& refs) {
    const auto named_ref = resolve_ref(spec_.ref, refs);
    const std::string ref = named_ref && *named_ref ? (*named_ref)->name : refs.head;
    if (!ref.empty()) {
      auto stored = cache_.store([&](const std::string& folder) -> Result<std::string> {
        auto tip = fetch_commit(remote_, ref, folder, false);
        if (!tip) return tip;
        if (!holds_commit(folder, commit)) return tl::unexpected(gone(commit));
        return commit;
      });
      if (stored) return FetchedRepository{std::move(stored->folder), std::move(stored->commit)};
      if (stored.error().kind != ErrorKind::ref_not_found) return tl::unexpected(stored.error());
    }
    return tl::unexpected(gone(commit));
  }
  Error gone(const std::string& commit) const {
    return {ErrorKind::ref_not_found, spec_.address, format("the server has no commit {} any more", commit),
            "its history was rewritten, or the commit is on a branch that is gone; name a branch or tag"};
  }

  // The ref that is meant, once the refs are known.
  Result<Ref> choose(const RefList& refs) {
    const std::string before = spec_.warning;
    if (auto done = settle_ref(spec_, refs); !done) return tl::unexpected(named(done.error()));
    if (options_.say && spec_.warning != before) options_.say(visible(spec_.warning));
    if (is_commit_id(spec_.ref)) return Ref{spec_.ref, spec_.ref};
    if (spec_.ref.empty()) {
      if (refs.head_commit.empty()) {
        return failure(ErrorKind::not_found, spec_.address, "the repository is empty: it has no commit",
                       refs.refs.empty() ? "" : "name one of its branches with --ref");
      }
      return Ref{refs.head.empty() ? "HEAD" : refs.head, refs.head_commit};
    }
    const auto ref = resolve_ref(spec_.ref, refs);
    if (!ref) return tl::unexpected(ref.error());
    if (*ref == nullptr) return tl::unexpected(no_such_ref(spec_.ref, refs, spec_.address));
    return **ref;
  }

  Result<FetchedRepository> from_cache() {
    const auto refs = cache_.refs();
    if (!refs) {
      return failure(ErrorKind::network, spec_.address,
                     "nothing of it was fetched before, and --offline asks no server", "leave --offline out once");
    }
    const auto wanted = choose(*refs);
    if (!wanted) return tl::unexpected(wanted.error());
    return cached(wanted->commit);
  }

  Result<FetchedRepository> without_server(const Error& error) {
    if (error.kind != ErrorKind::network || !options_.stale_allowed) return tl::unexpected(error);
    auto got = from_cache();
    if (!got) return tl::unexpected(error);
    if (options_.say) {
      options_.say(format("{}; what was fetched before is used: commit {}", error.message, got->commit.substr(0, 12)));
    }
    return got;
  }

  SourceSpec& spec_;
  const OpenOptions& options_;
  Remote remote_;
  GitCache cache_;
};

}  // namespace

Result<FetchedRepository> fetch_repository(SourceSpec& spec, const OpenOptions& options) {
  return Fetching(spec, options).run();
}

}  // namespace skillstow
