#include "archive/writers.h"

#include "archive/archive.h"
#include "base/sha256.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

std::vector<ArchiveFile> some_files() {
  return {{"x/SKILL.md", "text\n", false},
          {"x/run.sh", "#!/bin/sh\n", true},
          {"x/caf\u00e9.md", std::string(5000, 'a'), false}};
}

std::vector<ArchiveFile> files_in(const std::string& archive) {
  const auto tree = open_archive(archive, "test");
  REQUIRE(tree);
  std::vector<ArchiveFile> files;
  const Walk walk = walk_tree(**tree, "");
  for (const TreeEntry& entry : walk.entries)
    files.push_back({entry.path, (*tree)->read(entry.path, 1u << 20).value(), entry.executable});
  return files;
}

void check_same(std::vector<ArchiveFile> files, const std::string& archive) {
  std::sort(files.begin(), files.end(), [](const ArchiveFile& a, const ArchiveFile& b) { return a.path < b.path; });
  const std::vector<ArchiveFile> found = files_in(archive);
  REQUIRE(found.size() == files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    CHECK(found[i].path == files[i].path);
    CHECK(found[i].bytes == files[i].bytes);
    CHECK(found[i].executable == files[i].executable);
  }
}

}  // namespace

TEST_CASE("archives that are written are read back, in any order of the files") {
  auto files = some_files();
  const std::string zip = write_zip(files, 0);
  const std::string tar = write_tar(files, 0).value();
  check_same(files, zip);
  check_same(files, tar);
  std::reverse(files.begin(), files.end());
  CHECK(write_zip(files, 0) == zip);
  CHECK(write_tar(files, 0).value() == tar);
  check_same({}, write_zip({}, 0));
}

TEST_CASE("the bytes of archives are pinned: they change with the files and the time alone") {
  CHECK(sha256_hex(write_zip(some_files(), 315'532'800)) ==
        "30b6762d2035616f3b0762709e5b8c1c8fb49fa2abe25e1d61741ec35daba527");
  CHECK(sha256_hex(write_tar(some_files(), 315'532'800).value()) ==
        "c8c4c4527c85a2efdd87c9a9f77725c7cd6da8119d73dc5eedc864596eb36917");
}

TEST_CASE("zip has times from 1980 to 2107, in steps of two seconds") {
  const auto stamp = [](std::int64_t time) {
    const std::string zip = write_zip({{"a", "b"}}, time);
    const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(zip[i])); };
    return byte(10) | byte(11) << 8 | byte(12) << 16 | byte(13) << 24;
  };
  CHECK(stamp(0) == 0x00210000);
  CHECK(stamp(315'532'800) == 0x00210000);
  CHECK(stamp(1'709'210'096) == 0x585D645C);  // 2024-02-29 12:34:56
  CHECK(stamp(std::int64_t{1} << 40) == 0xFF9FBF7D);
}

TEST_CASE("tar parts long paths at a slash, and refuses those that do not fit") {
  const std::string folder(150, 'd');
  const std::string name(100, 'n');
  check_same({{folder + "/" + name, "x"}}, write_tar({{folder + "/" + name, "x"}}, 0).value());
  check_same({{name, "x"}}, write_tar({{name, "x"}}, 0).value());
  CHECK_FALSE(write_tar({{name + "n", "x"}}, 0));
  CHECK_FALSE(write_tar({{folder + "/" + name + "n", "x"}}, 0));
  CHECK(write_tar({{std::string(156, 'd') + "/n", "x"}}, 0).error().kind == ErrorKind::too_large);
}
