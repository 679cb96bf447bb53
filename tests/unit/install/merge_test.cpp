#include "install/merge.h"

#include <map>

#include "base/sha256.h"
#include "support/catch.h"

namespace skillstow {
namespace {

using Texts = std::map<std::string, std::string>;

std::vector<RecordedFile> recorded(const Texts& texts, FileForm form = FileForm::plain) {
  std::vector<RecordedFile> files;
  for (const auto& [path, text] : texts) files.push_back({path, form, sha256_hex(text)});
  return files;
}

Contents contents(const Texts& texts, FileForm form = FileForm::plain) {
  Contents all;
  for (const RecordedFile& file : recorded(texts, form)) all.files.push_back({file, file.path, 0});
  return all;
}

ReadFile reader(const Texts& texts) {
  return [texts](const std::string& path) -> Result<std::string> {
    const auto found = texts.find(path);
    if (found == texts.end()) return failure(ErrorKind::not_found, path, "no such file");
    return found->second;
  };
}

Merge merge(const Texts& base, const Texts& mine, const Texts& theirs) {
  return merge_three_ways(contents(theirs), recorded(base), recorded(mine), reader(base), reader(mine), reader(theirs));
}

std::vector<std::string> from_source(const Merge& merge) {
  std::vector<std::string> paths;
  for (const ContentFile& file : merge.contents.files) paths.push_back(file.file.path);
  return paths;
}

using Paths = std::vector<std::string>;
const std::string k_old = "one\n\ntwo\n\nthree\n\nfour\n";

}  // namespace

TEST_CASE("a file that one side changed is that side's") {
  const Merge merged = merge({{"a", "old"}, {"b", "old"}, {"c", "old"}}, {{"a", "mine"}, {"b", "old"}, {"c", "old"}},
                             {{"a", "old"}, {"b", "theirs"}, {"c", "old"}});
  CHECK(from_source(merged) == Paths{"b", "c"});
  CHECK(merged.kept == Paths{"a"});
  CHECK(merged.merged.empty());
  CHECK(merged.conflicts.empty());
}

TEST_CASE("what both sides did alike is no conflict") {
  const Merge merged =
      merge({{"a", "old"}, {"gone", "old"}}, {{"a", "new"}, {"added", "same"}}, {{"a", "new"}, {"added", "same"}});
  CHECK(from_source(merged) == Paths{"a", "added"});
  CHECK(merged.kept.empty());
  CHECK(merged.conflicts.empty());
}

TEST_CASE("lines that only one side changed are put together") {
  const Merge merged =
      merge({{"a", k_old}}, {{"a", "ONE\n\ntwo\n\nthree\n\nfour\n"}}, {{"a", "one\n\ntwo\n\nthree\n\nFOUR\n"}});
  REQUIRE(merged.merged.size() == 1);
  CHECK(merged.merged[0].path == "a");
  CHECK(merged.merged[0].bytes == "ONE\n\ntwo\n\nthree\n\nFOUR\n");
  CHECK_FALSE(merged.merged[0].executable);
  CHECK(from_source(merged).empty());
  CHECK(merged.conflicts.empty());
}

TEST_CASE("the same lines changed in two ways are a conflict") {
  const Merge merged =
      merge({{"a", k_old}}, {{"a", "mine\n\ntwo\n\nthree\n\nfour\n"}}, {{"a", "theirs\n\ntwo\n\nthree\n\nfour\n"}});
  CHECK(merged.conflicts == Paths{"a"});
  CHECK(merged.merged.empty());
}

TEST_CASE("an edit against a removal is a conflict, whoever removed") {
  CHECK(merge({{"a", "old"}}, {}, {{"a", "theirs"}}).conflicts == Paths{"a"});
  CHECK(merge({{"a", "old"}}, {{"a", "mine"}}, {}).conflicts == Paths{"a"});
}

TEST_CASE("a removal that nobody speaks against stands") {
  const Merge mine = merge({{"a", "old"}}, {}, {{"a", "old"}});
  CHECK(from_source(mine).empty());
  CHECK(mine.conflicts.empty());
  const Merge theirs = merge({{"a", "old"}}, {{"a", "old"}}, {});
  CHECK(theirs.kept.empty());
  CHECK(theirs.conflicts.empty());
}

TEST_CASE("two files of one name that both sides added are a conflict") {
  CHECK(merge({}, {{"a", "mine"}}, {{"a", "theirs"}}).conflicts == Paths{"a"});
}

TEST_CASE("bytes that are no text are never merged") {
  const std::string nul("a\0b\n", 4);
  CHECK(merge({{"a", k_old}}, {{"a", nul}}, {{"a", k_old + "more\n"}}).conflicts == Paths{"a"});
  CHECK(merge({{"a", k_old}}, {{"a", "\xff\n" + k_old}}, {{"a", k_old + "more\n"}}).conflicts == Paths{"a"});
}

TEST_CASE("without the true old version nothing is merged") {
  const Texts base{{"a", k_old}}, mine{{"a", "new\n" + k_old}}, theirs{{"a", k_old + "more\n"}};
  for (const ReadFile& read : {reader({}), reader({{"a", "something else\n"}})}) {
    const Merge merged =
        merge_three_ways(contents(theirs), recorded(base), recorded(mine), read, reader(mine), reader(theirs));
    CHECK(merged.conflicts == Paths{"a"});
    CHECK(merged.merged.empty());
  }
}

TEST_CASE("a mode that one side changed is kept in the merge of the text") {
  const Texts base{{"a", k_old}}, mine{{"a", "new\n" + k_old}}, theirs{{"a", k_old + "more\n"}};
  for (const bool by_me : {true, false}) {
    const FileForm changed = FileForm::executable;
    const Merge merged =
        merge_three_ways(contents(theirs, by_me ? FileForm::plain : changed), recorded(base),
                         recorded(mine, by_me ? changed : FileForm::plain), reader(base), reader(mine), reader(theirs));
    REQUIRE(merged.merged.size() == 1);
    CHECK(merged.merged[0].executable);
  }
}

TEST_CASE("a link that both sides changed is a conflict") {
  const std::vector<RecordedFile> base{{"a", FileForm::link, "x"}}, mine{{"a", FileForm::link, "y"}};
  Contents theirs;
  theirs.files.push_back({{"a", FileForm::link, "z"}, "a", 0});
  CHECK(merge_three_ways(theirs, base, mine, reader({}), reader({}), reader({})).conflicts == Paths{"a"});
}

TEST_CASE("a file cannot stay where the source needs a folder, nor below its file") {
  CHECK(merge({}, {{"a", "mine"}}, {{"a/b", "theirs"}}).conflicts == Paths{"a"});
  CHECK(merge({}, {{"a/b", "mine"}}, {{"a", "theirs"}}).conflicts == Paths{"a/b"});
}

TEST_CASE("additions are kept and everything else is the source's") {
  const Texts written{{"a", "old"}, {"b", "old"}};
  const Merge merged = keep_additions(
      contents({{"a", "new"}, {"taken", "theirs"}, {"file", "theirs"}}), recorded(written),
      recorded({{"a", "mine"}, {"b", "old"}, {"notes", "mine"}, {"taken", "mine"}, {"file/below", "mine"}}));
  CHECK(merged.kept == Paths{"notes"});
  CHECK(from_source(merged) == Paths{"a", "file", "taken"});
  CHECK(merged.merged.empty());
}

}  // namespace skillstow
