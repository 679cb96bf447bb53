#include "facts/urls.h"

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using namespace skillstow::test;

namespace {

std::vector<std::string> urls_in(std::string_view text) {
  std::vector<std::string> urls;
  for (const WebAddress& url : find_urls(text)) urls.push_back(url.url);
  return urls;
}

using Urls = std::vector<std::string>;

}  // namespace

TEST_CASE("an address ends where the text around it goes on") {
  CHECK(urls_in("See https://a.org/x. Or (http://b.org/y), <https://c.org>, \"https://d.org/z\"; `wss://e.org`!") ==
        Urls{"https://a.org/x", "http://b.org/y", "https://c.org", "https://d.org/z", "wss://e.org"});
  CHECK(urls_in("[t](https://a.org/b_(c)) **https://f.org/** ssh://git@g.org/r.git") ==
        Urls{"https://a.org/b_(c)", "https://f.org/", "ssh://git@g.org/r.git"});
  CHECK(urls_in("\xE8\xA7\x81https://a.org/x\xE3\x80\x82") == Urls{"https://a.org/x"});
}

TEST_CASE("an address inside an address is part of it") {
  CHECK(urls_in("https://a.org/login?to=https://b.org/x") == Urls{"https://a.org/login?to=https://b.org/x"});
}

TEST_CASE("placeholders may stand in the path, not in the host") {
  CHECK(urls_in(
            "https://api.a.org/v1/{id}?k=${KEY} https://${HOST}/x https://<host>/y https://{h}.org http:// foo://a.org "
            "http://intranet/x http://localhost:8080/y http://127.0.0.1:$PORT/z") ==
        Urls{"https://api.a.org/v1/{id}?k=${KEY}", "http://localhost:8080/y", "http://127.0.0.1:$PORT/z"});
}

TEST_CASE("the host is told in small letters, and a password is never told") {
  const std::vector<WebAddress> urls = find_urls(std::string_view("https://bob:Zq8vN2rT@Api.Example.ORG:8443/x"));
  REQUIRE(urls.size() == 1);
  CHECK(urls[0].host == "api.example.org");
  CHECK(urls[0].url == "https://bob:***@Api.Example.ORG:8443/x");
}

TEST_CASE("the skill's own repository is told apart") {
  const Skill skill = skill_of(
      "---\nname: example\ndescription: d\n---\n\nhttps://github.com/Owner/Repo/blob/main/x.md\n"
      "https://github.com/owner/repository "
      "https://raw.githubusercontent.com/owner/repo/main/y\nhttps://github.com/owner/repo\n"
      "https://github.com/owner/repo\n=== scripts/a.sh ===\ncurl https://a.org\n");
  const std::vector<WebAddress> urls = find_urls(skill, "https://github.com/owner/repo");
  REQUIRE(urls.size() == 5);  // one repetition left out
  CHECK(urls[0].own);
  CHECK(urls[0].line == 6);
  CHECK_FALSE(urls[1].own);
  CHECK(urls[2].own);
  CHECK(urls[3].own);
  CHECK(urls[4].source->path == "scripts/a.sh");
  CHECK_FALSE(find_urls(skill)[0].own);
}

TEST_CASE("names that look like addresses are never called") {
  const auto name_only = [](std::string_view text) { return is_name_only(find_urls(text).at(0)); };
  CHECK(name_only("http://www.w3.org/2000/svg"));
  CHECK(name_only("http://schemas.openxmlformats.org/x"));
  CHECK(name_only("https://api.example.com/x"));
  CHECK(name_only("https://demo.example/x"));
  CHECK_FALSE(name_only("https://example.com.evil.org/x"));
  CHECK_FALSE(name_only("https://www.w3.org/TR/css"));
}
