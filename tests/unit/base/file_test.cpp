#include "base/file.h"

#include <cstdlib>

#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace skillstow;

TEST_CASE("a file is read whole, and what is no file is refused at once") {
  const TemporaryFolder folder;
  const std::string file = folder.path("f");
  REQUIRE(create_file(file, "hello"));
  CHECK(read_file(file, 5).value() == "hello");
  CHECK(read_file(file, 4).error().kind == ErrorKind::too_large);
  CHECK(read_file_start(file, 2).value() == "he");
  CHECK(read_file(folder.path("none"), 5).error().kind == ErrorKind::not_found);
  CHECK(read_file(folder.path(""), 5).error().kind == ErrorKind::not_regular);

  REQUIRE(::mkfifo(folder.path("fifo").c_str(), 0600) == 0);
  CHECK(read_file(folder.path("fifo"), 5).error().message.find("FIFO") != std::string::npos);

  REQUIRE(::symlink("f", folder.path("link").c_str()) == 0);
  CHECK(read_file(folder.path("link"), 5).error().kind == ErrorKind::not_regular);
  CHECK(read_file(folder.path("link"), 5, Follow::yes).value() == "hello");
  REQUIRE(::symlink("loop", folder.path("loop").c_str()) == 0);
  CHECK_FALSE(read_file(folder.path("loop"), 5, Follow::yes));
  CHECK(read_file("/proc/self/status", 1 << 20).value().find("Pid:") != std::string::npos);
}

TEST_CASE("creating never overwrites, and modes do not depend on the umask") {
  const TemporaryFolder folder;
  const mode_t before = ::umask(077);
  REQUIRE(create_file(folder.path("run"), "x", 0755));
  REQUIRE(write_file_atomically(folder.path("data"), "1"));
  ::umask(before);
  CHECK(status_of(folder.path("run")).mode == 0755);
  CHECK(status_of(folder.path("data")).mode == 0644);
  CHECK(create_file(folder.path("run"), "y").error().kind == ErrorKind::exists);
  CHECK(read_file(folder.path("run"), 9).value() == "x");
  REQUIRE(write_file_atomically(folder.path("data"), "2"));
  CHECK(read_file(folder.path("data"), 9).value() == "2");
  CHECK(read_folder(folder.path("")).value().size() == 2);  // no temporary file is left
}

TEST_CASE("folders are made and told, and trees removed without following links") {
  const TemporaryFolder folder;
  const auto made = create_folders(folder.path("a/b/c"));
  REQUIRE(made);
  CHECK(made->size() == 3);
  CHECK(create_folders(folder.path("a/b")).value().empty());
  REQUIRE(create_file(folder.path("kept"), "x"));
  REQUIRE(::symlink("../../kept", folder.path("a/b/link").c_str()) == 0);
  REQUIRE(::symlink("../..", folder.path("a/b/up").c_str()) == 0);
  REQUIRE(remove_tree(folder.path("a")));
  CHECK(status_of(folder.path("a")).kind == FileKind::missing);
  CHECK(read_file(folder.path("kept"), 9).value() == "x");
  CHECK(remove_tree(folder.path("a")));
  CHECK_FALSE(create_folders(folder.path("kept/x")));
}
