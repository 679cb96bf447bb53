#include "facts/credentials.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/text.h"
#include "facts/documents.h"

namespace skillstow {
namespace {

constexpr std::array<std::string_view, 14> k_ends = {
    "_API_KEY",       "_APIKEY",        "_TOKEN", "_SECRET",     "_KEY",         "_PASSWORD",
    "_PASSWD",        "_PASSPHRASE",    "_PAT",   "_CREDENTIAL", "_CREDENTIALS", "_CONNECTION_STRING",
    "_ACCESS_KEY_ID", "_PRIVATE_KEY_ID"};

// The word before _KEY: keys of tables, maps, caches and keyboards.
constexpr std::array<std::string_view, 44> k_plain_keys = {
    "PRIMARY", "FOREIGN", "PARTITION", "SORT",    "UNIQUE", "COMPOSITE", "SURROGATE",  "NATURAL", "CANDIDATE",
    "HASH",    "RANGE",   "CACHE",     "STORAGE", "ROW",    "CLUSTER",   "CLUSTERING", "INDEX",   "LOOKUP",
    "GROUP",   "QUERY",   "STATE",     "MAP",     "DICT",   "JSON",      "OBJECT",     "CONFIG",  "REGISTRY",
    "START",   "END",     "FIRST",     "LAST",    "NEXT",   "PREV",      "LOG",        "JOIN",    "WRAP",
    "UNWRAP",  "TOKEN",   "PUBLIC",    "ENTER",   "ESCAPE", "TAB",       "DUPLICATE",  "DEFAULT"};

// The word before _TOKEN: tokens of language models, parsers and paging.
constexpr std::array<std::string_view, 30> k_plain_tokens = {
    "PAGE", "NEXT",   "CONTINUATION", "CANCELLATION", "EOS",   "BOS",         "PAD",   "UNK",
    "CLS",  "SEP",    "MASK",         "STOP",         "START", "END",         "BEGIN", "SPECIAL",
    "MAX",  "MIN",    "INPUT",        "OUTPUT",       "IMAGE", "CURSOR_PAGE", "FIRST", "LAST",
    "PER",  "PREFIX", "EMPTY",        "UNEXPECTED",   "SYNC",  "RESUME"};

// First words of stand-ins, error codes and switches.
constexpr std::array<std::string_view, 28> k_not_names = {
    "YOUR",    "MY",      "SOME",    "REPLACE", "INSERT", "EXAMPLE",     "SAMPLE", "FAKE",   "DUMMY", "DEMO",
    "INVALID", "EXPIRED", "MISSING", "WRONG",   "BAD",    "NO",          "HAS",    "USE",    "IS",    "ENABLE",
    "DISABLE", "REQUIRE", "SKIP",    "ERR",     "ERROR",  "PLACEHOLDER", "CHANGE", "UNKNOWN"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& table, std::string_view word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}

}  // namespace

bool is_credential_name(std::string_view identifier) {
  if (identifier.empty() || !is_upper(identifier.front())) return false;
  if (std::any_of(identifier.begin(), identifier.end(), is_lower)) return false;
  const auto end = std::find_if(k_ends.begin(), k_ends.end(),
                                [identifier](std::string_view suffix) { return identifier.ends_with(suffix); });
  if (end == k_ends.end() || contains(k_not_names, identifier.substr(0, identifier.find('_')))) return false;
  const std::string_view start = identifier.substr(0, identifier.size() - end->size());
  const std::string_view before = start.substr(start.rfind('_') + 1);
  const bool cloud_storage = before == "STORAGE" && start != before;  // AZURE_STORAGE_KEY, unlike STORAGE_KEY
  if (*end == "_KEY" && contains(k_plain_keys, before) && !cloud_storage) return false;
  if (*end == "_TOKEN" && (contains(k_plain_tokens, before) || contains(k_not_names, before))) return false;
  return !start.empty();
}

std::vector<Credential> find_credentials(const Skill& skill) {
  std::vector<Credential> found;
  for (const SkillFile& file : skill.files) {
    const SourceFile& source = source_of(skill, file);
    const std::string_view text = source.text;
    std::unordered_set<std::string_view> seen;
    // Every name has an underscore, so most of the text is passed over by one search.
    for (std::size_t at = 0; (at = text.find('_', at)) != std::string_view::npos;) {
      std::size_t start = at;
      while (start > 0 && is_word(text[start - 1])) --start;
      std::size_t end = at;
      while (end < text.size() && is_word(text[end])) ++end;
      at = end;
      const std::string_view name = text.substr(start, end - start);
      if (!is_credential_name(name) || !seen.insert(name).second) continue;
      found.push_back({&source, span_between(start, end), source.line(start), std::string(name)});
    }
  }
  return found;
}

}  // namespace skillstow
