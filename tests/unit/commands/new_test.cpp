#include "commands/new.h"

#include <cstdlib>

#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/path.h"
#include "structure/templates.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

class RecordingIo final : public Io {
 public:
  void out(std::string_view text) override { said += text; }
  void err(std::string_view text) override { complained += text; }
  bool out_failed() const override { return false; }
  std::optional<std::string> env(const std::string& /*name*/) const override { return std::nullopt; }

  std::string said;
  std::string complained;
};

// A folder of the test's own, removed with all in it.
class Folder {
 public:
  Folder() {
    std::string name = "/tmp/skillstow-new-XXXXXX";
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() { static_cast<void>(remove_tree(path_)); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string at(std::string_view name) const { return join_path(path_, name); }
  const std::string& path() const { return path_; }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    const std::vector<FolderEntry> entries = read_folder(path_).value();
    for (const FolderEntry& entry : entries) names.push_back(entry.name);
    return names;
  }

 private:
  std::string path_;
};

using Names = std::vector<std::string>;

NewOptions options_for(const Folder& folder, std::string name) {
  NewOptions options;
  options.name = std::move(name);
  options.into = folder.path();
  return options;
}

}  // namespace

TEST_CASE("a new skill is written whole, with a script that can be run") {
  const Folder folder;
  RecordingIo io;
  NewOptions options = options_for(folder, "tide-tables");
  options.template_name = "scripted";
  options.description = "Formats tide tables.  Use when a user pastes\nharbour data.";
  CHECK(new_skill(options, io) == ExitCode::ok);
  CHECK(io.complained.empty());
  CHECK(io.said.find("wrote " + folder.at("tide-tables/SKILL.md") + "\n") != std::string::npos);
  CHECK(io.said.find("skillstow check " + folder.at("tide-tables") + " --structure scripted\n") != std::string::npos);
  const std::string text = read_file(folder.at("tide-tables/SKILL.md"), 1 << 20).value();
  CHECK(
      text.starts_with("---\nname: tide-tables\ndescription: \"Formats tide tables. Use when a user pastes harbour "
                       "data.\"\n---\n\n# Tide Tables\n"));
  CHECK(status_of(folder.at("tide-tables/scripts/run.sh")).mode == 0755);
  CHECK(status_of(folder.at("tide-tables/SKILL.md")).mode == 0644);
  CHECK(folder.names() == Names{"tide-tables"});
}

TEST_CASE("folders that are missing are made") {
  const Folder folder;
  RecordingIo io;
  NewOptions options = options_for(folder, "a");
  options.into = folder.at("x/y/");
  CHECK(new_skill(options, io) == ExitCode::ok);
  CHECK(status_of(folder.at("x/y/a/SKILL.md")).kind == FileKind::regular);
}

TEST_CASE("nothing that is there is touched") {
  const Folder folder;
  REQUIRE(create_file(folder.at("file"), "mine").has_value());
  REQUIRE(create_folders(folder.at("folder")).has_value());
  REQUIRE(::symlink("nowhere", folder.at("link").c_str()) == 0);
  for (const char* name : {"file", "folder", "link"}) {
    CAPTURE(name);
    RecordingIo io;
    NewOptions options = options_for(folder, name);
    options.format = Format::json;
    CHECK(new_skill(options, io) == ExitCode::findings);
    CHECK(io.complained.find("is there already; nothing was written") != std::string::npos);
    const JsonValue json = parse_json(io.said).value();
    CHECK(json.find("created")->items.empty());
    REQUIRE(json.find("refused")->items.size() == 1);
    CHECK(json.find("refused")->items[0].string_or("reason", "") == "exists");
    CHECK(json.find("refused")->items[0].string_or("path", "") == folder.at(name));
  }
  CHECK(read_file(folder.at("file"), 100).value() == "mine");
  CHECK(read_folder(folder.at("folder")).value().empty());
  CHECK(folder.names() == Names{"file", "folder", "link"});
}

TEST_CASE("wrong usage is told with what would be right") {
  const Folder folder;
  const auto complaint = [&](const NewOptions& options) {
    RecordingIo io;
    CHECK(new_skill(options, io) == ExitCode::usage);
    CHECK(io.said.empty());
    return io.complained;
  };
  CHECK(complaint(options_for(folder, "My Skill")) ==
        "skillstow: \"My Skill\" cannot be the name of a skill: a name has only a-z, 0-9 and hyphens, and this one "
        "has \"M\"\n  help: try my-skill\n");
  CHECK(complaint(options_for(folder, "../up")).find("try up") != std::string::npos);
  CHECK(complaint(options_for(folder, "")).find("the name is empty") != std::string::npos);

  NewOptions options = options_for(folder, "a");
  options.template_name = "fallbak";
  CHECK(complaint(options) == "skillstow: there is no template \"fallbak\"\n  help: did you mean fallback?\n");
  options.template_name = "zzzzzzz";
  CHECK(complaint(options).find("there are fallback, minimal, reference, scripted, workflow") != std::string::npos);

  options = options_for(folder, "a");
  for (const std::string& description : {std::string(" "), std::string("a <b> c"), std::string("a\x1b[2J"),
                                         std::string("\xff"), std::string(1025, 'x')}) {
    CAPTURE(description);
    options.description = description;
    CHECK_FALSE(complaint(options).empty());
  }
  CHECK(folder.names().empty());
}

TEST_CASE("what cannot be written is told, and nothing stays behind") {
  const Folder folder;
  REQUIRE(create_file(folder.at("file"), "mine").has_value());
  RecordingIo io;
  NewOptions options = options_for(folder, "a");
  options.into = folder.at("file");
  options.format = Format::json;
  CHECK(new_skill(options, io) == ExitCode::failure);
  CHECK(parse_json(io.said).value().find("error")->string_or("class", "") == "disk");
  CHECK(io.complained.starts_with("skillstow: " + folder.at("file")));
  CHECK(folder.names() == Names{"file"});
}

TEST_CASE("a folder that may not be written to is told") {
  if (::geteuid() == 0) return;  // root may
  const Folder folder;
  REQUIRE(::chmod(folder.path().c_str(), 0500) == 0);
  RecordingIo io;
  NewOptions options = options_for(folder, "a");
  options.into = folder.at("x");
  CHECK(new_skill(options, io) == ExitCode::failure);
  CHECK(io.complained.find("permission denied") != std::string::npos);
  REQUIRE(::chmod(folder.path().c_str(), 0700) == 0);
  CHECK(folder.names().empty());
}

TEST_CASE("JSON names what was written") {
  const Folder folder;
  RecordingIo io;
  NewOptions options = options_for(folder, "look-up");
  options.template_name = "reference";
  options.format = Format::json;
  CHECK(new_skill(options, io) == ExitCode::ok);
  const JsonValue json = parse_json(io.said).value();
  REQUIRE(json.find("created")->items.size() == 1);
  const JsonValue& created = json.find("created")->items[0];
  CHECK(created.string_or("name", "") == "look-up");
  CHECK(created.string_or("path", "") == folder.at("look-up"));
  CHECK(created.string_or("template", "") == "reference");
  REQUIRE(created.find("files")->items.size() == 2);
  CHECK(created.find("files")->items[0].text == "SKILL.md");
  CHECK(created.find("files")->items[1].text == "references/details.md");
}

TEST_CASE("the templates are listed with what they are for") {
  RecordingIo io;
  NewOptions options;
  options.list = true;
  CHECK(new_skill(options, io) == ExitCode::ok);
  for (const std::string_view name : template_names())
    CHECK(io.said.find(std::string(name) + "  ") != std::string::npos);
  RecordingIo json_io;
  options.format = Format::json;
  CHECK(new_skill(options, json_io) == ExitCode::ok);
  CHECK(parse_json(json_io.said).value().find("templates")->items.size() == template_names().size());
}
