#include "install/upstream.h"

#include "scene.h"
#include "support/catch.h"
#include "tree/memory_tree.h"

namespace skillstow {
namespace {

std::string skill_text(const std::string& name,
                       const std::string& body = "Say hello to whoever comes in.\nOffer a seat.\n") {
  return "---\nname: " + name + "\ndescription: Greets people by name. Use when someone arrives.\n---\n\n" + body;
}

RecordedSkill recorded(const std::string& name, const std::string& path) {
  RecordedSkill skill;
  skill.name = name;
  skill.source = "https://example.org/o/r.git";
  skill.path = path;
  return skill;
}

// A source in memory: what its newest state is, and what some commits were.
class Repository {
 public:
  explicit Repository(const Scene& scene) : site_(scene.project()) {}

  MemoryTree& at(const std::string& commit) {
    auto& tree = trees_[commit];
    if (!tree) tree = std::make_shared<MemoryTree>();
    return *tree;
  }
  Upstreams upstreams() {
    return {site_, [this](const RecordedSkill&, const std::string& commit) -> Result<OpenedSource> {
              ++opened;
              if (trees_.count(commit) == 0) return failure(ErrorKind::network, "", "no server was reached");
              OpenedSource source;
              source.tree = trees_[commit];
              source.shown = "r";
              source.name = "r";
              source.commit = commit.empty() ? "newest" : commit;
              return source;
            }};
  }
  int opened = 0;

 private:
  Site site_;
  std::map<std::string, std::shared_ptr<MemoryTree>> trees_;
};

using Kind = Upstream::Kind;

}  // namespace

TEST_CASE("a skill is found where it was recorded") {
  const Scene scene;
  Repository repository(scene);
  repository.at("").add_file("skills/greet/SKILL.md", skill_text("greet"));
  repository.at("").add_file("skills/greet/run.sh", "echo\n", true);
  Upstreams upstreams = repository.upstreams();
  const Upstream& found = upstreams.latest(recorded("greet", "skills/greet"), "");
  CHECK(found.kind == Kind::found);
  CHECK_FALSE(found.moved);
  CHECK(found.path == "skills/greet");
  CHECK(found.commit == "newest");
  CHECK(found.folder_name == "greet");
  const auto files = found.contents.recorded();
  REQUIRE(files.size() == 2);
  CHECK(files[1].form == FileForm::executable);
}

TEST_CASE("a source is opened once for all that came from it") {
  const Scene scene;
  Repository repository(scene);
  repository.at("").add_file("a/SKILL.md", skill_text("a"));
  repository.at("").add_file("b/SKILL.md", skill_text("b"));
  Upstreams upstreams = repository.upstreams();
  for (int i = 0; i < 2; ++i) {
    CHECK(upstreams.latest(recorded("a", "a"), "").kind == Kind::found);
    CHECK(upstreams.latest(recorded("b", "b"), "").kind == Kind::found);
  }
  CHECK(repository.opened == 1);
}

TEST_CASE("a skill that moved is followed by its name, unless two have it") {
  const Scene scene;
  Repository repository(scene);
  repository.at("").add_file("new/place/greet/SKILL.md", skill_text("greet"));
  Upstreams upstreams = repository.upstreams();
  const Upstream& found = upstreams.latest(recorded("greet", "skills/greet"), "");
  CHECK(found.kind == Kind::found);
  CHECK(found.moved);
  CHECK(found.path == "new/place/greet");

  Repository twice(scene);
  twice.at("").add_file("one/greet/SKILL.md", skill_text("greet"));
  twice.at("").add_file("two/greet/SKILL.md", skill_text("greet"));
  Upstreams unclear = twice.upstreams();
  CHECK(unclear.latest(recorded("greet", "skills/greet"), "").kind == Kind::gone);
}

TEST_CASE("a folder that declares another name now is that skill's successor") {
  const Scene scene;
  Repository repository(scene);
  repository.at("").add_file("skills/greet/SKILL.md", skill_text("welcome"));
  Upstreams upstreams = repository.upstreams();
  const Upstream& found = upstreams.latest(recorded("greet", "skills/greet"), "");
  CHECK(found.kind == Kind::renamed);
  CHECK(found.successor == "welcome");
  CHECK(found.successor_path == "skills/greet");
}

TEST_CASE("one that is very like the missing one is its successor, another is not") {
  const Scene scene;
  scene.write("project/.claude/skills/greet/SKILL.md", skill_text("greet"));
  const std::string here = scene.at("project/.claude/skills/greet");
  Repository repository(scene);
  repository.at("").add_file("skills/welcome/SKILL.md", skill_text("welcome"));
  repository.at("").add_file("skills/wave/SKILL.md",
                             "---\nname: wave\ndescription: Waves. Use when someone leaves.\n---\n\nWave.\n");
  Upstreams upstreams = repository.upstreams();
  const Upstream& found = upstreams.latest(recorded("greet", "skills/greet"), here);
  CHECK(found.kind == Kind::renamed);
  CHECK(found.successor == "welcome");

  // It is installed already, or was beside the missing one before: then it is itself.
  Record record;
  record.skills[".claude/skills/welcome"] = recorded("welcome", "skills/welcome");
  Upstreams known = repository.upstreams();
  known.leave_out(record);
  CHECK(known.latest(recorded("greet", "skills/greet"), here).kind == Kind::gone);

  repository.at("old").add_file("skills/welcome/SKILL.md", skill_text("welcome"));
  Upstreams before = repository.upstreams();
  RecordedSkill skill = recorded("greet", "skills/greet");
  skill.commit = "old";
  CHECK(before.latest(skill, here).kind == Kind::gone);
}

TEST_CASE("at the recorded commit nothing is searched for") {
  const Scene scene;
  Repository repository(scene);
  repository.at("old").add_file("skills/greet/SKILL.md", skill_text("greet", "Old.\n"));
  repository.at("").add_file("skills/greet/SKILL.md", skill_text("greet", "New.\n"));
  repository.at("moved").add_file("elsewhere/greet/SKILL.md", skill_text("greet"));
  Upstreams upstreams = repository.upstreams();
  RecordedSkill skill = recorded("greet", "skills/greet");
  skill.commit = "old";
  const Upstream& found = upstreams.at_commit(skill);
  CHECK(found.kind == Kind::found);
  CHECK(found.tree->read("SKILL.md", 1000).value().find("Old.") != std::string::npos);
  skill.commit = "moved";
  CHECK(upstreams.at_commit(skill).kind == Kind::gone);
  skill.commit = "unknown";
  CHECK(upstreams.at_commit(skill).kind == Kind::failed);
}

TEST_CASE("a source that cannot be read fails, with the reason") {
  const Scene scene;
  Repository repository(scene);
  Upstreams upstreams = repository.upstreams();
  const Upstream& found = upstreams.latest(recorded("greet", "skills/greet"), "");
  CHECK(found.kind == Kind::failed);
  CHECK(found.error.kind == ErrorKind::network);
}

}  // namespace skillstow
