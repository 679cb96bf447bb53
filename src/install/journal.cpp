#include "install/journal.h"

#include "base/format.h"
#include "base/json.h"

namespace skillstow {
namespace {

std::string_view name_of(Journal::Phase phase) {
  switch (phase) {
    case Journal::Phase::swapping:
      return "swapping";
    case Journal::Phase::undoing:
      return "undoing";
    case Journal::Phase::staging:
      break;
  }
  return "staging";
}

std::uint64_t number_of(const JsonValue* value) {
  std::uint64_t number = 0;
  if (!value || value->kind != JsonValue::Kind::number) return 0;
  for (char c : value->text) {
    if (c < '0' || c > '9') return 0;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

std::vector<std::string> texts_of(const JsonValue* value) {
  std::vector<std::string> texts;
  if (!value) return texts;
  for (const JsonValue& item : value->items) {
    if (item.kind == JsonValue::Kind::string && !item.text.empty() && item.text.front() == '/')
      texts.push_back(item.text);
  }
  return texts;
}

}  // namespace

std::string write_journal(const Journal& journal) {
  JsonWriter json;
  json.begin_object().key("version").number(1).member("phase", name_of(journal.phase));
  for (const auto& [key, paths] : {std::pair("staging", &journal.staging), std::pair("folders", &journal.folders)}) {
    json.key(key).begin_array();
    for (const std::string& path : *paths) json.string(path);
    json.end_array();
  }
  json.key("changes").begin_array();
  for (const Change& change : journal.changes) {
    json.begin_object().member("target", change.target).member("staged", change.staged).member("aside", change.aside);
    json.member("backup", change.backup).member("new", change.new_inode).member("old", change.old_inode).end_object();
  }
  json.end_array()
      .member("undo", journal.undo)
      .member("before", journal.before)
      .member("record", journal.record)
      .end_object();
  return json.take() + "\n";
}

Result<Journal> parse_journal(std::string_view text, const std::string& file) {
  const auto json = parse_json(text);
  const auto damaged = [&](const std::string& why) {
    return failure(ErrorKind::bad_input, file, format("the journal of a run that was broken off is damaged: {}", why),
                   "look at the folders that it names, then remove it; nothing is changed until then");
  };
  if (!json) return damaged(json.error().message);
  if (number_of(json->find("version")) != 1) return damaged("this skillstow does not know its version");
  Journal journal;
  const std::string_view phase = json->string_or("phase", "");
  if (phase == name_of(Journal::Phase::swapping)) {
    journal.phase = Journal::Phase::swapping;
  } else if (phase == name_of(Journal::Phase::undoing)) {
    journal.phase = Journal::Phase::undoing;
  } else if (phase != name_of(Journal::Phase::staging)) {
    return damaged("it names no phase");
  }
  journal.staging = texts_of(json->find("staging"));
  journal.folders = texts_of(json->find("folders"));
  journal.undo = json->string_or("undo", "");
  journal.before = json->string_or("before", "");
  journal.record = json->string_or("record", "");
  if (const JsonValue* changes = json->find("changes")) {
    for (const JsonValue& item : changes->items) {
      Change change;
      change.target = item.string_or("target", "");
      change.staged = item.string_or("staged", "");
      change.aside = item.string_or("aside", "");
      change.backup = item.string_or("backup", "");
      change.new_inode = number_of(item.find("new"));
      change.old_inode = number_of(item.find("old"));
      if (change.target.empty() || change.aside.empty()) return damaged("a change names no folder");
      journal.changes.push_back(std::move(change));
    }
  }
  return journal;
}

}  // namespace skillstow
