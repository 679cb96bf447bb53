#include "install/state_lock.h"

#include <optional>

#include <sys/wait.h>
#include <unistd.h>

#include "scene.h"
#include "support/catch.h"

using namespace skillstow;

TEST_CASE("one run at a time; the message names the one that holds the lock") {
  Scene scene;
  const Site site = scene.project();
  std::vector<std::string> told;
  const auto tell = [&told](std::string_view text) { told.emplace_back(text); };
  {
    auto first = StateLock::take(site, tell);
    REQUIRE(first);
    const auto second = StateLock::take(site, tell, 0);
    REQUIRE_FALSE(second);
    CHECK(second.error().message.find(skillstow::format("process {}", ::getpid())) != std::string::npos);
    CHECK_FALSE(second.error().help.empty());
    first->remove_if_last(site);
  }
  CHECK(told.empty());
  CHECK(StateLock::take(site, tell, 0));
}

TEST_CASE("the lock's folder goes with the last run that has nothing to keep in it") {
  Scene scene;
  const Site site = scene.project();
  {
    auto lock = StateLock::take(site, [](std::string_view) {});
    REQUIRE(lock);
    CHECK(read_file(scene.at("project/.skillstow/.gitignore"), 10).value() == "*\n");
    lock->remove_if_last(site);
  }
  CHECK(scene.files("project").empty());
  {
    auto lock = StateLock::take(site, [](std::string_view) {});
    REQUIRE(lock);
    scene.write("project/.skillstow/backups/x", "kept");
    lock->remove_if_last(site);
  }
  CHECK(scene.files("project").count(".skillstow/backups/x") == 1);
}

TEST_CASE("six writers lose no entry") {
  Scene scene;
  const Site site = scene.project();
  constexpr int k_writers = 6;
  for (int i = 0; i < k_writers; ++i) {
    const std::string name = skillstow::format("skill-{}", i);
    scene.write_skill(skillstow::format("source-{}/{}", i, name), name);
  }
  std::vector<pid_t> children;
  for (int i = 0; i < k_writers; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      Disk disk;
      ::_exit(run_install(disk, site, scene.at(skillstow::format("source-{}", i)), {"claude-code", "codex"}).ok ? 0
                                                                                                                : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  const Record record = read_site_record(site).value();
  CHECK(record.skills.size() == 2 * k_writers);
  for (const auto& [key, skill] : record.skills) CHECK(look_at(site, record, site.absolute(key)).as_written);
}
