#include "safety/scan.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "parse/frontmatter.h"
#include "safety/detectors/detectors.h"
#include "safety/document.h"
#include "safety/folded.h"
#include "safety/hosts.h"
#include "safety/role.h"
#include "safety/scan_state.h"
#include "safety/script_scan.h"

namespace skillstow {
namespace {

// Texts inside texts may add up to so much; real ones are shorter than their file.
constexpr std::size_t k_max_derived = 8u << 20;

bool is_other_language(std::string_view end) {
  for (const std::string_view one : {".rb", ".pl", ".pm", ".php", ".lua", ".go", ".rs", ".java", ".kt", ".cs", ".vbs",
                                     ".applescript", ".scpt", ".swift", ".wsf"}) {
    if (end == one) return true;
  }
  return false;
}

// Hooks of Git, which have no ending: .husky/pre-commit, .git-hooks/post-merge.
bool is_git_hook(std::string_view path) {
  const std::string_view name = base_name(path);
  const bool in_hooks = path.find("hook") != std::string_view::npos || path.find(".husky/") != std::string_view::npos;
  return in_hooks &&
         (name.starts_with("pre-") || name.starts_with("post-") || name == "commit-msg" ||
          name == "prepare-commit-msg") &&
         name.find('.') == std::string_view::npos;
}

Language language_of(std::string_view path, std::string_view text) {
  const std::string end = to_lower(extension(path));
  if (end == ".sh" || end == ".bash" || end == ".zsh" || end == ".ksh" || end == ".command" || end == ".bats")
    return Language::shell;
  if (end == ".py" || end == ".pyw" || end == ".pyi") return Language::python;
  if (end == ".js" || end == ".mjs" || end == ".cjs" || end == ".ts" || end == ".tsx" || end == ".jsx" || end == ".mts")
    return Language::javascript;
  if (end == ".ps1" || end == ".psm1" || end == ".psd1") return Language::powershell;
  if (end == ".bat" || end == ".cmd") return Language::batch;
  if (is_other_language(end)) return Language::other;
  if (end == ".pth") return Language::python;  // its lines that start with "import" run whenever Python starts
  if (end.empty() && is_git_hook(path) && !text.starts_with("#!")) return Language::shell;
  // "#!/usr/bin/env -S python3 -u", whatever the file is called.
  if (text.starts_with("#!")) {
    const std::string_view line = text.substr(0, std::min<std::size_t>(text.find('\n'), 200));
    for (const std::string_view word : {"python", "uv run"}) {
      if (line.find(word) != std::string_view::npos) return Language::python;
    }
    for (const std::string_view word : {"node", "deno", "bun", "tsx"}) {
      if (line.find(word) != std::string_view::npos) return Language::javascript;
    }
    if (line.find("pwsh") != std::string_view::npos) return Language::powershell;
    for (const std::string_view word : {"ruby", "perl", "php", "lua", "osascript"}) {
      if (line.find(word) != std::string_view::npos) return Language::other;
    }
    if (line.find("sh") != std::string_view::npos) return Language::shell;
  }
  return Language::none;
}

bool is_document(std::string_view path) {
  const std::string end = to_lower(extension(path));
  return end == ".md" || end == ".markdown" || end == ".mdx" || end == ".mdc" || end == ".txt" || end == ".rst" ||
         end == ".adoc";
}

// A sample in a test folder decides nothing, unless SKILL.md names it: then it is part of what the skill does.
Role role_of_file(const Skill& skill, std::string_view path) {
  const Role role = role_of_path(path);
  if (role != Role::tests) return role;
  const std::string_view name = base_name(path);
  const bool named = skill.manifest.text.find(path) != std::string::npos;
  return named && name != "SKILL.md" ? Role::performs : role;
}

// Where a piece of a document from `begin` on of at most so many bytes ends: before a heading, else behind an empty
// line, else behind any line; never within a fence if the piece has another end.
std::size_t document_piece_end(std::string_view text, std::size_t begin, std::size_t bytes) {
  if (text.size() - begin <= bytes) return text.size();
  std::size_t any = 0;
  std::size_t outside = 0;
  std::size_t heading = 0;
  char fence = 0;
  for (std::size_t at = begin; at < begin + bytes;) {
    const std::size_t end = text.find('\n', at);
    const std::string_view line = trim(text.substr(at, std::min(end, text.size()) - at));
    if (fence == 0 && line.starts_with("#") && at > begin) heading = at;
    if (line.starts_with("```") || line.starts_with("~~~"))
      fence = fence == 0 ? line[0] : fence == line[0] ? '\0' : fence;
    if (end >= begin + bytes) break;
    at = end + 1;
    any = at;
    if (fence == 0 && line.empty()) outside = at;
  }
  if (heading > begin + bytes / 2) return heading;
  if (outside > begin) return outside;
  return any > begin ? any : begin + bytes;
}

// A document that is too large or too intricate for one tree. A piece that stays too intricate is read as prose, every
// line with a command as that command; since a fence is more than its lines, that is told.
void scan_in_pieces(Scan& scan, const SourceFile& file, std::size_t body, Role role, const TriggerHits& hits) {
  constexpr std::size_t k_smallest = 16 * 1024;
  std::size_t bytes = k_max_markdown_bytes / 2;
  for (std::size_t begin = std::min(body, file.text.size()); begin < file.text.size();) {
    const std::size_t end = document_piece_end(file.text, begin, bytes);
    const Markdown parsed = parse_markdown(std::string_view(file.text).substr(0, end), begin);
    if (parsed.too_complex && bytes > k_smallest) {
      bytes /= 4;
      continue;
    }
    bytes = k_max_markdown_bytes / 2;
    if (parsed.too_complex) {
      View plain = plain_view(file, span_between(begin, end), Language::none, Place::prose,
                              role == Role::tests ? role : Role::instructs);
      scan_prose(scan, plain, hits.mask);
      scan.left_out(plain, span_between(0, plain.text.size()), "is too intricate to be read as Markdown");
    } else {
      scan_document(scan, file, parsed, role, hits);
      find_address_leaks(scan, file, parsed, role);
    }
    begin = end;
  }
}

// The docstrings of a Python text: what stands between triple quotes at the start of a module, class or function.
std::vector<Span> docstrings_of(std::string_view text) {
  std::vector<Span> found;
  for (std::size_t at = 0; (at = std::min(text.find("\"\"\"", at), text.find("'''", at))) != std::string_view::npos;) {
    const std::size_t close = std::min(text.find(text.substr(at, 3), at + 3), text.size());
    const std::string_view before = trim_right(text.substr(0, at));
    const std::size_t line = text.rfind('\n', at);
    const bool alone = trim(text.substr(line == std::string_view::npos ? 0 : line, at - std::min(line, at))).empty();
    const std::size_t last = before.rfind('\n');
    const std::string_view above = trim_left(before.substr(last == std::string_view::npos ? 0 : last + 1));
    if (alone && (above.empty() || above.ends_with(":") || above.starts_with("#")))
      found.push_back(span_between(at + 3, close));
    at = close + 3;
    if (at >= text.size()) break;
  }
  return found;
}

// Lines of comments in a script that speak to the agent that reads it.
void scan_comments(Scan& scan, const View& file, const TriggerHits& hits) {
  std::size_t done = 0;
  const std::vector<Span> docstrings =
      file.language == Language::python ? docstrings_of(file.text) : std::vector<Span>();
  for (const TriggerHit& hit : hits.hits) {
    if ((hit.groups & (trigger::drop | trigger::pose)) == 0 || hit.offset < done) continue;
    const std::size_t before = file.text.rfind('\n', hit.offset);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::size_t end = std::min(file.text.find('\n', hit.offset), file.text.size());
    done = end;
    if (end - begin > 2'000) continue;
    const std::string_view line = trim(file.text.substr(begin, end - begin));
    const bool documents = std::any_of(docstrings.begin(), docstrings.end(),
                                       [&](Span docstring) { return docstring.contains(hit.offset); });
    if (!documents && !line.starts_with("#") && !line.starts_with("//") && !line.starts_with("*") &&
        !line.starts_with("<!--"))
      continue;
    const std::uint32_t groups = hits.mask_in(begin, end) & (trigger::drop | trigger::pose);
    scan_prose(scan,
               plain_view(*file.file, span_between(begin, end), Language::none, Place::prose,
                          file.role == Role::tests ? file.role : Role::instructs),
               groups);
  }
}

// What is known of the file already, if it is of all its text and would not be read in pieces.
const Markdown* whole_markdown(const SourceFile& file, const ParsedMarkdown& parsed) {
  if (file.text.size() > k_max_markdown_bytes / 2 || !is_document(file.path)) return nullptr;
  const Markdown* markdown = parsed(file);
  return markdown != nullptr && markdown->nodes.front().span.offset == 0 ? markdown : nullptr;
}

}  // namespace

void scan_text(Scan& scan, const SourceFile& file, const Markdown* markdown, bool manifest) {
  const Role role = role_of_file(scan.skill, file.path);
  const Language language = language_of(file.path, file.text);
  View whole = plain_view(file, span_between(0, file.text.size()), language,
                          language == Language::none ? Place::data : Place::script, role);
  scan.memory = FileMemory();
  scan.derived_bytes = 0;
  scan.told_left_out.clear();
  find_hidden_text(scan, whole);
  find_look_alikes(scan, whole);
  find_encoded(scan, whole);
  const TriggerHits hits = find_triggers(file.text);
  if (hits.mask == 0 && language == Language::none && !(markdown != nullptr && looks_obfuscated(file.text))) return;
  if (hits.has(trigger::secret)) find_secrets(scan, whole, hits);
  if (manifest) scan_frontmatter(scan, scan.skill, hits);
  if (hits.mask == 0 && !(markdown != nullptr && looks_obfuscated(file.text))) return;
  find_settings(scan, whole, hits);
  if (language != Language::none) {
    scan.code(whole);
    if (hits.has(trigger::drop | trigger::pose)) scan_comments(scan, whole, hits);
    return;
  }
  if (markdown != nullptr || is_document(file.path)) {
    if (hits.has(trigger::lure)) find_lures(scan, whole, hits);
    if (markdown == nullptr || markdown->too_complex) {
      scan_in_pieces(scan, file, manifest ? scan.skill.frontmatter.body : 0, role, hits);
      return;
    }
    scan_document(scan, file, *markdown, role, hits);
    find_address_leaks(scan, file, *markdown, role);
    return;
  }
  scan_data(scan, file, span_between(0, file.text.size()), file.path, role);
}

namespace {

// The text as a reader sees it, where letters are not what they look like: scanned once more, and what is found only
// there is told of the file.
void scan_folded(Scan& scan, const SourceFile& file, bool manifest) {
  const std::optional<Folded> folded = fold(file.text);
  if (!folded) return;
  const SourceFile text(file.path, folded->text);
  scan.findings.derive({&text, &file, &folded->map});
  if (manifest) {
    const Frontmatter frontmatter = parse_frontmatter(text.text);
    const Markdown markdown = parse_markdown(text.text, frontmatter.body);
    scan_text(scan, text, &markdown, false);
  } else {
    scan_text(scan, text, nullptr, false);
  }
  scan.findings.derive({});
}

}  // namespace

bool Scan::is_of_skill(std::string_view text) const {
  const Url url = parse_url(text);
  if (!equals_ignoring_case(url.scheme, "https") || url.kind != HostKind::unknown) return false;
  // "get.foo-tool.dev" -> "footool"; of a code host the owner and the repository.
  std::string owner;
  if (url.host.ends_with("githubusercontent.com") || url.host == "github.com" || url.host == "gitlab.com") {
    const std::vector<std::string_view> parts = split(url.path, '/');
    for (std::size_t i = 1; i < parts.size() && i < 3; ++i) owner += parts[i];
  } else {
    const std::size_t dot = url.host.rfind('.');
    if (dot == std::string::npos || dot == 0) return false;
    const std::size_t before = url.host.rfind('.', dot - 1);
    owner = url.host.substr(before == std::string::npos ? 0 : before + 1,
                            dot - (before == std::string::npos ? 0 : before + 1));
  }
  std::string plain;
  for (const char c : owner) {
    if (is_alnum(c)) plain += to_lower(c);
  }
  const std::string name = to_lower(skill.name().value_or(skill.folder));
  std::string joined;
  for (const char c : name) {
    if (is_alnum(c)) joined += c;
  }
  if (plain.size() >= 4 && joined.find(plain) != std::string::npos) return true;
  for (const std::string_view token : split(name, '-')) {
    if (token.size() >= 5 && plain.find(token) != std::string::npos) return true;
  }
  return false;
}

bool Scan::code(const View& view) {
  switch (view.language) {
    case Language::shell:
      return scan_shell(*this, view);
    case Language::powershell:
    case Language::batch:
      return scan_powershell(*this, view);
    case Language::python:
    case Language::javascript:
      return scan_script(*this, view);
    case Language::other:
      return scan_other_language(*this, view);
    case Language::none:
      return false;
  }
  return false;
}

bool Scan::inside(const View& outer, Span in_outer, std::string text, Language language, std::string_view how) {
  if (text.empty()) return false;
  if (outer.depth >= k_max_depth) {
    left_out(outer, in_outer, "hides commands in commands more than 5 levels deep");
    return false;
  }
  derived_bytes += text.size();
  if (derived_bytes > k_max_derived) {
    left_out(outer, in_outer, "has more than 8 MiB of commands inside other commands");
    return false;
  }
  View view;
  view.file = outer.file;
  view.storage = std::make_unique<std::string>(std::move(text));
  view.text = *view.storage;
  view.map = OffsetMap::fixed(outer.map.to_source(in_outer));
  view.language = language;
  view.place = outer.place;
  view.role = outer.role;
  view.via = outer.via;
  if (!how.empty()) {
    if (!view.via.empty()) view.via += ", then ";
    view.via += how;
  }
  view.depth = static_cast<std::uint8_t>(outer.depth + 1);
  return code(view);
}

void Scan::left_out(const View& view, Span in_view, std::string_view reason) {
  if (std::find(told_left_out.begin(), told_left_out.end(), reason) != told_left_out.end()) return;
  told_left_out.push_back(reason);
  findings.in_file(*view.file, view.map.to_source(in_view),
                   {.rule = "opaque-code",
                    .risk = Risk::high,
                    .message = format("{}, and what is beyond that was not looked into", reason),
                    .help = "write it so that it can be read: shorter, flatter, in files of its own",
                    .excerpt = false});
}

namespace {

// "scripts/collect.py" -> "collect"
void name_modules(Scan& scan, const Skill& skill) {
  constexpr std::size_t k_most_modules = 4'096;
  for (const SkillFile& file : skill.files) {
    const std::string end = to_lower(extension(file.entry.path));
    if (end != ".py" && end != ".js" && end != ".mjs" && end != ".cjs" && end != ".ts") continue;
    const std::string_view name = base_name(file.entry.path);
    if (scan.modules.size() < k_most_modules) scan.modules.emplace(name.substr(0, name.find('.')));
  }
}

}  // namespace

void scan_skill(const Skill& skill, std::vector<Diagnostic>& diagnostics, const ParsedMarkdown& parsed) {
  Scan scan(skill, diagnostics);
  name_modules(scan, skill);
  if (skill.manifest_problem.empty()) {
    scan_text(scan, skill.manifest, &skill.markdown, true);
    scan_folded(scan, skill.manifest, true);
  }
  for (const SkillFile& file : skill.files) {
    if (file.kind != ContentKind::text || file.entry.path == skill.manifest_name) continue;
    scan_text(scan, file.source, parsed ? whole_markdown(file.source, parsed) : nullptr, false);
    scan_folded(scan, file.source, false);
  }
  scan_archives(scan);
  judge_imports(scan);
  find_in_tree(scan);
  scan.findings.tell_dropped(skill.manifest_name);
}

std::string_view safety_verdict(const std::vector<Diagnostic>& diagnostics) {
  Risk worst = Risk::none;
  for (const Diagnostic& diagnostic : diagnostics) worst = std::max(worst, diagnostic.risk);
  return worst >= Risk::high ? "fail" : worst >= Risk::low ? "notes" : "pass";
}

}  // namespace skillstow
