#include "structure/structure_rules.h"

namespace skillstow {
namespace rules {
extern const Rule structure_code_missing;
extern const Rule structure_file_missing;
extern const Rule structure_frontmatter_missing;
extern const Rule structure_link_missing;
extern const Rule structure_list_item_empty;
extern const Rule structure_list_missing;
extern const Rule structure_paragraph_missing;
extern const Rule structure_section_duplicate;
extern const Rule structure_section_empty;
extern const Rule structure_section_level;
extern const Rule structure_section_missing;
extern const Rule structure_section_order;
extern const Rule structure_section_unknown;
extern const Rule structure_step_duplicate;
extern const Rule structure_step_form;
extern const Rule structure_step_gap;
extern const Rule structure_steps_missing;
extern const Rule structure_table_missing;
extern const Rule structure_too_long;
extern const Rule structure_unchecked;
}  // namespace rules

namespace {

constexpr const Rule* k_rules[] = {
    &rules::structure_code_missing,      &rules::structure_file_missing,      &rules::structure_frontmatter_missing,
    &rules::structure_link_missing,      &rules::structure_list_item_empty,   &rules::structure_list_missing,
    &rules::structure_paragraph_missing, &rules::structure_section_duplicate, &rules::structure_section_empty,
    &rules::structure_section_level,     &rules::structure_section_missing,   &rules::structure_section_order,
    &rules::structure_section_unknown,   &rules::structure_step_duplicate,    &rules::structure_step_form,
    &rules::structure_step_gap,          &rules::structure_steps_missing,     &rules::structure_table_missing,
    &rules::structure_too_long,          &rules::structure_unchecked,
};

}  // namespace

std::span<const Rule* const> structure_rules() { return k_rules; }

}  // namespace skillstow
