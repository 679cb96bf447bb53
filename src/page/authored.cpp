#include "page/authored.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "facts/forbidden.h"
#include "page/wording.h"
#include "parse/yaml.h"

namespace skillstow {
namespace {

constexpr std::size_t k_most_quotes = 12;

bool starts_with_one(std::string_view title, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return title.starts_with(start); });
}

bool holds_one(std::string_view title, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return title.find(word) != std::string_view::npos; });
}

// A heading in small letters, without what stands before its words: numbers, emoji, marks.
std::string plain_title(std::string_view title) {
  std::string plain = to_lower(replace_all(title, "’", "'"));
  std::size_t at = 0;
  while (at < plain.size() && !(plain[at] >= 'a' && plain[at] <= 'z')) ++at;
  return plain.substr(at);
}

bool is_when_not(std::string_view title) {
  return starts_with_one(title, {"when not ", "not when", "do not use", "don't use", "do not invoke", "avoid ",
                                 "when to not", "when to avoid", "not for", "when this does not"});
}

bool is_when(std::string_view title) {
  return starts_with_one(
      title, {"when to use", "when to apply", "when to activate", "when to invoke", "when to trigger", "when this ",
              "when it ", "when should", "when you should", "use this skill", "use when", "use cases", "use it when",
              "triggers", "trigger conditions", "activation"});
}

bool is_prompts(std::string_view title) {
  return holds_one(title, {"example prompt", "sample prompt", "example request", "example quer", "example user request",
                           "trigger phrase", "try asking", "example trigger", "things to ask", "example question"});
}

bool is_requirements(std::string_view title) {
  return starts_with_one(title,
                         {"requirements", "prerequisites", "dependencies", "system requirements", "what you need"});
}

std::string without_quotes(std::string text) {
  for (const auto& [open, close] :
       {std::pair<std::string_view, std::string_view>{"\"", "\""}, {"“", "”"}, {"'", "'"}}) {
    if (text.size() > open.size() + close.size() && text.starts_with(open) && text.ends_with(close))
      return text.substr(open.size(), text.size() - open.size() - close.size());
  }
  return text;
}

class Finder {
 public:
  Finder(const Skill& skill, const std::vector<Section>& sections) : skill_(skill), sections_(sections) {}

  Authored run() {
    sidecar();
    openai();
    const bool has_when = !found_.when.empty();
    const bool has_requirements = !found_.requirements.empty();
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const std::string title = plain_title(sections_[i].title);
      if (is_when_not(title)) {
        add(i, found_.when_not, true);
      } else if (is_prompts(title)) {
        add_prompts(i);
      } else if (is_when(title) && !has_when) {
        add(i, found_.when, true);
      } else if (is_requirements(title) && !has_requirements) {
        add(i, found_.requirements, false);
      }
    }
    if (found_.what.empty()) introduction();
    return std::move(found_);
  }

 private:
  static std::string scalar(const YamlNode& map, std::string_view key) {
    const YamlNode* value = map.find(key);
    return value && value->is_scalar() ? own_words(fold_space(value->text)) : std::string();
  }

  static void add_texts(const YamlNode* value, const SourceFile& file, std::vector<Quote>& quotes) {
    if (!value) return;
    const auto add = [&](const YamlNode& node) {
      if (node.is_scalar() && !trim(node.text).empty() && quotes.size() < k_most_quotes)
        quotes.push_back({own_words(fold_space(node.text)), file.path, file.line(node.span.offset)});
    };
    if (value->is_scalar()) add(*value);
    for (const YamlNode& item : value->items) add(item);
  }

  void sidecar() {
    const SourceFile* file = skill_.text_file(k_sidecar);
    if (!file) return;
    const YamlDocument document = parse_yaml(file->text);
    found_.title = scalar(document.root, "title");
    found_.summary = scalar(document.root, "summary");
    add_texts(document.root.find("what"), *file, found_.what);
    add_texts(document.root.find("when"), *file, found_.when);
    add_texts(document.root.find("when-not"), *file, found_.when_not);
    add_texts(document.root.find("prompts"), *file, found_.prompts);
    add_texts(document.root.find("requirements"), *file, found_.requirements);
  }

  // Codex shows these prompts beside the skill.
  void openai() {
    const SourceFile* file = skill_.text_file("agents/openai.yaml");
    if (!file) return;
    const YamlDocument document = parse_yaml(file->text);
    const YamlNode* shown = document.root.find("interface");
    if (shown) add_texts(shown->find("default_prompt"), *file, found_.prompts);
  }

  // The nodes of a section: behind its heading, up to the next heading at the top level.
  template <class Visit>
  void each_block(const Section& section, Visit&& visit) const {
    const std::vector<MarkdownNode>& nodes = skill_.markdown.nodes;
    for (std::uint32_t i = 1; i < nodes.size(); i = nodes[i].end) {
      if (nodes[i].span.offset < section.heading.end() || nodes[i].kind == NodeKind::heading) continue;
      if (nodes[i].span.offset >= section.span.end()) return;
      visit(i);
    }
  }

  void quote(std::uint32_t node, std::vector<Quote>& quotes) const {
    std::string text = text_of(skill_.markdown, node);
    if (text.empty() || quotes.size() >= k_most_quotes) return;
    quotes.push_back(
        {own_words(text), skill_.manifest.path, skill_.manifest.line(skill_.markdown.nodes[node].span.offset)});
  }

  // The items of a section's lists, each without what is nested in it; else its paragraphs if they are asked for. A
  // list that is announced by "Do not use it when:" says the opposite of its section.
  void add(std::size_t section, std::vector<Quote>& quotes, bool paragraphs) {
    const std::vector<MarkdownNode>& nodes = skill_.markdown.nodes;
    std::vector<std::uint32_t> texts;
    bool listed = false;
    bool against = false;
    each_block(sections_[section], [&](std::uint32_t i) {
      if (nodes[i].kind == NodeKind::paragraph) {
        texts.push_back(i);
        const std::string text = text_of(skill_.markdown, i);
        against = announces_forbidden(text) || is_when_not(plain_title(text));
      }
      if (nodes[i].kind != NodeKind::list) return;
      listed = true;
      for (std::uint32_t item = i + 1; item < nodes[i].end; item = nodes[item].end) {
        if (item + 1 < nodes[item].end && nodes[item + 1].kind == NodeKind::paragraph)
          quote(item + 1, against && paragraphs ? found_.when_not : quotes);
      }
    });
    if (listed || !paragraphs) return;
    for (const std::uint32_t text : texts) quote(text, quotes);
  }

  void add_prompts(std::size_t section) {
    std::vector<Quote> quotes;
    add(section, quotes, false);
    for (Quote& prompt : quotes) {
      prompt.text = without_quotes(prompt.text);
      if (found_.prompts.size() < k_most_quotes) found_.prompts.push_back(std::move(prompt));
    }
  }

  // The paragraphs before the first section, or those of an overview.
  void introduction() {
    constexpr std::size_t k_most_paragraphs = 3;
    const std::vector<MarkdownNode>& nodes = skill_.markdown.nodes;
    for (std::uint32_t i = 1; i < nodes.size() && found_.what.size() < k_most_paragraphs; i = nodes[i].end) {
      if (nodes[i].kind == NodeKind::heading && nodes[i].level > 1) {
        if (!found_.what.empty() ||
            !starts_with_one(plain_title(nodes[i].text), {"overview", "introduction", "purpose", "what this", "about"}))
          return;
      }
      if (nodes[i].kind == NodeKind::paragraph)
        quote(i, found_.what);
      else if (nodes[i].kind != NodeKind::heading && !found_.what.empty())
        return;
    }
  }

  const Skill& skill_;
  const std::vector<Section>& sections_;
  Authored found_;
};

bool is_tool_name(std::string_view name) {
  if (name.size() < 4 || name.size() > 64 || !is_lower(name.front())) return false;
  return name.find('_') != std::string_view::npos &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_lower(c) || is_digit(c) || c == '_'; });
}

bool asks_for_tool(std::string_view before, std::string_view behind) {
  if (starts_with_ignoring_case(trim_left(behind), "tool")) return true;
  const std::string lower = to_lower(trim_right(before));
  std::string_view words = lower;
  if (words.ends_with(" the")) words.remove_suffix(4);
  for (const std::string_view verb : {"use", "using", "call", "calling", "via", "invoke", "invoking"}) {
    if (!words.ends_with(verb)) continue;
    const std::size_t at = words.size() - verb.size();
    if (at == 0 || !is_word(words[at - 1])) return true;
  }
  return false;
}

}  // namespace

std::string text_of(const Markdown& markdown, std::uint32_t node) {
  std::string text;
  for (std::uint32_t i = node; i < markdown.nodes[node].end; ++i) {
    const MarkdownNode& one = markdown.nodes[i];
    switch (one.kind) {
      case NodeKind::text:
        text += one.text;
        break;
      case NodeKind::code_span:
        text += one.text.find('`') == std::string::npos ? "`" + one.text + "`" : one.text;
        break;
      case NodeKind::soft_break:
      case NodeKind::line_break:
        text += ' ';
        break;
      default:
        break;
    }
  }
  return fold_space(text);
}

Authored find_authored(const Skill& skill, const std::vector<Section>& sections) {
  return Finder(skill, sections).run();
}

std::vector<Quote> find_named_tools(const Skill& skill) {
  std::vector<Quote> tools;
  const std::vector<MarkdownNode>& nodes = skill.markdown.nodes;
  for (std::size_t i = 1; i < nodes.size() && tools.size() < k_most_quotes; ++i) {
    if (nodes[i].kind != NodeKind::code_span || !is_tool_name(nodes[i].text)) continue;
    const std::string_view before =
        nodes[i - 1].kind == NodeKind::text ? std::string_view(nodes[i - 1].text) : std::string_view();
    const bool has_next = i + 1 < nodes.size() && nodes[i + 1].kind == NodeKind::text;
    const std::string_view behind = has_next ? std::string_view(nodes[i + 1].text) : std::string_view();
    const bool known =
        std::any_of(tools.begin(), tools.end(), [&](const Quote& tool) { return tool.text == nodes[i].text; });
    if (known || !asks_for_tool(before, behind)) continue;
    tools.push_back({nodes[i].text, skill.manifest.path, skill.manifest.line(nodes[i].span.offset)});
  }
  return tools;
}

}  // namespace skillstow
