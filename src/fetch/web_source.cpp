#include "fetch/web_source.h"

#include <algorithm>

#include "archive/archive.h"
#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "fetch/address.h"
#include "fetch/http.h"
#include "tree/memory_tree.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_index = 4u << 20;
constexpr std::uint64_t k_max_together = 128u << 20;
constexpr std::size_t k_max_skills = 500;

// Files of the web, each kept in the cache under its address.
class Web {
 public:
  explicit Web(const OpenOptions& options) : options_(options) {}

  Result<std::string> get(const std::string& address, std::uint64_t max_bytes) const {
    const std::string kept =
        options_.cache.empty() ? "" : join_path(join_path(options_.cache, "files"), sha256_hex(address));
    if (options_.offline) {
      auto bytes = kept.empty() ? Result<std::string>(failure(ErrorKind::network, "", "")) : read_file(kept, max_bytes);
      if (bytes) return bytes;
      return failure(ErrorKind::network, address, "it was not fetched before, and --offline asks no server",
                     "leave --offline out once");
    }
    HttpRequest request;
    request.address = address;
    request.max_bytes = max_bytes;
    request.silence = options_.timeout;
    if (options_.env) request.certificates = options_.env("SSL_CERT_FILE").value_or("");
    if (options_.progress) {
      request.progress = [this](std::uint64_t bytes) { options_.progress({0, 0, bytes}); };
    }
    auto bytes = http_get(request);
    // A cache that cannot be written costs the next run a fetch, and nothing else.
    if (bytes && !kept.empty() && create_folders(std::string(parent_path(kept)))) {
      (void)write_file_atomically(kept, *bytes);
    }
    return bytes;
  }

 private:
  const OpenOptions& options_;
};

class Index {
 public:
  Index(const SourceSpec& spec, const OpenOptions& options) : spec_(spec), options_(options), web_(options) {}

  Result<std::shared_ptr<const Tree>> run() {
    const auto text = web_.get(spec_.address, k_max_index);
    if (!text) return tl::unexpected(text.error());
    const auto document = parse_json(*text);
    if (!document) return refuse(format("it is no JSON: {}", document.error().message));
    const JsonValue* skills = document->find("skills");
    if (!skills || skills->kind != JsonValue::Kind::array) return refuse("it is no index of skills");
    if (skills->items.size() > k_max_skills) {
      return refuse(
          format("it names {} skills, and {} are the most that are read", skills->items.size(), k_max_skills));
    }
    for (const JsonValue& item : skills->items) {
      const std::string name(item.string_or("name", ""));
      if (const auto fine = check_portable_name(name); !fine) {
        return refuse(
            format("the name \"{}\" in it cannot be a folder's: {}", visible(name, 100), fine.error().message));
      }
      if (!is_wanted(name)) continue;
      if (auto done = take(item, name); !done) return tl::unexpected(done.error());
    }
    return std::shared_ptr<const Tree>(std::move(tree_));
  }

 private:
  tl::unexpected<Error> refuse(std::string why, std::string help = {}) const {
    return failure(ErrorKind::bad_input, spec_.address, std::move(why), std::move(help));
  }

  bool is_wanted(const std::string& name) const {
    const auto& wanted = options_.skills;
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), "*") != wanted.end() ||
           std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  }

  Result<void> take(const JsonValue& item, const std::string& name) {
    const std::string_view digest = item.string_or("digest", "");
    if (digest.substr(0, 7) != "sha256:" || digest.size() != 71) {
      return refuse(format("it has no SHA-256 of {}, so what is fetched could be anything", visible(name, 100)),
                    "the site must write its index in version 0.2");
    }
    const auto address = resolved(std::string(item.string_or("url", "")));
    if (!address) return tl::unexpected(address.error());
    const auto bytes = web_.get(*address, k_max_together - together_);
    if (!bytes) return tl::unexpected(bytes.error());
    together_ += bytes->size();
    if (sha256_hex(*bytes) != to_lower(digest.substr(7))) {
      return failure(ErrorKind::bad_input, *address,
                     format("its SHA-256 is not the one that the index says of {}", visible(name, 100)),
                     "it was changed after the index was written, or on the way; ask the site's owner");
    }
    const std::string_view type = item.string_or("type", "");
    if (type == "skill-md") {
      tree_->add_file(join_path(name, "SKILL.md"), *bytes);
      return {};
    }
    if (type == "archive") return unpack(*bytes, *address, name);
    return refuse(format("{} is of the type \"{}\", which is not known here", visible(name, 100), visible(type, 40)));
  }

  Result<void> unpack(const std::string& bytes, const std::string& address, const std::string& name) {
    const auto archive = open_archive(bytes, address);
    if (!archive) return tl::unexpected(archive.error());
    const Walk walk = walk_tree(**archive, "");
    if (!walk.complete || !walk.errors.empty())
      return refuse(format("the archive of {} cannot be read", visible(name, 100)));
    for (const TreeEntry& entry : walk.entries) {
      const std::string path = join_path(name, entry.path);
      if (entry.kind == EntryKind::link) {
        tree_->add_link(path, entry.link_target);
        continue;
      }
      auto content = (*archive)->read(entry.path, k_max_together);
      if (!content) return tl::unexpected(content.error());
      tree_->add_file(path, std::move(*content), entry.executable);
    }
    return {};
  }

  // An address in the index: whole, from the server's root, or from the index's own folder.
  Result<std::string> resolved(const std::string& address) const {
    std::string whole = address;
    if (!is_url(address)) {
      const auto index = parse_address(spec_.address);
      if (!index) return tl::unexpected(index.error());
      const std::string folder = spec_.address.substr(0, spec_.address.rfind('/') + 1);
      whole = address.substr(0, 1) == "/" ? server_of(*index) + address : folder + address;
    }
    const auto parsed = parse_address(whole);
    if (!parsed) return tl::unexpected(parsed.error());
    if (parsed->scheme == "https" ||
        (parsed->scheme == "http" && is_loopback(parsed->host) && is_loopback(spec_.host))) {
      return whole;
    }
    return refuse(format("it names an address that is not encrypted: {}", visible(address, 200)));
  }

  const SourceSpec& spec_;
  const OpenOptions& options_;
  Web web_;
  std::uint64_t together_ = 0;
  std::shared_ptr<MemoryTree> tree_ = std::make_shared<MemoryTree>();
};

}  // namespace

Result<std::shared_ptr<const Tree>> fetch_package(const SourceSpec& spec, const OpenOptions& options) {
  const auto bytes = Web(options).get(spec.address, ArchiveLimits{}.max_archive_bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  return open_archive(*bytes, spec.address);
}

Result<std::shared_ptr<const Tree>> fetch_index(const SourceSpec& spec, const OpenOptions& options) {
  return Index(spec, options).run();
}

}  // namespace skillstow
