// A disk that is really full, and a skills folder on a file system of its own: a small one in memory, mounted where
// only this test's own process sees it. Needs the right to do so (root, or user namespaces); says so and passes where
// that is missing. Simulated errors at every change are in fault_test.cpp.

#include <cstdio>

#include <sched.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

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
  if (!outcome.ok && outcome.error.message.find("no space left") == std::string::npos)
    return fail(pages, outcome.error.message.c_str());
  const Files claude = scene.files("project/.claude/skills/greet");
  if (claude != (outcome.ok ? new_skill : old_skill))
    return fail(pages, "the replaced skill is neither what it was nor what was said");
  if (scene.files("project/.agents/skills/greet") != (outcome.ok ? new_skill : Files{}))
    return fail(pages, "the new folder is half there");

  (void)::unlink(scene.at("project/filler").c_str());
  if (!run_install(disk, site, scene.at("source"), {"claude-code", "codex"}).ok)
    return fail(pages, "with room again it still fails");
  if (scene.files("project/.claude/skills/greet") != new_skill)
    return fail(pages, "the next run did not bring the new skill");
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

// Install, update, put aside by force, remove: with the skills folder, or the folder around it, on another disk.
int across_disks(const std::string& mounted) {
  Scene scene;
  if (!create_folders(scene.at("project/.claude/skills"))) return 1;
  if (!mount_small_disk(scene.at(mounted))) return k_skip;
  if (!create_folders(scene.at("project/.claude/skills"))) return 1;
  const Site site = scene.project();
  Disk disk;
  scene.write_skill("source/greet", "greet", "Old.");
  if (!run_install(disk, site, scene.at("source"), {"claude-code", "codex"}).ok) return fail(1, "install");
  scene.write_skill("source/greet", "greet", "New.");
  if (!run_install(disk, site, scene.at("source"), {"claude-code", "codex"}).ok) return fail(2, "update");
  if (scene.files("project/.claude/skills/greet") != scene.files("source/greet")) return fail(2, "not the new skill");
  scene.write("project/.claude/skills/greet/SKILL.md", "mine\n");
  const InstallOutcome forced =
      run_install(disk, site, scene.at("source"), {"claude-code"}, {.link = false, .force = true});
  if (!forced.ok || forced.backups.size() != 1) return fail(3, "force");
  if (read_file(forced.backups[0].backup + "/SKILL.md", 100).value_or("") != "mine\n")
    return fail(3, "the backup is not there");
  if (!remove_tree(std::string(parent_path(parent_path(forced.backups[0].backup)))))
    return fail(3, "the backup's folder");
  RemovalRequest all;
  all.all = true;
  if (!run_remove(disk, site, all).ok) return fail(4, "remove");
  const Files rest = scene.files("project");
  const int status = rest == Files{{".claude/skills", "/"}} ? 0 : fail(5, "something was left behind");
  ::umount(scene.at(mounted).c_str());
  return status;
}

// Runs it in a process of its own, whose mounts nobody else sees.
void in_own_mounts(int (*work)()) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  if (WEXITSTATUS(status) == k_skip) {
    WARN("skipped: mounting a small file system needs root or user namespaces");
    return;
  }
  CHECK(WEXITSTATUS(status) == 0);
}

}  // namespace

TEST_CASE("a full disk leaves the old skill or the new one, and the next run sets it right") {
  in_own_mounts(on_a_small_disk);
}

TEST_CASE("a skills folder on a disk of its own is staged there, outside the folder where that is possible") {
  in_own_mounts([] { return across_disks("project/.claude"); });
  in_own_mounts([] { return across_disks("project/.claude/skills"); });
}
