#include "structure/structure_file.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "parse/document_reader.h"

namespace skillstow {
namespace {

constexpr std::uint32_t k_max_count = 1'000'000;
constexpr std::string_view k_default_step = "Step {n}: {title}";

class Reader : public DocumentReader {
 public:
  explicit Reader(std::string_view text) : DocumentReader(text) {}

  StructureFile read() {
    StructureFile file;
    const YamlDocument document = parse();
    if (!has_problems()) read_document(file.structure, document.root);
    file.problems = take_problems();
    return file;
  }

 private:
  friend DocumentReader;
  template <class T>
  using Key = DocumentReader::Key<Reader, T>;

  struct Steps {
    std::string heading{k_default_step};
    Span heading_span;
    std::uint32_t at_least = 1;
    std::vector<Need> content;
  };

  // ---- the document

  void read_document(Structure& structure, const YamlNode& root) {
    static constexpr Key<Structure> k_keys[] = {
        {"name", [](Reader& r, Structure& s, const auto& m) { s.name = r.read_text(m); }},
        {"description", [](Reader& r, Structure& s, const auto& m) { s.description = r.read_text(m); }},
        {"frontmatter", [](Reader& r, Structure& s, const auto& m) { s.frontmatter = r.read_texts(m); }},
        {"files", [](Reader& r, Structure& s, const auto& m) { s.files = r.read_texts(m); }},
        {"max_lines", [](Reader& r, Structure& s, const auto& m) { s.max_lines = r.read_count(m, 1, k_max_count); }},
        {"order",
         [](Reader& r, Structure& s, const auto& m) { s.root.any_order = r.read_choice(m, "strict", "free"); }},
        {"other_sections",
         [](Reader& r, Structure& s, const auto& m) { s.root.only_these = r.read_choice(m, "allowed", "refused"); }},
        {"sections", [](Reader& r, Structure& s, const auto& m) { r.read_sections(s.root, m, 0); }},
    };
    if (root.kind == YamlNode::Kind::null) {
      problem({}, "the file is empty", "see the examples in docs/structure.md");
      return;
    }
    DocumentReader::read_map(*this, k_keys, structure, root, "a structure file");
  }

  void read_sections(SectionSpec& parent, const YamlNode::Member& member, std::uint8_t parent_level) {
    if (member.value.kind != YamlNode::Kind::sequence) {
      problem(member.key.span, format("\"sections\" must be a list, not {}", describe(member.value)),
              "start each section with \"- title: …\"");
      return;
    }
    for (const YamlNode& item : member.value.items) read_section(parent, item, parent_level);
  }

  // ---- one section. Recursion ends with the levels: a section is always deeper than the one around it, and 6 is last.

  void read_section(SectionSpec& parent, const YamlNode& node, std::uint8_t parent_level) {
    static constexpr Key<SectionSpec> k_keys[] = {
        {"title", [](Reader& r, SectionSpec& s, const auto& m) { s.title = r.read_text(m); }},
        {"also", [](Reader& r, SectionSpec& s, const auto& m) { s.also = r.read_texts(m); }},
        {"repeat",
         [](Reader& r, SectionSpec& s, const auto& m) { s.repeat = r.read_pattern(m.value.span, r.read_text(m)); }},
        {"level", [](Reader&, SectionSpec&, const auto&) {}},  // read first: the sections inside depend on it
        {"required", [](Reader& r, SectionSpec& s, const auto& m) { s.required = r.read_choice(m, "false", "true"); }},
        {"at_least", [](Reader& r, SectionSpec& s, const auto& m) { s.at_least = r.read_count(m, 1, k_max_count); }},
        {"about", [](Reader& r, SectionSpec& s, const auto& m) { s.about = r.read_text(m); }},
        {"content", [](Reader& r, SectionSpec& s, const auto& m) { r.read_content(m, s.content, &s); }},
        {"order", [](Reader& r, SectionSpec& s, const auto& m) { s.any_order = r.read_choice(m, "strict", "free"); }},
        {"other_sections",
         [](Reader& r, SectionSpec& s, const auto& m) { s.only_these = r.read_choice(m, "allowed", "refused"); }},
        {"sections", [](Reader& r, SectionSpec& s, const auto& m) { r.read_sections(s, m, s.level); }},
    };
    if (!may_add_section(node.span)) return;
    SectionSpec section;
    if (!read_level(section, node, parent_level)) return;
    DocumentReader::read_map(*this, k_keys, section, node, "a section");
    check_section(section, parent, node);
    parent.sections.push_back(std::move(section));
  }

  bool read_level(SectionSpec& section, const YamlNode& node, std::uint8_t parent_level) {
    const auto at = std::find_if(node.members.begin(), node.members.end(),
                                 [](const YamlNode::Member& m) { return m.key.text == "level"; });
    if (at != node.members.end()) {
      section.level = static_cast<std::uint8_t>(read_count(*at, 1, 6));
    } else if (parent_level > 0) {
      section.level = static_cast<std::uint8_t>(parent_level + 1);
    }
    if (section.level <= 6 && section.level > parent_level) return true;
    problem(at != node.members.end() ? at->value.span : node.span,
            format("a section inside one of level {} must have a deeper level, at most 6", parent_level),
            "leave \"level\" out to get the next one, or move the section out");
    return false;
  }

  void check_section(const SectionSpec& section, const SectionSpec& parent, const YamlNode& node) {
    if (node.kind != YamlNode::Kind::map) return;
    const bool titled = node.find("title") != nullptr;
    const bool repeated = node.find("repeat") != nullptr;
    if (titled == repeated) {
      problem(node.span,
              titled ? "a section has either \"title\" or \"repeat\", not both" : "a section without a title",
              "add \"title: …\" for one section, or \"repeat: …\" for several of one form");
    }
    if (repeated && !section.also.empty()) {
      problem(node.span, "\"also\" names other titles, but this section has a pattern", "remove \"also\"");
    }
    if (titled && node.find("at_least") != nullptr) {
      problem(node.span, "\"at_least\" counts the headings of a pattern, but this section has one title",
              "remove it, or set it inside \"content\"");
    }
    check_titles(section, parent, node);
  }

  // No title may be asked for twice in one place: the second could never be found.
  void check_titles(const SectionSpec& section, const SectionSpec& parent, const YamlNode& node) {
    std::vector<std::string> own = section.also;
    if (!section.title.empty()) own.insert(own.begin(), section.title);
    for (const std::string& title : own) {
      const std::string folded = folded_title(title);
      if (folded.empty())
        problem(node.span, format("the title \"{}\" holds no word", visible(title, 60)), "name the section");
      for (const SectionSpec& other : parent.sections) {
        const auto same = [&](const std::string& t) { return folded_title(t) == folded; };
        if (other.repeat || folded.empty()) continue;
        if (!same(other.title) && std::none_of(other.also.begin(), other.also.end(), same)) continue;
        problem(node.span, format("the title \"{}\" is asked for twice", visible(title, 60)), "keep one of the two");
      }
    }
  }

  bool may_add_section(Span span) {
    if (++sections_ <= k_max_sections) return true;
    if (sections_ == k_max_sections + 1) {
      problem(span, format("more than {} sections", k_max_sections), "split the structure into several files");
    }
    return false;
  }

  std::optional<HeadingPattern> read_pattern(Span span, std::string_view source) {
    if (source.empty()) return std::nullopt;
    Result<HeadingPattern> pattern = parse_heading_pattern(source);
    if (pattern) return *std::move(pattern);
    problem(span, pattern.error().message, pattern.error().help);
    return std::nullopt;
  }

  // ---- what a section must hold. `section` gets the steps; without one, steps are not allowed.

  void read_content(const YamlNode::Member& member, std::vector<Need>& needs, SectionSpec* section) {
    if (member.value.kind == YamlNode::Kind::sequence) {
      for (const YamlNode& item : member.value.items) read_need(item, needs, section);
    } else if (member.value.is_scalar()) {
      read_need(member.value, needs, section);
    } else {
      problem(member.key.span, format("\"content\" must be a list, not {}", describe(member.value)),
              "write it like \"content: [code, list]\"");
    }
  }

  void read_need(const YamlNode& node, std::vector<Need>& needs, SectionSpec* section) {
    static constexpr std::string_view k_kinds[] = {"paragraph", "code", "list", "steps", "table", "link"};
    const bool mapped = node.kind == YamlNode::Kind::map && node.members.size() == 1;
    if (!mapped && !node.is_scalar()) {
      problem(node.span, format("an entry of \"content\" is one word or one \"word: options\", not {}", describe(node)),
              format("these are known: {}", listed(k_kinds)));
      return;
    }
    const YamlNode& word = mapped ? node.members.front().key : node;
    const YamlNode* options = mapped ? &node.members.front().value : nullptr;
    const auto* kind = std::find(std::begin(k_kinds), std::end(k_kinds), word.text);
    if (kind == std::end(k_kinds)) {
      unknown(word.span, "content", word.text, k_kinds);
    } else if (*kind == "steps") {
      read_steps(word.span, options, section);
    } else {
      const auto index = static_cast<std::size_t>(kind - std::begin(k_kinds));
      static constexpr Need::Kind k_of[] = {Need::Kind::paragraph, Need::Kind::code,  Need::Kind::list,
                                            Need::Kind::list,      Need::Kind::table, Need::Kind::link};
      Need need;
      need.kind = k_of[index];
      if (options != nullptr) read_options(need, node.members.front());
      needs.push_back(std::move(need));
    }
  }

  void read_options(Need& need, const YamlNode::Member& member) {
    static constexpr Key<Need> k_plain_keys[] = {
        {"at_least", [](Reader& r, Need& n, const auto& m) { n.at_least = r.read_count(m, 1, k_max_count); }},
    };
    static constexpr Key<Need> k_list_keys[] = {
        {"kind", [](Reader& r, Need& n, const auto& m) { r.read_list_kind(n, m); }},
        {"at_least", [](Reader& r, Need& n, const auto& m) { n.at_least = r.read_count(m, 1, k_max_count); }},
    };
    static constexpr Key<Need> k_code_keys[] = {
        {"languages", [](Reader& r, Need& n, const auto& m) { n.languages = r.read_texts(m); }},
        {"at_least", [](Reader& r, Need& n, const auto& m) { n.at_least = r.read_count(m, 1, k_max_count); }},
    };
    const std::string what = format("the options of \"{}\"", member.key.text);
    const bool mapped = member.value.kind == YamlNode::Kind::map;
    if (need.kind == Need::Kind::list) {
      mapped ? DocumentReader::read_map(*this, k_list_keys, need, member.value, what) : read_list_kind(need, member);
    } else if (need.kind == Need::Kind::code) {
      if (mapped) {
        DocumentReader::read_map(*this, k_code_keys, need, member.value, what);
      } else {
        need.languages = read_texts(member);
      }
    } else {
      DocumentReader::read_map(*this, k_plain_keys, need, member.value, what);
    }
  }

  void read_list_kind(Need& need, const YamlNode::Member& member) {
    static constexpr std::string_view k_kinds[] = {"any", "ordered", "bullet"};
    const auto* kind = std::find(std::begin(k_kinds), std::end(k_kinds), member.value.text);
    if (member.value.is_scalar() && kind != std::end(k_kinds)) {
      need.list = static_cast<Need::ListKind>(kind - std::begin(k_kinds));
    } else {
      unknown(member.value.span, "kind of list", member.value.text, k_kinds);
    }
  }

  // Steps are headings of one form, at any level below the section: a repeated section inside it.
  void read_steps(Span word, const YamlNode* options, SectionSpec* section) {
    static constexpr Key<Steps> k_keys[] = {
        {"heading",
         [](Reader& r, Steps& s, const auto& m) {
           s.heading = r.read_text(m);
           s.heading_span = m.value.span;
         }},
        {"at_least", [](Reader& r, Steps& s, const auto& m) { s.at_least = r.read_count(m, 1, k_max_count); }},
        {"content", [](Reader& r, Steps& s, const auto& m) { r.read_content(m, s.content, nullptr); }},
    };
    Steps steps;
    steps.heading_span = word;
    if (options != nullptr) DocumentReader::read_map(*this, k_keys, steps, *options, "the options of \"steps\"");
    if (section == nullptr) {
      problem(word, "steps inside steps", "describe the steps once, in the section that holds them");
    } else if (may_add_section(word)) {
      SectionSpec inner;
      inner.repeat = read_pattern(steps.heading_span, steps.heading);
      inner.level = 0;
      inner.at_least = steps.at_least;
      inner.content = std::move(steps.content);
      inner.is_steps = true;
      if (inner.repeat && !inner.repeat->numbered) {
        problem(steps.heading_span, "steps are numbered, but their heading has no {n}",
                "write it like \"Step {n}: {title}\"");
      }
      section->sections.push_back(std::move(inner));
    }
  }

  std::size_t sections_ = 0;
};

}  // namespace

StructureFile read_structure(std::string_view text) { return Reader(text).read(); }

}  // namespace skillstow
