// Whatever a run was doing when it stopped, each target holds its old state or its new one, complete, and the next run
// leaves no trace of the stop. Every change on disk is one call of Disk, so stopping before the nth call for every n
// covers every state that a killed process or a full disk can leave behind.

#include <cerrno>
#include <functional>

#include <sys/wait.h>
#include <unistd.h>

#include "scene.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

// Does not wait for the disk: a process sees its own changes at once, and the tests are many.
class HastyDisk : public Disk {
 public:
  Result<void> sync(const std::vector<std::string>&) override { return {}; }
};

// Passes everything on, and asks before each change.
class GuardedDisk : public Disk {
 public:
  explicit GuardedDisk(bool can_exchange) : can_exchange_(can_exchange) {}
  int steps = 0;

  Result<void> make_folder(const std::string& path, std::uint32_t mode) override {
    return guarded([&] { return Disk::make_folder(path, mode); });
  }
  Result<void> write_file(const std::string& path, std::string_view bytes, std::uint32_t mode) override {
    return guarded([&] { return Disk::write_file(path, bytes, mode); });
  }
  Result<void> make_link(const std::string& path, const std::string& target) override {
    return guarded([&] { return Disk::make_link(path, target); });
  }
  Result<void> share_file(const std::string& from, const std::string& to) override {
    return guarded([&] { return Disk::share_file(from, to); });
  }
  Result<void> move(const std::string& from, const std::string& to) override {
    return guarded([&] { return Disk::move(from, to); });
  }
  Result<void> replace_file(const std::string& from, const std::string& to) override {
    return guarded([&] { return Disk::replace_file(from, to); });
  }
  Result<bool> exchange(const std::string& a, const std::string& b) override {
    if (!can_exchange_) return false;
    if (auto done = guarded([] { return Result<void>(); }); !done) return tl::unexpected(done.error());
    return Disk::exchange(a, b);
  }
  Result<void> remove_file(const std::string& path) override {
    return guarded([&] { return Disk::remove_file(path); });
  }
  Result<void> remove_folder(const std::string& path) override {
    return guarded([&] { return Disk::remove_folder(path); });
  }
  Result<void> make_writable(const std::string& folder) override {
    return guarded([&] { return Disk::make_writable(folder); });
  }
  Result<void> sync(const std::vector<std::string>&) override {
    return guarded([] { return Result<void>(); });
  }

 protected:
  virtual Result<void> before(int step) = 0;

 private:
  template <class Change>
  Result<void> guarded(const Change& change) {
    if (auto done = before(++steps); !done) return done;
    return change();
  }
  bool can_exchange_;
};

// Dies before the nth change.
class DyingDisk final : public GuardedDisk {
 public:
  DyingDisk(int n, bool can_exchange) : GuardedDisk(can_exchange), n_(n) {}

 private:
  Result<void> before(int step) override {
    if (step == n_) ::_exit(9);
    return {};
  }
  int n_;
};

// Fails at the nth change, and at all after it if it is full for good.
class FullDisk final : public GuardedDisk {
 public:
  FullDisk(int n, bool for_good, bool can_exchange) : GuardedDisk(can_exchange), n_(n), for_good_(for_good) {}

 private:
  Result<void> before(int step) override {
    if (step == n_ || (for_good_ && step > n_)) return tl::unexpected(system_error(ENOSPC, "", "write"));
    return {};
  }
  int n_;
  bool for_good_;
};

using Files = std::map<std::string, std::string>;

// A project in which `greet` is installed for Claude Code, and whose source has changed since.
struct Update {
  Scene scene;
  Site site = scene.project();
  Files old_skill;
  Files new_skill;

  Update() {
    scene.write_skill("source/greet", "greet", "Say hello.");
    scene.write_skill("source/wave", "wave");
    HastyDisk disk;
    const InstallOutcome first = run_install(disk, site, scene.at("source"), {"claude-code"});
    REQUIRE(first.ok);
    old_skill = scene.files("source/greet");
    scene.write_skill("source/greet", "greet", "Say good day.");
    scene.write("source/greet/scripts/greet.sh", "#!/bin/sh\necho good day\n", 0755);
    (void)::unlink(scene.at("source/greet/references/more.md").c_str());
    scene.write("source/greet/references/more.md", "# More\n");
    new_skill = scene.files("source/greet");
  }
};

// The two targets of the update: one is replaced, one is new.
void each_is_old_or_new(const Update& p, int n) {
  INFO("stopped before change " << n);
  const Files claude = p.scene.files("project/.claude/skills/greet");
  const bool whole = claude == p.old_skill || claude == p.new_skill;
  CHECK(whole);
  const Files shared = p.scene.files("project/.agents/skills/greet");
  const bool none_or_new = shared.empty() || shared == p.new_skill;
  CHECK(none_or_new);
}

// All old or all new, the record fits, and nothing else is there.
void all_agree(const Update& p, int n) {
  INFO("stopped before change " << n);
  const bool is_new = p.scene.files("project/.claude/skills/greet") == p.new_skill;
  if (!is_new) CHECK(p.scene.files("project/.claude/skills/greet") == p.old_skill);
  CHECK(p.scene.files("project/.agents/skills/greet") == (is_new ? p.new_skill : Files{}));
  CHECK((status_of(p.scene.at("project/.agents")).kind == FileKind::folder) == is_new);

  const Record record = read_site_record(p.site).value();
  CHECK(record.skills.size() == (is_new ? 4u : 2u));
  for (const auto& [key, skill] : record.skills) {
    INFO(key);
    CHECK(look_at(p.site, record, p.site.absolute(key)).as_written);
  }
  Files rest = p.scene.files("project");
  for (auto file = rest.begin(); file != rest.end();) {
    const bool skill = file->first.rfind(".claude/skills/", 0) == 0 || file->first.rfind(".agents/skills/", 0) == 0;
    const bool own = file->first == "skillstow.lock" || file->first == ".skillstow/folders.json" ||
                     file->first == ".skillstow/.gitignore" || file->first == ".skillstow/lock";
    file = skill || own ? rest.erase(file) : std::next(file);
  }
  CHECK(rest == Files{});
}

void recover(const Site& site) {
  HastyDisk disk;
  REQUIRE(Transaction::open(disk, site, [](std::string_view) {}));
}

// Gives the exit status of `work` in a process of its own.
int in_another_process(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int update(Disk& disk, const Update& p) {
  return run_install(disk, p.site, p.scene.at("source"), {"claude-code", "codex"}).ok ? 0 : 1;
}

}  // namespace

TEST_CASE("an install that is killed before any of its changes leaves old or new, and the next run settles it") {
  for (const bool can_exchange : {true, false}) {
    INFO((can_exchange ? "with" : "without") << " RENAME_EXCHANGE");
    int n = 1;
    for (bool finished = false; !finished; ++n) {
      Update p;
      const int status = in_another_process([&] {
        DyingDisk disk(n, can_exchange);
        return update(disk, p);
      });
      REQUIRE((status == 9 || status == 0));
      finished = status == 0;
      // Without the exchange there is one moment, between two renames, in which the target is away.
      if (can_exchange) each_is_old_or_new(p, n);
      recover(p.site);
      all_agree(p, n);
      HastyDisk disk;
      REQUIRE(update(disk, p) == 0);
      CHECK(p.scene.files("project/.claude/skills/greet") == p.new_skill);
      CHECK(p.scene.files("project/.agents/skills/greet") == p.new_skill);
    }
    CHECK(n > 30);  // that the changes are counted at all
  }
}

TEST_CASE("a recovery that is killed itself can be taken up again") {
  // The first run stops in the middle of its swaps; the second stops everywhere.
  int swap = 0;
  {
    Update p;
    for (int n = 1; swap == 0; ++n) {
      Update q;
      (void)in_another_process([&] {
        DyingDisk disk(n, true);
        return update(disk, q);
      });
      if (q.scene.files("project/.claude/skills/greet") == q.new_skill) swap = n;
    }
  }
  for (int n = 1;; ++n) {
    Update p;
    (void)in_another_process([&] {
      DyingDisk disk(swap, true);
      return update(disk, p);
    });
    const int status = in_another_process([&] {
      DyingDisk disk(n, true);
      return Transaction::open(disk, p.site, [](std::string_view) {}) ? 0 : 1;
    });
    each_is_old_or_new(p, n);
    recover(p.site);
    all_agree(p, n);
    if (status == 0) break;
  }
}

TEST_CASE("what somebody changed between a broken run and its recovery is kept") {
  int kept = 0;
  for (int n = 1;; ++n) {
    Update p;
    const int status = in_another_process([&] {
      DyingDisk disk(n, true);
      return update(disk, p);
    });
    if (status == 0) break;
    const std::string notes = "project/.claude/skills/greet/notes.txt";
    const bool old_is_there = p.scene.files("project/.claude/skills/greet") == p.old_skill;
    p.scene.write(notes, "mine\n");
    recover(p.site);
    INFO("stopped before change " << n);
    bool found = false;
    for (const auto& [path, text] : p.scene.files("project")) found = found || text == "mine\n";
    CHECK(found);
    // The interesting ones: the recovery went on and replaced the folder that had been edited.
    if (old_is_there && p.scene.files("project/.claude/skills/greet") == p.new_skill) ++kept;
  }
  CHECK(kept > 0);
}

TEST_CASE("an install that meets a full disk goes back to the old state, or is done") {
  for (const bool for_good : {false, true}) {
    for (const bool can_exchange : {true, false}) {
      INFO((for_good ? "full for good" : "full once") << (can_exchange ? ", with" : ", without") << " RENAME_EXCHANGE");
      for (int n = 1;; ++n) {
        Update p;
        FullDisk disk(n, for_good, can_exchange);
        const bool ok = update(disk, p) == 0;
        // Without the exchange and with a disk that fails for good, a target can stay away until the next run.
        if (can_exchange || !for_good) each_is_old_or_new(p, n);
        if (!for_good) {
          // What failed was said, and is undone; what is left over only takes room.
          INFO("failed at change " << n);
          CHECK((p.scene.files("project/.claude/skills/greet") == p.new_skill) == ok);
          CHECK((p.scene.files("project/.agents/skills/greet") == p.new_skill) == ok);
        }
        recover(p.site);
        all_agree(p, n);
        if (disk.steps < n) break;
      }
    }
  }
}

TEST_CASE("a removal that is killed before any of its changes leaves the whole folder, or what was added to it") {
  for (int n = 1;; ++n) {
    Scene scene;
    const Site site = scene.project();
    scene.write_skill("source/greet", "greet");
    HastyDisk plain;
    REQUIRE(run_install(plain, site, scene.at("source"), {"claude-code"}).ok);
    const Files whole_project = scene.files("project");
    scene.write("project/.claude/skills/greet/notes/mine.txt", "mine\n");
    const Files whole = scene.files("project/.claude/skills/greet");
    const Files kept{{"notes/mine.txt", "mine\n"}};

    RemovalRequest request;
    request.names = {"greet"};
    const int status = in_another_process([&] {
      DyingDisk disk(n, true);
      return run_remove(disk, site, request).ok ? 0 : 1;
    });
    INFO("stopped before change " << n);
    const Files now = scene.files("project/.claude/skills/greet");
    CHECK((now == whole || now == kept));
    recover(site);
    const Files settled = scene.files("project/.claude/skills/greet");
    const Record record = read_site_record(site).value();
    if (record.skills.empty()) {
      CHECK(settled == kept);
      CHECK(scene.files("project").count("skillstow.lock") == 0);
    } else {
      CHECK(settled == whole);
    }
    if (status == 0) {
      CHECK(settled == kept);
      break;
    }
  }
}

TEST_CASE("an undo that is killed before any of its changes leaves the state before it or after it") {
  for (int n = 1;; ++n) {
    Update p;
    const Files first = p.scene.files("project");
    HastyDisk plain;
    REQUIRE(update(plain, p) == 0);
    const int status = in_another_process([&] {
      DyingDisk disk(n, true);
      return run_undo(disk, p.site).ok ? 0 : 1;
    });
    each_is_old_or_new(p, n);
    recover(p.site);
    all_agree(p, n);
    // What the change before it replaced is still there, so that the undo can be done again.
    if (p.scene.files("project/.claude/skills/greet") == p.new_skill) REQUIRE(run_undo(plain, p.site).ok);
    INFO("stopped before change " << n);
    CHECK(p.scene.files("project") == first);
    if (status == 0) break;
  }
}

TEST_CASE("a disk that is full when the old state is put aside costs the undo, not the change") {
  for (int n = 1;; ++n) {
    Update p;
    FullDisk disk(n, false, true);
    const bool ok = update(disk, p) == 0;
    recover(p.site);
    all_agree(p, n);
    const auto step = read_undo(p.site);
    INFO("failed at change " << n);
    REQUIRE(step);
    HastyDisk plain;
    if (ok && *step) {
      const auto plan = plan_undo(p.site, read_site_record(p.site).value(), **step);
      if (plan) CHECK(run_undo(plain, p.site).ok);
    }
    if (disk.steps < n) break;
  }
}
