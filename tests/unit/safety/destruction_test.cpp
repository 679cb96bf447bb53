#include "unit/safety/scanned.h"

using namespace skillstow::test;

TEST_CASE("what deletes more than the task is destructive") {
  const Row rows[] = {
      {"rm -rf /\n", "destructive critical"},
      {"rm -r -f ~\n", "destructive critical"},
      {"rm --recursive --force \"$HOME\"\n", "destructive critical"},
      {"rm -fr ~/Documents\n", "destructive high"},
      {"D=/; rm -rf $D\n", "destructive critical"},
      {"dd if=/dev/zero of=/dev/sda bs=1M\n", "destructive high"},
      {"mkfs.ext4 /dev/nvme0n1\n", "destructive high"},
      {"cat /dev/urandom > /dev/sda\n", "destructive high"},
      {":(){ :|:& };:\n", "destructive high"},
      {"psql -c 'DROP DATABASE harbour'\n", "destructive medium"},
  };
  check_rows(rows, in_script);
}

TEST_CASE("what cleans up after itself is not") {
  const Row rows[] = {
      {"rm -rf /tmp/smoke\n", ""},
      {"rm -rf ./build node_modules dist\n", ""},
      {"rm -rf \"$(mktemp -d)\"\n", ""},
      {"TMP=$(mktemp -d); trap 'rm -rf \"$TMP\"' EXIT\n", ""},
      {"rm -f out.txt\n", ""},
      {"dd if=disk.img of=/dev/null bs=1M\n", ""},
      {"dd if=/dev/zero of=test.bin bs=1M count=4\n", ""},
      {"echo 'rm -rf / would be fatal'\n", ""},
      {"git clean -fdx build\n", ""},
      {"chmod -R u+w ./out\n", ""},
  };
  check_rows(rows, in_script);
}

TEST_CASE("a deny list, a table and a warning name it without meaning it") {
  CHECK(said(with_file("settings.json", "{\"permissions\":{\"deny\":[\"Bash(rm -rf /)\",\"Bash(sudo *)\"]}}\n")) == "");
  CHECK(in_page("| Command | Verdict |\n|---|---|\n| `rm -rf /` | blocked |\n") == "");
  CHECK(in_page("Never run `rm -rf ~`.\n") == "");
  CHECK(in_page("Then run `rm -rf ~` to start afresh.\n") == "destructive critical");
}
