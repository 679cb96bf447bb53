#include "base/json.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("JSON is written with commas, indentation and escapes in their places") {
  JsonWriter json;
  json.begin_object().member("a", "x\n\"\\\x01").key("list").begin_array().number(1).null().boolean(true).end_array();
  json.key("empty").begin_object().end_object().end_object();
  CHECK(json.text() ==
        "{\n  \"a\": \"x\\n\\\"\\\\\\u0001\",\n  \"list\": [\n    1,\n    null,\n    true\n  ],\n  \"empty\": {}\n}");
  JsonWriter compact(JsonWriter::Style::compact);
  compact.begin_array().number(1).number(2).end_array();
  CHECK(compact.text() == "[1,2]");
}

TEST_CASE("bytes that are no UTF-8 are repaired, since JSON has no bytes") {
  CHECK(json_quote("a\xff") == "\"a\uFFFD\"");
}

TEST_CASE("JSON is read with the order of its members") {
  const Result<JsonValue> read = parse_json(R"({"b": [1, -2.50, "x"], "a": {"t": true, "n": null}})");
  REQUIRE(read);
  CHECK(read->members[0].name == "b");
  CHECK(read->find("b")->items[1].text == "-2.50");
  CHECK(read->find("a")->find("t")->boolean);
  CHECK(read->find("a")->find("n")->kind == JsonValue::Kind::null);
  CHECK(read->find("missing") == nullptr);
  CHECK(read->string_or("missing", "else") == "else");
}

TEST_CASE("faults in JSON are told with their place") {
  CHECK(parse_json("{\"a\": 1,\n \"b\": }").error().message.find("line 2") != std::string::npos);
  CHECK(parse_json("{\"a\":1,\"a\":2}").error().message.find("twice") != std::string::npos);
  CHECK(parse_json(std::string(1000, '[')).error().message.find("64 levels") != std::string::npos);
  CHECK_FALSE(parse_json(""));
  CHECK_FALSE(parse_json("{} x"));
}
