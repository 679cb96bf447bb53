#include "git/merge_text.h"

#include "git/libgit2.h"

namespace skillstow {
namespace {

git_merge_file_input input_of(std::string_view text) {
  git_merge_file_input input = GIT_MERGE_FILE_INPUT_INIT;
  input.ptr = text.data();
  input.size = text.size();
  return input;
}

}  // namespace

Result<MergedText> merge_text(std::string_view base, std::string_view mine, std::string_view theirs) {
  const auto git = libgit2();
  if (!git) return tl::unexpected(git.error());
  const git_merge_file_input inputs[] = {input_of(base), input_of(mine), input_of(theirs)};
  git_merge_file_result result{};
  const int code = (*git)->git_merge_file(&result, &inputs[0], &inputs[1], &inputs[2], nullptr);
  if (code != 0) return tl::unexpected(git_error(**git, "", "merge two versions of a file", code));
  MergedText merged;
  merged.conflict = result.automergeable == 0;
  if (!merged.conflict && result.len > 0) merged.text.assign(result.ptr, result.len);
  (*git)->git_merge_file_result_free(&result);
  return merged;
}

}  // namespace skillstow
