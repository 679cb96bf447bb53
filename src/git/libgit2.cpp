#include "git/libgit2.h"

#include <dlfcn.h>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

Result<const Libgit2*> open_library(Libgit2& table) {
  void* library = ::dlopen(SKILLSTOW_LIBGIT2, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    return failure(ErrorKind::not_found, SKILLSTOW_LIBGIT2,
                   "cannot read git repositories: the library libgit2 is not installed",
                   "install the package libgit2 of your distribution");
  }
  const char* missing = nullptr;
#define SKILLSTOW_LIBGIT2_FIND(function)                                                 \
  table.function = reinterpret_cast<decltype(&::function)>(::dlsym(library, #function)); \
  if (!table.function) missing = #function;
  SKILLSTOW_LIBGIT2_FUNCTIONS(SKILLSTOW_LIBGIT2_FIND)
#undef SKILLSTOW_LIBGIT2_FIND
  if (missing) {
    return failure(ErrorKind::other, SKILLSTOW_LIBGIT2,
                   format("cannot read git repositories: this libgit2 has no {}", missing),
                   "build skillstow against the libgit2 that is installed");
  }
  if (table.git_libgit2_init() < 0) {
    return failure(ErrorKind::other, SKILLSTOW_LIBGIT2, "cannot read git repositories: libgit2 does not start");
  }
  // Other people's repositories are only read: no hook, filter or program of theirs is run, so who owns them is no
  // danger.
  table.git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
  return &table;
}

}  // namespace

Result<const Libgit2*> libgit2() {
  static Libgit2 table;
  static const Result<const Libgit2*> opened = open_library(table);
  return opened;
}

Error git_error(const Libgit2& git, std::string path, std::string_view doing, int code) {
  const ErrorKind kind = code == GIT_ENOTFOUND ? ErrorKind::not_found : ErrorKind::other;
  const ::git_error* last = git.git_error_last();
  const std::string reason = last && last->message ? visible(last->message, 300) : std::string("no reason was given");
  return {kind, std::move(path), format("cannot {}: {}", doing, reason), {}};
}

}  // namespace skillstow
