#include "lint/baseline.h"

#include <algorithm>

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_bytes = 16u << 20;  // some 80,000 findings

}  // namespace

Result<Baseline> Baseline::read(const std::string& path) {
  const Result<std::string> text = read_file(path, k_max_bytes, Follow::yes);
  if (!text) {
    Error error = text.error();
    if (error.kind == ErrorKind::not_found) error.help = "write it with --write-baseline FILE";
    return tl::unexpected(std::move(error));
  }
  const auto refuse = [&](std::string why) {
    return failure(ErrorKind::bad_input, path, "it is no baseline: " + std::move(why),
                   "write it anew with --write-baseline FILE");
  };
  const Result<JsonValue> json = parse_json(*text);
  if (!json) return refuse(json.error().message);
  const JsonValue* version = json->find("version");
  if (version == nullptr || version->text != "1") return refuse("\"version\" is not 1");
  const JsonValue* findings = json->find("findings");
  if (findings == nullptr || findings->kind != JsonValue::Kind::array) return refuse("\"findings\" is no list");
  Baseline baseline;
  for (const JsonValue& finding : findings->items) {
    const std::string_view fingerprint = finding.string_or("fingerprint", "");
    if (fingerprint.empty()) return refuse("an entry of \"findings\" has no \"fingerprint\"");
    baseline.fingerprints_.emplace(fingerprint);
    baseline.entries_.push_back({std::string(finding.string_or("skill", "")),
                                 std::string(finding.string_or("file", "")), std::string(finding.string_or("rule", "")),
                                 std::string(fingerprint)});
  }
  return baseline;
}

bool Baseline::accepts(const Diagnostic& finding) const {
  return finding.risk != Risk::critical && fingerprints_.find(finding.fingerprint) != fingerprints_.end();
}

std::size_t Baseline::gone(const std::set<std::string>& skills, const std::set<std::string>& met) const {
  return static_cast<std::size_t>(std::count_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return skills.count(entry.skill) > 0 && met.count(entry.fingerprint) == 0;
  }));
}

void Baseline::add(const Diagnostic& finding, std::string_view skill_path) {
  if (finding.risk == Risk::critical) return;
  if (!fingerprints_.insert(finding.fingerprint).second) return;
  entries_.push_back({std::string(skill_path), finding.location.file, std::string(finding.rule), finding.fingerprint});
}

std::string Baseline::to_json() const {
  std::vector<Entry> sorted = entries_;
  std::sort(sorted.begin(), sorted.end());
  JsonWriter json;
  json.begin_object().member("version", std::uint64_t{1}).key("findings").begin_array();
  for (const Entry& entry : sorted) {
    json.begin_object()
        .member("fingerprint", entry.fingerprint)
        .member("rule", entry.rule)
        .member("skill", entry.skill)
        .member("file", entry.file)
        .end_object();
  }
  return json.end_array().end_object().take() + "\n";
}

}  // namespace skillstow
