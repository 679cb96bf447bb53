#include "git/folder_history.h"

#include <cstdlib>

#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace skillstow;

namespace {

// Runs lines of sh in the folder. Each `commit DAY` is a commit at that day of January 2025, at noon UTC.
void run(const TemporaryFolder& folder, const std::string& lines) {
  const std::string script =
      "set -eu; cd '" + folder.path("") +
      "'; export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org "
      "GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org;"
      "commit() { git add -A; GIT_COMMITTER_DATE=2025-01-$1T12:00:00Z git commit -qm x; };" +
      lines;
  REQUIRE(std::system(script.c_str()) == 0);
}

constexpr std::int64_t k_first = 1735732800;  // 2025-01-01T12:00:00Z
constexpr std::int64_t k_day = 86'400;

FolderHistory history(const TemporaryFolder& folder, const std::string& path) {
  const auto read = folder_history(folder.path(path));
  REQUIRE(read);
  REQUIRE(*read);
  return **read;
}

}  // namespace

TEST_CASE("a folder's history is told by the last commit that changed it") {
  const TemporaryFolder folder;
  run(folder,
      "git init -q repo; cd repo; git remote add up https://example.org/up.git;"
      "git remote add origin git@example.org:owner/repo.git;"
      "mkdir -p skills/a skills/b; echo 1 > skills/a/SKILL.md; commit 01;"
      "echo 1 > skills/b/SKILL.md; commit 02; echo 2 > skills/a/SKILL.md; commit 03; echo 2 > x; commit 04");
  const FolderHistory a = history(folder, "repo/skills/a");
  CHECK(a.remote == "git@example.org:owner/repo.git");
  CHECK(a.commit.size() == 40);
  CHECK(a.path == "skills/a");
  CHECK(a.changed == k_first + 2 * k_day);
  CHECK(history(folder, "repo/skills/b").changed == k_first + k_day);
  CHECK(history(folder, "repo").path == ".");
  CHECK(history(folder, "repo").changed == k_first + 3 * k_day);
}

TEST_CASE("a merge that brought nothing for the folder did not change it") {
  const TemporaryFolder folder;
  run(folder,
      "git init -q repo; cd repo; mkdir a; echo 1 > a/SKILL.md; commit 01; git checkout -qb side; echo 2 > a/SKILL.md;"
      "commit 02; git checkout -q -; echo x > other; commit 03; "
      "GIT_COMMITTER_DATE=2025-01-04T12:00:00Z git merge -q --no-ff -m m side");
  CHECK(history(folder, "repo/a").changed == k_first + k_day);
  CHECK(history(folder, "repo/a").remote.empty());
}

TEST_CASE("folders that git does not know") {
  const TemporaryFolder folder;
  run(folder, "mkdir plain; git init -q empty; git init -q repo; cd repo; echo 1 > x; commit 01; mkdir new");
  const auto plain = folder_history(folder.path("plain"));
  REQUIRE(plain);
  CHECK_FALSE(*plain);
  const auto empty = folder_history(folder.path("empty"));
  REQUIRE(empty);
  CHECK_FALSE(*empty);
  CHECK_FALSE(history(folder, "repo/new").changed);
  CHECK_FALSE(folder_history(folder.path("missing")));
}
