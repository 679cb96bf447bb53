#include "facts/history.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("times are told in UTC") {
  CHECK(utc_time(0) == "1970-01-01T00:00:00Z");
  CHECK(utc_time(1764473460) == "2025-11-30T03:31:00Z");
  CHECK(utc_time(-1) == "1969-12-31T23:59:59Z");
}

TEST_CASE("a remote becomes the address of its page") {
  CHECK(repository_address("git@github.com:owner/repo.git") == "https://github.com/owner/repo");
  CHECK(repository_address("ssh://git@host.org:2222/group/sub/repo.git") == "https://host.org/group/sub/repo");
  CHECK(repository_address("https://bob:secret@github.com/owner/repo.git/") == "https://github.com/owner/repo");
  CHECK(repository_address("git://github.com/owner/repo") == "https://github.com/owner/repo");
  CHECK(repository_address("/srv/git/repo.git") == "/srv/git/repo.git");
  CHECK(repository_address("../up") == "../up");
  CHECK(repository_address("file:///srv/repo") == "file:///srv/repo");
}
