#include "install/base_store.h"

#include "base/sha256.h"
#include "scene.h"
#include "support/catch.h"

namespace skillstow {
namespace {

struct Kept {
  RecordedSkill skill;
  std::map<std::string, std::string> texts;

  void add(const std::string& path, const std::string& text) {
    skill.files.push_back({path, FileForm::plain, sha256_hex(text)});
    texts[path] = text;
  }
  ReadFile reader() const {
    return [this](const std::string& path) -> Result<std::string> { return texts.at(path); };
  }
};

std::size_t count(const Site& site) {
  const auto entries = read_folder(site.bases);
  return entries ? entries->size() : 0;
}

}  // namespace

TEST_CASE("texts of a source without commits are kept by their content") {
  const Scene scene;
  const Site site = scene.project();
  Disk disk;
  Kept kept;
  kept.add("a.md", "one\n");
  kept.add("b.md", "one\n");
  kept.add("c.md", "two\n");
  keep_bases(disk, site, kept.skill, kept.reader());
  CHECK(count(site) == 2);
  CHECK(read_base(site, sha256_hex("one\n")).value() == "one\n");
  CHECK_FALSE(read_base(site, sha256_hex("three\n")));
  CHECK(is_below(site.bases, scene.at("home/.local/state/skillstow")));
}

TEST_CASE("no text is kept that a commit has, that is none, or that is too much") {
  const Scene scene;
  const Site site = scene.project();
  Disk disk;
  Kept kept;
  kept.add("a.md", "one\n");
  kept.skill.commit = std::string(40, 'a');
  keep_bases(disk, site, kept.skill, kept.reader());
  CHECK(count(site) == 0);

  Kept others;
  others.add("binary", std::string("\0x", 2));
  others.add("large", std::string((1u << 20) + 1, 'x'));
  others.add("changed", "one\n");
  others.texts["changed"] = "another since\n";
  keep_bases(disk, site, others.skill, others.reader());
  CHECK(count(site) == 0);

  Kept many;
  for (int n = 0; n < 10; ++n) many.add(std::to_string(n), std::string(1u << 20, static_cast<char>('a' + n)));
  keep_bases(disk, site, many.skill, many.reader());
  CHECK(count(site) == 8);
}

TEST_CASE("what no record names any more goes, with the folder in the end") {
  const Scene scene;
  const Site site = scene.project();
  Disk disk;
  Kept kept;
  kept.add("a.md", "one\n");
  Record before, after;
  before.skills["greet"] = kept.skill;
  keep_bases(disk, site, kept.skill, kept.reader());
  Kept next;
  next.add("a.md", "two\n");
  after.skills["greet"] = next.skill;
  keep_bases(disk, site, next.skill, next.reader());
  drop_unused_bases(disk, site, before, after);
  CHECK(count(site) == 2);
  drop_unused_bases(disk, site, after, after);
  CHECK(count(site) == 1);
  CHECK(read_base(site, sha256_hex("two\n")));
  drop_unused_bases(disk, site, {}, {});
  CHECK(status_of(site.bases).kind == FileKind::missing);
}

TEST_CASE("a project that leads its own folders elsewhere is refused where there is no home") {
  for (const std::string kind : {"bases", "undo", "staging", "backups"}) {
    const Scene scene;
    Site site = open_site(Scope::project, scene.at("project"), [](const std::string&) { return std::nullopt; }).value();
    REQUIRE(is_below(site.bases, site.state));
    scene.write("elsewhere/" + std::string(64, 'a'), "somebody's\n");
    for (const std::string& place : {kind, kind + "/x"}) {
      if (place != kind && kind != "bases" && kind != "undo") continue;
      const std::string folder = kind == "bases" ? site.bases : site.undo;
      const std::string at = place == kind ? join_path(site.state, kind) : folder;
      (void)create_folders(std::string(parent_path(at)));
      REQUIRE(::symlink(scene.at("elsewhere").c_str(), at.c_str()) == 0);
      Disk disk;
      const auto opened = Transaction::open(disk, site, [](std::string_view) {});
      INFO(at);
      REQUIRE_FALSE(opened);
      CHECK(opened.error().kind == ErrorKind::outside);
      CHECK(scene.files("elsewhere").size() == 1);
      ::unlink(at.c_str());
    }
  }
}

}  // namespace skillstow
