#include "lint/fixer.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "base/format.h"
#include "base/path.h"
#include "lint/engine.h"
#include "lint/unified_diff.h"

namespace skillstow {
namespace {

// A fix can make room for another one: a quoted value can then be judged. More rounds than this mean fixes that undo
// each other.
constexpr int k_rounds = 32;

// Where fixes do harm together, this many are tried one by one in a round; the others wait for the next.
constexpr std::size_t k_tried_singly = 40;

const std::string& file_of(const Edit& edit, const Diagnostic& finding) {
  return edit.file.empty() ? finding.location.file : edit.file;
}

SkillFile* find_file(Skill& skill, std::string_view path) {
  const auto found =
      std::find_if(skill.files.begin(), skill.files.end(), [&](const SkillFile& f) { return f.entry.path == path; });
  return found == skill.files.end() ? nullptr : &*found;
}

bool is_manifest(const Skill& skill, std::string_view path) { return path == skill.manifest_name; }

bool is_utf8(Encoding encoding) { return encoding == Encoding::utf8 || encoding == Encoding::utf8_bom; }

// Why the text of a file is not changed; empty if it may be.
std::string_view reason_against(const Skill& skill, std::string_view path) {
  if (is_manifest(skill, path) && skill.manifest_is_link)
    return "it is a link, and the file behind it is not changed through it";
  for (const SkillFile& file : skill.files) {
    if (file.entry.path != path) continue;
    if (file.kind == ContentKind::link) return "it is a link, and the file behind it is not changed through it";
    if (file.kind != ContentKind::text) return "it is no text";
    return is_utf8(file.encoding) ? "" : "it is not UTF-8, and only UTF-8 is changed";
  }
  return "it could not be read";
}

const std::string& text_of(const Skill& skill, const std::string& path) {
  static const std::string k_none;
  const SourceFile* file = skill.text_file(path);
  return file ? file->text : k_none;
}

// Edits by file, and what else happens: what has been taken so far, and whether more goes with it.
struct Plan {
  std::map<std::string, std::vector<const Edit*>> edits;
  std::vector<const Rename*> renames;
  std::vector<const std::string*> executable;

  bool takes(const Skill& skill, const Diagnostic& finding) const {
    const Fix& fix = finding.fixes.front();
    if (fix.edits.empty() && fix.renames.empty() && fix.executable.empty()) return false;
    for (const Edit& edit : fix.edits) {
      const std::string& path = file_of(edit, finding);
      if (std::uint64_t{edit.span.offset} + edit.span.length > text_of(skill, path).size()) return false;
      const auto others = edits.find(path);
      if (others == edits.end()) continue;
      const auto collides = [&edit](const Edit* other) {
        const Span a = edit.span;
        const Span b = other->span;
        return (a.offset < b.end() && b.offset < a.end()) || a.offset == b.offset;
      };
      if (std::any_of(others->second.begin(), others->second.end(), collides)) return false;
    }
    for (const Rename& rename : fix.renames) {
      const auto collides = [&](const Rename* other) { return other->from == rename.from || other->to == rename.to; };
      if (std::any_of(renames.begin(), renames.end(), collides)) return false;
      for (const SkillFile& file : skill.files)
        if (file.entry.path == rename.to) return false;
    }
    return true;
  }

  void add(const Diagnostic& finding) {
    const Fix& fix = finding.fixes.front();
    for (const Edit& edit : fix.edits) edits[file_of(edit, finding)].push_back(&edit);
    for (const Rename& rename : fix.renames) renames.push_back(&rename);
    for (const std::string& path : fix.executable) executable.push_back(&path);
  }
};

std::string edited(const std::string& text, std::vector<const Edit*> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit* a, const Edit* b) { return a->span.offset < b->span.offset; });
  std::string out;
  std::size_t copied = 0;
  for (const Edit* edit : edits) {
    out.append(text, copied, edit->span.offset - copied).append(edit->text);
    copied = edit->span.end();
  }
  return out.append(text, copied);
}

// What was parsed of SKILL.md, anew from its text.
void read_again(Skill& skill) {
  skill.encoding = detect_encoding(skill.manifest.text);
  skill.frontmatter = is_utf8(skill.encoding) ? parse_frontmatter(skill.manifest.text) : Frontmatter{};
  skill.markdown = parse_markdown(skill.manifest.text, skill.frontmatter.body);
}

void rename_file(Skill& skill, const Rename& rename) {
  SkillFile* file = find_file(skill, rename.from);
  if (!file) return;
  file->entry.path = rename.to;
  file->source.path = rename.to;
  if (is_manifest(skill, rename.from)) {
    skill.manifest_name = rename.to;
    skill.manifest.path = rename.to;
    return;
  }
  std::sort(skill.files.begin() + 1, skill.files.end(),
            [](const SkillFile& a, const SkillFile& b) { return a.entry.path < b.entry.path; });
}

Judgement judged(const Skill& skill, const FixChoice& choice) {
  JudgeOptions options;
  options.safety = false;
  options.placement = choice.placement;
  options.settings = choice.settings;
  return judge(skill, options);
}

bool can_be_read(const Skill& skill) {
  return skill.frontmatter.state == Frontmatter::State::present && skill.frontmatter.yaml.parsed &&
         skill.frontmatter.is_map();
}

std::size_t count_of(const Judgement& judgement, std::string_view rule) {
  return static_cast<std::size_t>(std::count_if(judgement.findings.begin(), judgement.findings.end(),
                                                [&](const Diagnostic& finding) { return finding.rule == rule; }));
}

std::size_t grave_ones(const Judgement& judgement) {
  return static_cast<std::size_t>(
      std::count_if(judgement.findings.begin(), judgement.findings.end(),
                    [](const Diagnostic& finding) { return finding.severity >= Severity::warning; }));
}

// Why the skill is not the better for the fixes; empty if it is.
std::string_view harm(const Skill& before, const Judgement& was, const Skill& after, const Judgement& is,
                      const std::vector<const Diagnostic*>& fixed) {
  if (can_be_read(before) && !can_be_read(after)) return "the frontmatter could no longer be read after it";
  for (std::size_t i = 0; i < was.agents.size() && i < is.agents.size(); ++i)
    if (was.agents[i].loads && !is.agents[i].loads) return "an agent that loads the skill would drop it after it";
  std::map<std::string_view, std::size_t> rules;
  for (const Diagnostic* finding : fixed) ++rules[finding->rule];
  // A fault that goes can lay another one open; the same one must not come back.
  for (const auto& [rule, count] : rules)
    if (count_of(is, rule) + count > count_of(was, rule)) return "the rule would not fall silent";
  if (can_be_read(before) && grave_ones(is) > grave_ones(was)) return "other findings would follow from it";
  return {};
}

// What was refused once is not tried again while the run lasts.
std::string key_of(const Diagnostic& finding) {
  const Fix& fix = finding.fixes.front();
  return format("{}\n{}\n{}\n{}", finding.rule, finding.location.file, fix.title,
                fix.edits.empty() ? std::string() : fix.edits.front().text);
}

class Mender {
 public:
  Mender(const Skill& skill, const FixChoice& choice) : original_(skill), now_(skill), choice_(choice) {
    for (const SkillFile& file : skill.files) names_[file.entry.path] = file.entry.path;
  }

  Mended run() {
    Judgement judgement = judged(now_, choice_);
    for (int round = 0; round < k_rounds; ++round) {
      std::vector<const Diagnostic*> wanted = choose(judgement);
      if (wanted.empty()) break;
      std::vector<const Diagnostic*> taken;
      Skill next = with_fixes(now_, wanted, &taken);
      if (taken.empty()) break;
      Judgement after = judged(next, choice_);
      if (!harm(now_, judgement, next, after, taken).empty()) {
        wanted = harmless(judgement, taken);
        next = with_fixes(now_, wanted, &taken);
        after = judged(next, choice_);
        if (taken.empty()) continue;  // others may have stood behind those that were refused
        // Each does good and all together do not: a target that is found shows an anchor that is not. One rule first.
        if (!harm(now_, judgement, next, after, taken).empty()) {
          const std::string_view rule = taken.front()->rule;
          std::erase_if(wanted, [rule](const Diagnostic* finding) { return finding->rule != rule; });
          next = with_fixes(now_, wanted, &taken);
          after = judged(next, choice_);
        }
        if (!harm(now_, judgement, next, after, taken).empty()) {
          next = with_fixes(now_, {taken.front()}, &taken);
          after = judged(next, choice_);
        }
      }
      note(taken);
      now_ = std::move(next);
      judgement = std::move(after);
    }
    collect();
    mended_.skill = std::move(now_);
    return std::move(mended_);
  }

 private:
  // The findings whose fixes are wanted and possible.
  std::vector<const Diagnostic*> choose(const Judgement& judgement) {
    std::vector<const Diagnostic*> chosen;
    for (const Diagnostic& finding : judgement.findings) {
      if (finding.fixes.empty()) continue;
      const Fix& fix = finding.fixes.front();
      if (!fix.safe && !choice_.unsafe) continue;
      if (!choice_.rules.empty() &&
          std::find(choice_.rules.begin(), choice_.rules.end(), finding.rule) == choice_.rules.end())
        continue;
      if (tried_.contains(key_of(finding))) continue;
      std::string_view reason;
      for (const Edit& edit : fix.edits)
        if (reason.empty()) reason = reason_against(now_, file_of(edit, finding));
      if (reason.empty())
        chosen.push_back(&finding);
      else
        refuse(finding, reason);
    }
    return chosen;
  }

  void refuse(const Diagnostic& finding, std::string_view reason) {
    if (!tried_.insert(key_of(finding)).second) return;
    mended_.refused.push_back({std::string(finding.rule), names_[finding.location.file], std::string(reason)});
  }

  std::vector<const Diagnostic*> harmless(const Judgement& judgement, const std::vector<const Diagnostic*>& fixes) {
    std::vector<const Diagnostic*> good;
    for (std::size_t i = 0; i < std::min(fixes.size(), k_tried_singly); ++i) {
      const Skill alone = with_fixes(now_, {fixes[i]});
      const std::string_view reason = harm(now_, judgement, alone, judged(alone, choice_), {fixes[i]});
      if (reason.empty())
        good.push_back(fixes[i]);
      else
        refuse(*fixes[i], reason);
    }
    return good;
  }

  void note(const std::vector<const Diagnostic*>& taken) {
    for (const Diagnostic* finding : taken) {
      const Fix& fix = finding->fixes.front();
      mended_.fixes.push_back({std::string(finding->rule), fix.title, names_[finding->location.file],
                               finding->location.begin.line, fix.safe});
      for (const std::string& path : fix.executable) executable_.insert(names_[path]);
    }
    for (const Diagnostic* finding : taken)
      for (const Rename& rename : finding->fixes.front().renames) {
        names_[rename.to] = names_[rename.from];
        names_.erase(rename.from);
      }
  }

  void collect() {
    for (const SkillFile& file : now_.files) {
      const std::string& name = names_[file.entry.path];
      FileChange change{name, file.entry.path, {}, {}, executable_.contains(name)};
      const bool text = file.kind == ContentKind::text || is_manifest(now_, file.entry.path);
      const std::string& before = text_of(original_, name);
      const std::string& after = text_of(now_, file.entry.path);
      if (text && before != after) {
        change.before = before;
        change.after = after;
      }
      if (change.edits() || change.renames() || change.executable) mended_.files.push_back(std::move(change));
    }
  }

  const Skill& original_;
  Skill now_;
  const FixChoice& choice_;
  std::map<std::string, std::string> names_;  // by the name now, the one on the disk
  std::set<std::string> executable_;
  std::set<std::string> tried_;
  Mended mended_;
};

}  // namespace

Skill with_fixes(const Skill& skill, const std::vector<const Diagnostic*>& findings,
                 std::vector<const Diagnostic*>* taken) {
  Plan plan;
  std::vector<const Diagnostic*> went_in;
  for (const Diagnostic* finding : findings) {
    if (finding->fixes.empty() || !plan.takes(skill, *finding)) continue;
    plan.add(*finding);
    went_in.push_back(finding);
  }
  Skill fixed = skill;
  for (const auto& [path, edits] : plan.edits) {
    if (is_manifest(fixed, path)) {
      fixed.manifest = SourceFile(path, edited(fixed.manifest.text, edits));
      read_again(fixed);
      if (!fixed.files.empty()) fixed.files.front().encoding = fixed.encoding;
    } else if (SkillFile* file = find_file(fixed, path)) {
      file->source = SourceFile(path, edited(file->source.text, edits));
      file->entry.size = file->source.text.size();
    }
  }
  for (const std::string* path : plan.executable)
    if (SkillFile* file = find_file(fixed, *path)) file->entry.executable = true;
  for (const Rename* rename : plan.renames) rename_file(fixed, *rename);
  if (taken) *taken = std::move(went_in);
  return fixed;
}

Mended mend(const Skill& skill, const FixChoice& choice) { return Mender(skill, choice).run(); }

std::string diff_of(const FileChange& change, const std::string& folder) {
  const std::string from = normal_path(join_path(folder, change.file));
  const std::string to = normal_path(join_path(folder, change.new_file));
  std::string out = format("diff --git {} {}\n", diff_path("a/", from), diff_path("b/", to));
  if (change.executable) out += "old mode 100644\nnew mode 100755\n";
  if (change.renames()) {
    if (!change.edits()) out += "similarity index 100%\n";
    out += format("rename from {}\nrename to {}\n", diff_path("", from), diff_path("", to));
  }
  if (change.edits())
    out += format("--- {}\n+++ {}\n", diff_path("a/", from), diff_path("b/", to)) +
           unified_hunks(change.before, change.after);
  return out;
}

}  // namespace skillstow
