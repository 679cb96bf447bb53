// A disk that is really full: a small file system in memory, mounted where only this test's own process sees it. Needs
// the right to do so (root, or user namespaces); says so and passes where that is missing. The same with simulated
// errors at every change is in fault_test.cpp.

#include <sched.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "scene.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

constexpr int k_skip = 77;
using Files = std::map<std::string, std::string>;

bool mount_small_disk(const std::string& folder) {
  if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  return ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=1m,mode=755") == 0;
}

// Fills the disk until only `pages` blocks are free.
void leave_free(const std::string& folder, unsigned long pages) {
  struct statvfs info {};
  if (::statvfs(folder.c_str(), &info) != 0 || info.f_bavail <= pages) return;
  const std::string filler((info.f_bavail - pages) * info.f_bsize, 'x');
  std::FILE* file = std::fopen((folder + "/filler").c_str(), "w");
  if (!file) return;
  std::fwrite(filler.data(), 1, filler.size(), file);
  std::fclose(file);
}

int fail(unsigned long pages, const char* what) {
  std::fprintf(stderr, "with %lu free pages: %s\n", pages, what);
  return 1;
}

// One update of an installed skill with so much room left.
int update_with(const Scene& scene, unsigned long pages, bool& succeeded) {
  const Site site = scene.project();
  Disk disk;
  scene.write_skill("source/greet", "greet", "Old.");
  if (!run_install(disk, site, scene.at("source"), {"claude-code"}).ok) return fail(pages, "the first install failed");
  const Files old_skill = scene.files("project/.claude/skills/greet");
  scene.write_skill("source/greet", "greet", std::string(20'000, 'n') + ".");
  const Files new_skill = scene.files("source/greet");

  leave_free(scene.at("project"), pages);
  const InstallOutcome outcome = run_install(disk, site, scene.at("source"), {"claude-code", "codex"});
  succeeded = outcome.ok;
  if (!outcome.ok && outcome.error.message.find("no space left") == std::string::npos) return fail(pages, outcome.error.message.c_str());
  const Files claude = scene.files("project/.claude/skills/greet");
  if (claude != (outcome.ok ? new_skill : old_skill)) return fail(pages, "the replaced skill is neither what it was nor what was said");
  if (scene.files("project/.agents/skills/greet") != (outcome.ok ? new_skill : Files{})) return fail(pages, "the new folder is half there");

  (void)::unlink(scene.at("project/filler").c_str());
  if (!run_install(disk, site, scene.at("source"), {"claude-code", "codex"}).ok) return fail(pages, "with room again it still fails");
  if (scene.files("project/.claude/skills/greet") != new_skill) return fail(pages, "the next run did not bring the new skill");
  RemovalRequest all;
  all.all = true;
  if (!run_remove(disk, site, all).ok) return fail(pages, "it could not be removed");
  if (!scene.files("project").empty()) return fail(pages, "something was left behind");
  return 0;
}

int on_a_small_disk() {
  Scene scene;
  if (!mount_small_disk(scene.at("project"))) return k_skip;
  bool first_succeeded = true;
  bool last_succeeded = false;
  for (unsigned long pages = 0; pages <= 40; ++pages) {
    if (const int status = update_with(scene, pages, last_succeeded); status != 0) return status;
    if (pages == 0) first_succeeded = last_succeeded;
  }
  ::umount(scene.at("project").c_str());
  // The disk was full at the start and had room at the end, or nothing was tested.
  return first_succeeded || !last_succeeded ? fail(40, "the disk was never full, or always") : 0;
}

}  // namespace

TEST_CASE("a full disk leaves the old skill or the new one, and the next run sets it right") {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(on_a_small_disk());
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  if (WEXITSTATUS(status) == k_skip) {
    WARN("skipped: mounting a small file system needs root or user namespaces");
    return;
  }
  CHECK(WEXITSTATUS(status) == 0);
}
