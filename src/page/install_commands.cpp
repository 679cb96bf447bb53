#include "page/install_commands.h"

#include <algorithm>

#include "agents/resolve.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "install/target_name.h"
#include "markup/escape.h"

namespace skillstow {
namespace {

constexpr std::string_view k_github = "https://github.com/";
constexpr std::string_view k_gitlab = "https://gitlab.com/";
constexpr std::string_view k_shared = ".agents/skills";
constexpr std::string_view k_shared_user = "~/.agents/skills";

bool is_plain_address(std::string_view address) {
  return std::all_of(address.begin(), address.end(), [](char c) {
    return is_alnum(c) || std::string_view("-._~/:").find(c) != std::string_view::npos;
  });
}

// "~/x y" with the tilde left to the shell.
std::string home_word(std::string_view path) {
  return path.starts_with("~/") ? "~/" + shell_word(path.substr(2)) : shell_word(path);
}

bool has_dot_folder(std::string_view path) {
  for (const std::string_view part : split(path, '/')) {
    if (part.starts_with('.') && part.size() > 1) return true;
  }
  return false;
}

// The places where gh looks for skills in a repository: skills/x, skills/scope/x, the same below any prefix, x at the
// root.
bool is_found_by_gh(std::string_view path) {
  const std::vector<std::string_view> parts = split(path, '/');
  if (path == ".") return false;
  if (parts.size() == 1) return true;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (parts[i] == "skills" && parts.size() - i <= 3) return true;
  }
  return false;
}

class Ways {
 public:
  Ways(const Skill& skill, const std::optional<History>& source, std::string folder)
      : folder_(std::move(folder)), name_(fold_space(skill.name().value_or(folder_))), given_(skill.path) {
    if (!source || !is_plain_address(source->repository) || !source->repository.starts_with("https://")) return;
    repository_ = source->repository;
    path_ = source->path;
    commit_ = source->commit;
    github_ = repository_.starts_with(k_github);
    short_ = github_ ? repository_.substr(k_github.size()) : repository_;
    if (std::count(short_.begin(), short_.end(), '/') != 1) github_ = false;
  }

  AgentInstall of(const Agent& agent) const {
    AgentInstall ways;
    ways.agent = &agent;
    ways.project_folder = format("{}/{}", agent.project_dir, folder_);
    ways.user_folder = format("{}/{}", agent.user_dir, folder_);
    const auto add = [&](InstallCommand command) {
      if (!command.project.empty() || !command.user.empty()) ways.commands.push_back(std::move(command));
    };
    add(skillstow(agent));
    if (agent.id == "codex") add(codex_installer());
    if (agent.id == "gemini-cli") add(gemini());
    add(skills_cli(agent));
    add(gh(agent));
    add(by_hand(agent, ways));
    if (!repository_.empty()) ways.request = request(ways);
    return ways;
  }

 private:
  InstallCommand skillstow(const Agent& agent) const {
    const std::string from = repository_.empty() ? given_ : short_;
    const std::string command = format("skillstow install {}{} --agent {}", shell_word(from),
                                       repository_.empty() ? std::string() : " --skill " + shell_word(name_), agent.id);
    return {"skillstow", command, command + " --user",
            "Checks the skill first, and installs nothing that is dangerous or damaged."};
  }

  InstallCommand skills_cli(const Agent& agent) const {
    if (repository_.empty()) return {};
    const std::string from = github_ ? short_ : repository_ + ".git";
    const std::string command = format("npx skills add {} --skill {} -a {}", from, shell_word(name_), agent.id);
    const bool own = agent.id == "claude-code";  // of these six, the only one that it keeps a folder of its own for
    const std::string project = own ? std::string(agent.project_dir) : std::string(k_shared);
    const std::string user = own ? std::string(agent.user_dir) : std::string(k_shared_user);
    return {"skills CLI", reads(agent, project) ? command : "", reads(agent, user) ? command + " -g" : "",
            format("Puts it in {}/, or with -g in {}/. Needs Node.js 22.20 or later.", project, user)};
  }

  InstallCommand gh(const Agent& agent) const {
    if (!github_ || !is_found_by_gh(path_)) return {};
    const std::string hidden = has_dot_folder(path_) ? " --allow-hidden-dirs" : "";
    const std::string command =
        format("gh skill install {} {} --agent {}{}", short_, shell_word(base_name(path_)), agent.id, hidden);
    return {"GitHub CLI", command, command + " --scope user",
            "Takes the latest release, else the default branch, and adds to the frontmatter. Needs GitHub CLI 2.90."};
  }

  InstallCommand gemini() const {
    if (repository_.empty()) {
      const std::string command = format("gemini skills install {}", shell_word(given_));
      return {"Gemini CLI", command + " --scope workspace", command, "Asks for consent before it copies."};
    }
    const std::string path = path_ == "." ? std::string() : " --path " + shell_word(path_);
    const std::string command = format("gemini skills install {}.git{}", repository_, path);
    return {"Gemini CLI", command + " --scope workspace", command, "Asks for consent before it copies."};
  }

  InstallCommand codex_installer() const {
    if (!github_) return {};
    const std::string path = path_ == "." ? std::string() : "/" + uri_path(path_);
    return {"$skill-installer", "", format("$skill-installer install {}/tree/{}{}", repository_, commit_, path),
            "Typed to Codex, not to a shell. Writes to $CODEX_HOME/skills (~/.codex/skills); Codex shows it after a "
            "restart.",
            false};
  }

  // At the commit that this page speaks of. A target that exists is left alone.
  InstallCommand by_hand(const Agent& agent, const AgentInstall& ways) const {
    const bool whole = path_ == ".";
    const bool local = repository_.empty();
    const std::string from = local ? shell_word(given_) : whole ? "skill-source" : "skill-source/" + shell_word(path_);
    const auto copy = [&](std::string_view skills, const std::string& target) {
      const std::string place = home_word(target);
      return format("mkdir -p {} && test ! -e {} && cp -R {} {}", home_word(skills), place, from, place);
    };
    InstallCommand command{local ? "By hand" : "git and cp", copy(agent.project_dir, ways.project_folder),
                           copy(agent.user_dir, ways.user_folder),
                           "Copies the whole folder, whatever is in it, as it is."};
    if (!local) {
      command.first =
          format("git clone -n {}.git skill-source && git -C skill-source checkout {} -- {}{}", repository_,
                 commit_.substr(0, 12), whole ? "." : shell_word(path_), whole ? " && rm -rf skill-source/.git" : "");
    }
    return command;
  }

  std::string request(const AgentInstall& ways) const {
    const std::string from =
        github_ ? format("{}/tree/{}{}", repository_, commit_, path_ == "." ? "" : "/" + uri_path(path_))
                : format("{} (commit {}, folder {})", repository_, commit_, path_);
    return format(
        "Install the agent skill \"{}\" from {} into {}/ of this project: copy the whole folder unchanged, run nothing "
        "in it, then list the files that you wrote.",
        name_, from, ways.project_folder);
  }

  static bool reads(const Agent& agent, std::string_view folder) {
    const std::vector<const Agent*> readers = agents_reading(folder);
    return std::any_of(readers.begin(), readers.end(), [&](const Agent* one) { return one->id == agent.id; });
  }

  std::string folder_;  // of the installed skill
  std::string name_;    // as declared
  std::string given_;   // the path that the skill was read from
  std::string repository_;
  std::string short_;  // "owner/repo" on GitHub, else the whole address
  std::string path_;
  std::string commit_;
  bool github_ = false;
};

bool is_one_line(std::string_view text) { return visible(text) == text; }

}  // namespace

std::string shell_word(std::string_view text) {
  const bool safe = !text.empty() && text.front() != '-' && std::all_of(text.begin(), text.end(), [](char c) {
    return is_alnum(c) || std::string_view("-._/@:+,%").find(c) != std::string_view::npos;
  });
  return safe ? std::string(text) : "'" + replace_all(text, "'", "'\\''") + "'";
}

Result<std::vector<AgentInstall>> install_commands(const Skill& skill, const std::optional<History>& source) {
  Result<std::string> folder = target_name(skill.name().value_or(""), skill.folder);
  if (!folder) return tl::unexpected(folder.error());
  const bool plain = is_one_line(*folder) && is_one_line(skill.path) && (!source || is_one_line(source->path)) &&
                     is_one_line(fold_space(skill.name().value_or("")));
  if (!plain) {
    return failure(ErrorKind::bad_input, skill.path, "its name or path holds characters that do not show",
                   "rename it before you install it");
  }
  const Ways ways(skill, source, std::move(*folder));
  std::vector<AgentInstall> all;
  for (const Agent& agent : all_agents()) {
    if (agent.first_class) all.push_back(ways.of(agent));
  }
  return all;
}

std::string web_address(const std::optional<History>& source, std::string_view path, std::uint32_t line) {
  if (!source || source->commit.empty() || !is_plain_address(source->repository)) return {};
  const bool github = source->repository.starts_with(k_github);
  if (!github && !source->repository.starts_with(k_gitlab)) return {};
  const std::string whole = source->path == "." ? std::string(path) : join_path(source->path, path);
  const std::string_view kind = path.empty() ? "tree" : "blob";
  std::string address = format("{}{}/{}/{}", source->repository, github ? "" : "/-", kind, source->commit);
  if (!whole.empty()) address += "/" + uri_path(whole);
  if (!path.empty() && line > 0) address += format("?plain=1#L{}", line);
  return address;
}

}  // namespace skillstow
