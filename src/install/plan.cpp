#include "install/plan.h"

#include <unordered_map>

#include "base/format.h"
#include "base/text.h"
#include "install/target_name.h"

namespace skillstow {
namespace {

constexpr std::string_view k_keep_help = "move it away, or use --force, which keeps it as a backup";

bool same_source(const SourceIdentity& now, const std::optional<SourceIdentity>& first) {
  return first && (first->source == now.source || first->folder == now.folder);
}

// Whether the target already is what an install would make of it.
bool is_wanted(const Incoming& incoming, const Standing& standing, const PlanOptions& options) {
  if (options.link) return standing.entry->method == Method::link && standing.as_written;
  return standing.kind == FileKind::folder && standing.files == incoming.contents.recorded();
}

}  // namespace

std::string_view name_of(Refusal refusal) {
  switch (refusal) {
    case Refusal::unsafe:
      return "unsafe";
    case Refusal::invalid:
      return "invalid";
    case Refusal::escapes:
      return "escapes";
    case Refusal::collision:
      return "collision";
    case Refusal::unreadable:
      return "unreadable";
    case Refusal::policy:
      return "policy";
    case Refusal::exists:
      break;
  }
  return "exists";
}

Step plan_step(const Incoming& incoming, const Standing& standing, const SourceIdentity& now,
               const std::optional<SourceIdentity>& first, const PlanOptions& options) {
  Step step;
  step.target = standing.path;
  const auto replace = [&step](bool backup) {
    step.action = Action::replace;
    step.backup = backup;
    return step;
  };
  const auto refuse = [&](Refusal reason, std::string message, std::string_view help) {
    if (options.force && standing.kind != FileKind::missing) return replace(true);
    step.action = Action::refuse;
    step.reason = reason;
    step.message = std::move(message);
    step.help = std::string(help);
    return step;
  };

  if (standing.kind == FileKind::missing) {
    if (standing.twin.empty() || options.force) return step;
    return refuse(Refusal::collision,
                  format("it would stand beside {}, and disks that are blind to letter case hold the two as one",
                         visible(standing.twin)),
                  "remove or rename the one that is there");
  }

  if (!standing.entry) {
    if (standing.kind == FileKind::link) {
      return refuse(
          Refusal::exists, format("it is a link to {} that skillstow did not make", visible(standing.link)),
          "remove the link, or use --force, which puts the link itself aside and leaves what it leads to alone");
    }
    return refuse(Refusal::exists, "it exists, and skillstow did not write it", k_keep_help);
  }

  const RecordedSkill& entry = *standing.entry;
  if (!same_source(now, first)) {
    return refuse(
        Refusal::exists,
        format("it was installed from {}, and this is another skill of the same name", visible(entry.source)),
        "remove the first, or give one of the two another name; --force replaces it and keeps it as a backup");
  }
  if (is_wanted(incoming, standing, options)) {
    step.action = Action::keep;
    return step;
  }
  if (standing.as_written) return replace(false);
  step.edits = standing.edits;
  if (entry.method == Method::link) {
    return refuse(Refusal::exists, "it was a link made by skillstow, and is something else now", k_keep_help);
  }
  if (standing.kind != FileKind::folder) {
    return refuse(Refusal::exists, "it was a folder written by skillstow, and is something else now", k_keep_help);
  }
  return refuse(
      Refusal::exists, format("it was edited since it was installed: {}", in_words(standing.edits)),
      "keep the edits by leaving it as it is, or use --force, which puts the edited folder aside as a backup");
}

std::optional<Clash> find_clash(const std::vector<Incoming>& incoming) {
  std::unordered_map<std::string, std::size_t> seen;
  for (std::size_t i = 0; i < incoming.size(); ++i) {
    const auto [first, fresh] = seen.emplace(collision_key(incoming[i].target), i);
    if (!fresh) return Clash{first->second, i};
  }
  return std::nullopt;
}

}  // namespace skillstow
