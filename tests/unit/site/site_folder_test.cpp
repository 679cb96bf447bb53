#include "site/site_folder.h"

#include <unistd.h>

#include "base/file.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace skillstow;

namespace {

Result<void> write(const std::string& folder, std::initializer_list<std::pair<std::string, std::string>> files) {
  Result<SiteFolder> site = SiteFolder::open(folder);
  if (!site) return tl::unexpected(site.error());
  for (const auto& [path, text] : files) {
    if (Result<void> done = site->write(path, text); !done) return done;
  }
  return site->finish();
}

std::string text_of(const std::string& path) { return read_file(path, 1000).value_or("(none)"); }

}  // namespace

TEST_CASE("a site takes the place of the one before", "[site_folder]") {
  const TemporaryFolder temporary;
  const std::string site = temporary.path("site");
  REQUIRE(write(site, {{"index.html", "1"}, {"skills/a/index.html", "a"}}));
  REQUIRE(write(site, {{"index.html", "2"}, {"skills/b/index.html", "b"}}));
  CHECK(text_of(site + "/index.html") == "2");
  CHECK(text_of(site + "/skills/b/index.html") == "b");
  CHECK(status_of(site + "/skills/a").kind == FileKind::missing);
  CHECK(status_of(site + "/.skillstow-drafts").kind == FileKind::missing);
}

TEST_CASE("what is not the site's own stays", "[site_folder]") {
  const TemporaryFolder temporary;
  const std::string site = temporary.path("site");
  REQUIRE(write(site, {{"index.html", "1"}, {"skills/a/index.html", "a"}}));
  REQUIRE(create_file(site + "/CNAME", "example.org"));
  REQUIRE(create_file(site + "/skills/a/notes.txt", "mine"));
  REQUIRE(write(site, {{"index.html", "2"}}));
  CHECK(text_of(site + "/CNAME") == "example.org");
  CHECK(text_of(site + "/skills/a/notes.txt") == "mine");
  CHECK_FALSE(write(site, {{"index.html", "3"}, {"CNAME", "x"}}));
  CHECK(text_of(site + "/CNAME") == "example.org");
}

TEST_CASE("a folder with other people's files is refused", "[site_folder]") {
  const TemporaryFolder temporary;
  REQUIRE(create_file(temporary.path("thesis.txt"), "mine"));
  CHECK(SiteFolder::open(temporary.path("")).error().kind == ErrorKind::exists);
}

TEST_CASE("a page that was edited is refused, before anything is written", "[site_folder]") {
  const TemporaryFolder temporary;
  const std::string site = temporary.path("site");
  REQUIRE(write(site, {{"a.html", "1"}, {"b.html", "1"}}));
  REQUIRE(write_file_atomically(site + "/b.html", "edited"));
  CHECK_FALSE(write(site, {{"a.html", "2"}, {"b.html", "2"}}));
  CHECK(text_of(site + "/a.html") == "1");
  CHECK(text_of(site + "/b.html") == "edited");
}

TEST_CASE("a link in the site's folder is not followed", "[site_folder]") {
  const TemporaryFolder temporary;
  const std::string site = temporary.path("site");
  REQUIRE(create_folders(temporary.path("elsewhere")));
  REQUIRE(write(site, {{"index.html", "1"}}));
  REQUIRE(::symlink("../elsewhere", (site + "/skills").c_str()) == 0);
  CHECK_FALSE(write(site, {{"index.html", "2"}, {"skills/a/index.html", "a"}}));
  CHECK(status_of(temporary.path("elsewhere/a")).kind == FileKind::missing);
}

TEST_CASE("a run that was cut short before it moved anything can be run again", "[site_folder]") {
  const TemporaryFolder temporary;
  const std::string site = temporary.path("site");
  {
    Result<SiteFolder> cut = SiteFolder::open(site);
    REQUIRE(cut);
    REQUIRE(cut->write("index.html", "1"));
  }
  REQUIRE(write(site, {{"index.html", "2"}}));
  CHECK(text_of(site + "/index.html") == "2");
}

TEST_CASE("a list that names a file outside is not believed", "[site_folder]") {
  const TemporaryFolder temporary;
  const std::string site = temporary.path("site");
  REQUIRE(create_folders(site));
  REQUIRE(create_file(temporary.path("victim"), ""));
  const std::string empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  REQUIRE(create_file(site + "/.skillstow-site", "skillstow site 1\n" + empty + "  ../victim\n"));
  REQUIRE(write(site, {{"index.html", "1"}}));
  CHECK(status_of(temporary.path("victim")).kind == FileKind::regular);
}
