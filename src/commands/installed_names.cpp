#include "commands/installed_names.h"

#include <algorithm>

#include "base/edit_distance.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"

namespace skillstow {

bool is_named(const std::vector<std::string>& names, std::string_view key, const RecordedSkill& skill) {
  if (names.empty()) return true;
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return name == skill.name || name == base_name(key); });
}

Result<void> require_installed(const Site& site, const Record& record, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto has_it = [&name](const auto& entry) { return is_named({name}, entry.first, entry.second); };
    if (std::any_of(record.skills.begin(), record.skills.end(), has_it)) continue;
    std::vector<std::string_view> known;
    for (const auto& [key, skill] : record.skills) known.push_back(skill.name);
    const std::string_view near = nearest(name, known);
    return failure(
        ErrorKind::exists, name,
        format("skillstow has not installed it {}", site.scope == Scope::user ? "for the user" : "in this project"),
        near.empty() ? "`skillstow list` shows what is there" : format("did you mean {}?", visible(near, 100)));
  }
  return {};
}

ExitCode fail_names(Io& io, Format output, const Error& error) {
  say_refusal(io, error.path, error.message, error.help);
  if (output == Format::json) {
    JsonWriter json;
    json.begin_object().key("skills").begin_array().end_array().key("refused").begin_array().begin_object();
    json.member("name", error.path).member("reason", "not-installed").member("message", error.message);
    io.out(json.end_object().end_array().end_object().take() + "\n");
  }
  return ExitCode::findings;
}

}  // namespace skillstow
