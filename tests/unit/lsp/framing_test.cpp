#include "lsp/framing.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("messages are found however the bytes are cut") {
  const std::string bytes = framed("{\"a\":1}") + framed("{}");
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    FrameReader frames;
    std::vector<std::string> messages;
    for (const std::string& part : {bytes.substr(0, cut), bytes.substr(cut)}) {
      frames.feed(part);
      while (true) {
        const auto message = frames.next();
        REQUIRE(message);
        if (!*message) break;
        messages.push_back(**message);
      }
    }
    CHECK(messages == std::vector<std::string>{"{\"a\":1}", "{}"});
  }
}

TEST_CASE("other header fields and letter cases are taken as HTTP takes them") {
  FrameReader frames;
  frames.feed("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-LENGTH:  2 \r\n\r\n{}");
  CHECK(frames.next()->value() == "{}");
}

TEST_CASE("a header that does not lead to the next message is an error") {
  for (const std::string header :
       {"Content-Length: \r\n\r\n", "Content-Length: -1\r\n\r\n", "Length: 2\r\n\r\n{}",
        "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 900000000\r\n\r\n"}) {
    FrameReader frames;
    frames.feed(header);
    CHECK_FALSE(frames.next());
  }
  FrameReader endless;
  endless.feed(std::string(FrameReader::k_max_header + 1, 'x'));
  CHECK_FALSE(endless.next());
}
