#include "agents/resolve.h"
#include "base/format.h"
#include "base/text.h"
#include "page/install_commands.h"
#include "page/view_parts.h"
#include "page/wording.h"

namespace skillstow {
namespace {

PageData command_view(const InstallCommand& command) {
  return PageData()
      .set("tool", command.tool)
      .set("project", command.project)
      .set("user", command.user)
      .set("note", command.note)
      .set("first", command.first)
      .set("shell", command.shell);
}

std::string folders_read_by(const Agent& agent) {
  std::vector<std::string> folders;
  for (const ReadFolder& one : agent.reads) folders.push_back(std::string(one.folder) + "/");
  return listed(folders);
}

}  // namespace

void add_install(const PageContext& page, PageData& view) {
  const Result<std::vector<AgentInstall>> ways = install_commands(page.skill, page.facts.source);
  PageData agents = PageData::list();
  if (ways) {
    for (const AgentInstall& way : *ways) {
      PageData commands = PageData::list();
      for (const InstallCommand& command : way.commands) commands.add(command_view(command));
      agents.add(PageData()
                     .set("agent", way.agent->name)
                     .set("id", way.agent->id)
                     .set("reads", folders_read_by(*way.agent))
                     .set("commands", std::move(commands))
                     .set("request", way.request));
    }
  }
  view.set("install", PageData()
                          .set("possible", ways.has_value())
                          .set("problem", ways ? std::string()
                                               : format("It cannot be installed: {}", own_words(ways.error().message)))
                          .set("agents", std::move(agents)));
}

}  // namespace skillstow
