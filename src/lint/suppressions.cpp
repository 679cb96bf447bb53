#include "lint/suppressions.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/edit_distance.h"
#include "base/format.h"
#include "base/text.h"
#include "config/rule_ids.h"
#include "facts/documents.h"
#include "rules/shared_facts.h"

namespace skillstow {
namespace {

constexpr std::string_view k_word = "skillstow-ignore";

// One rule that one comment speaks of, and where it holds.
struct Suppression {
  std::string_view rule;
  const SourceFile* file = nullptr;
  Span comment;
  std::uint32_t first_line = 0;  // of the findings it takes, 1-based
  std::uint32_t last_line = 0;
  bool whole_file = false;
  bool used = false;
};

class Reader {
 public:
  Reader(const Skill& skill, Report& report) : skill_(skill), report_(report) {}

  std::vector<Suppression> read() {
    if (!mentioned_anywhere()) return {};
    read_frontmatter();
    for (const Document& document : report_.facts().documents().all()) read_document(document);
    return std::move(found_);
  }

 private:
  bool mentioned_anywhere() const {
    if (skill_.manifest.text.find(k_word) != std::string::npos) return true;
    return std::any_of(skill_.files.begin(), skill_.files.end(), [](const SkillFile& file) {
      return is_markdown_path(file.entry.path) && file.source.text.find(k_word) != std::string::npos;
    });
  }

  // A comment that starts in the first column stands between entries, unless it is inside a quoted value.
  void read_frontmatter() {
    const Frontmatter& block = skill_.frontmatter;
    if (block.state != Frontmatter::State::present) return;
    const LineIndex& lines = skill_.manifest.lines;
    const std::uint32_t last = lines.line(block.closer.offset) - 1;
    for (std::uint32_t line = lines.line(block.content.offset); line <= last; ++line) {
      const std::string_view text = lines.text_of(skill_.manifest.text, line);
      if (!text.starts_with('#')) continue;
      const std::string_view words = trim(text.substr(1));
      const std::size_t at = lines.start(line);
      if (!words.starts_with(k_word) || inside_value(at)) continue;
      Suppression proto;
      proto.file = &skill_.manifest;
      proto.comment = span_between(at, at + text.size());
      proto.first_line = line;
      proto.last_line = end_of_entry(line + 1, last);
      add(proto, words.substr(k_word.size()));
    }
  }

  bool inside_value(std::size_t at) const {
    for (const YamlNode::Member& member : skill_.frontmatter.yaml.root.members) {
      if (member.value.span.offset < at && at < member.value.span.end()) return true;
    }
    return false;
  }

  // The last line of the entry that starts at or below `line`.
  std::uint32_t end_of_entry(std::uint32_t line, std::uint32_t last) const {
    const auto starts_entry = [&](std::uint32_t l) {
      const std::string_view text = skill_.manifest.lines.text_of(skill_.manifest.text, l);
      return !text.empty() && !is_blank(text.front()) && text.front() != '#' && text.front() != '-';
    };
    while (line <= last && !starts_entry(line)) ++line;
    std::uint32_t end = line + 1;
    while (end <= last && !starts_entry(end)) ++end;
    return std::min(end - 1, last);
  }

  void read_document(const Document& document) {
    const std::vector<MarkdownNode>& nodes = document.markdown->nodes;
    for (std::uint32_t i = 1; i < nodes.size(); ++i) {
      const MarkdownNode& node = nodes[i];
      if (node.kind != NodeKind::html_block && node.kind != NodeKind::html_inline) continue;
      if (node.text.find(k_word) == std::string::npos) continue;
      Suppression proto;
      proto.file = document.file;
      proto.comment = node.span;
      proto.first_line = document.file->line(node.span.offset);
      proto.last_line = last_line_of(*document.file, node.span);
      const bool block = node.kind == NodeKind::html_block;
      if (block && document.markdown->skip(i) < nodes.size()) {
        const MarkdownNode& below = nodes[document.markdown->skip(i)];
        proto.last_line = last_line_of(*document.file, below.span);
      }
      proto.whole_file = block && i == 1;
      read_comments(proto, node.text);
    }
  }

  static std::uint32_t last_line_of(const SourceFile& file, Span span) {
    return file.line(span.length == 0 ? span.offset : span.end() - 1);
  }

  // Every comment of a piece of HTML.
  void read_comments(const Suppression& proto, std::string_view html) {
    for (std::size_t at = html.find("<!--"); at != std::string_view::npos; at = html.find("<!--", at)) {
      at += 4;
      const std::size_t end = html.find("-->", at);
      if (end == std::string_view::npos) return;
      const std::string_view words = trim(html.substr(at, end - at));
      if (words.starts_with(k_word)) add(proto, words.substr(k_word.size()));
      at = end;
    }
  }

  // `words`: "RULE, RULE: reason".
  void add(Suppression proto, std::string_view words) {
    const std::size_t colon = words.find(':');
    const std::string_view rules = trim(words.substr(0, colon));
    const std::string_view reason = colon == std::string_view::npos ? "" : trim(words.substr(colon + 1));
    if (rules.empty()) {
      invalid(proto, "it names no rule", "write <!-- skillstow-ignore RULE: reason -->");
      return;
    }
    if (reason.empty()) {
      invalid(proto, "it gives no reason", "say after a colon why the finding is right to stay");
      return;
    }
    for (const std::string_view part : split(rules, ',')) add_rule(proto, trim(part));
  }

  void add_rule(Suppression proto, std::string_view word) {
    const std::vector<std::string_view> known = rule_ids();
    const auto at = std::find(known.begin(), known.end(), word);
    if (at == known.end()) {
      const std::string_view meant = nearest(word, known);
      invalid(proto, format("there is no rule \"{}\"", visible(word, 60)),
              meant.empty() ? "skillstow explain lists all rules" : format("did you mean {}?", meant));
    } else if (is_safety_rule(*at)) {
      invalid(proto, format("{} is a safety rule, and a skill cannot set aside what is said of its own safety", *at),
              "remove the comment; whoever checks the skill can accept the finding with --baseline");
    } else {
      proto.rule = *at;
      found_.push_back(proto);
    }
  }

  void invalid(const Suppression& proto, std::string_view why, std::string help) {
    static const Rule* const rule = find_rule("suppression-invalid");
    report_.rule = rule;
    report_.in(*proto.file, proto.comment, format("this comment sets no finding aside: {}", why), std::move(help));
  }

  const Skill& skill_;
  Report& report_;
  std::vector<Suppression> found_;
};

bool takes(const Suppression& suppression, const Skill& skill, const Diagnostic& finding) {
  if (finding.rule != suppression.rule) return false;
  const bool manifest = suppression.file == &skill.manifest;
  if (suppression.whole_file && manifest && finding.location.begin.line == 0) return true;
  if (finding.location.file != (manifest ? skill.manifest_name : suppression.file->path)) return false;
  if (suppression.whole_file) return true;
  const std::uint32_t line = finding.location.begin.line;
  return suppression.first_line <= line && line <= suppression.last_line;
}

}  // namespace

std::size_t apply_suppressions(const Skill& skill, const Settings& settings, Report& report,
                               std::vector<Diagnostic>& findings) {
  std::vector<Suppression> suppressions = Reader(skill, report).read();
  if (suppressions.empty()) return 0;
  const auto is_taken = [&](const Diagnostic& finding) {
    bool hit = false;
    for (Suppression& suppression : suppressions) {
      if (!takes(suppression, skill, finding)) continue;
      suppression.used = true;
      hit = true;
    }
    return hit;
  };
  const std::size_t taken = std::erase_if(findings, is_taken);
  report.rule = find_rule("suppression-unused");
  for (const Suppression& suppression : suppressions) {
    // A rule that is off finds nothing, which says nothing of the comment.
    if (suppression.used || !settings.is_on(suppression.rule)) continue;
    report.in(*suppression.file, suppression.comment,
              format("{} finds nothing here that this comment could set aside", suppression.rule),
              "remove the comment, or move it right above what it speaks of");
  }
  return taken;
}

}  // namespace skillstow
