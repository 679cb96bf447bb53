#include "install/record.h"

#include "base/sha256.h"
#include "scene.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

Record sample() {
  RecordedSkill copy;
  copy.name = "greet";
  copy.agents = {"claude-code", "cursor"};
  copy.source = "./vendor/skills";
  copy.path = "greet";
  copy.files = {{"SKILL.md", FileForm::plain, sha256_hex("a")},
                {"references/alias.md", FileForm::link, "more.md"},
                {"scripts/run.sh", FileForm::executable, sha256_hex("b")}};
  copy.digest = digest_of(copy.files);
  RecordedSkill link;
  link.name = "wave";
  link.agents = {"agents"};
  link.source = ".";
  link.path = "skills/wave";
  link.method = Method::link;
  link.link = "../../skills/wave";
  link.digest = digest_of({});
  return Record{{{".claude/skills/greet", copy}, {".agents/skills/wave", link}}};
}

std::string one_entry(const std::string& folder, const std::string& members) {
  return "{\"version\": 1, \"skills\": {\"" + folder + "\": {" + members + "}}}";
}

const std::string k_hash(64, 'a');

}  // namespace

TEST_CASE("a record reads as it was written, and is written the same") {
  const std::string text = write_record(sample());
  const auto record = parse_record(text, "skillstow.lock");
  REQUIRE(record);
  CHECK(write_record(*record) == text);
  const RecordedSkill& greet = record->skills.at(".claude/skills/greet");
  CHECK(greet.name == "greet");
  CHECK(greet.agents == std::vector<std::string>{"claude-code", "cursor"});
  CHECK(greet.files == sample().skills.at(".claude/skills/greet").files);
  CHECK(record->skills.at(".agents/skills/wave").link == "../../skills/wave");
  CHECK(text.find(".agents") < text.find(".claude"));
  CHECK(text.back() == '\n');
}

TEST_CASE("no record is an empty one") {
  Scene scene;
  CHECK(read_record(scene.at("nothing.lock")).value().skills.empty());
}

TEST_CASE("a record that this program would not have written stops it") {
  const std::string good =
      "\"name\": \"x\", \"agents\": [], \"source\": \".\", \"path\": \"x\", \"commit\": null, \"method\": \"copy\","
      " \"digest\": \"sha256:0\", \"files\": {\"SKILL.md\": \"0644 " +
      k_hash + "\"}";
  REQUIRE(parse_record(one_entry(".claude/skills/x", good), "f"));
  const auto with = [&good](const std::string& from, const std::string& to) { return replace_all(good, from, to); };
  for (const std::string& text : {std::string(""),
                                  std::string("{}"),
                                  std::string("[]"),
                                  std::string("{\"version\": 2, \"skills\": {}}"),
                                  std::string("{\"version\": 1, \"skills\": {}, \"more\": 1}"),
                                  "<<<<<<< ours\n" + one_entry(".claude/skills/x", good),
                                  one_entry("../x", good),
                                  one_entry(".claude/../../x", good),
                                  one_entry("", good),
                                  one_entry("/", good),
                                  one_entry(".git", good),
                                  one_entry(".GIT/hooks", good),
                                  one_entry("a/.hg/b", good),
                                  one_entry(".skillstow", good),
                                  one_entry(".claude/skills/x", with("SKILL.md", "main.c")),
                                  one_entry(".claude/skills/x", with("SKILL.md", "../SKILL.md")),
                                  one_entry(".claude/skills/x", with("SKILL.md", "/etc/passwd")),
                                  one_entry(".claude/skills/x", with("0644 ", "0777 ")),
                                  one_entry(".claude/skills/x", with(k_hash, "abc")),
                                  one_entry(".claude/skills/x", with("\"copy\"", "\"move\"")),
                                  one_entry(".claude/skills/x", with("\"source\"", "\"origin\"")),
                                  one_entry(".claude/skills/x", with("\"name\": \"x\", ", "")),
                                  one_entry(".claude/skills/x", "\"name\": \"x\"")}) {
    INFO(text);
    const auto record = parse_record(text, "skillstow.lock");
    REQUIRE_FALSE(record);
    CHECK(record.error().path == "skillstow.lock");
    CHECK_FALSE(record.error().message.empty());
  }
  CHECK(parse_record("{\"version\": 2, \"skills\": {}}", "f").error().message.find("version 2") != std::string::npos);
  CHECK(parse_record("<<<<<<< ours\n", "f").error().message.find("merge conflict") != std::string::npos);
}

TEST_CASE("a project's record names folders of the project alone") {
  Scene scene;
  Record record = sample();
  record.skills["~/.claude/skills/greet"] = record.skills.at(".claude/skills/greet");
  scene.write("project/skillstow.lock", write_record(record));
  CHECK_FALSE(read_site_record(scene.project()));
  scene.write("home/.local/state/skillstow/skillstow.lock", write_record(record));
  CHECK(read_site_record(scene.user()));
}

TEST_CASE("different folders have different digests") {
  const auto one = [](const char* path, const char* text, FileForm form = FileForm::plain) {
    return std::vector<RecordedFile>{{path, form, form == FileForm::link ? std::string(text) : sha256_hex(text)}};
  };
  const std::string base = digest_of(one("a", "bX"));
  CHECK(base == digest_of(one("a", "bX")));
  CHECK(base.substr(0, 7) == "sha256:");
  CHECK(base != digest_of(one("ab", "X")));
  CHECK(base != digest_of(one("a", "bX", FileForm::executable)));
  CHECK(base != digest_of(one("a", "bX", FileForm::link)));
  CHECK(base != digest_of(one("b", "bX")));
  CHECK(base != digest_of({}));
}
