#include "base/path.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("paths are put together and taken apart as text") {
  CHECK(join_path("a", "b") == "a/b");
  CHECK(join_path("", "b") == "b");
  CHECK(join_path(".", "b") == "b");
  CHECK(join_path("/", "b") == "/b");
  CHECK(base_name("a/b/") == "b");
  CHECK(base_name("/") == "/");
  CHECK(parent_path("a/b") == "a");
  CHECK(parent_path("/a") == "/");
  CHECK(parent_path("a").empty());
  CHECK(extension("a.b/c.md") == ".md");
  CHECK(extension(".env").empty());
}

TEST_CASE("normal paths have no detours") {
  CHECK(normal_path("a/./b//../c") == "a/c");
  CHECK(normal_path("../x") == "../x");
  CHECK(normal_path("/../x") == "/x");
  CHECK(normal_path("a/..") == ".");
  CHECK(relative_path("/a/b/c", "/a/d") == "../b/c");
  CHECK(relative_path("a", "a") == ".");
}

TEST_CASE("names that some system cannot hold are refused with the reason") {
  const auto reason = [](std::string_view name) {
    const Result<void> checked = check_portable_name(name);
    return checked ? std::string{} : checked.error().message;
  };
  for (const std::string_view good : {"pdf", "Über uns.md", ".env.example", "console", "com10", "日本語", "a b"}) {
    CAPTURE(good);
    CHECK(reason(good).empty());
  }
  CHECK(reason("").find("empty") != std::string::npos);
  CHECK(reason("..").find("way through folders") != std::string::npos);
  CHECK(reason("a/b").find("separator") != std::string::npos);
  CHECK(reason("a\\b").find("separator") != std::string::npos);
  CHECK(reason("ns:tool").find("Windows forbids") != std::string::npos);
  CHECK(reason("tool.").find("dot or a blank") != std::string::npos);
  CHECK(reason("aux.md").find("device") != std::string::npos);
  CHECK(reason("Com1").find("device") != std::string::npos);
  CHECK(reason(".GIT").find("git") != std::string::npos);
  CHECK(reason("git~1").find("git") != std::string::npos);
  CHECK(reason(".g\u200Cit").find("invisible") != std::string::npos);
  CHECK(reason("a\nb").find("control") != std::string::npos);
  CHECK(reason("\xff").find("UTF-8") != std::string::npos);
  CHECK(reason(std::string(256, 'a')).find("255") != std::string::npos);
}
