#include "commands/doctor.h"

#include <algorithm>

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/say.h"
#include "commands/whereabouts.h"
#include "lint/agent_view.h"
#include "report/text_page.h"

namespace skillstow {
namespace {

using State = SeenSkill::State;

std::size_t count_of(const AgentView& view, State state) {
  return static_cast<std::size_t>(std::count_if(view.skills.begin(), view.skills.end(),
                                                [&](const SeenSkill& seen) { return seen.state == state; }));
}

bool is_sound(const AgentView& view) {
  return count_of(view, State::listed) == view.skills.size() && view.dead_links.empty() && view.listing.fits;
}

// A path as people read it: from the project, with "~", or absolute.
std::string shown(const std::string& path, const Whereabouts& where) {
  const bool home_inside = where.home.starts_with(where.project + "/") && path.starts_with(where.home + "/");
  if (!home_inside && path.starts_with(where.project + "/")) return path.substr(where.project.size() + 1);
  return with_tilde(path, where.home);
}

std::string listing_text(const AgentView& view) {
  const ListingBudget* budget = listing_budget_of(view.agent->id);
  std::string text = format("{} in the list, {} characters", counted(count_of(view, State::listed), "skill"),
                            grouped(view.listing.characters));
  if (!budget) return text + "; no limit of it is known";
  text += format(" of {} ({} % of the context window; {} where that is not known)", grouped(budget->characters),
                 budget->percent, grouped(budget->characters));
  if (view.listing.fits) return text;
  return text +
         (budget->overflow == Overflow::shortens
              ? format("; {} cut to {} characters", counted(view.listing.shortened, "description"),
                       grouped(view.listing.longest))
              : format("; at least {} left out, those used least first", counted(view.listing.dropped, "description")));
}

void write_text(const AgentView& view, const Whereabouts& where, TextPage& page) {
  page.heading(format("{} ({})", view.agent->name, view.agent->id));
  std::vector<std::string> folders;
  for (const ResolvedFolder& folder : view.folders) folders.push_back(visible(shown(folder.path, where)));
  page.row("reads", folders.empty() ? "no folder that exists here" : join(folders, ", "));
  page.row("lists", listing_text(view), view.listing.fits ? Paint::dim : Paint::yellow);
  for (const SeenSkill& seen : view.skills) {
    if (seen.state != State::listed) continue;
    page.more(format("{} at {}", visible(seen.verdict.name), visible(shown(seen.path, where))));
    if (!seen.verdict.changed.empty() && !seen.verdict.message.empty()) page.more(visible(seen.verdict.message));
  }
  for (const SeenSkill& seen : view.skills) {
    if (seen.state == State::shadowed) {
      page.row("hidden",
               format("{}: {} has the same name and comes first", visible(shown(seen.path, where)),
                      visible(shown(seen.shadowed_by, where))),
               Paint::yellow);
    } else if (seen.state == State::left_out) {
      page.row("left out", format("{}: {}", visible(shown(seen.path, where)), visible(seen.verdict.message)),
               Paint::red);
    }
  }
  for (const DeadLink& link : view.dead_links) {
    page.row("dead link", format("{} -> {}", visible(shown(link.path, where)), visible(link.target)), Paint::red);
  }
}

std::string_view name_of(State state) {
  return state == State::listed ? "listed" : state == State::shadowed ? "shadowed" : "left-out";
}

void write_json(const AgentView& view, JsonWriter& json) {
  json.begin_object().member("id", view.agent->id).key("folders").begin_array();
  for (const ResolvedFolder& folder : view.folders) json.string(folder.path);
  json.end_array().key("skills").begin_array();
  for (const SeenSkill& seen : view.skills) {
    json.begin_object().member("path", seen.path).member("scope", seen.scope == Scope::user ? "user" : "project");
    json.member("state", name_of(seen.state));
    json.member_or_null("name", seen.verdict.name).member_or_null("description", seen.verdict.description);
    json.member_or_null("shadowed_by", seen.shadowed_by).key("why").begin_array();
    for (const std::string_view why : seen.verdict.why) json.string(why);
    json.end_array().member_or_null("message", seen.verdict.message).end_object();
  }
  json.end_array().key("dead_links").begin_array();
  for (const DeadLink& link : view.dead_links) {
    json.begin_object().member("path", link.path).member("target", link.target).end_object();
  }
  const ListingBudget* budget = listing_budget_of(view.agent->id);
  json.end_array().key("listing").begin_object().member("characters", view.listing.characters).key("budget");
  budget ? json.number(budget->characters) : json.null();
  json.member("fits", view.listing.fits).member("shortened", view.listing.shortened);
  json.member("dropped", view.listing.dropped).end_object().end_object();
}

Result<std::vector<const Agent*>> choose(const DoctorOptions& options, const Whereabouts& where) {
  std::vector<const Agent*> chosen;
  for (const std::string& name : options.agents) {
    const Result<const Agent*> agent = find_judged_agent(name);
    if (!agent) return tl::unexpected(agent.error());
    chosen.push_back(*agent);
  }
  if (!options.agents.empty()) return chosen;
  for (const Agent& agent : all_agents()) {
    if (!agent.first_class) continue;
    const std::vector<ResolvedFolder> folders = folders_read(agent, where);
    const bool reads_here = std::any_of(folders.begin(), folders.end(), [](const ResolvedFolder& folder) {
      return status_behind(folder.path).kind == FileKind::folder;
    });
    if (reads_here || is_present(agent, where)) chosen.push_back(&agent);
  }
  return chosen;
}

}  // namespace

ExitCode doctor(const DoctorOptions& options, Io& io) {
  const Result<std::string> project = real_path(options.dir);
  if (!project) return fail(io, options.format, project.error());
  const Whereabouts where = whereabouts_of(io, *project);
  const Result<std::vector<const Agent*>> agents = choose(options, where);
  if (!agents) return fail(io, options.format, agents.error());

  TextPage page(io.color, io.width);
  JsonWriter json;
  json.begin_object().member("version", std::uint64_t{1}).key("agents").begin_array();
  bool sound = true;
  bool unreadable = false;
  for (const Agent* agent : *agents) {
    const AgentView view = view_of(*agent, where);
    sound = sound && is_sound(view);
    unreadable = unreadable || !view.unreadable.empty();
    for (const Skipped& skip : view.unreadable) {
      say_error(io, {ErrorKind::other, skip.path, skip.reason, "see that it can be read"});
    }
    options.format == Format::json ? write_json(view, json) : write_text(view, where, page);
  }
  if (options.format == Format::json) {
    io.out(json.end_array().end_object().take() + "\n");
  } else if (agents->empty()) {
    io.out("No agent that skillstow can judge is present here; --agent ID names one all the same.\n");
  } else {
    io.out(page.take().substr(1));  // no empty line before the first heading
  }
  if (unreadable) return ExitCode::failure;
  return sound ? ExitCode::ok : ExitCode::findings;
}

}  // namespace skillstow
