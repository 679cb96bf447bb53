#include <algorithm>
#include <array>
#include <string>

#include "base/edit_distance.h"
#include "rules/rule.h"

// The one list of all rules. A new rule: its declaration and its place in k_rules, by category and then by id.
namespace skillstow {
namespace rules {

// frontmatter
extern const Rule allowed_tools_form;
extern const Rule compatibility_length;
extern const Rule compatibility_type;
extern const Rule description_angle;
extern const Rule description_empty;
extern const Rule description_length;
extern const Rule description_missing;
extern const Rule description_thin;
extern const Rule description_truncated;
extern const Rule description_type;
extern const Rule encoding;
extern const Rule frontmatter_close;
extern const Rule frontmatter_duplicate_key;
extern const Rule frontmatter_key_unknown;
extern const Rule frontmatter_missing;
extern const Rule frontmatter_open;
extern const Rule frontmatter_yaml;
extern const Rule license_type;
extern const Rule metadata_type;
extern const Rule name_chars;
extern const Rule name_folder;
extern const Rule name_length;
extern const Rule name_missing;
extern const Rule name_reserved;
extern const Rule name_type;

// body
extern const Rule argument_replaced;
extern const Rule body_empty;
extern const Rule body_second_block;
extern const Rule body_unclosed_fence;
extern const Rule dynamic_command;
extern const Rule step_duplicate;
extern const Rule step_gap;
extern const Rule step_reference;
extern const Rule suppression_invalid;
extern const Rule suppression_unused;

// files
extern const Rule file_case;
extern const Rule file_crlf_script;
extern const Rule file_exec_bit;
extern const Rule file_junk;
extern const Rule file_large;
extern const Rule file_lfs_pointer;
extern const Rule file_link_escape;
extern const Rule file_name_collision;
extern const Rule file_name_windows;

// links
extern const Rule anchor_missing;
extern const Rule file_orphan;
extern const Rule link_absolute;
extern const Rule link_broken;
extern const Rule link_case;
extern const Rule link_escapes;
extern const Rule mention_missing;

// tokens
extern const Rule line_budget;
extern const Rule listing_budget;
extern const Rule token_budget;

// safety; found by the one scan (safety/scan.h)
extern const Rule bidi;
extern const Rule code_execution;
extern const Rule deception;
extern const Rule destructive;
extern const Rule exfiltration;
extern const Rule file_escape;
extern const Rule hidden_text;
extern const Rule look_alike;
extern const Rule opaque_code;
extern const Rule persistence;
extern const Rule privilege;
extern const Rule prompt_injection;
extern const Rule remote_code;
extern const Rule reverse_shell;
extern const Rule secret;
extern const Rule sensitive_path;

// agents; found once their models have spoken (lint/)
extern const Rule description_collision;
extern const Rule portable_load;
extern const Rule portable_text;

}  // namespace rules

namespace {

constexpr std::array k_rules = {
    &rules::allowed_tools_form,
    &rules::compatibility_length,
    &rules::compatibility_type,
    &rules::description_angle,
    &rules::description_empty,
    &rules::description_length,
    &rules::description_missing,
    &rules::description_thin,
    &rules::description_truncated,
    &rules::description_type,
    &rules::encoding,
    &rules::frontmatter_close,
    &rules::frontmatter_duplicate_key,
    &rules::frontmatter_key_unknown,
    &rules::frontmatter_missing,
    &rules::frontmatter_open,
    &rules::frontmatter_yaml,
    &rules::license_type,
    &rules::metadata_type,
    &rules::name_chars,
    &rules::name_folder,
    &rules::name_length,
    &rules::name_missing,
    &rules::name_reserved,
    &rules::name_type,
    &rules::argument_replaced,
    &rules::body_empty,
    &rules::body_second_block,
    &rules::body_unclosed_fence,
    &rules::dynamic_command,
    &rules::step_duplicate,
    &rules::step_gap,
    &rules::step_reference,
    &rules::suppression_invalid,
    &rules::suppression_unused,
    &rules::file_case,
    &rules::file_crlf_script,
    &rules::file_exec_bit,
    &rules::file_junk,
    &rules::file_large,
    &rules::file_lfs_pointer,
    &rules::file_link_escape,
    &rules::file_name_collision,
    &rules::file_name_windows,
    &rules::anchor_missing,
    &rules::file_orphan,
    &rules::link_absolute,
    &rules::link_broken,
    &rules::link_case,
    &rules::link_escapes,
    &rules::mention_missing,
    &rules::line_budget,
    &rules::listing_budget,
    &rules::token_budget,
    &rules::bidi,
    &rules::code_execution,
    &rules::deception,
    &rules::destructive,
    &rules::exfiltration,
    &rules::file_escape,
    &rules::hidden_text,
    &rules::look_alike,
    &rules::opaque_code,
    &rules::persistence,
    &rules::privilege,
    &rules::prompt_injection,
    &rules::remote_code,
    &rules::reverse_shell,
    &rules::secret,
    &rules::sensitive_path,
    &rules::description_collision,
    &rules::portable_load,
    &rules::portable_text,
};

}  // namespace

std::span<const Rule* const> all_rules() { return k_rules; }

const Rule* find_rule(std::string_view id) {
  const auto found = std::find_if(k_rules.begin(), k_rules.end(), [&](const Rule* rule) { return rule->id == id; });
  return found == k_rules.end() ? nullptr : *found;
}

std::string_view nearest_rule(std::string_view id) {
  std::array<std::string_view, k_rules.size()> ids;
  std::transform(k_rules.begin(), k_rules.end(), ids.begin(), [](const Rule* rule) { return rule->id; });
  return nearest(id, ids);
}

void run_rules(const Skill& skill, Report& report) {
  for (const Rule* rule : k_rules) {
    if (!rule->check) continue;
    report.rule = rule;
    rule->check(skill, report);
    report.tell_rest();
  }
}

std::vector<Diagnostic> run_rules(const Skill& skill) {
  Report report(skill);
  run_rules(skill, report);
  sort_diagnostics(report.diagnostics());
  return std::move(report.diagnostics());
}

}  // namespace skillstow
