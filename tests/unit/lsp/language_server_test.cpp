#include "lsp/language_server.h"

#include "base/file.h"
#include "base/format.h"
#include "lsp/file_uri.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace skillstow;

namespace {

// An editor with a skill in a folder "greet".
class Editor {
 public:
  Editor() : server_("", "1.0") {
    REQUIRE(create_folders(folder_.path("greet")));
    server_.handle(
        R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{"workspace":{"workspaceEdit":{"resourceOperations":["rename"]}}}}})");
  }

  std::string file(const std::string& name) const { return folder_.path("greet/" + name); }

  void open(const std::string& name, const std::string& text) {
    server_.handle(
        format(R"({{"method":"textDocument/didOpen","params":{{"textDocument":{{"uri":{},"version":1,"text":{}}}}}}})",
               json_quote(uri_of_path(file(name))), json_quote(text)));
  }
  void change(const std::string& name, const std::string& text) {
    server_.handle(format(
        R"({{"method":"textDocument/didChange","params":{{"textDocument":{{"uri":{}}},"contentChanges":[{{"text":{}}}]}}}})",
        json_quote(uri_of_path(file(name))), json_quote(text)));
  }
  void close(const std::string& name) {
    server_.handle(format(R"({{"method":"textDocument/didClose","params":{{"textDocument":{{"uri":{}}}}}}})",
                          json_quote(uri_of_path(file(name)))));
  }

  // The codes of the findings that the file shows after a pause.
  std::map<std::string, std::vector<std::string>> published() {
    std::map<std::string, std::vector<std::string>> by_file;
    for (const std::string& message : server_.publish()) {
      const JsonValue json = parse_json(message).value();
      const JsonValue& parameters = *json.find("params");
      std::vector<std::string>& codes = by_file[std::string(parameters.string_or("uri", ""))];
      for (const JsonValue& finding : parameters.find("diagnostics")->items)
        codes.emplace_back(finding.string_or("code", ""));
    }
    return by_file;
  }
  std::vector<std::string> published(const std::string& name) { return published()[uri_of_path(file(name))]; }

  JsonValue request(const std::string& method, const std::string& name, const std::string& rest) {
    const auto answers = server_.handle(
        format(R"({{"jsonrpc":"2.0","id":"r-1","method":"{}","params":{{"textDocument":{{"uri":{}}},{}}}}})", method,
               json_quote(uri_of_path(file(name))), rest));
    REQUIRE(answers.size() == 1);
    JsonValue json = parse_json(answers.front()).value();
    CHECK(json.string_or("id", "") == "r-1");
    return json;
  }

  LanguageServer& server() { return server_; }

 private:
  TemporaryFolder folder_;
  LanguageServer server_;
};

constexpr const char* k_good =
    "---\nname: greet\ndescription: Writes a greeting for a person. Use when somebody asks for a greeting "
    "card.\n---\n\n"
    "# Greet\n\nWrite one friendly sentence with the person's name.\n";

std::string with_name(std::string_view name) {
  std::string text = k_good;
  return text.replace(text.find("greet"), 5, name);
}

}  // namespace

TEST_CASE("what is in the editor counts, not what is on the disk") {
  Editor editor;
  REQUIRE(create_file(editor.file("SKILL.md"), k_good));
  editor.open("SKILL.md", with_name("Greet"));
  CHECK(editor.published("SKILL.md") == std::vector<std::string>{"name-chars"});
  editor.change("SKILL.md", k_good);
  CHECK(editor.published("SKILL.md").empty());
}

TEST_CASE("a skill that was never saved is judged") {
  Editor editor;
  editor.open("SKILL.md", "no frontmatter\n");
  CHECK(editor.published("SKILL.md") == std::vector<std::string>{"frontmatter-missing"});
}

TEST_CASE("findings stand in the file that they are in, and go when it is mended") {
  Editor editor;
  editor.open("SKILL.md", std::string(k_good) + "\nSee [more](more.md).\n");
  editor.open("more.md", "# More\n\n[gone](gone.md)\n");
  auto published = editor.published();
  CHECK(published[uri_of_path(editor.file("SKILL.md"))].empty());
  CHECK(published[uri_of_path(editor.file("more.md"))] == std::vector<std::string>{"link-broken"});
  editor.change("more.md", "# More\n\nNothing.\n");
  published = editor.published();
  REQUIRE(published.count(uri_of_path(editor.file("more.md"))) == 1);
  CHECK(published[uri_of_path(editor.file("more.md"))].empty());
}

TEST_CASE("a skill whose documents are closed is no longer spoken of") {
  Editor editor;
  editor.open("SKILL.md", "no frontmatter\n");
  CHECK(editor.published("SKILL.md").size() == 1);
  editor.close("SKILL.md");
  auto published = editor.published();
  REQUIRE(published.count(uri_of_path(editor.file("SKILL.md"))) == 1);
  CHECK(published[uri_of_path(editor.file("SKILL.md"))].empty());
}

TEST_CASE("a fix is offered where its finding is") {
  Editor editor;
  editor.open("SKILL.md", with_name("wave"));
  editor.published();
  const auto actions = [&](int line) {
    const std::string range =
        format(R"("range":{{"start":{{"line":{0},"character":8}},"end":{{"line":{0},"character":8}}}})", line);
    return editor.request("textDocument/codeAction", "SKILL.md", range).find("result")->items;
  };
  CHECK(actions(5).empty());
  const auto found = actions(1);
  REQUIRE(found.size() == 1);
  const JsonValue& change = found[0].find("edit")->find("documentChanges")->items.at(0);
  const JsonValue& edit = change.find("edits")->items.at(0);
  CHECK(edit.string_or("newText", "") == "greet");
  CHECK(edit.find("range")->find("start")->find("line")->text == "1");
  CHECK(edit.find("range")->find("start")->find("character")->text == "6");
  CHECK(edit.find("range")->find("end")->find("character")->text == "10");
}

TEST_CASE("hovering over a finding explains its rule") {
  Editor editor;
  editor.open("SKILL.md", with_name("wave"));
  editor.published();
  const JsonValue on = editor.request("textDocument/hover", "SKILL.md", R"("position":{"line":1,"character":7})");
  const JsonValue* contents = on.find("result")->find("contents");
  REQUIRE(contents != nullptr);
  CHECK(contents->string_or("value", "").find("name-folder") != std::string_view::npos);
  const JsonValue off = editor.request("textDocument/hover", "SKILL.md", R"("position":{"line":6,"character":1})");
  CHECK(off.find("result")->kind == JsonValue::Kind::null);
}

TEST_CASE("what is asked before, after, or in an unknown way is refused, and the server goes on") {
  LanguageServer server("", "1.0");
  const auto code = [&](std::string_view message) {
    const auto answers = server.handle(message);
    REQUIRE(answers.size() == 1);
    const JsonValue answer = parse_json(answers.front()).value();
    const JsonValue* error = answer.find("error");
    return error == nullptr ? std::string() : error->find("code")->text;
  };
  CHECK(code("{") == "-32700");
  CHECK(code(R"({"id":1})") == "-32600");
  CHECK(code(R"({"id":1,"method":"textDocument/hover"})") == "-32002");
  CHECK(code(R"({"id":2,"method":"initialize","params":null})").empty());
  CHECK(code(R"({"id":3,"method":"textDocument/rename"})") == "-32601");
  CHECK(server.handle(R"({"method":"$/cancelRequest","params":{"id":3}})").empty());
  CHECK(server.handle(R"({"method":"textDocument/didOpen","params":[]})").empty());
  CHECK(server.handle(R"({"method":"textDocument/didOpen","params":{"textDocument":{"uri":7}}})").empty());
  CHECK(server.publish().empty());
  CHECK(code(R"({"id":4,"method":"shutdown"})").empty());
  CHECK(code(R"({"id":5,"method":"textDocument/hover"})") == "-32600");
  CHECK_FALSE(server.ended());
  server.handle(R"({"method":"exit"})");
  CHECK(server.ended());
  CHECK(server.ended_as_agreed());
}
