#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "page/install_commands.h"
#include "page/view_parts.h"
#include "page/wording.h"

namespace skillstow {
namespace {

class Questions {
 public:
  explicit Questions(const PageContext& page) : page_(page), title_(page.title) {}

  PageData run() {
    what();
    when();
    install();
    needs();
    network();
    safety();
    licence();
    tokens();
    maintainer();
    return std::move(list_);
  }

 private:
  void ask(const std::string& question, const std::string& answer) {
    if (answer.empty()) return;
    list_.add(PageData().set("question", question).set("parts", inline_view(answer)));
  }

  void what() {
    ask(format("What does {} do?", title_), own_words(fold_space(page_.skill.description().value_or(""))));
  }

  void when() {
    std::vector<std::string> texts;
    for (const Quote& quote : page_.authored.when) texts.push_back(quote.text);
    ask(format("When should I use {}?", title_), texts.empty() ? "" : "Its author says: " + join(texts, "; "));
  }

  void install() {
    const Result<std::vector<AgentInstall>> ways = install_commands(page_.skill, page_.facts.source);
    if (!ways) return;
    std::vector<std::string> others;
    for (const AgentInstall& way : *ways) {
      const std::string_view id = way.agent->id;
      if (id == "claude-code" || id == "codex") {
        ask(format("How do I install {} in {}?", title_, way.agent->name),
            format("Run `{}`. Or copy the skill's folder to {} in your project.{}", way.commands.front().project,
                   way.project_folder, loads(id) ? "" : format(" As it is, {} does not load it.", way.agent->name)));
      } else {
        others.push_back(format("{} ({})", way.agent->name, way.project_folder));
      }
    }
    std::vector<std::string> loading;
    for (const AgentVerdict& verdict : page_.judgement.agents) {
      if (verdict.loads) loading.emplace_back(find_agent(verdict.agent)->name);
    }
    const std::string load = loading.empty()
                                 ? std::string("none of the agents that were looked at loads it as it is")
                                 : format("{} {} it", listed(loading), loading.size() == 1 ? "loads" : "load");
    ask(format("Does {} work in Cursor, Gemini CLI, GitHub Copilot or OpenCode?", title_),
        format("By what each agent does with SKILL.md, {}. To copy it by hand, take the agent's own folder: {}.", load,
               join(others, ", ")));
  }

  bool loads(std::string_view agent) const {
    return std::any_of(page_.judgement.agents.begin(), page_.judgement.agents.end(),
                       [&](const AgentVerdict& verdict) { return verdict.agent == agent && verdict.loads; });
  }

  void needs() {
    std::vector<std::string> needs;
    if (const auto text = page_.skill.scalar_field("compatibility"); text && !trim(*text).empty())
      needs.push_back("Its author says: " + own_words(fold_space(*text)) + ".");
    const std::vector<std::string> commands = command_names(page_.facts);
    if (!commands.empty()) needs.push_back(format("Its text and scripts call {}.", listed(commands)));
    std::vector<std::string> names;
    for (const Credential& credential : page_.facts.credentials) {
      if (std::find(names.begin(), names.end(), credential.name) == names.end()) names.push_back(credential.name);
    }
    if (!names.empty()) needs.push_back(format("It names {}.", listed(names)));
    ask(format("What does {} need to run?", title_),
        needs.empty() ? "Nothing that its text names: no command, no credential, no compatibility note."
                      : join(needs, " "));
  }

  void network() {
    std::vector<std::string> hosts;
    for (const NamedHost& host : named_hosts(page_.facts)) hosts.push_back(own_words(host.host));
    const std::size_t count = hosts.size();
    if (count > 8) hosts.resize(8);
    const std::string more = count > 8 ? format(" and {} more", count - 8) : "";
    ask(format("Does {} access the network?", title_),
        count == 0
            ? "Its files name no address outside its own repository. What the agent's tools do is another matter: "
              "this is read from the text, and nothing was run."
            : format("Its files name {}: {}{}. This is read from the text, and nothing was run.",
                     counted(count, "host"), join(hosts, ", "), more));
  }

  void safety() {
    std::size_t count = 0;
    for (const Diagnostic& finding : page_.judgement.findings) count += finding.category == Category::safety ? 1 : 0;
    const std::string found = count == 0 ? std::string("found nothing risky")
                                         : format("has {}, named on this page", counted(count, "finding"));
    ask(format("Is {} safe to install?", title_), format("The scan of every file {}; its verdict is {}. A scan is no "
                                                         "guarantee: read the skill before you install it.",
                                                         found, verdict_word(page_.judgement.safety)));
  }

  void licence() {
    if (page_.licence == "none named") {
      ask(format("What licence does {} have?", title_),
          "None is named: neither a license field nor a licence file was found. Without one, nobody but its author may "
          "copy it.");
      return;
    }
    ask(format("What licence does {} have?", title_), page_.licence);
  }

  void tokens() {
    ask(format("How many tokens does {} use?", title_),
        format("About {} in the listing, always, and about {} once SKILL.md is read ({} by GPT's vocabulary).",
               grouped(page_.facts.tokens.listing.rule), grouped(page_.facts.tokens.skill.rule),
               grouped(page_.facts.tokens.skill.estimate)));
  }

  void maintainer() {
    if (!page_.facts.source || page_.facts.source->repository.empty()) return;
    std::string text = format("It is kept in {}.", page_.facts.source->repository);
    if (!page_.facts.source->updated.empty())
      text += format(" Its folder last changed on {}.", page_.facts.source->updated.substr(0, 10));
    if (page_.repository_skills)
      text += format(" The repository holds {}.", counted(*page_.repository_skills, "skill"));
    ask(format("Who maintains {}?", title_), text);
  }

  const PageContext& page_;
  std::string title_;
  PageData list_ = PageData::list();
};

}  // namespace

void add_questions(const PageContext& page, PageData& view) { view.set("questions", Questions(page).run()); }

}  // namespace skillstow
