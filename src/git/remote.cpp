#include "git/remote.h"

#include <array>
#include <chrono>

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "base/watched_child.h"
#include "git/credentials.h"
#include "git/guarded_stream.h"
#include "git/libgit2.h"
#include "git/user_config.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_chatter = 4u << 20;
constexpr std::uint64_t k_memory = 1ull << 30;  // beyond what is mapped of the pack
constexpr const char* k_fetched = "refs/skillstow/fetched";
constexpr const char* k_ca_bundle = "/etc/ssl/certs/ca-certificates.crt";
constexpr auto k_between_words = std::chrono::milliseconds(100);

template <class T>
using Handle = std::unique_ptr<T, void (*)(T*)>;

// The library from scratch: what it made of random numbers in the parent must not be used twice.
Result<const Libgit2*> fresh_library() {
  const auto library = libgit2();
  if (!library) return library;
  while ((*library)->git_libgit2_shutdown() > 0) {
  }
  if ((*library)->git_libgit2_init() < 0) return failure(ErrorKind::other, "", "libgit2 does not start");
  return library;
}

// One connection, in the child.
class Connection {
 public:
  Connection(const Libgit2& git, const Remote& remote, const ChildReport& report)
      : git_(git), remote_(remote), report_(report), credentials_(git, remote), guard_(git, remote.address) {}

  Result<void> prepare() {
    const UserConfig config(git_, remote_.env);
    const std::string file = config.certificate_file(remote_.address);
    if (file.empty()) return {};
    if (git_.git_libgit2_opts(GIT_OPT_SET_SSL_CERT_LOCATIONS, file.c_str(), nullptr) < 0) {
      return failure(ErrorKind::tls, file, "the file with the certificate authorities to trust cannot be read",
                     "it is named by GIT_SSL_CAINFO, git's http.sslCAInfo or SSL_CERT_FILE");
    }
    return {};
  }

  // Connects, without credentials first.
  Result<void> connect(git_repository* repository) {
    auto done = try_connect(repository, false);
    if (done || !credentials_.wanted || is_ssh()) return done;
    return try_connect(repository, true);
  }

  Result<std::string> refs() {
    const git_remote_head** heads = nullptr;
    std::size_t count = 0;
    const int code = git_.git_remote_ls(&heads, &count, handle_.get());
    if (code < 0) return tl::unexpected(error_of(code, "list the repository's branches"));
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      std::array<char, 65> hex{};  // room for SHA-256
      const git_remote_head& head = *heads[i];
      if (head.symref_target != nullptr) text += format("ref: {}\t{}\n", head.symref_target, head.name);
      text += format("{}\t{}\n", git_.git_oid_tostr(hex.data(), hex.size(), &head.oid), head.name);
    }
    return text;
  }

  Result<void> fetch(const std::string& ref, bool shallow) {
    std::string refspec = format("+{}:{}", ref, k_fetched);
    std::array<char*, 1> specs = {refspec.data()};
    const git_strarray all{specs.data(), specs.size()};
    git_fetch_options options = GIT_FETCH_OPTIONS_INIT;
    options.callbacks = callbacks();
    options.follow_redirects = redirects();
    options.proxy_opts.type = GIT_PROXY_AUTO;
    options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE;
    options.update_fetchhead = 0;
#if LIBGIT2_VER_MAJOR > 1 || LIBGIT2_VER_MINOR >= 7
    if (shallow) options.depth = 1;
#else
    (void)shallow;
#endif
    const int code = git_.git_remote_fetch(handle_.get(), &all, &options, nullptr);
    if (code < 0) return tl::unexpected(error_of(code, "fetch from the server"));
    return {};
  }

 private:
  bool is_ssh() const { return remote_.address.substr(0, 4) != "http"; }
  git_remote_redirect_t redirects() const {
    return credentials_.offered ? GIT_REMOTE_REDIRECT_NONE : GIT_REMOTE_REDIRECT_INITIAL;
  }

  Result<void> try_connect(git_repository* repository, bool with_credentials) {
    credentials_.offered = with_credentials || is_ssh();
    if (with_credentials) guard_.close_to_others();
    git_remote_create_options how = GIT_REMOTE_CREATE_OPTIONS_INIT;
    how.repository = repository;
    how.flags = GIT_REMOTE_CREATE_SKIP_INSTEADOF | GIT_REMOTE_CREATE_SKIP_DEFAULT_FETCHSPEC;
    git_remote* raw = nullptr;
    int code = git_.git_remote_create_with_opts(&raw, remote_.address.c_str(), &how);
    if (code < 0) return tl::unexpected(error_of(code, "use the address"));
    handle_ = {raw, git_.git_remote_free};
    git_remote_connect_options options = GIT_REMOTE_CONNECT_OPTIONS_INIT;
    options.callbacks = callbacks();
    options.follow_redirects = redirects();
    options.proxy_opts.type = GIT_PROXY_AUTO;
    code = git_.git_remote_connect_ext(raw, GIT_DIRECTION_FETCH, &options);
    if (code < 0) return tl::unexpected(error_of(code, "reach the repository"));
    return {};
  }

  git_remote_callbacks callbacks() {
    git_remote_callbacks all = GIT_REMOTE_CALLBACKS_INIT;
    all.payload = this;
    all.credentials = [](git_credential** out, const char*, const char* user, unsigned allowed, void* self) {
      return static_cast<Connection*>(self)->credentials_.acquire(out, user, allowed);
    };
    all.certificate_check = [](git_cert* certificate, int valid, const char* host, void* self) {
      return static_cast<Connection*>(self)->credentials_.check_server(certificate, valid != 0, host);
    };
    all.transfer_progress = [](const git_indexer_progress* progress, void* self) {
      return static_cast<Connection*>(self)->received(*progress);
    };
    all.sideband_progress = [](const char*, int length, void* self) {
      return static_cast<Connection*>(self)->chattered(length);
    };
    return all;
  }

  // Words of the server to a person, which nobody reads. They show that it is alive, but not for ever.
  int chattered(int length) {
    chatter_ += static_cast<std::uint64_t>(length);
    if (chatter_ > k_max_chatter) too_much_ = format("more than {} MiB of messages", k_max_chatter >> 20);
    if (!too_much_.empty()) return -1;
    if (word_is_due()) report_.say("");
    return 0;
  }

  bool word_is_due() {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_word_ < k_between_words) return false;
    last_word_ = now;
    return true;
  }

  int received(const git_indexer_progress& progress) {
    if (progress.received_objects > remote_.limits.objects || progress.total_objects > remote_.limits.objects) {
      too_much_ = format("more than {} objects", grouped(remote_.limits.objects));
    } else if (progress.received_bytes > remote_.limits.bytes) {
      too_much_ = format("more than {} MiB", grouped(remote_.limits.bytes >> 20));
    }
    if (!too_much_.empty()) return -1;
    if (word_is_due())
      report_.say(format("{} {} {}", progress.received_objects, progress.total_objects, progress.received_bytes));
    return 0;
  }

  Error error_of(int code, std::string_view doing) const {
    const ::git_error* last = git_.git_error_last();
    const std::string reason = last && last->message ? last->message : "";
    const int area = last ? last->klass : GIT_ERROR_NONE;
    const auto says = [&reason](std::string_view words) { return reason.find(words) != std::string::npos; };
    const auto error = [this](ErrorKind kind, std::string message, std::string help = {}) {
      return Error{kind, remote_.address, std::move(message), std::move(help)};
    };
    if (!too_much_.empty()) {
      return error(ErrorKind::too_large, format("the server sends {}, the most that is fetched", too_much_),
                   "SKILLSTOW_MAX_FETCH raises the limit (MiB)");
    }
    if (!guard_.refusal().empty()) {
      return error(ErrorKind::other, format("{}, and credentials are never sent on", guard_.refusal()),
                   "name the address that it sends to; a proxy for it must be an http one that tunnels (CONNECT)");
    }
    if (!credentials_.refusal.empty()) {
      return error(is_ssh() ? ErrorKind::ssh_key : ErrorKind::not_found, credentials_.refusal,
                   credentials_.refusal_help);
    }
    if (code == GIT_ECERTIFICATE || area == GIT_ERROR_SSL) {
      const bool bundle = status_behind(k_ca_bundle).kind != FileKind::missing;
      return error(ErrorKind::tls, format("the server's certificate is not trusted: {}", visible(reason, 200)),
                   bundle ? "name your own authority's file with git's http.sslCAInfo or SSL_CERT_FILE"
                          : "install the package ca-certificates");
    }
    if (is_ssh() && (code == GIT_EAUTH || says("authenticat") || says("publickey"))) {
      return error(ErrorKind::ssh_key, format("ssh: the server does not let you in: {}", visible(reason, 200)),
                   "add the right key to ssh-agent (ssh-add), or register it with the server");
    }
    if (code == GIT_EAUTH || says("status code: 401") || says("status code: 403") || says("status code: 404") ||
        says("status code: 410") || code == GIT_ENOTFOUND || says("not found") || says("does not appear to be a git")) {
      return error(ErrorKind::not_found,
                   format("there is no such repository, or it is private ({})", visible(reason, 200)),
                   "check the spelling; a private one needs git's credential helper or an ssh key");
    }
    if (says("redirect")) {
      return error(ErrorKind::other, format("the server sends to another address: {}", visible(reason, 200)),
                   "name that address; credentials are never sent on");
    }
    if (says("No space left") || says("File too large") || says("disk quota")) {
      return error(ErrorKind::permission, format("the cache cannot be written: {}", visible(reason, 200)),
                   "make room, or set XDG_CACHE_HOME to a disk that has some");
    }
    if (area == GIT_ERROR_NET || area == GIT_ERROR_HTTP || area == GIT_ERROR_SSH || code == GIT_EEOF ||
        (area == GIT_ERROR_OS && (says("connect") || says("resolve") || says("reset") || says("reach")))) {
      return error(ErrorKind::network, format("cannot {}: {}", doing, visible(reason, 200)),
                   "check the address and the network; --offline takes what was fetched before");
    }
    return error(ErrorKind::other, format("cannot {}: {}", doing, visible(reason, 300)));
  }

  const Libgit2& git_;
  const Remote& remote_;
  const ChildReport& report_;
  Credentials credentials_;
  ConnectionGuard guard_;  // before the handle, whose streams ask it
  Handle<git_remote> handle_{nullptr, nullptr};
  std::string too_much_;
  std::uint64_t chatter_ = 0;
  std::chrono::steady_clock::time_point last_word_{};
};

Result<std::string> in_child(const Remote& remote,
                             const std::function<Result<std::string>(const Libgit2&, const ChildReport&)>& work) {
  WatchLimits limits;
  limits.silence = remote.limits.silence;
  limits.total = remote.limits.total;
  limits.memory = k_memory + 2 * remote.limits.bytes;
  limits.file = 2 * remote.limits.bytes + (64u << 20);  // the pack and its index
  auto result = run_watched(
      limits,
      [&work](const ChildReport& report) -> Result<std::string> {
        const auto git = fresh_library();
        if (!git) return tl::unexpected(git.error());
        return work(**git, report);
      },
      [&remote](std::string_view word) {
        if (!remote.progress) return;
        RemoteProgress progress;
        std::array<std::uint64_t*, 3> fields = {&progress.objects, &progress.total, &progress.bytes};
        std::size_t field = 0;
        for (const char c : word) {
          if (c == ' ') ++field;
          if (is_digit(c) && field < fields.size())
            *fields[field] = *fields[field] * 10 + static_cast<unsigned>(c - '0');
        }
        remote.progress(progress);
      });
  if (result || !result.error().path.empty()) return result;
  Error& error = result.error();
  error.path = remote.address;
  if (error.kind == ErrorKind::timeout) {
    error.message = format("the server was given up: {}", error.message);
    error.help = "try again later; SKILLSTOW_TIMEOUT sets how many seconds a server may be silent";
  } else {
    error.message = format("the connection was given up: {}", error.message);
    error.help = "what the server sends may be broken; report it if another git can read it";
  }
  return result;
}

Result<std::string> fetch_in_child(const Libgit2& git, const Remote& remote, const ChildReport& report,
                                   const std::string& ref, const std::string& folder, bool shallow) {
  git.git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
  git_repository* raw = nullptr;
  git_repository_init_options how = GIT_REPOSITORY_INIT_OPTIONS_INIT;
  how.flags = GIT_REPOSITORY_INIT_BARE | GIT_REPOSITORY_INIT_MKPATH | GIT_REPOSITORY_INIT_NO_REINIT;
  if (const int code = git.git_repository_init_ext(&raw, folder.c_str(), &how); code < 0) {
    Error error = git_error(git, folder, "make a repository in the cache", code);
    error.kind = ErrorKind::permission;
    return tl::unexpected(std::move(error));
  }
  const Handle<git_repository> repository(raw, git.git_repository_free);
  Connection connection(git, remote, report);
  if (auto done = connection.prepare(); !done) return tl::unexpected(done.error());
  if (auto done = connection.connect(raw); !done) return tl::unexpected(done.error());
  if (auto done = connection.fetch(ref, shallow); !done) return tl::unexpected(done.error());

  git_object* found = nullptr;
  int code = git.git_revparse_single(&found, raw, k_fetched);
  if (code < 0) {
    return failure(ErrorKind::ref_not_found, remote.address,
                   format("the server does not give out \"{}\"", visible(ref, 200)), "name a branch or tag");
  }
  const Handle<git_object> owner(found, git.git_object_free);
  git_object* commit = nullptr;
  code = git.git_object_peel(&commit, found, GIT_OBJECT_COMMIT);
  if (code < 0) {
    return failure(ErrorKind::ref_not_found, remote.address, format("\"{}\" is no commit", visible(ref, 200)),
                   "name a branch or tag");
  }
  const Handle<git_object> commit_owner(commit, git.git_object_free);
  std::array<char, 65> hex{};
  return std::string(git.git_oid_tostr(hex.data(), hex.size(), git.git_object_id(commit)));
}

}  // namespace

Result<std::string> rewritten_address(const Remote& remote) {
  return in_child(remote, [&remote](const Libgit2& git, const ChildReport&) -> Result<std::string> {
    return UserConfig(git, remote.env).rewritten(remote.address);
  });
}

Result<std::string> list_refs(const Remote& remote) {
  return in_child(remote, [&remote](const Libgit2& git, const ChildReport& report) -> Result<std::string> {
    Connection connection(git, remote, report);
    if (auto done = connection.prepare(); !done) return tl::unexpected(done.error());
    if (auto done = connection.connect(nullptr); !done) return tl::unexpected(done.error());
    return connection.refs();
  });
}

Result<std::string> fetch_commit(const Remote& remote, const std::string& ref, const std::string& folder,
                                 bool shallow) {
  return in_child(remote, [&](const Libgit2& git, const ChildReport& report) {
    return fetch_in_child(git, remote, report, ref, folder, shallow);
  });
}

}  // namespace skillstow
