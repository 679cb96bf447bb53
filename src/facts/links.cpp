#include "facts/links.h"

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "base/path.h"
#include "base/percent.h"
#include "base/text.h"
#include "base/utf8.h"
#include "facts/anchors.h"
#include "facts/html.h"
#include "facts/placeholder.h"

namespace skillstow {
namespace {

// Looking for what was meant costs time for each dead link; beyond this number nobody reads the hints.
constexpr std::size_t k_max_suggestions = 64;

// "https:…" -> "https"; empty if there is none. One letter is a drive, and a dot makes a file name ("a.md:12").
std::string_view scheme_of(std::string_view target) {
  if (target.empty() || !is_alpha(target.front())) return {};
  const auto end =
      std::find_if(target.begin(), target.end(), [](char c) { return !is_alnum(c) && c != '+' && c != '-'; });
  const auto length = static_cast<std::size_t>(end - target.begin());
  return end != target.end() && *end == ':' && length > 1 ? target.substr(0, length) : std::string_view{};
}

bool has_drive(std::string_view target) { return target.size() > 1 && is_alpha(target[0]) && target[1] == ':'; }

class Finder {
 public:
  Finder(const Skill& skill, const Documents& documents, const FileIndex& index)
      : skill_(skill), documents_(documents), index_(index) {}

  std::vector<Link> run() {
    for (const Document& document : documents_.all()) scan(document);
    return std::move(links_);
  }

 private:
  void scan(const Document& document) {
    const SourceFile& file = *document.file;
    for (const MarkdownNode& node : document.markdown->nodes) {
      const bool image = node.kind == NodeKind::image;
      if (image || node.kind == NodeKind::link) {
        add(document, node.span, node.text, image);
      } else if (node.kind == NodeKind::html_block || node.kind == NodeKind::html_inline) {
        // The file's own bytes, so that an attribute's place is exact; where the node's is not, its literal.
        const std::string_view html = node.exact ? slice(file.text, node.span) : std::string_view(node.text);
        for (const HtmlAttribute& found : html_attributes(html, node.span.offset)) {
          const bool picture = found.tag == "img" && found.name == "src";
          if (!picture && !(found.tag == "a" && found.name == "href")) continue;
          add(document, node.exact ? found.span : node.span, found.value, picture);
        }
      }
    }
  }

  void add(const Document& document, Span span, const std::string& target, bool image) {
    Link link;
    link.source = document.file;
    link.span = span;
    link.line = document.file->line(span.offset);
    link.target = target;
    link.image = image;
    judge(link, document);
    links_.push_back(std::move(link));
  }

  static void set(Link& link, LinkStatus status, LinkFault fault = LinkFault::none) {
    link.status = status;
    link.fault = fault;
  }

  void judge(Link& link, const Document& document) {
    const std::string_view target = link.target;
    if (target.empty()) return set(link, LinkStatus::broken, LinkFault::empty);
    if (starts_with_ignoring_case(target, "file:")) return set(link, LinkStatus::broken, LinkFault::file_url);
    if (target.front() == '#') {
      link.fragment = percent_decoded(target.substr(1));
      set(link, LinkStatus::anchor);
      return look_up_fragment(link, document);
    }
    if (has_drive(target)) return set(link, LinkStatus::broken, LinkFault::drive);
    if (!scheme_of(target).empty() || target.starts_with("//")) return set(link, LinkStatus::external);

    std::string_view path = target.substr(0, target.find_first_of("?#"));
    if (const std::size_t hash = target.find('#'); hash != std::string_view::npos) {
      link.fragment = percent_decoded(target.substr(hash + 1));
    }
    std::string_view base = parent_path(document.file->path);
    if (const std::string_view below = without_skill_root(path); below.size() != path.size()) {
      path = below;  // "{baseDir}/x": agents put the skill's folder there
      base = {};
    }
    if (path.starts_with('/') || path.starts_with("~/")) {
      return is_template(path) ? set(link, LinkStatus::external) : set(link, LinkStatus::broken, LinkFault::absolute);
    }
    look_up(link, base, path, document);
  }

  void look_up(Link& link, std::string_view base, std::string_view path, const Document& document) {
    const std::string decoded = percent_decoded(path);
    link.path = path.empty() ? document.file->path : inside(normal_path(join_path(base, decoded)));
    FileIndex::Entry entry = index_.find(link.path);
    if (entry == FileIndex::Entry::none && decoded != path) {  // a name may hold a real "%20"
      const std::string literal = inside(normal_path(join_path(base, path)));
      entry = index_.find(literal);
      if (entry != FileIndex::Entry::none) link.path = literal;
    }
    if (entry != FileIndex::Entry::none) {
      const Document* other = documents_.find(link.path);
      if (other != nullptr && !link.fragment.empty()) look_up_fragment(link, *other);
      return;
    }
    if (is_template(path)) return set(link, LinkStatus::external);
    if (link.path.starts_with("../") || link.path == "..") return set(link, LinkStatus::escapes, LinkFault::escapes);
    if (path.find('\\') != std::string_view::npos) return set(link, LinkStatus::broken, LinkFault::backslash);
    set(link, LinkStatus::broken, LinkFault::missing);
    if (const std::string_view spelling = index_.other_spelling(link.path); !spelling.empty()) {
      link.fault = LinkFault::spelling;
      link.exists_as = spelling;
      return;
    }
    suggest(link, base, decoded);
  }

  // "../<own folder>/x" comes back in, as long as the folder keeps its name.
  std::string inside(std::string path) const {
    const std::string back = "../" + skill_.folder + "/";
    return !skill_.folder.empty() && path.starts_with(back) ? path.substr(back.size()) : path;
  }

  void suggest(Link& link, std::string_view base, const std::string& path) {
    if (++suggestions_ > k_max_suggestions) return;
    const std::string from_root = normal_path(path);
    if (!base.empty() && from_root != "." && index_.find(from_root) != FileIndex::Entry::none) {
      link.fault = LinkFault::from_root;
      link.suggestion = relative_path(from_root, base.empty() ? "." : base);
    } else if (const std::string with_end = link.path + ".md"; index_.find(with_end) == FileIndex::Entry::file) {
      link.suggestion = relative_path(with_end, base.empty() ? "." : base);
    } else if (const auto& same = index_.with_name(base_name(link.path)); same.size() == 1) {
      link.suggestion = relative_path(skill_.files[same.front()].entry.path, base.empty() ? "." : base);
    }
  }

  void look_up_fragment(Link& link, const Document& document) {
    if (document.markdown->too_complex) return;
    if (link.fragment.starts_with(":~:")) return;  // a text fragment asks the browser to search
    std::unique_ptr<Anchors>& anchors = anchors_[document.file];
    if (!anchors) anchors = std::make_unique<Anchors>(document);
    link.fragment_missing = !anchors->has(link.fragment);
    if (link.fragment_missing && ++suggestions_ <= k_max_suggestions) {
      link.fragment_suggestion = anchors->nearest_to(link.fragment);
    }
  }

  const Skill& skill_;
  const Documents& documents_;
  const FileIndex& index_;
  std::unordered_map<const SourceFile*, std::unique_ptr<Anchors>> anchors_;
  std::size_t suggestions_ = 0;
  std::vector<Link> links_;
};

}  // namespace

std::string_view name_of(LinkStatus status) {
  switch (status) {
    case LinkStatus::ok:
      return "ok";
    case LinkStatus::broken:
      return "broken";
    case LinkStatus::escapes:
      return "escapes";
    case LinkStatus::external:
      return "external";
    case LinkStatus::anchor:
      break;
  }
  return "anchor";
}

std::vector<Link> find_links(const Skill& skill, const Documents& documents, const FileIndex& index) {
  return Finder(skill, documents, index).run();
}

}  // namespace skillstow
