#include "install/prepare.h"

#include <algorithm>

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "install/selected_tree.h"
#include "install/target_name.h"
#include "parse/load.h"

namespace skillstow {
namespace {

class Preparing {
 public:
  Preparing(const Source& source, const GateOptions& gate) : source_(source), gate_(gate) {}

  void take(const Candidate& candidate) {
    if (!pass_source(candidate)) return;
    Incoming incoming;
    incoming.name = candidate.name;
    incoming.source = source_.recorded;
    incoming.path = join_path(source_.path, candidate.found.folder);
    if (incoming.path.empty()) incoming.path = ".";
    incoming.shown = candidate.shown;
    incoming.ref = source_.ref;
    incoming.commit = source_.commit;
    if (!source_.root.empty()) {
      const auto folder = real_path(join_path(source_.root, candidate.found.folder));
      if (!folder) return refuse(candidate, Refusal::unreadable, folder.error().message, "");
      incoming.folder = *folder;
      if (!is_below(*folder, source_.root)) {
        return refuse(candidate, Refusal::escapes,
                      format("its folder is a link to {}, which is outside the source", visible(*folder)),
                      "install from there if you trust it");
      }
    }
    const std::string_view own = candidate.found.folder.empty() ? source_.name : base_name(candidate.found.folder);
    auto target = target_name(candidate.declared, incoming.folder.empty() ? own : base_name(incoming.folder));
    if (!target) return refuse(candidate, Refusal::unsafe, target.error().message, target.error().help);
    incoming.target = std::move(*target);

    ContentLimits limits;
    // A project that is installed into itself is more than its skill: it holds the installed copy.
    limits.repository =
        candidate.found.whole_repository || (!incoming.folder.empty() && is_below(source_.project, incoming.folder));
    limits.foreign_names = source_.root.empty();
    incoming.contents = gather_contents(source_.tree, candidate.found.folder, candidate.found.manifest_name, limits);
    if (!pass_problems(candidate, incoming) || !pass_gate(candidate, incoming)) return;
    if (is_repeated(incoming)) return;
    prepared_.incoming.push_back(std::move(incoming));
  }

  Prepared finish() {
    while (const auto clash = find_clash(prepared_.incoming)) {
      auto& incoming = prepared_.incoming;
      const std::string message =
          format("{} and {} would both go to a folder called {}, which many disks cannot hold apart",
                 visible(incoming[clash->first].shown), visible(incoming[clash->second].shown),
                 visible(incoming[clash->second].target));
      for (const std::size_t i : {clash->second, clash->first}) {  // the later one first, so that the index holds
        Refused refused{incoming[i].name,
                        incoming[i].shown,
                        Refusal::collision,
                        message,
                        "install one of them, with --skill and its path",
                        {},
                        {}};
        prepared_.refused.push_back(std::move(refused));
        incoming.erase(incoming.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    return std::move(prepared_);
  }

 private:
  void refuse(const Candidate& candidate, Refusal reason, std::string message, std::string help,
              std::vector<Diagnostic> findings = {}) {
    prepared_.refused.push_back(
        {candidate.name, candidate.shown, reason, std::move(message), std::move(help), std::move(findings), {}});
  }

  bool pass_problems(const Candidate& candidate, Incoming& incoming) {
    const auto& files = incoming.contents.files;
    const bool has_manifest = std::any_of(files.begin(), files.end(), [&](const ContentFile& content) {
      return content.file.path == candidate.found.manifest_name && content.file.form != FileForm::link;
    });
    if (gate_.force && has_manifest) {
      for (const ContentProblem& problem : incoming.contents.problems)
        incoming.contents.left_out.push_back({problem.path, problem.message});
      return true;
    }
    if (incoming.contents.problems.empty()) {
      if (!has_manifest) {
        const std::string& name = candidate.found.manifest_name;
        const auto& left_out = incoming.contents.left_out;
        const auto why = std::find_if(left_out.begin(), left_out.end(), [&name](const LeftOut& one) {
          return one.path == name || one.path == name + "/";
        });
        refuse(candidate, Refusal::unreadable,
               format("its {} cannot be installed: {}", name, why == left_out.end() ? "it is no file" : why->why),
               "put a regular text file in its place");
      }
      return has_manifest;
    }
    const ContentProblem& first = incoming.contents.problems.front();
    Refusal reason = Refusal::unreadable;
    if (first.kind == ContentProblem::Kind::escapes) reason = Refusal::escapes;
    if (first.kind == ContentProblem::Kind::unsafe) reason = Refusal::unsafe;
    std::string message;
    for (const ContentProblem& problem : incoming.contents.problems) {
      if (!message.empty()) message += "; ";
      message += format("{}: {}", visible(problem.path, 200), problem.message);
    }
    refuse(candidate, reason, std::move(message), first.help);
    return false;
  }

  // Whether the finding alone keeps the skill out, if nobody lets it in.
  static bool stops(const Diagnostic& finding) {
    return finding.severity == Severity::error || finding.risk >= Risk::high;
  }

  bool is_allowed(const Diagnostic& finding) const {
    return std::find(gate_.allowed.begin(), gate_.allowed.end(), finding.rule) != gate_.allowed.end();
  }

  bool pass_gate(const Candidate& candidate, Incoming& incoming) {
    const SelectedTree tree(source_.tree, incoming.contents);
    const Skill skill = load_skill(tree, "", candidate.found.manifest_name, candidate.shown, incoming.target);
    JudgeOptions options;
    options.agents = false;
    Judgement judgement = judge(skill, options);
    if (gate_.brief) incoming.brief = brief_of(skill, judgement);
    if (!pass_policies(candidate, judgement) || !pass_signature(candidate, tree)) return false;
    for (const Diagnostic& finding : judgement.findings) {
      if (finding.rule != "file-lfs-pointer") continue;
      prepared_.notes.push_back(
          format("{}: {}: {}", visible(candidate.shown), visible(finding.location.file, 200), finding.message));
    }
    const bool dangerous = judgement.safety == "fail";
    if (judgement.valid && !dangerous) return true;
    std::vector<Diagnostic> findings;
    std::vector<std::string> allowed;
    for (Diagnostic& finding : judgement.findings) {
      if (!stops(finding)) continue;
      if (is_allowed(finding)) {
        allowed.emplace_back(finding.rule);
      } else {
        findings.push_back(std::move(finding));
      }
    }
    const std::string what = !judgement.valid && dangerous
                                 ? "it does not conform to the specification, and the scan finds it dangerous"
                             : dangerous ? "the scan finds it dangerous"
                                         : "it does not conform to the specification, so agents drop or misread it";
    if (gate_.force || (findings.empty() && !allowed.empty())) {
      std::sort(allowed.begin(), allowed.end());
      allowed.erase(std::unique(allowed.begin(), allowed.end()), allowed.end());
      prepared_.notes.push_back(format("{}: {}; let in all the same because of {}", visible(candidate.shown), what,
                                       gate_.force ? "--force" : "--allow-risk " + join(allowed, ", ")));
      return true;
    }
    refuse(candidate, dangerous ? Refusal::unsafe : Refusal::invalid, what,
           dangerous ? "read what it found; --allow-risk RULE lets in what that rule finds"
                     : "mend what it found; --allow-risk RULE lets in what that rule finds",
           std::move(findings));
    return false;
  }

  // What a policy says holds against --force and --allow-risk too.
  bool pass_policies(const Candidate& candidate, const Judgement& judgement) {
    for (const Policy& policy : gate_.policies) {
      if (!policy.max_risk) continue;
      std::vector<Diagnostic> findings;
      for (const Diagnostic& finding : judgement.findings) {
        if (finding.risk > *policy.max_risk) findings.push_back(finding);
      }
      if (findings.empty()) continue;
      refuse(candidate, Refusal::policy,
             format("{} lets in no finding of the scan above {}", policy.file,
                    *policy.max_risk == Risk::none ? std::string_view("none at all") : name_of(*policy.max_risk)),
             "whoever keeps the policy can change it; no option can", std::move(findings));
      return false;
    }
    return true;
  }

  bool pass_signature(const Candidate& candidate, const Tree& tree) {
    for (const Policy& policy : gate_.policies) {
      if (!policy.signature) continue;
      const std::string fault =
          gate_.fault_of_signature ? gate_.fault_of_signature(tree, policy) : "signatures cannot be checked here";
      if (fault.empty()) continue;
      refuse(candidate, Refusal::policy, format("{} asks for a signature: {}", policy.file, fault),
             "whoever keeps the policy can change it; no option can");
      return false;
    }
    return true;
  }

  bool pass_source(const Candidate& candidate) {
    const PolicedSource policed{source_.identity.substr(0, 1) == "/" ? source_.recorded : source_.identity, source_.ref,
                                source_.commit};
    for (const Policy& policy : gate_.policies) {
      const std::string fault = fault_of_source(policy, policed);
      if (fault.empty()) continue;
      refuse(candidate, Refusal::policy, fault, "whoever keeps the policy can change it; no option can");
      return false;
    }
    return true;
  }

  // The same skill under two paths of the source, as repositories have it that serve several agents.
  bool is_repeated(const Incoming& incoming) {
    for (const Incoming& other : prepared_.incoming) {
      if (other.target != incoming.target || other.contents.digest() != incoming.contents.digest()) continue;
      prepared_.notes.push_back(
          format("{} and {} are the same skill; installed once", visible(other.shown), visible(incoming.shown)));
      return true;
    }
    return false;
  }

  const Source& source_;
  const GateOptions& gate_;
  Prepared prepared_;
};

}  // namespace

Prepared prepare(const Source& source, const std::vector<Candidate>& candidates, const std::vector<std::size_t>& chosen,
                 const GateOptions& gate) {
  Preparing preparing(source, gate);
  for (const std::size_t i : chosen) preparing.take(candidates[i]);
  return preparing.finish();
}

}  // namespace skillstow
