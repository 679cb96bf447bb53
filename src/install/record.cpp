#include "install/record.h"

#include <algorithm>

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "model/junk.h"

namespace skillstow {
namespace {

constexpr std::string_view k_version = "1";
constexpr std::uint64_t k_max_bytes = 256u << 20;

std::string_view word_of(FileForm form) {
  switch (form) {
    case FileForm::executable:
      return "0755";
    case FileForm::link:
      return "link";
    case FileForm::plain:
      break;
  }
  return "0644";
}

bool is_hash(std::string_view text) {
  return text.size() == 64 &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

// A path of the record stays below the folder it counts from. The record is a file that anybody may have edited.
bool is_plain_path(std::string_view path) {
  if (path.empty() || path.find('\0') != std::string_view::npos) return false;
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == "." || part == "..") return false;
  }
  return true;
}

// A skill's folder: below the project, "~/…" or absolute; never a way up, and never within what a version control
// system or this program keeps for itself.
bool is_folder_key(std::string_view key) {
  for (const std::string_view part : split(key, '/')) {
    if (junk_at(part).kind == JunkKind::repository || part == ".skillstow") return false;
  }
  if (key.substr(0, 2) == "~/") return is_plain_path(key.substr(2));
  if (!key.empty() && key.front() == '/') return is_plain_path(key.substr(1));
  return is_plain_path(key);
}

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  Result<Record> read(std::string_view json) {
    for (const std::string_view line : split_lines(json)) {
      if (line.substr(0, 7) == "<<<<<<<" || line.substr(0, 7) == ">>>>>>>") {
        return failure(ErrorKind::bad_input, file_, "it holds the marks of a merge conflict",
                       "settle the conflict; nothing is changed until then");
      }
    }
    const auto document = parse_json(json);
    if (!document) return damaged(document.error().message);
    const JsonValue* version = document->find("version");
    if (!version || version->kind != JsonValue::Kind::number) return damaged("it names no version");
    if (version->text != k_version) {
      return failure(
          ErrorKind::bad_input, file_,
          format("it has version {}, and this skillstow knows version {} only", visible(version->text, 20), k_version),
          "use the skillstow that wrote it, or a newer one");
    }
    Record record;
    for (const auto& [key, value] : document->members) {
      if (key == "version") continue;
      if (key != "skills" || value.kind != JsonValue::Kind::object) return unknown(key);
      for (const auto& [folder, entry] : value.members) {
        auto skill = read_skill(folder, entry);
        if (!skill) return tl::unexpected(skill.error());
        record.skills.emplace(folder, std::move(*skill));
      }
    }
    return record;
  }

 private:
  tl::unexpected<Error> damaged(std::string why) const {
    return failure(ErrorKind::bad_input, file_, format("it is damaged: {}", why),
                   "bring back a sound copy from version control or a backup; nothing is changed until then");
  }
  tl::unexpected<Error> unknown(std::string_view key) const {
    return damaged(format("it has a field \"{}\" that this skillstow does not know", visible(key, 60)));
  }

  Result<RecordedSkill> read_skill(const std::string& folder, const JsonValue& entry) const {
    if (!is_folder_key(folder) || entry.kind != JsonValue::Kind::object) {
      return damaged(format("\"{}\" is no skill's folder", visible(folder, 200)));
    }
    RecordedSkill skill;
    std::string method;
    for (const auto& [key, value] : entry.members) {
      const bool text = value.kind == JsonValue::Kind::string;
      if (key == "name" && text)
        skill.name = value.text;
      else if (key == "source" && (text || value.kind == JsonValue::Kind::null))
        skill.source = value.text;
      else if (key == "path" && text)
        skill.path = value.text;
      else if (key == "ref" && text)
        skill.ref = value.text;
      else if (key == "commit" && (text || value.kind == JsonValue::Kind::null))
        skill.commit = value.text;
      else if (key == "method" && text)
        method = value.text;
      else if (key == "digest" && text)
        skill.digest = value.text;
      else if (key == "link" && text)
        skill.link = value.text;
      else if (key == "agents" && value.kind == JsonValue::Kind::array) {
        for (const JsonValue& item : value.items) skill.agents.push_back(item.text);
      } else if (key == "files" && value.kind == JsonValue::Kind::object) {
        for (const auto& [path, content] : value.members) {
          auto file = read_file_entry(path, content);
          if (!file) return tl::unexpected(file.error());
          skill.files.push_back(std::move(*file));
        }
      } else {
        return unknown(key);
      }
    }
    if (method != "copy" && method != "link") return damaged(format("\"{}\" names no method", visible(folder, 200)));
    skill.method = method == "link" ? Method::link : Method::copy;
    if (skill.name.empty() || skill.path.empty() || (skill.method == Method::copy && manifest_of(skill) == nullptr)) {
      return damaged(format("\"{}\" is not complete", visible(folder, 200)));
    }
    const auto by_path = [](const RecordedFile& a, const RecordedFile& b) { return a.path < b.path; };
    std::sort(skill.files.begin(), skill.files.end(), by_path);
    std::sort(skill.agents.begin(), skill.agents.end());
    return skill;
  }

  Result<RecordedFile> read_file_entry(const std::string& path, const JsonValue& content) const {
    const std::string_view text = content.text;
    const std::size_t blank = text.find(' ');
    RecordedFile file{path, FileForm::plain,
                      blank == std::string_view::npos ? "" : std::string(text.substr(blank + 1))};
    const std::string_view word = text.substr(0, blank);
    if (word == "0755")
      file.form = FileForm::executable;
    else if (word == "link")
      file.form = FileForm::link;
    const bool sound = file.form == FileForm::link ? !file.content.empty() : is_hash(file.content);
    if (!is_plain_path(path) || word != word_of(file.form) || !sound) {
      return damaged(format("the entry of the file \"{}\" cannot be read", visible(path, 200)));
    }
    return file;
  }

  const std::string& file_;
};

}  // namespace

const RecordedFile* manifest_of(const RecordedSkill& skill) {
  const auto manifest = std::find_if(skill.files.begin(), skill.files.end(), [](const RecordedFile& file) {
    return equals_ignoring_case(file.path, "SKILL.md");
  });
  return manifest == skill.files.end() ? nullptr : &*manifest;
}

const RecordedFile* find_file(const std::vector<RecordedFile>& files, std::string_view path) {
  const auto file = std::find_if(files.begin(), files.end(), [&](const RecordedFile& one) { return one.path == path; });
  return file == files.end() ? nullptr : &*file;
}

std::string_view name_of(Method method) { return method == Method::link ? "link" : "copy"; }

Result<Record> parse_record(std::string_view json, const std::string& file) { return Reader(file).read(json); }

Result<Record> read_record(const std::string& file) {
  if (status_of(file).kind == FileKind::missing) return Record{};
  const auto bytes = read_file(file, k_max_bytes);
  if (!bytes) {
    Error error = bytes.error();
    error.message = format("the record of what is installed is not readable: {}", error.message);
    return tl::unexpected(error);
  }
  return parse_record(*bytes, file);
}

Result<Record> read_site_record(const Site& site) {
  auto record = read_record(site.record);
  if (!record) {
    record.error().path = site.shown(site.record);
    return record;
  }
  if (site.scope == Scope::user) return record;
  for (const auto& [folder, skill] : record->skills) {
    if (folder.front() != '/' && folder.front() != '~') continue;
    return failure(ErrorKind::bad_input, site.shown(site.record),
                   format("it names a folder outside the project: {}", visible(folder, 200)),
                   "a project's record names its own folders alone; look who wrote it, and take that entry out");
  }
  return record;
}

std::string write_record(const Record& record) {
  JsonWriter json;
  json.begin_object().key("version").raw(k_version).key("skills").begin_object();
  for (const auto& [folder, skill] : record.skills) {
    JsonWriter agents(JsonWriter::Style::compact);
    agents.begin_array();
    for (const std::string& agent : skill.agents) agents.string(agent);
    agents.end_array();
    json.key(folder).begin_object();
    json.member("name", skill.name).key("agents").raw(agents.text());
    json.member_or_null("source", skill.source).member("path", skill.path);
    if (!skill.ref.empty()) json.member("ref", skill.ref);
    json.member_or_null("commit", skill.commit);
    json.member("method", name_of(skill.method)).member("digest", skill.digest);
    if (skill.method == Method::link) {
      json.member("link", skill.link);
    } else {
      json.key("files").begin_object();
      for (const RecordedFile& file : skill.files)
        json.member(file.path, format("{} {}", word_of(file.form), file.content));
      json.end_object();
    }
    json.end_object();
  }
  json.end_object().end_object();
  return json.take() + "\n";
}

std::string digest_of(const std::vector<RecordedFile>& files) {
  std::string text;
  for (const RecordedFile& file : files) {
    text.append(word_of(file.form)).append(1, ' ');
    text.append(file.form == FileForm::link ? sha256_hex(file.content) : file.content);
    text.append(1, ' ').append(file.path).append(1, '\0');
  }
  return "sha256:" + sha256_hex(text);
}

}  // namespace skillstow
