#include <algorithm>
#include <array>
#include <utility>

#include "base/edit_distance.h"
#include "base/format.h"
#include "base/text.h"
#include "config/config.h"
#include "config/rule_ids.h"

namespace skillstow {
namespace {

constexpr std::uint32_t k_most = 1'000'000'000;

constexpr std::string_view k_safety_help =
    "accept single findings that you have looked at with --baseline; no file turns the scan off";

constexpr std::array<std::string_view, 8> k_categories = {"frontmatter", "body",   "files",  "links",
                                                          "tokens",      "safety", "agents", "structure"};

class Reader : public DocumentReader {
 public:
  explicit Reader(std::string_view text) : DocumentReader(text) {}

  ConfigFile read() {
    ConfigFile file;
    const YamlDocument document = parse();
    // An empty file sets nothing.
    if (!has_problems() && document.root.kind != YamlNode::Kind::null) read_document(file.config, document.root);
    file.problems = take_problems();
    return file;
  }

 private:
  friend DocumentReader;
  template <class T>
  using Key = DocumentReader::Key<Reader, T>;

  void read_document(Config& config, const YamlNode& root) {
    static constexpr Key<Config> k_keys[] = {
        {"select", [](Reader& r, Config& c, const auto& m) { r.read_select(c.layer, m); }},
        {"ignore", [](Reader& r, Config& c, const auto& m) { r.read_ignore(c.layer, m); }},
        {"severity", [](Reader& r, Config& c, const auto& m) { r.read_severities(c.layer, m); }},
        {"agents", [](Reader& r, Config& c, const auto& m) { r.read_agents(c.layer, m); }},
        {"limits", [](Reader& r, Config& c, const auto& m) { r.read_limits(c.layer, m); }},
        {"structure", [](Reader& r, Config& c, const auto& m) { r.read_structure(c.layer, m); }},
        {"paths", [](Reader& r, Config& c, const auto& m) { r.read_paths(c, m); }},
        {"exclude", [](Reader& r, Config& c, const auto& m) { c.exclude = r.read_texts(m); }},
        {"fail_on", [](Reader& r, Config& c, const auto& m) { r.read_fail_on(c, m); }},
    };
    read_map(*this, k_keys, config, root, "the configuration");
  }

  void read_paths(Config& config, const YamlNode::Member& member) {
    if (member.value.kind != YamlNode::Kind::sequence) {
      problem(member.key.span, format("\"paths\" must be a list, not {}", describe(member.value)),
              "start each entry with \"- match: PATTERN\", and put its settings below");
      return;
    }
    for (const YamlNode& item : member.value.items) read_path_layer(config, item);
  }

  void read_path_layer(Config& config, const YamlNode& item) {
    static constexpr Key<PathLayer> k_keys[] = {
        {"match", [](Reader& r, PathLayer& p, const auto& m) { p.match = r.read_text(m); }},
        {"select", [](Reader& r, PathLayer& p, const auto& m) { r.read_select(p.layer, m); }},
        {"ignore", [](Reader& r, PathLayer& p, const auto& m) { r.read_ignore(p.layer, m); }},
        {"severity", [](Reader& r, PathLayer& p, const auto& m) { r.read_severities(p.layer, m); }},
        {"agents", [](Reader& r, PathLayer& p, const auto& m) { r.read_agents(p.layer, m); }},
        {"limits", [](Reader& r, PathLayer& p, const auto& m) { r.read_limits(p.layer, m); }},
        {"structure", [](Reader& r, PathLayer& p, const auto& m) { r.read_structure(p.layer, m); }},
    };
    PathLayer layer;
    read_map(*this, k_keys, layer, item, "an entry of \"paths\"");
    if (item.kind == YamlNode::Kind::map && item.find("match") == nullptr) {
      problem(item.span, "an entry of \"paths\" without a pattern", "add \"match: skills/legacy/**\" or the like");
    }
    config.paths.push_back(std::move(layer));
  }

  // ---- rules

  // The rules that a list names, by id or by category.
  std::vector<std::string_view> read_rules(const YamlNode::Member& member) {
    std::vector<std::string_view> ids;
    const auto add = [&](const YamlNode& node) {
      if (!node.is_scalar()) {
        problem(node.span, format("\"{}\" is a list of rules, not of {}", member.key.text, describe(node)),
                "write it like \"[links, name-folder]\"");
        return;
      }
      const std::vector<std::string_view> named = rules_named(node.text);
      if (named.empty()) unknown_rule(node);
      ids.insert(ids.end(), named.begin(), named.end());
    };
    if (member.value.kind == YamlNode::Kind::sequence) {
      for (const YamlNode& item : member.value.items) add(item);
    } else {
      add(member.value);
    }
    return ids;
  }

  void unknown_rule(const YamlNode& node) {
    std::vector<std::string_view> known = rule_ids();
    for (const std::string_view category : k_categories) known.push_back(category);
    unknown_of_many(node.span, "rule or category", node.text, known, "skillstow explain lists all rules");
  }

  // A list too long to be told in a message.
  void unknown_of_many(Span span, std::string_view what, std::string_view word,
                       const std::vector<std::string_view>& known, std::string_view otherwise) {
    const std::string_view meant = nearest(word, known);
    problem(span, format("unknown {} \"{}\"", what, visible(word, 60)),
            meant.empty() ? std::string(otherwise) : format("did you mean \"{}\"?", meant));
  }

  void read_select(ConfigLayer& layer, const YamlNode::Member& member) {
    layer.selects = true;
    layer.select = read_rules(member);
  }

  void read_ignore(ConfigLayer& layer, const YamlNode::Member& member) {
    layer.ignore = read_rules(member);
    if (std::any_of(layer.ignore.begin(), layer.ignore.end(), is_safety_rule)) {
      problem(member.key.span, "safety findings cannot be ignored: this file may have come with the skills themselves",
              std::string(k_safety_help));
    }
  }

  void read_severities(ConfigLayer& layer, const YamlNode::Member& member) {
    static constexpr std::string_view k_words[] = {"error", "warning", "note", "off"};
    if (!is_map(member.value, "\"severity\"")) return;
    for (const YamlNode::Member& entry : member.value.members) {
      const std::vector<std::string_view> ids = rules_named(entry.key.text);
      const auto* word = std::find(std::begin(k_words), std::end(k_words), entry.value.text);
      if (ids.empty()) {
        unknown_rule(entry.key);
      } else if (std::any_of(ids.begin(), ids.end(), is_safety_rule)) {
        problem(entry.key.span, "the severity of a safety finding follows from its risk and cannot be set",
                std::string(k_safety_help));
      } else if (!entry.value.is_scalar() || word == std::end(k_words)) {
        unknown(entry.value.span, "severity", entry.value.text, k_words);
      } else if (*word == "off") {
        layer.ignore.insert(layer.ignore.end(), ids.begin(), ids.end());
      } else {
        for (const std::string_view id : ids) layer.severity[id] = severity_of(*word);
      }
    }
  }

  static Severity severity_of(std::string_view word) {
    if (word == "error") return Severity::error;
    return word == "warning" ? Severity::warning : Severity::note;
  }

  // ---- the rest

  void read_agents(ConfigLayer& layer, const YamlNode::Member& member) {
    std::vector<std::string_view> ids;
    for (const std::string& name : read_texts(member)) {
      if (name.empty()) continue;
      if (const Result<const Agent*> agent = find_judged_agent(name)) {
        ids.push_back((*agent)->id);
      } else {
        problem(member.key.span, agent.error().message, agent.error().help);
      }
    }
    layer.agents = std::move(ids);
  }

  void read_limits(ConfigLayer& layer, const YamlNode::Member& member) {
    static constexpr Key<ConfigLayer> k_keys[] = {
        {"tokens", [](Reader& r, ConfigLayer& l, const auto& m) { l.tokens = r.read_count(m, 1, k_most); }},
        {"lines", [](Reader& r, ConfigLayer& l, const auto& m) { l.lines = r.read_count(m, 1, k_most); }},
        {"listing", [](Reader& r, ConfigLayer& l, const auto& m) { l.listing = r.read_count(m, 1, k_most); }},
        {"file_bytes", [](Reader& r, ConfigLayer& l, const auto& m) { l.file_bytes = r.read_count(m, 1, k_most); }},
    };
    read_map(*this, k_keys, layer, member.value, "\"limits\"");
  }

  void read_structure(ConfigLayer& layer, const YamlNode::Member& member) {
    const std::string text = read_text(member);
    layer.structure = text == "none" ? std::string() : text;
    layer.structure_line = line_of(member.key.span);
  }

  void read_fail_on(Config& config, const YamlNode::Member& member) {
    static constexpr std::string_view k_words[] = {"error", "warning", "note", "never"};
    const auto* word = std::find(std::begin(k_words), std::end(k_words), member.value.text);
    if (!member.value.is_scalar() || word == std::end(k_words)) {
      unknown(member.value.span, "value of \"fail_on\"", member.value.text, k_words);
    } else if (*word == "never") {
      config.fail_on.emplace(std::nullopt);
    } else {
      config.fail_on.emplace(severity_of(*word));
    }
  }
};

}  // namespace

ConfigFile read_config(std::string_view text) { return Reader(text).read(); }

}  // namespace skillstow
