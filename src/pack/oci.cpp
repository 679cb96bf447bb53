#include "pack/oci.h"

#include "archive/writers.h"
#include "base/format.h"
#include "base/json.h"
#include "base/sha256.h"
#include "base/text.h"
#include "facts/permissions.h"
#include "pack/manifests.h"

namespace skillstow {
namespace {

constexpr std::string_view k_artifact = "application/vnd.agentskills.skill.v1";
constexpr std::string_view k_config = "application/vnd.agentskills.skill.config.v1+json";
constexpr std::string_view k_layer = "application/vnd.agentskills.skill.content.v1.tar+gzip";
constexpr std::string_view k_manifest = "application/vnd.oci.image.manifest.v1+json";
constexpr std::string_view k_index = "application/vnd.oci.image.index.v1+json";

struct Blob {
  std::string bytes;
  std::string digest;
};

Blob blob_of(std::string bytes) {
  std::string digest = sha256_hex(bytes);
  return {std::move(bytes), std::move(digest)};
}

void write_descriptor(JsonWriter& json, std::string_view type, const Blob& blob) {
  json.member("mediaType", type)
      .member("digest", "sha256:" + blob.digest)
      .member("size", std::uint64_t{blob.bytes.size()});
}

void add_if(JsonWriter& json, std::string_view key, const std::string& text) {
  if (!text.empty()) json.member(key, text);
}

std::string config_of(const Skill& skill, const std::string& name) {
  JsonWriter json;
  json.begin_object().member("schemaVersion", "1").member("name", name);
  add_if(json, "version", metadata_text(skill, "version"));
  json.member("description", trim(skill.description().value_or("")));
  add_if(json, "license", skill.scalar_field("license").value_or(""));
  add_if(json, "compatibility", skill.scalar_field("compatibility").value_or(""));
  if (const auto tools = find_permissions(skill).allowed_tools) {
    json.key("allowedTools").begin_array();
    for (const std::string& tool : *tools) json.string(tool);
    json.end_array();
  }
  if (const YamlNode::Member* metadata = skill.frontmatter.find("metadata")) {
    json.key("metadata").begin_object();
    for (const YamlNode::Member& member : metadata->value.members) {
      if (member.value.is_scalar()) json.member(member.key.text, member.value.text);
    }
    json.end_object();
  }
  return json.end_object().take() + "\n";
}

std::string manifest_of(const Skill& skill, const std::string& name, const Blob& config, const Blob& layer) {
  JsonWriter json;
  json.begin_object().key("schemaVersion").number(2);
  json.member("mediaType", k_manifest).member("artifactType", k_artifact);
  json.key("config").begin_object();
  write_descriptor(json, k_config, config);
  json.end_object().key("layers").begin_array().begin_object();
  write_descriptor(json, k_layer, layer);
  json.end_object().end_array().key("annotations").begin_object();
  json.member("io.agentskills.skill.name", name);
  add_if(json, "io.agentskills.skill.compatibility", skill.scalar_field("compatibility").value_or(""));
  json.member("org.opencontainers.image.title", name);
  json.member("org.opencontainers.image.description", trim(skill.description().value_or("")));
  add_if(json, "org.opencontainers.image.licenses", skill.scalar_field("license").value_or(""));
  add_if(json, "org.opencontainers.image.version", metadata_text(skill, "version"));
  return json.end_object().end_object().take() + "\n";
}

std::string index_of(const std::string& name, const std::string& version, const Blob& manifest) {
  JsonWriter json;
  json.begin_object().key("schemaVersion").number(2);
  json.member("mediaType", k_index).key("manifests").begin_array().begin_object();
  write_descriptor(json, k_manifest, manifest);
  json.member("artifactType", k_artifact).key("annotations").begin_object();
  json.member("io.agentskills.skill.name", name);
  json.member("org.opencontainers.image.ref.name", version.empty() ? "latest" : version);
  return json.end_object().end_object().end_array().end_object().take() + "\n";
}

}  // namespace

Result<std::string> write_oci_layout(const Skill& skill, const std::string& name, std::string layer,
                                     std::int64_t time) {
  const Blob content = blob_of(std::move(layer));
  const Blob config = blob_of(config_of(skill, name));
  const Blob manifest = blob_of(manifest_of(skill, name, config, content));
  std::vector<ArchiveFile> files;
  files.push_back({"oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}\n"});
  files.push_back({"index.json", index_of(name, metadata_text(skill, "version"), manifest)});
  for (const Blob* blob : {&content, &config, &manifest})
    files.push_back({"blobs/sha256/" + blob->digest, blob->bytes});
  return write_tar(files, time);
}

}  // namespace skillstow
