#include "commands/digest.h"

#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/utf8.h"
#include "commands/packing.h"
#include "commands/say.h"
#include "pack/digests.h"

namespace skillstow {
namespace {

void write_yaml_value(JsonWriter& json, const YamlNode& node, int depth = 0) {
  switch (node.kind) {
    case YamlNode::Kind::sequence:
      json.begin_array();
      for (const YamlNode& item : node.items) depth < 32 ? write_yaml_value(json, item, depth + 1) : void(json.null());
      json.end_array();
      return;
    case YamlNode::Kind::map:
      json.begin_object();
      for (const YamlNode::Member& member : node.members) {
        json.key(member.key.text);
        depth < 32 ? write_yaml_value(json, member.value, depth + 1) : void(json.null());
      }
      json.end_object();
      return;
    case YamlNode::Kind::scalar:
      json.string(node.text);
      return;
    default:
      json.null();
  }
}

struct Digests {
  const SkillToPack& skill;
  std::string lock;  // computedHash of skills-lock.json
};

std::string as_json(const Digests& all) {
  const PackList& list = all.skill.list;
  JsonWriter json;
  json.begin_object().member("name", all.skill.name).member("digest", list.digest());
  json.member("git_tree", git_tree_id(list))
      .member("skills_lock", all.lock)
      .member("clawhub", clawhub_fingerprint(list));
  json.key("files").begin_array();
  for (const PackedFile& file : list.files) {
    json.begin_object().member("path", file.path).member("mode", file.executable ? "0755" : "0644");
    json.member("bytes", std::uint64_t{file.bytes.size()}).member("sha256", file.sha256).end_object();
  }
  return json.end_array().end_object().take() + "\n";
}

// What an MCP server answers to skills/get (SEP-2640, draft of 2026-08-05).
std::string as_mcp(const Digests& all) {
  const std::string start = "skill://" + all.skill.name + "/";
  JsonWriter json;
  json.begin_object().member("uri", start + "SKILL.md").key("frontmatter");
  write_yaml_value(json, all.skill.skill.frontmatter.yaml.root);
  json.key("resources").begin_array();
  for (const PackedFile& file : all.skill.list.files) {
    json.begin_object().member("uri", start + file.path).member("digest", "sha256:" + file.sha256).end_object();
  }
  return json.end_array().end_object().take() + "\n";
}

// deployed_file_hashes of apm.lock.yaml: text with its line ends as LF.
std::string as_apm(const Digests& all) {
  JsonWriter json;
  json.begin_object().key("deployed_file_hashes").begin_object();
  for (const PackedFile& file : all.skill.list.files) {
    const bool text = file.bytes.find('\0') == std::string::npos && find_invalid_utf8(file.bytes) == std::string::npos;
    json.member(file.path, "sha256:" + (text ? sha256_hex(replace_all(file.bytes, "\r\n", "\n")) : file.sha256));
  }
  return json.end_object().end_object().take() + "\n";
}

std::string as_clawhub(const Digests& all) {
  JsonWriter json;
  json.begin_object().member("fingerprint", clawhub_fingerprint(all.skill.list)).key("files").begin_array();
  for (const PackedFile& file : all.skill.list.files) {
    json.begin_object().member("path", file.path).member("size", std::uint64_t{file.bytes.size()});
    json.member("sha256", file.sha256).end_object();
  }
  return json.end_array().end_object().take() + "\n";
}

std::string as_text(const Digests& all) {
  const PackList& list = all.skill.list;
  std::string out = format("digest       {}\ngit tree     {}\nskills-lock  {}\nclawhub      {}\n", list.digest(),
                           git_tree_id(list), all.lock, clawhub_fingerprint(list));
  for (const PackedFile& file : list.files)
    out += format("{}  {}  {}\n", file.sha256, file.executable ? "0755" : "0644", visible(file.path));
  return out;
}

}  // namespace

ExitCode digest(const DigestOptions& options, Io& io) {
  const Format errors = options.format == "text" ? Format::text : Format::json;
  const Result<Places> places = places_to_pack(options.path, io);
  if (!places) return fail(io, errors, places.error());
  const Result<std::size_t> chosen = choose_skill(*places, options.path, options.skill);
  if (!chosen) return fail(io, errors, chosen.error());
  const Result<SkillToPack> ready = prepare_to_pack(*places, *chosen);
  if (!ready) return fail(io, errors, ready.error());
  // A digest of less than all would be taken for one of all.
  for (const Diagnostic& problem : ready->list.problems) {
    if (problem.severity != Severity::error || problem.rule == "pack-path") continue;
    return fail(io, errors,
                {ErrorKind::other, join_path(ready->shown, problem.location.file), problem.message, problem.help});
  }
  const Places::Root& root = places->roots[places->skills[*chosen].root];
  const Result<std::string> lock = skills_lock_hash(*root.tree, places->found(*chosen).folder);
  if (!lock) return fail(io, errors, lock.error());
  const Digests all{*ready, *lock};
  if (options.format == "json") io.out(as_json(all));
  if (options.format == "mcp") io.out(as_mcp(all));
  if (options.format == "apm") io.out(as_apm(all));
  if (options.format == "clawhub") io.out(as_clawhub(all));
  if (options.format == "text") io.out(as_text(all));
  return ExitCode::ok;
}

}  // namespace skillstow
