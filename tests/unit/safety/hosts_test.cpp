#include "safety/hosts.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("a URL in its parts") {
  const Url url = parse_url("https://me@Tides.Example.net:8443/a?b");
  CHECK(url.scheme == "https");
  CHECK(url.host == "tides.example.net");
  CHECK(url.path.starts_with("/a"));
  CHECK_FALSE(url.plain);
  CHECK(parse_url("hxxp[:]//tides[.]zzyzx-tools[.]net/x").host == "tides.zzyzx-tools.net");
  CHECK_FALSE(static_cast<bool>(parse_url("")));
}

TEST_CASE("what is known of a place") {
  const auto kind = [](std::string_view text) { return parse_url(text).kind; };
  CHECK(kind("http://45.9.148.3/a") == HostKind::raw_address);
  CHECK(kind("http://0x2d099403/a") == HostKind::raw_address);
  CHECK(kind("http://755602435/a") == HostKind::raw_address);
  CHECK(kind("http://127.0.0.1:80/") == HostKind::local);
  CHECK(kind("http://192.168.1.7/") == HostKind::local);
  CHECK(kind("http://localhost:3000") == HostKind::local);
  CHECK(kind("https://pastebin.com/raw/x") == HostKind::paste);
  CHECK(kind("https://bit.ly/x") == HostKind::shortener);
  CHECK(kind("https://abc.oast.me/x") == HostKind::tunnel);
  CHECK(kind("https://hooks.slack.com/services/x") == HostKind::webhook);
  CHECK(kind("https://sh.rustup.rs") == HostKind::installer);
  CHECK(kind("https://sh.rustup.rs.zzyzx-tools.net") == HostKind::unknown);
  CHECK(kind("https://$HOST/x") == HostKind::unresolved);
  CHECK(parse_url("http://zzyzx-tools.net").plain);
  CHECK(parse_url("https://xn--pple-43d.com").punycode);
}

TEST_CASE("the risk of running what a place gives") {
  const auto risk = [](std::string_view url, bool checks_off = false) { return origin_risk(url, checks_off).risk; };
  CHECK(risk("https://sh.rustup.rs") == Risk::low);
  CHECK(risk("https://sh.rustup.rs", true) == Risk::high);
  CHECK(risk("https://zzyzx-tools.net/i") == Risk::high);
  CHECK(risk("http://zzyzx-tools.net/i") == Risk::critical);
  CHECK(risk("http://45.9.148.3/i") == Risk::critical);
  CHECK(risk("http://localhost/i") == Risk::low);
  CHECK(origin_risk("http://45.9.148.3/i", false).firm);
  CHECK_FALSE(origin_risk("https://zzyzx-tools.net/i", false).firm);
}

TEST_CASE("the first URL in a text") {
  CHECK(find_url("see https://a.zzyzx-tools.net/x, then") == "https://a.zzyzx-tools.net/x");
  CHECK(find_url("no address") == "");
}
