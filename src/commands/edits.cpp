#include "commands/edits.h"

namespace skillstow {

void write_edits(JsonWriter& json, const std::vector<FileEdit>& edits) {
  json.key("files").begin_array();
  for (const FileEdit& edit : edits)
    json.begin_object().member("path", edit.path).member("state", name_of(edit.kind)).end_object();
  json.end_array();
}

}  // namespace skillstow
