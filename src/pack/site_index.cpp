#include "pack/site_index.h"

#include <algorithm>

#include "base/json.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "pack/package.h"
#include "pack/targets.h"

namespace skillstow {
namespace {

// An opaque name, to be given exactly so.
constexpr std::string_view k_schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

}  // namespace

Result<SiteEntry> site_entry(const Skill& skill, const PackList& list, const std::string& name, std::int64_t time) {
  SiteEntry entry;
  entry.name = name;
  entry.description = trim(skill.description().value_or(""));
  if (list.files.size() == 1) {
    entry.type = "skill-md";
    entry.url = name + "/SKILL.md";
    entry.bytes = list.files.front().bytes;
  } else {
    const Target& target = *find_target("well-known");
    Result<std::string> package = build_package(target, skill, list, name, time);
    if (!package) return tl::unexpected(package.error());
    entry.type = "archive";
    entry.url = name + "/" + name + std::string(target.ending);
    entry.bytes = std::move(*package);
  }
  entry.digest = "sha256:" + sha256_hex(entry.bytes);
  return entry;
}

std::string write_site_index(std::vector<SiteEntry> entries, std::string_view generator) {
  std::sort(entries.begin(), entries.end(), [](const SiteEntry& a, const SiteEntry& b) { return a.name < b.name; });
  JsonWriter json;
  json.begin_object().member("$schema", k_schema);
  if (!generator.empty()) json.member("generator", generator);
  json.key("skills").begin_array();
  for (const SiteEntry& entry : entries) {
    json.begin_object().member("name", entry.name).member("type", entry.type).member("description", entry.description);
    json.member("url", entry.url).member("digest", entry.digest).end_object();
  }
  return json.end_array().end_object().take() + "\n";
}

Result<std::vector<SiteFile>> read_own_site_index(std::string_view text, const std::string& file) {
  const auto refuse = [&file] {
    return failure(ErrorKind::exists, file, "something stands there that skillstow did not write, and is kept",
                   "name another folder with -o; --force replaces files of the same names");
  };
  const Result<JsonValue> json = parse_json(text);
  if (!json || json->string_or("generator", "") != k_index_command || json->string_or("$schema", "") != k_schema)
    return refuse();
  const JsonValue* skills = json->find("skills");
  if (!skills) return refuse();
  std::vector<SiteFile> files;
  for (const JsonValue& one : skills->items) {
    const std::string url(one.string_or("url", ""));
    // "NAME/FILE", as it is written here, and nothing that leads elsewhere.
    const std::vector<std::string_view> parts = split(url, '/');
    if (parts.size() != 2 || !check_portable_name(parts[0]) || !check_portable_name(parts[1])) return refuse();
    files.push_back({url, std::string(one.string_or("digest", ""))});
  }
  return files;
}

}  // namespace skillstow
