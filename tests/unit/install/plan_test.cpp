#include "install/plan.h"

#include "base/sha256.h"
#include "scene.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

// One skill for one target, in every state that the target may be in.
struct Question {
  Scene scene;
  Site site = scene.project();
  Incoming incoming;
  RecordedSkill entry;
  Standing standing;
  PlanOptions options;
  SourceIdentity now{"/src/a", "/src/a/greet"};
  std::optional<SourceIdentity> first = now;

  Question() {
    incoming.name = incoming.target = "greet";
    incoming.contents.files = {{{"SKILL.md", FileForm::plain, sha256_hex("new")}, "greet/SKILL.md", 3}};
    entry.name = "greet";
    entry.source = "../a";
    entry.files = {{"SKILL.md", FileForm::plain, sha256_hex("old")}};
    standing.path = site.absolute(".claude/skills/greet");
  }
  void installed() {
    standing.kind = FileKind::folder;
    standing.entry = &entry;
    standing.as_written = true;
    standing.files = entry.files;
  }
  void edited() {
    installed();
    standing.as_written = false;
    standing.files = {{"SKILL.md", FileForm::plain, sha256_hex("mine")},
                      {"notes.md", FileForm::plain, sha256_hex("mine")}};
    standing.edits = {{"SKILL.md", EditKind::changed}, {"notes.md", EditKind::added}};
  }
  Step step() const { return plan_step(incoming, standing, now, first, options); }
  bool says(const std::string& words) const { return step().message.find(words) != std::string::npos; }
};

}  // namespace

TEST_CASE("nothing there: create") {
  Question q;
  CHECK(q.step().action == Action::create);
  CHECK(q.step().target == q.scene.at("project/.claude/skills/greet"));
}

TEST_CASE("a folder that skillstow did not write is refused, or put aside by force") {
  Question q;
  q.standing.kind = FileKind::folder;
  CHECK(q.step().action == Action::refuse);
  CHECK(q.step().reason == Refusal::exists);
  CHECK(q.says("it exists"));
  q.options.force = true;
  CHECK(q.step().action == Action::replace);
  CHECK(q.step().backup);
}

TEST_CASE("somebody's link is refused, and the message tells where it leads") {
  Question q;
  q.standing.kind = FileKind::link;
  q.standing.link = "../../own/greet";
  CHECK(q.step().action == Action::refuse);
  CHECK(q.says("../../own/greet"));
  q.options.force = true;
  CHECK(q.step().action == Action::replace);
  CHECK(q.step().backup);
}

TEST_CASE("as it was written: replaced if the source has changed, else kept") {
  Question q;
  q.installed();
  CHECK(q.step().action == Action::replace);
  CHECK_FALSE(q.step().backup);
  q.incoming.contents.files[0].file.content = sha256_hex("old");
  CHECK(q.step().action == Action::keep);
}

TEST_CASE("edited: refused with the edits, or put aside by force") {
  Question q;
  q.edited();
  CHECK(q.step().action == Action::refuse);
  CHECK(q.step().reason == Refusal::exists);
  CHECK(q.step().edits == q.standing.edits);
  CHECK(q.says("SKILL.md changed"));
  CHECK(q.says("notes.md added"));
  q.options.force = true;
  CHECK(q.step().action == Action::replace);
  CHECK(q.step().backup);
}

TEST_CASE("edited to what the source has now: kept") {
  Question q;
  q.edited();
  q.standing.files = q.incoming.contents.recorded();
  CHECK(q.step().action == Action::keep);
}

TEST_CASE("from another source: refused, naming the first; one folder named in two ways is one source") {
  Question q;
  q.installed();
  q.first = SourceIdentity{"/src/b", "/src/b/greet"};
  CHECK(q.step().action == Action::refuse);
  CHECK(q.says("installed from ../a"));
  q.first = SourceIdentity{"/src", "/src/a/greet"};  // the same skill, named from the folder above
  CHECK(q.step().action == Action::replace);
  q.first = SourceIdentity{"/src/a", "/src/a/old-place/greet"};  // moved within the source
  CHECK(q.step().action == Action::replace);
}

TEST_CASE("a link that skillstow made is kept, replaced by a copy, or refused when it is something else") {
  Question q;
  q.entry.method = Method::link;
  q.entry.link = "../../a/greet";
  q.entry.files.clear();
  q.standing.entry = &q.entry;
  q.standing.kind = FileKind::link;
  q.standing.link = q.entry.link;
  q.standing.as_written = true;
  q.options.link = true;
  CHECK(q.step().action == Action::keep);
  q.options.link = false;
  CHECK(q.step().action == Action::replace);
  CHECK_FALSE(q.step().backup);
  q.standing.as_written = false;
  q.standing.link = "elsewhere";
  CHECK(q.step().action == Action::refuse);
}

TEST_CASE("a neighbour that differs in letter case alone is a collision, but only for a new folder") {
  Question q;
  q.standing.twin = "Greet";
  CHECK(q.step().action == Action::refuse);
  CHECK(q.step().reason == Refusal::collision);
  CHECK(q.says("Greet"));
  q.options.force = true;
  CHECK(q.step().action == Action::create);
  q.options.force = false;
  q.installed();
  CHECK(q.step().action == Action::replace);
}

TEST_CASE("two skills of one run that one disk would hold as one are a clash") {
  std::vector<Incoming> incoming(3);
  incoming[0].target = "lint";
  incoming[1].target = "wave";
  incoming[2].target = "Lint";
  const auto clash = find_clash(incoming);
  REQUIRE(clash);
  CHECK(clash->first == 0);
  CHECK(clash->second == 2);
  incoming.pop_back();
  CHECK_FALSE(find_clash(incoming));
}
