#include "install/adopt.h"

#include <algorithm>

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "fetch/source_spec.h"
#include "install/candidates.h"
#include "install/standing.h"
#include "parse/frontmatter.h"
#include "tree/folder_tree.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_lock = 16u << 20;
constexpr std::uint64_t k_max_manifest = 1u << 20;
constexpr std::size_t k_max_folders = 5'000;  // the lock may name any folder, the root of the disk too
constexpr std::size_t k_max_name = 255;       // npx skills cuts folder names there

bool is_plain(std::string_view path) {
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == "." || part == "..") return false;
  }
  return true;
}

// "skills/x/SKILL.md" and "skills/x" -> "skills/x"; "" and "SKILL.md" -> "."; nothing that leads elsewhere.
std::string folder_of(std::string_view path) {
  if (equals_ignoring_case(base_name(path), "SKILL.md")) path = parent_path(path);
  return path.empty() || !is_plain(path) ? std::string(".") : std::string(path);
}

// An address as this program's records have it; "" if it means none.
std::string recorded_address(const std::string& text) {
  const auto spec = parse_source(text, {});
  if (!spec || spec->kind == SourceSpec::Kind::local) return {};
  return canonical_source(*spec);
}

std::string plain_ref(std::string_view ref) {
  for (const std::string_view prefix : {"refs/heads/", "refs/tags/"}) {
    if (ref.substr(0, prefix.size()) == prefix) return std::string(ref.substr(prefix.size()));
  }
  return std::string(ref);
}

// A folder that npx skills copied from: which of its skills it was is not written down.
void take_local(Claim& claim, const Site& site, const std::string& source, const std::string& name) {
  const std::string folder = normal_path(source.substr(0, 1) == "/" ? source : join_path(site.root, source));
  const auto real = real_path(folder);
  if (!real) {
    claim.note = format("its source {} is not there any more", visible(source, 200));
    return;
  }
  const FolderTree tree(*real);
  DiscoverOptions discovery;
  discovery.absolute_root = *real;
  discovery.max_folders = k_max_folders;
  const Candidates candidates = find_candidates(tree, *real, discovery);
  const auto named = [&name](const Candidate& candidate) { return candidate.name == name; };
  const auto found = std::find_if(candidates.skills.begin(), candidates.skills.end(), named);
  if (found == candidates.skills.end()) {
    claim.note = format("its source {} holds no skill of that name any more", visible(source, 200));
    return;
  }
  claim.source = is_below(*real, site.root) && site.scope == Scope::project ? "./" + relative_path(*real, site.root)
                 : source.substr(0, 1) == "/" || site.scope == Scope::user  ? *real
                                                                            : relative_path(*real, site.root);
  claim.path = found->path;
}

Claim claim_of_entry(const Site& site, const std::string& name, const JsonValue& value) {
  Claim claim;
  claim.installer = Installer::npx_skills;
  const std::string source(value.string_or("source", ""));
  const std::string url(value.string_or("sourceUrl", ""));
  const std::string_view type = value.string_or("sourceType", "");
  if (type == "local") {
    take_local(claim, site, source, name);
    return claim;
  }
  if (type == "github" || type == "gitlab" || type == "git") {
    claim.source = recorded_address(type == "github" || url.empty() ? source : url);
    claim.ref = plain_ref(value.string_or("ref", ""));
    claim.path = folder_of(value.string_or("skillPath", ""));
  }
  if (claim.source.empty())
    claim.note = format("its source, {} of the kind {}, cannot be followed", visible(source, 200), visible(type, 40));
  return claim;
}

}  // namespace

std::string_view name_of(Installer installer) {
  switch (installer) {
    case Installer::npx_skills:
      return "npx-skills";
    case Installer::gh_skill:
      return "gh-skill";
    case Installer::nobody:
      break;
  }
  return "manual";
}

std::string npx_folder(std::string_view name) {
  std::string folder;
  for (const char c : to_lower(name)) {
    const bool kept = is_alnum(c) || c == '.' || c == '_';
    if (kept || folder.empty() || folder.back() != '-') folder += kept ? c : '-';
  }
  const std::size_t first = folder.find_first_not_of(".-");
  if (first == std::string::npos) return "unnamed-skill";
  folder = folder.substr(first, folder.find_last_not_of(".-") - first + 1);
  return folder.substr(0, k_max_name);
}

ForeignLock::ForeignLock(const Site& site) : site_(site) {
  if (site.scope == Scope::project) {
    read(join_path(site.root, "skills-lock.json"));
    return;
  }
  const std::string state = site.where.env("XDG_STATE_HOME").value_or("");
  if (!state.empty() && state.front() == '/') read(join_path(state, "skills/.skill-lock.json"));
  read(join_path(site.root, ".agents/.skill-lock.json"));
}

void ForeignLock::read(const std::string& file) {
  if (status_of(file).kind == FileKind::missing) return;
  const std::string shown = visible(site_.shown(file));
  const auto bytes = read_file(file, k_max_lock, Follow::yes);
  const auto json = bytes ? parse_json(*bytes) : tl::unexpected(bytes.error());
  if (!json) {
    notes_.push_back(format("{} cannot be read and says nothing: {}", shown, json.error().message));
    return;
  }
  const std::string_view known = site_.scope == Scope::project ? "1" : "3";
  const JsonValue* version = json->find("version");
  if (!version || version->text != known) {
    notes_.push_back(format("{} is of another version than {} and says nothing", shown, known));
    return;
  }
  const JsonValue* skills = json->find("skills");
  if (!skills) return;
  for (const auto& [name, value] : skills->members) {
    // gh skill writes names with their owner before them.
    const std::string plain(base_name(name));
    entries_.push_back({name, npx_folder(plain), value});
  }
}

std::optional<Claim> ForeignLock::find(std::string_view name, std::string_view folder) const {
  for (const Entry& entry : entries_) {
    if (entry.name != name && base_name(entry.name) != name && entry.folder != folder) continue;
    return claim_of_entry(site_, std::string(name), entry.value);
  }
  return std::nullopt;
}

Claim claim_of_frontmatter(std::string_view manifest) {
  Claim claim;
  const Frontmatter frontmatter = parse_frontmatter(manifest);
  const YamlNode::Member* metadata = frontmatter.find("metadata");
  if (!metadata) return claim;
  const auto text = [&](std::string_view key) {
    const YamlNode* value = metadata->value.find(key);
    return value && value->is_scalar() ? value->text : std::string();
  };
  const std::string repository = text("github-repo");
  const std::string local = text("local-path");
  if (repository.empty() && local.empty()) return claim;
  claim.installer = Installer::gh_skill;
  claim.source = repository.empty() ? std::string() : recorded_address(repository);
  const std::string pinned = text("github-pinned");
  claim.ref = plain_ref(pinned.empty() ? text("github-ref") : pinned);
  claim.path = folder_of(text("github-path"));
  if (claim.source.empty()) {
    claim.note = format("its source {} cannot be followed", visible(repository.empty() ? local : repository, 200));
  }
  return claim;
}

std::vector<Adoption> plan_adoption(const Site& site, const Record& record, const std::vector<std::string>& folders,
                                    const ForeignLock& lock) {
  std::vector<Adoption> adoptions;
  for (const InstalledSkill& skill : take_inventory(site, record, folders)) {
    for (const std::string& place : skill.places) {
      if (record.skills.count(place) != 0) continue;
      Adoption adoption;
      adoption.name = skill.name;
      adoption.key = place;
      const std::string path = site.absolute(place);
      const auto real = real_path(path);
      if (!real || skill.state == InstalledState::broken) {
        adoption.refusal = skill.note.empty() ? "it cannot be read" : skill.note;
        adoptions.push_back(std::move(adoption));
        continue;
      }
      RecordedSkill& entry = adoption.entry;
      entry.name = skill.name;
      entry.agents = skill.agents;
      entry.path = ".";
      bool all = true;
      const std::vector<RecordedFile> files = files_standing(*real, &all);
      entry.digest = digest_of(files);
      if (status_of(path).kind == FileKind::link) {
        entry.method = Method::link;
        entry.link = read_link(path).value_or("");
        entry.source =
            is_below(*real, site.root) && site.scope == Scope::project ? "./" + site.shown(*real) : site.shown(*real);
        adoption.claim.source = entry.source;
        if (const auto claim = lock.find(skill.name, base_name(place))) adoption.claim.installer = claim->installer;
      } else {
        entry.files = files;
        const RecordedFile* manifest = manifest_of(entry);
        const bool unread =
            std::any_of(files.begin(), files.end(), [](const RecordedFile& file) { return file.content.empty(); });
        if (!all || unread || manifest == nullptr) adoption.refusal = "not all of it can be read";
        if (const auto claim = lock.find(skill.name, base_name(place))) {
          adoption.claim = *claim;
        } else if (manifest != nullptr) {
          adoption.claim =
              claim_of_frontmatter(read_file(join_path(path, manifest->path), k_max_manifest).value_or(""));
        }
        entry.source = adoption.claim.source;
        entry.ref = adoption.claim.source.empty() ? "" : adoption.claim.ref;
        entry.path = adoption.claim.source.empty() ? "." : adoption.claim.path;
      }
      adoptions.push_back(std::move(adoption));
    }
  }
  return adoptions;
}

}  // namespace skillstow
