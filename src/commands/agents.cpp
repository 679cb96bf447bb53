#include "commands/agents.h"

#include <algorithm>
#include <array>
#include <vector>

#include "agents/agent.h"
#include "agents/listing.h"
#include "agents/resolve.h"
#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "base/unicode.h"
#include "commands/say.h"
#include "commands/whereabouts.h"

namespace skillstow {
namespace {

// The user folder as people write it: "~/.claude/skills", or the path that a variable gives.
std::string shown_user_folder(const Agent& agent, const Whereabouts& where) {
  const std::string path = skills_folder(agent, Scope::user, where);
  return path.empty() ? std::string(agent.user_dir) : with_tilde(path, where.home);
}

// The folders that the agent reads besides its own two, as the table has them.
std::vector<std::string_view> also_read(const Agent& agent) {
  std::vector<std::string_view> folders;
  for (const ReadFolder& read : agent.reads) {
    if (read.folder != agent.project_dir && read.folder != agent.user_dir) folders.push_back(read.folder);
  }
  return folders;
}

std::string_view levels_in_words(Levels levels) {
  switch (levels) {
    case Levels::every:
      return "in every folder from the project's root down";
    case Levels::current:
      return "in the current folder";
  }
  return "";
}

void write_json(JsonWriter& json, const Agent& agent, const Whereabouts& where, bool details) {
  json.begin_object();
  json.member("id", agent.id).member("name", agent.name).member("project", agent.project_dir);
  json.member_or_null("user", shown_user_folder(agent, where));
  json.key("also_reads").begin_array();
  for (std::string_view folder : also_read(agent)) json.string(folder);
  json.end_array();
  json.member("present", is_present(agent, where)).member("judged", agent.first_class);
  if (details) {
    json.key("aliases").begin_array();
    for (std::string_view alias : agent.aliases) json.string(alias);
    json.end_array();
    json.member_or_null("variable", agent.variable.name);
    json.member_or_null("version", agent.version);
    json.member_or_null("source", agent.source);
    json.key("folders").begin_array();
    for (const ResolvedFolder& folder : folders_read(agent, where)) {
      json.begin_object().member("scope", folder.scope == Scope::user ? "user" : "project");
      json.member("path", folder.path);
      json.member("exists", status_behind(folder.path).kind == FileKind::folder).end_object();
    }
    json.end_array();
  }
  json.end_object();
}

void pad_to(std::string& line, std::string_view cell, std::size_t width) {
  line += cell;
  const std::size_t used = terminal_width(cell);
  line.append(used < width ? width - used : 0, ' ');
}

// The table fits the terminal by giving up columns, never by cutting a path that somebody may want to copy: first the
// user folder, then the project folder. An id alone is always shown.
void write_table(std::string& out, const Whereabouts& where, std::size_t width) {
  struct Row {
    std::string_view id;
    std::string_view project;
    std::string user;
    bool present;
  };
  std::vector<Row> rows;
  std::array<std::size_t, 3> widths{5, 7, 4};  // of the headings
  for (const Agent& agent : all_agents()) {
    Row row{agent.id, agent.project_dir, shown_user_folder(agent, where), is_present(agent, where)};
    if (row.user.empty()) row.user = "-";
    widths[0] = std::max(widths[0], row.id.size());
    widths[1] = std::max(widths[1], row.project.size());
    widths[2] = std::max(widths[2], terminal_width(row.user));
    rows.push_back(std::move(row));
  }
  constexpr std::size_t k_gap = 2;
  constexpr std::size_t k_present = 4;
  const bool with_project = widths[0] + k_gap + widths[1] + k_gap + k_present <= width;
  const bool with_user = with_project && widths[0] + widths[1] + widths[2] + 3 * k_gap + k_present <= width;
  const auto line = [&](std::string_view id, std::string_view here, std::string_view project, std::string_view user) {
    std::string text;
    pad_to(text, id, widths[0] + k_gap);
    pad_to(text, here, k_present + k_gap);
    if (with_project) pad_to(text, project, widths[1] + k_gap);
    if (with_user) text += user;
    out += trim_right(text);
    out += '\n';
  };
  line("agent", "here", "project", "user");
  for (const Row& row : rows) line(row.id, row.present ? "yes" : "", row.project, row.user);
}

void write_details(std::string& out, const Agent& agent, const Whereabouts& where) {
  out += format("{} ({})\n", agent.name, agent.id);
  out += format("  present here    {}\n", is_present(agent, where) ? "yes" : "no");
  out += format("  skills go to    {} in a project\n", agent.project_dir);
  const std::string user = shown_user_folder(agent, where);
  if (!user.empty()) out += format("                  {} for all projects\n", user);
  if (!agent.variable.name.empty()) out += format("  moved by        {}\n", agent.variable.name);
  if (!agent.aliases.empty()) {
    std::vector<std::string> names(agent.aliases.begin(), agent.aliases.end());
    out += format("  also called     {}\n", join(names, ", "));
  }
  out += keeps_same_names(agent.id) ? "  folders read; of one name in several all are listed\n"
                                    : "  folders read, the first one wins\n";
  for (const ResolvedFolder& folder : folders_read(agent, where)) {
    std::string_view note = "in the home";
    if (folder.scope == Scope::project) {
      note = levels_in_words(Levels::every);
      for (const ReadFolder& read : agent.reads) {
        if (read.folder == folder.folder) note = levels_in_words(read.levels);
      }
    }
    const bool there = status_behind(folder.path).kind == FileKind::folder;
    out += format("    {}  ({}{})\n", with_tilde(folder.path, where.home), note, there ? "" : "; not there now");
  }
  out += format("  its loader      {}\n", agent.first_class ? "predicted by check (docs/agents.md)"
                                                            : "not predicted: only its folders are known");
  if (!agent.version.empty()) out += format("  known from      version {}, {}\n", agent.version, agent.source);
  if (agent.version.empty()) {
    out += format("  known from      {}\n", agent.source.empty() ? "the tables of two installers" : agent.source);
  }
}

}  // namespace

ExitCode agents(const AgentsOptions& options, Io& io) {
  const Result<std::string> project = real_path(options.dir);
  if (!project) return fail(io, options.format, project.error());
  const Whereabouts where = whereabouts_of(io, *project);
  const Agent* one = nullptr;
  if (!options.id.empty()) {
    one = find_agent(options.id);
    if (one == nullptr) {
      const std::string_view meant = nearest_agent(options.id);
      return fail(io, options.format,
                  {ErrorKind::usage, "", format("there is no agent \"{}\"", visible(options.id, 80)),
                   meant.empty() ? "skillstow agents lists those that it knows" : format("did you mean {}?", meant)});
    }
  }
  if (options.format == Format::json) {
    JsonWriter json;
    json.begin_object().key("agents").begin_array();
    if (one != nullptr) {
      write_json(json, *one, where, true);
    } else {
      for (const Agent& agent : all_agents()) write_json(json, agent, where, false);
    }
    json.end_array().end_object();
    io.out(json.take() + "\n");
    return ExitCode::ok;
  }
  std::string text;
  if (one != nullptr) {
    write_details(text, *one, where);
  } else {
    write_table(text, where, io.width);
  }
  io.out(text);
  return ExitCode::ok;
}

}  // namespace skillstow
