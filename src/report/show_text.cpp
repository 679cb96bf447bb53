#include <algorithm>
#include <map>
#include <set>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "base/unicode.h"
#include "facts/mask.h"
#include "report/paint.h"
#include "report/show.h"
#include "report/text_page.h"
#include "report/wrap.h"

// The page about one skill in a terminal: what it is, what it costs, what it may do, whether it is sound. Each part
// answers one question and says so when there is nothing to tell, since "nothing" is what a reader hopes for.
namespace skillstow {
namespace {

// The skill's text as a terminal may see it: no control characters, no secrets.
std::string clean(std::string_view text) { return visible(masked(text)); }

std::string place_of(std::string_view file, std::uint32_t line) {
  return line == 0 ? visible(file) : format("{}:{}", visible(file), line);
}

// "a-b-c" -> "A B C"
std::string title_case(std::string_view name) {
  std::string title;
  bool start = true;
  for (const char c : name) {
    if (c == '-' || c == '_') {
      title += ' ';
      start = true;
    } else {
      title += start && is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
      start = false;
    }
  }
  return title;
}

class Page : private TextPage {
 public:
  Page(const SkillPage& page, const ReportStyle& style)
      : TextPage(style.color, style.width), skill_(page.skill), facts_(page.facts), judgement_(page.judgement) {}

  std::string run() {
    head();
    glance();
    cost();
    machine();
    safety();
    files();
    references();
    return take();
  }

 private:
  // The first heading of level 1, else the name in title case.
  std::string title() const {
    for (const Section& section : facts_.sections) {
      if (section.level == 1 && !section.title.empty()) return clean(section.title);
    }
    return title_case(clean(name()));
  }

  std::string name() const { return skill_.name().value_or(skill_.folder); }

  void head() {
    const std::string shown_name = clean(name());
    const std::string shown_title = title();
    const bool one_line = terminal_width(shown_title) + 2 + terminal_width(shown_name) <= width();
    line(paint(one_line ? shown_title : shortened(shown_title, width()), Paint::bold) + (one_line ? "  " : "\n") +
         paint(shortened(shown_name, width()), Paint::cyan));
    if (!skill_.manifest_problem.empty()) {
      text(format("{} cannot be read: {}", clean(skill_.manifest_name), clean(skill_.manifest_problem)));
    } else if (const auto description = skill_.description(); description && !trim(*description).empty()) {
      text(clean(*description));
    } else {
      line(paint("It has no description, so no agent knows when to use it.", Paint::yellow));
    }
    line("");
    row("folder", clean(skill_.path));
    if (facts_.source) source(*facts_.source);
    row("licence", licence());
    row("size", format("{} · {} · {}, {} bytes", counted(facts_.words, "word"), counted(facts_.lines, "line"),
                       counted(skill_.files.size(), "file"), grouped(bytes())));
    row("conforms", judgement_.valid ? "to the Agent Skills specification"
                                     : "not to the Agent Skills specification: see skillstow check");
    agents();
  }

  void source(const History& history) {
    const std::string from = history.repository.empty() ? "a repository without a remote" : clean(history.repository);
    row("source", history.path == "." ? from : format("{}, {}", from, clean(history.path)));
    const std::string updated =
        history.updated.empty() ? "not committed yet" : "last changed " + history.updated.substr(0, 10);
    more(format("at commit {}, {}", history.commit.substr(0, 12), updated));
  }

  std::string licence() const {
    const Licence& licence = facts_.licence;
    if (!licence.known()) return "none is named";
    const std::string field = licence.field ? clean(*licence.field) : "";
    std::string text = licence.spdx ? *licence.spdx : field;
    std::vector<std::string> from;
    if (licence.field) from.push_back(text == field ? "as declared" : format("declared as \"{}\"", field));
    if (licence.file) from.push_back(format("text in {}", clean(*licence.file)));
    if (text.empty()) text = "of its own";
    return format("{} ({})", text, join(from, ", "));
  }

  std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const SkillFile& file : skill_.files) sum += file.entry.size;
    return sum;
  }

  void agents() {
    if (judgement_.agents.empty()) return;
    std::vector<std::string> loads;
    std::vector<std::string> notes;
    for (const AgentVerdict& verdict : judgement_.agents) {
      if (verdict.loads) loads.emplace_back(verdict.agent);
      if (!verdict.message.empty()) notes.push_back(format("{}: {}", verdict.agent, clean(verdict.message)));
    }
    row("agents", format("{} of {} load it{}{}", loads.size(), judgement_.agents.size(), loads.empty() ? "" : ": ",
                         join(loads, ", ")));
    for (const std::string& note : notes) more(note);
  }

  void glance() {
    heading("At a glance");
    if (const std::string chain = step_chain(facts_.steps); !chain.empty()) {
      item(format("Works in {}: {}", counted(facts_.steps.size(), "step"), clean(chain)));
    }
    std::set<std::uint32_t> steps;  // are named above
    for (const SkillStep& step : facts_.steps) steps.insert(step.line);
    std::vector<std::string> chapters;
    for (const Section& section : facts_.sections) {
      if (section.level == 2 && !(steps.size() > 1 && steps.contains(section.line)))
        chapters.push_back(clean(section.title));
    }
    if (!chapters.empty()) {
      item(format("Covers {}", enumerated(chapters, 4, "section")));
    } else if (facts_.sections.size() < 2) {
      item(facts_.words == 0 ? "Its body is empty" : "One text without sections");
    }
    const std::vector<std::string> names = command_names();
    if (!names.empty()) item(format("Calls {}", enumerated(names, 8, "command")));
  }

  std::vector<std::string> command_names() const {
    std::vector<std::string> names;
    for (const Command& command : facts_.commands) names.push_back(clean(command.name));
    return names;
  }

  // Three numbers side by side: what directories print, and estimates for two families of models.
  void cost() {
    const TokenCosts& costs = facts_.tokens;
    heading("What it costs");
    const auto costs_row = [&](std::string_view what, std::uint64_t rule, std::uint64_t gpt, std::uint64_t claude) {
      line(format("  {} {:>9} {:>9} {:>9}", padded(what, 30), grouped(rule), grouped(gpt), grouped(claude)));
    };
    const auto measured = [&](std::string_view what, const TokenCount& count, const TokenFeatures& features) {
      costs_row(what, count.rule, count.estimate, estimate_tokens(features, Tokenizer::claude_legacy));
    };
    line(paint(format("  {} {:>9} {:>9} {:>9}", padded("tokens", 30), "chars/4", "GPT", "Claude"), Paint::dim));
    measured("always, in the listing", costs.listing, costs.listing_features);
    measured("when used, the body", costs.body, costs.body_features);
    measured("SKILL.md as a file", costs.skill, measure_tokens(skill_.manifest.text));
    if (costs.references.rule > 0) {
      std::uint64_t claude = 0;
      for (const FileTokens& file : costs.files) {
        if (file.reference) claude += estimate_tokens(features_of(file.path), Tokenizer::claude_legacy);
      }
      costs_row("if every reference is read", costs.references.rule, costs.references.estimate, claude);
    }
    line(paint("  GPT and Claude are estimates, about 3 % off; newer Claude models take more.", Paint::dim));
    sections();
  }

  TokenFeatures features_of(std::string_view path) const {
    for (const SkillFile& file : skill_.files) {
      if (file.entry.path == path) return measure_tokens(file.source.text);
    }
    return {};
  }

  void sections() {
    std::vector<const SectionTokens*> largest;
    std::map<std::uint32_t, std::uint32_t> levels;  // by line
    for (const Section& section : facts_.sections) levels[section.line] = section.level;
    for (const SectionTokens& section : facts_.tokens.sections) largest.push_back(&section);
    if (largest.size() < 2) return;
    std::uint64_t most = 1;
    for (const SectionTokens* section : largest) most = std::max(most, section->tokens.rule);
    // Many sections: the largest, in the order of the file.
    const std::size_t total = largest.size();
    if (total > k_most_lines) {
      std::stable_sort(largest.begin(), largest.end(),
                       [](const auto* a, const auto* b) { return a->tokens.rule > b->tokens.rule; });
      largest.resize(k_most_lines);
      std::sort(largest.begin(), largest.end(), [](const auto* a, const auto* b) { return a->line < b->line; });
    }
    const std::size_t title_width = std::min<std::size_t>(40, width() / 2 - 4);
    const std::size_t room = width() > title_width + 16 ? width() - title_width - 16 : 4;
    line("");
    for (const SectionTokens* section : largest) {
      const std::uint64_t tokens = section->tokens.rule;
      const auto length = static_cast<std::size_t>((tokens * room + most - 1) / most);
      std::string bar;
      for (std::size_t i = 0; i < length; ++i) bar += "▇";
      const std::string indent(2 * std::min<std::size_t>(levels[section->line] - 1, 3), ' ');
      const std::string name = shortened(indent + clean(section->title), title_width);
      line(format("  {} {:>7}  {}", padded(name, title_width), grouped(tokens), paint(bar, Paint::cyan)));
    }
    if (total > largest.size()) more(format("… and {} smaller sections", total - largest.size()));
  }

  void machine() {
    heading("What it may do on your machine");
    permissions();
    commands();
    scripts();
    network();
    credentials();
    on_load();
  }

  void permissions() {
    const Permissions& permissions = facts_.permissions;
    if (!permissions.allowed_tools) {
      row("permissions", "asks for none in advance: there is no allowed-tools field, so your agent asks as usual");
    } else if (permissions.allowed_tools->empty()) {
      row("permissions", "allowed-tools is empty");
    } else {
      std::vector<std::string> tools;
      bool any = false;
      for (const std::string& tool : *permissions.allowed_tools) {
        tools.push_back(clean(tool));
        any = any || allows_any_command(tool);
      }
      row("permissions", "used without asking you, where the agent honours it: " + join(tools, ", "));
      if (any) more(paint("any shell command is among them", Paint::yellow));
    }
    if (permissions.disallowed_tools && !permissions.disallowed_tools->empty()) {
      std::vector<std::string> tools;
      for (const std::string& tool : *permissions.disallowed_tools) tools.push_back(clean(tool));
      more("gives up: " + join(tools, ", "));
    }
    for (const HookCommand& hook : permissions.hooks) {
      more(paint(format("hook at {}: {} (line {})", clean(hook.event), clean(hook.command), hook.line), Paint::yellow));
    }
  }

  void commands() {
    if (facts_.commands.empty()) {
      row("commands", "calls none");
      return;
    }
    constexpr std::size_t k_places = 3;
    std::vector<std::string> texts;
    for (const Command& command : facts_.commands) {
      std::vector<std::string> places;
      for (const CommandEvidence& evidence : command.evidence) {
        if (places.size() < k_places)
          places.push_back(format("{} ({})", place_of(evidence.file, evidence.line), name_of(evidence.kind)));
      }
      std::string text = format("{}: {}", clean(command.name), join(places, ", "));
      if (command.evidence.size() > k_places) text += format(" and {} more", command.evidence.size() - k_places);
      texts.push_back(std::move(text));
    }
    rows("commands", texts);
  }

  void scripts() {
    std::set<std::string> paths;
    for (const ScriptCall& call : facts_.scripts) paths.insert(clean(call.path));
    if (paths.empty()) return;
    rows("scripts", {paths.begin(), paths.end()});
  }

  void network() {
    std::map<std::string, std::uint64_t> hosts;
    std::uint64_t own = 0;
    for (const WebAddress& url : facts_.urls) {
      if (url.own) {
        ++own;
      } else if (!is_name_only(url)) {
        ++hosts[url.host];
      }
    }
    if (hosts.empty()) {
      row("network", own == 0 ? "names no address" : "names only its own repository");
      return;
    }
    std::vector<std::pair<std::string, std::uint64_t>> sorted(hosts.begin(), hosts.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> names;
    for (const auto& [host, count] : sorted)
      names.push_back(count > 1 ? format("{} ({})", clean(host), count) : clean(host));
    row("network", format("names {}: {}", counted(hosts.size(), "host"), enumerated(names, 10, "host")));
  }

  void credentials() {
    std::map<std::string, std::string> first;
    for (const Credential& credential : facts_.credentials) {
      first.emplace(credential.name, place_of(credential.source->path, credential.line));
    }
    if (first.empty()) {
      row("credentials", "names no API key, token, secret or password");
      return;
    }
    std::vector<std::string> texts;
    for (const auto& [credential, place] : first) texts.push_back(format("{}: {}", credential, place));
    rows("credentials", texts);
  }

  void on_load() {
    std::vector<std::string> texts;
    for (const DynamicCommand& dynamic : facts_.dynamic) {
      texts.push_back(format("{} at {}", clean(dynamic.command), place_of(dynamic.file, dynamic.line)));
    }
    if (!texts.empty()) rows("when loaded", texts);
  }

  static Paint paint_of(std::string_view verdict) {
    if (verdict == "pass") return Paint::green;
    return verdict == "fail" ? Paint::red : Paint::yellow;
  }

  void safety() {
    line("\n" + paint("Safety", Paint::bold) + ": " + paint(judgement_.safety, paint_of(judgement_.safety)));
    bool any = false;
    for (const Diagnostic& finding : judgement_.findings) {
      if (finding.category != Category::safety) continue;
      any = true;
      const std::string risk = finding.risk == Risk::none ? std::string("note") : std::string(name_of(finding.risk));
      const std::string& file = finding.location.file;
      row(risk,
          format("{}: {} [{}]", place_of(file.empty() ? "." : file, finding.location.begin.line),
                 clean(finding.message), finding.rule),
          finding.risk >= Risk::high ? Paint::red : Paint::yellow);
    }
    if (any) return;
    std::uint64_t texts = 0;
    std::uint64_t others = 0;
    for (const SkillFile& file : skill_.files) ++(file.kind == ContentKind::text ? texts : others);
    item(format("Nothing risky was found in {}.{}", counted(texts, "text file"),
                others > 0 ? format(" {} not looked into.",
                                    others == 1 ? "1 other file was" : format("{} other files were", others))
                           : ""));
  }

  void files() {
    heading(format("Files ({})", skill_.files.size()));
    std::size_t longest = 0;
    for (const SkillFile& file : skill_.files) longest = std::max(longest, terminal_width(visible(file.entry.path)));
    longest = std::min(longest, width() > 34 ? width() - 34 : std::size_t{20});
    constexpr std::size_t k_most_files = 30;
    for (std::size_t i = 0; i < skill_.files.size(); ++i) {
      if (i == k_most_files && skill_.files.size() > k_most_files + 1) {
        item(format("… and {} more", skill_.files.size() - i));
        break;
      }
      const SkillFile& file = skill_.files[i];
      const std::string path = padded(shortened(visible(file.entry.path), longest), longest);
      const std::string note = note_of(file);
      line(format("  {}  {:>10}{}", path, size_of(file), note.empty() ? "" : "  " + paint(note, Paint::dim)));
    }
    if (!skill_.files_complete) item("There are more files than are read of one skill.");
    for (const Error& error : skill_.file_errors) item(format("{}: {}", clean(error.path), clean(error.message)));
  }

  static std::string size_of(const SkillFile& file) {
    return file.kind == ContentKind::link ? "link" : grouped(file.entry.size);
  }

  std::string note_of(const SkillFile& file) const {
    std::vector<std::string> notes;
    if (file.entry.executable) notes.emplace_back("executable");
    if (file.kind == ContentKind::binary) notes.emplace_back("binary");
    if (file.kind == ContentKind::link) notes.push_back("to " + visible(file.entry.link_target));
    if (file.kind == ContentKind::submodule) notes.emplace_back("submodule");
    if (file.kind == ContentKind::unread) notes.push_back("not read: " + clean(file.reason));
    if (std::binary_search(facts_.orphans.begin(), facts_.orphans.end(), file.entry.path))
      notes.emplace_back("never named");
    return join(notes, ", ");
  }

  void references() {
    std::map<LinkStatus, std::uint64_t> counts;
    std::vector<std::string> faults;
    for (const Link& link : facts_.links) {
      ++counts[link.status];
      const std::string place = place_of(link.source->path, link.line);
      const std::string target = link.target.empty() ? "(no target)" : clean(link.target);
      if (link.status == LinkStatus::broken) {
        std::string hint;
        if (!link.exists_as.empty()) hint = format(", the folder has {}", clean(link.exists_as));
        if (!link.suggestion.empty()) hint = format(", perhaps {} is meant", clean(link.suggestion));
        faults.push_back(format("{}: {} is broken{}", place, target, hint));
      } else if (link.status == LinkStatus::escapes) {
        faults.push_back(format("{}: {} leads out of the skill", place, target));
      } else if (link.fragment_missing) {
        faults.push_back(format("{}: {} has no such heading", place, target));
      }
    }
    for (const Mention& mention : facts_.mentions) {
      if (mention.missing)
        faults.push_back(
            format("{}: {} is named and not there", place_of(mention.source->path, mention.line), clean(mention.path)));
    }
    if (facts_.links.empty() && faults.empty()) return;
    heading("Links");
    row("links", format("{} to files, {} within a file, {} elsewhere", counts[LinkStatus::ok],
                        counts[LinkStatus::anchor], counts[LinkStatus::external]));
    rows("faults", faults);
  }

  const Skill& skill_;
  const SkillFacts& facts_;
  const Judgement& judgement_;
};

}  // namespace

std::string show_text(const SkillPage& page, const ReportStyle& style) { return Page(page, style).run(); }

}  // namespace skillstow
