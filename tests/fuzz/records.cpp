#include <cstdint>
#include <string_view>

#include "base/json.h"
#include "fuzz/require.h"
#include "install/journal.h"
#include "install/record.h"

using namespace skillstow;
using fuzz::require;

// The files that say what was installed: a cloned project may bring them, so they are as hostile as any skill.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<JsonValue> json = parse_json(text);
  require(json || !json.error().message.empty());
  const Result<Record> record = parse_record(text, "skillstow.lock");
  if (record) {
    for (const auto& [key, skill] : record->skills) {
      require(!key.empty() && key.find("..") != 0 && key.find("/../") == std::string::npos);
      for (const RecordedFile& file : skill.files) require(!file.path.empty() && file.path.front() != '/');
    }
  }
  (void)parse_journal(text, "journal");
  return 0;
}
