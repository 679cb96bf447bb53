#include "fetch/source_spec.h"

#include <algorithm>
#include <array>

#include "archive/archive.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "fetch/address.h"
#include "fetch/forge.h"

namespace skillstow {
namespace {

constexpr std::string_view k_manifest = "SKILL.md";
constexpr std::string_view k_index = ".well-known/agent-skills/index.json";

struct Prefix {
  std::string_view word;
  std::string_view host;
};
constexpr std::array<Prefix, 4> k_prefixes = {{
    {"github:", "github.com"},
    {"gitlab:", "gitlab.com"},
    {"bitbucket:", "bitbucket.org"},
    {"codeberg:", "codeberg.org"},
}};

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// What only a path on the disk looks like.
bool is_path(std::string_view text) {
  const bool drive = text.size() > 2 && is_alpha(text[0]) && text[1] == ':' && (text[2] == '\\' || text[2] == '/');
  return text == "." || text == ".." || text.front() == '/' || text.front() == '~' || text.substr(0, 2) == "./" ||
         text.substr(0, 3) == "../" || text.front() == '\\' || text.substr(0, 2) == ".\\" || drive;
}

// "git@host:owner/repo": a user, a host and a colon before the first slash.
bool is_ssh_address(std::string_view text) {
  const std::string_view start = text.substr(0, text.find_first_of("/#"));
  const std::size_t at = start.find('@');
  return at != std::string_view::npos && at > 0 && start.find(':', at) != std::string_view::npos;
}

bool is_owner(std::string_view name) {
  return !name.empty() && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_word(c) || c == '-'; });
}

bool is_repository_name(std::string_view name) {
  return !name.empty() && name.front() != '-' && name != "." && name != ".." &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_word(c) || c == '-' || c == '.'; });
}

// "v1.2", "1.0.3", "main": what people mean as a version, after a sign that chooses a skill.
bool looks_like_version(std::string_view name) {
  constexpr std::string_view k_usual[] = {"main", "master", "stable", "latest", "develop", "dev", "next", "head"};
  if (std::find(std::begin(k_usual), std::end(k_usual), to_lower(name)) != std::end(k_usual)) return true;
  if (to_lower(name.front()) == 'v') name.remove_prefix(1);
  return !name.empty() && is_digit(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_alnum(c) || c == '.' || c == '-'; });
}

// "L12-L20", which a site puts behind the address of a file.
bool is_line_mark(std::string_view fragment) {
  return fragment.size() > 1 && fragment[0] == 'L' && is_digit(fragment[1]);
}

class Parsing {
 public:
  Parsing(std::string_view text, const SourceContext& context) : text_(text), context_(context) {
    spec_.text = std::string(text);
  }

  Result<SourceSpec> run() {
    if (trim(text_).empty()) {
      return refuse("the source is empty", "name the folder that holds the skill, for example ./my-skill");
    }
    for (const char c : text_) {
      if (is_control(c)) return refuse("the source holds a control character");
    }
    if (is_url(text_)) return url();
    if (text_.find("::") != std::string_view::npos && !exists(text_)) {
      return refuse("addresses with :: have git run a program, and nothing is run here", "use https or ssh");
    }
    for (const Prefix& prefix : k_prefixes) {
      if (text_.substr(0, prefix.word.size()) == prefix.word) return hosted(prefix.host, prefix.word.size());
    }
    if (is_path(text_) || exists(text_)) return local();
    if (is_ssh_address(text_)) return ssh();
    return shorthand();
  }

 private:
  tl::unexpected<Error> refuse(std::string why, std::string help = {}) const {
    return failure(ErrorKind::usage, spec_.text, std::move(why), std::move(help));
  }
  bool exists(std::string_view path) const { return context_.exists && context_.exists(std::string(path)); }
  std::string in_home(std::string_view path) const {
    return path.size() <= 2 ? context_.home : join_path(context_.home, path.substr(2));
  }

  Result<SourceSpec> local() {
    std::string path(text_);
    if (text_ == "~" || text_.substr(0, 2) == "~/") {
      if (context_.home.empty()) return refuse("HOME is not set, so ~ means nothing here");
      path = in_home(text_);
    }
    if (const std::size_t hash = path.rfind('#'); hash != std::string::npos && hash > 0 && !exists(path)) {
      const std::string fragment = path.substr(hash + 1);
      path.resize(hash);
      if (auto done = read_fragment(fragment, spec_.within); !done) return tl::unexpected(done.error());
      if (spec_.ref.empty() && spec_.within.empty()) return refuse("there is nothing after the #");
    }
    spec_.path = path;
    if (path == text_ && !is_path(text_)) warn_of_twin();
    return std::move(spec_);
  }

  // A folder of the same form as owner/repo is the folder; that is worth a word.
  void warn_of_twin() {
    const std::size_t slash = text_.find('/');
    if (slash == std::string_view::npos || text_.find('/', slash + 1) != std::string_view::npos) return;
    if (!is_owner(text_.substr(0, slash)) || !is_repository_name(text_.substr(slash + 1))) return;
    spec_.warning =
        format("{} is a folder here, and that is read; for the repository of GitHub write https://github.com/{}", text_,
               text_);
  }

  // "REF" or "REF:PATH"; a part that is not there leaves its field as it is.
  Result<void> read_fragment(std::string_view fragment, std::string& path) {
    const std::size_t colon = fragment.find(':');
    if (colon != std::string_view::npos) {
      if (auto done = set_folder(fragment.substr(colon + 1), path); !done) return done;
    }
    const std::string_view ref = fragment.substr(0, colon);
    if (const std::string fault = fault_of_ref(ref); !ref.empty() && !fault.empty()) return refuse(fault);
    spec_.ref = ref;
    return {};
  }

  // A path in a repository. A SKILL.md stands for its folder, and for that alone.
  Result<void> set_folder(std::string_view text, std::string& path) {
    std::vector<std::string> parts;
    for (const std::string_view part : split(text, '/')) {
      if (part.empty() || part == ".") continue;
      if (const std::string fault = fault_of_segment(part); !fault.empty()) return refuse(fault);
      parts.emplace_back(part);
    }
    if (!parts.empty() && equals_ignoring_case(parts.back(), k_manifest)) {
      spec_.manifest = true;
      parts.pop_back();
    }
    path = join(parts, "/");
    return {};
  }

  // owner/repo[/PATH][@SKILL][#REF[:PATH]]
  Result<SourceSpec> shorthand() {
    std::string_view head = text_.substr(0, text_.find('#'));
    if (head.size() != text_.size() && exists(head)) return local();
    const std::size_t first = head.find('/');
    const std::string_view owner = head.substr(0, first);
    if (head.front() == '-') return refuse("a source cannot begin with a dash: it looks like an option");
    if (first == std::string_view::npos || first + 1 >= head.size()) {
      return failure(ErrorKind::not_found, spec_.text, "there is no such folder",
                     "check the path; relative ones count from the current folder, and a repository of GitHub is named "
                     "owner/repo");
    }
    if (has_archive_name(head)) {
      return failure(ErrorKind::not_found, spec_.text, "there is no such file",
                     format("check the path; for a repository of that name write https://github.com/{}", head));
    }
    if (owner.find('.') != std::string_view::npos && owner.find_first_not_of('.') != std::string_view::npos) {
      return refuse("it is not clear whether that is a folder or the address of a server",
                    format("write https://{} for the address, ./{} for the folder", text_, text_));
    }
    return hosted("github.com", 0);
  }

  Result<SourceSpec> hosted(std::string_view host, std::size_t start) {
    std::string_view rest = text_.substr(start);
    std::string_view fragment;
    if (const std::size_t hash = rest.find('#'); hash != std::string_view::npos) {
      fragment = rest.substr(hash + 1);
      rest = rest.substr(0, hash);
      if (fragment.empty()) return refuse("there is nothing after the #");
    }
    std::vector<std::string_view> parts = split(rest, '/');
    while (!parts.empty() && parts.back().empty()) parts.pop_back();
    if (parts.size() < 2) return refuse("it names no repository", format("write {}owner/repo", text_.substr(0, start)));
    // On GitLab a repository may stand in groups within groups, so all parts are its name.
    const bool groups = host == "gitlab.com";
    std::string_view& name = groups ? parts.back() : parts[1];
    if (const std::size_t at = name.find('@'); at != std::string_view::npos) {
      if (auto done = read_skill(name.substr(at + 1), parts.size() == 2 || groups); !done)
        return tl::unexpected(done.error());
      name = name.substr(0, at);
    }
    if (name.ends_with(".git")) name.remove_suffix(4);
    const auto end = groups ? parts.end() : parts.begin() + 2;
    for (auto part = parts.begin(); part != end; ++part) {
      if (part == parts.begin() ? is_owner(*part) : is_repository_name(*part)) continue;
      return refuse(format("\"{}\" is no name of an owner or a repository", visible(*part, 60)),
                    is_path(text_) ? "" : format("for a folder write ./{}", text_));
    }
    std::vector<std::string> names(parts.begin(), end);
    const std::vector<std::string> below(end, parts.end());
    spec_.kind = SourceSpec::Kind::https;
    spec_.host = host;
    spec_.repository = join(names, "/");
    spec_.address = format("https://{}/{}.git", host, spec_.repository);
    if (auto done = set_folder(join(below, "/"), spec_.path); !done) return tl::unexpected(done.error());
    return with_fragment(fragment);
  }

  Result<void> read_skill(std::string_view skill, bool last) {
    if (skill.empty() || !last) {
      return refuse("there must be a skill's name after the @, and nothing but #REF after that",
                    "choose the skill with --skill");
    }
    spec_.skill = skill;
    if (looks_like_version(skill)) {
      spec_.warning = format("\"{}\" after @ is the name of a skill; a branch or tag is given after #, as in {}#{}",
                             skill, text_.substr(0, text_.find('@')), skill);
    }
    return {};
  }

  Result<SourceSpec> with_fragment(std::string_view fragment) {
    if (fragment.empty()) return std::move(spec_);
    std::string path;
    if (auto done = read_fragment(fragment, path); !done) return tl::unexpected(done.error());
    if (!path.empty() && !spec_.path.empty()) return refuse("it names two folders", "leave one of them out");
    if (!path.empty()) spec_.path = std::move(path);
    return std::move(spec_);
  }

  // user@host:owner/repo, where no port can be given.
  Result<SourceSpec> ssh() {
    const std::size_t at = text_.find('@');
    const std::size_t colon = text_.find(':', at);
    const std::string_view rest = text_.substr(colon + 1);
    const std::string_view user = text_.substr(0, at);
    const std::string url = format("ssh://{}@{}/{}", user, text_.substr(at + 1, colon - at - 1), rest);
    auto parsed = parse_address(url);
    if (!parsed) return tl::unexpected(parsed.error());
    // Stays as it is: the path counts from the user's home there, that of ssh:// from the root.
    return repository_at(*parsed, std::string(text_.substr(0, text_.find('#'))));
  }

  Result<SourceSpec> url() {
    auto parsed = parse_address(text_);
    if (!parsed) return tl::unexpected(parsed.error());
    const std::string& scheme = parsed->scheme;
    if (scheme == "file") return file(*parsed);
    if (scheme == "ssh") return repository_at(*parsed, server_of(*parsed) + encoded(parsed->segments));
    if (scheme == "http" && is_loopback(parsed->host)) return web(*parsed, SourceSpec::Kind::http);
    if (scheme == "https") return web(*parsed, SourceSpec::Kind::https);
    if (scheme == "http" || scheme == "git") {
      return refuse(format("{}:// is not encrypted, so anybody on the way could change what is installed", scheme),
                    "use https or ssh");
    }
    return refuse(format("{}:// is no address that is understood", scheme), "use https, ssh or file");
  }

  Result<SourceSpec> file(const Address& url) {
    if (!url.host.empty() && url.host != "localhost") {
      return refuse("a file address with a host is not of this machine", "write file:///path");
    }
    spec_.kind = SourceSpec::Kind::file;
    spec_.repository = "/" + join(url.segments, "/");
    spec_.address = "file://" + encoded(url.segments);
    if (has_archive_name(spec_.repository)) spec_.form = SourceSpec::Form::package;
    return with_fragment(url.fragment);
  }

  static std::string encoded(const std::vector<std::string>& segments) {
    std::string path;
    for (const std::string& segment : segments) path += "/" + encoded_segment(segment);
    return path;
  }

  void set_server(const Address& url, SourceSpec::Kind kind) {
    spec_.kind = kind;
    spec_.host = url.host;
    spec_.port = url.port;
  }

  // The whole path is the repository's.
  Result<SourceSpec> repository_at(const Address& url, std::string address) {
    if (url.segments.empty()) return refuse("it names no repository");
    set_server(url, SourceSpec::Kind::ssh);
    spec_.repository = join(url.segments, "/");
    if (spec_.repository.ends_with(".git")) spec_.repository.resize(spec_.repository.size() - 4);
    spec_.address = std::move(address);
    return with_fragment(url.fragment);
  }

  Result<SourceSpec> web(const Address& url, SourceSpec::Kind kind) {
    set_server(url, kind);
    const std::string path = join(url.segments, "/");
    const bool index = path.empty() || path == k_index || path.ends_with("/" + std::string(k_index));
    auto page = read_forge_page(url);
    if (index && page && !page->known_host) {
      spec_.form = SourceSpec::Form::index;
      spec_.address = server_of(url) + (path.empty() ? "/" + std::string(k_index) : encoded(url.segments));
      return std::move(spec_);
    }
    if (!page) {
      page.error().path = spec_.text;
      return tl::unexpected(page.error());
    }
    const bool page_of_file = !page->unsettled.empty() || !page->path.empty() || !page->ref.empty();
    const bool own_repository = page->known_host && url.segments.size() == 2;
    if (page->download || (has_archive_name(path) && !page_of_file && !own_repository)) {
      spec_.form = SourceSpec::Form::package;
      spec_.repository = page->download ? page->repository : "";
      spec_.address = server_of(url) + encoded(url.segments);
      if (!url.query.empty()) spec_.address += "?" + url.query;
      if (page->download && !has_archive_name(path))
        return refuse("it is a download, and no package that can be read", "a package ends in .skill, .zip or .tar.gz");
      return std::move(spec_);
    }
    return forge_repository(url, *page);
  }

  Result<SourceSpec> forge_repository(const Address& url, const ForgePage& page) {
    spec_.host = page.host;
    spec_.repository = page.repository;
    Address server = url;
    server.host = page.host;
    spec_.address = server_of(server) + encoded(split_names(page.repository)) + (page.dot_git ? ".git" : "");
    spec_.ref = page.ref;
    if (auto done = set_folder(page.path, spec_.path); !done) return tl::unexpected(done.error());
    if (auto done = set_unsettled(page); !done) return tl::unexpected(done.error());
    const std::string& shown = spec_.unsettled.empty() ? spec_.path : spec_.unsettled;
    if (page.file && !spec_.manifest && !has_archive_name(shown)) {
      return refuse("it is the address of a file, and skills are folders",
                    "name the folder, its SKILL.md or a package");
    }
    if (url.fragment.empty() || is_line_mark(url.fragment)) return std::move(spec_);
    if (!spec_.ref.empty()) {
      // Headings of a page have marks of their own; a second ref is another matter.
      if (spec_.manifest) return std::move(spec_);
      return refuse("it names two branches or tags, one in the address and one after #", "leave one of them out");
    }
    return with_fragment(url.fragment);
  }

  static std::vector<std::string> split_names(const std::string& path) {
    std::vector<std::string> names;
    for (const std::string_view name : split(path, '/')) names.emplace_back(name);
    return names;
  }

  Result<void> set_unsettled(const ForgePage& page) {
    if (page.unsettled.empty()) return {};
    if (auto done = set_folder(page.unsettled, spec_.unsettled); !done) return done;
    constexpr std::string_view k_full[] = {"refs/heads/", "refs/tags/"};
    std::size_t start = 0;
    for (const std::string_view full : k_full) {
      if (spec_.unsettled.substr(0, full.size()) == full) start = full.size();
    }
    const std::size_t slash = spec_.unsettled.find('/', start);
    spec_.ref = spec_.unsettled.substr(start, slash == std::string::npos ? slash : slash - start);
    spec_.path = slash == std::string::npos ? "" : spec_.unsettled.substr(slash + 1);
    if (spec_.ref.empty()) return refuse("it names no branch or tag");
    return {};
  }

  std::string_view text_;
  const SourceContext& context_;
  SourceSpec spec_;
};

}  // namespace

std::string fault_of_ref(std::string_view ref) {
  const bool odd = std::any_of(ref.begin(), ref.end(), [](char c) {
    return is_control(c) || c == ' ' || c == '\\' || c == '"' || c == '\'' || c == ':' || c == '*' || c == '?' ||
           c == '[';
  });
  if (!odd && !ref.empty() && ref.front() != '-' && ref.front() != '/' && ref.find("..") == std::string_view::npos)
    return {};
  return format("\"{}\" cannot be the name of a branch, tag or commit", visible(ref, 100));
}

std::string_view name_of(SourceSpec::Kind kind) {
  switch (kind) {
    case SourceSpec::Kind::file:
      return "file";
    case SourceSpec::Kind::https:
      return "https";
    case SourceSpec::Kind::http:
      return "http";
    case SourceSpec::Kind::ssh:
      return "ssh";
    case SourceSpec::Kind::local:
      break;
  }
  return "local";
}

Result<SourceSpec> parse_source(std::string_view text, const SourceContext& context) {
  return Parsing(text, context).run();
}

std::string canonical_source(const SourceSpec& spec) {
  std::string text = spec.address;
  // The public forges' own addresses are shorter, and read as the same.
  const bool short_one = spec.kind == SourceSpec::Kind::https && spec.form == SourceSpec::Form::repository &&
                         std::any_of(k_prefixes.begin(), k_prefixes.end(),
                                     [&spec](const Prefix& prefix) { return prefix.host == spec.host; });
  if (short_one && text.ends_with(".git")) text.resize(text.size() - 4);
  return text;
}

std::string source_identity(const SourceSpec& spec) {
  if (spec.form != SourceSpec::Form::repository || spec.kind == SourceSpec::Kind::file) return spec.address;
  std::string text = spec.host;
  if (spec.port != 0) text += format(":{}", spec.port);
  text += "/" + spec.repository;
  return spec.host == "github.com" ? to_lower(text) : text;
}

std::string describe_source(const SourceSpec& spec) {
  using Form = SourceSpec::Form;
  std::string text;
  if (spec.kind == SourceSpec::Kind::local) {
    text = format("the folder {}", visible(spec.path, 300));
  } else if (spec.form == Form::repository) {
    text = format("the repository {}", visible(spec.address, 300));
  } else {
    text = format("the {} {}", spec.form == Form::index ? "index of skills" : "package", visible(spec.address, 300));
  }
  if (!spec.ref.empty()) {
    text +=
        format(", {}", spec.unsettled.empty() ? format("at {}", visible(spec.ref, 200))
                                              : format("at {} as its refs divide it", visible(spec.unsettled, 300)));
  } else if (spec.form == Form::repository && spec.kind != SourceSpec::Kind::local) {
    text += ", its default branch";
  }
  const std::string& folder = spec.kind == SourceSpec::Kind::local ? spec.within : spec.path;
  if (!folder.empty() && spec.unsettled.empty()) text += format(", the folder {}", visible(folder, 200));
  if (!spec.skill.empty()) text += format(", the skill {}", visible(spec.skill, 100));
  return text;
}

}  // namespace skillstow
