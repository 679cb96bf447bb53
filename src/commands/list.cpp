#include "commands/list.h"

#include <algorithm>

#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "base/unicode.h"
#include "commands/site_notes.h"
#include "commands/site_options.h"
#include "install/inventory.h"
#include "install/target_folders.h"
#include "install/transaction.h"

namespace skillstow {
namespace {

void write_texts(JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  json.key(key).begin_array();
  for (const std::string& text : texts) json.string(text);
  json.end_array();
}

void write_json(const Site& site, const std::vector<InstalledSkill>& skills, Io& io) {
  JsonWriter json;
  json.begin_object().key("skills").begin_array();
  for (const InstalledSkill& skill : skills) {
    std::vector<std::string> places;
    for (const std::string& place : skill.places) places.push_back(json_path(site, site.absolute(place)));
    json.begin_object().member("name", skill.name).member("path", places.front());
    write_texts(json, "places", places);
    write_texts(json, "agents", skill.agents);
    json.member("scope", site.scope == Scope::user ? "user" : "project");
    json.member_or_null("source", skill.source)
        .member_or_null("commit", skill.commit)
        .member("state", name_of(skill.state));
    if (!skill.note.empty()) json.member("note", skill.note);
    json.end_object();
  }
  io.out(json.end_array().end_object().take() + "\n");
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t used = terminal_width(text);
  text.append(used < width ? width - used : 0, ' ');
  return text;
}

void write_text(const std::vector<InstalledSkill>& skills, Io& io) {
  std::size_t width = 4;
  for (const InstalledSkill& skill : skills)
    width = std::max(width, std::min<std::size_t>(terminal_width(visible(skill.name, 40)), 40));
  for (const InstalledSkill& skill : skills) {
    std::string line = padded(visible(skill.name, 40), width) + "  " + padded(std::string(name_of(skill.state)), 9);
    line += "  " + visible(join(skill.places, ", "));
    if (!skill.source.empty()) line += format("  from {}", visible(skill.source));
    if (!skill.note.empty()) line += format("  ({})", skill.note);
    io.out(line + "\n");
  }
}

}  // namespace

ExitCode list(const ListOptions& options, Io& io) {
  auto choice = choose_site(options.user, options.dir, options.into, io);
  if (!choice) return fail(io, options.format, choice.error());
  const Site& site = choice->site;
  const auto agents = find_agent_ids(options.agents);
  if (!agents) return fail(io, options.format, agents.error());
  const auto record = read_site_record(site);
  if (!record) return fail(io, options.format, record.error());
  say_unfinished(io, site);

  std::vector<std::string> folders{choice->into};
  if (choice->into.empty()) folders = skills_folders(site, *record, *agents);
  const std::vector<InstalledSkill> skills = take_inventory(site, *record, folders);
  if (options.format == Format::json) {
    write_json(site, skills, io);
  } else if (skills.empty()) {
    say_note(
        io, format("no skill is installed {}",
                   site.scope == Scope::user ? "for the user" : "in this project; --user shows those of all projects"));
  } else {
    write_text(skills, io);
  }
  return ExitCode::ok;
}

}  // namespace skillstow
