#pragma once

// Only the files of this folder include this header, and through it the library's.
#include <memory>

#include <git2.h>
#include <git2/sys/stream.h>
#if __has_include(<git2/sys/errors.h>)
#include <git2/sys/errors.h>  // has git_error_set_str since 1.8
#endif

#include "base/result.h"

namespace skillstow {

// The library's functions that are used, found by name when the library is opened.
#define SKILLSTOW_LIBGIT2_FUNCTIONS(FUNCTION)     \
  FUNCTION(git_blob_free)                         \
  FUNCTION(git_blob_lookup)                       \
  FUNCTION(git_blob_rawcontent)                   \
  FUNCTION(git_blob_rawsize)                      \
  FUNCTION(git_commit_free)                       \
  FUNCTION(git_commit_id)                         \
  FUNCTION(git_commit_lookup)                     \
  FUNCTION(git_commit_parent_id)                  \
  FUNCTION(git_commit_parentcount)                \
  FUNCTION(git_commit_time)                       \
  FUNCTION(git_commit_tree)                       \
  FUNCTION(git_config_add_file_ondisk)            \
  FUNCTION(git_config_free)                       \
  FUNCTION(git_config_iterator_free)              \
  FUNCTION(git_config_iterator_glob_new)          \
  FUNCTION(git_config_next)                       \
  FUNCTION(git_config_open_default)               \
  FUNCTION(git_credential_ssh_key_from_agent)     \
  FUNCTION(git_credential_ssh_key_new)            \
  FUNCTION(git_credential_username_new)           \
  FUNCTION(git_credential_userpass_plaintext_new) \
  FUNCTION(git_error_last)                        \
  FUNCTION(git_error_set_str)                     \
  FUNCTION(git_ignore_path_is_ignored)            \
  FUNCTION(git_libgit2_init)                      \
  FUNCTION(git_libgit2_opts)                      \
  FUNCTION(git_libgit2_shutdown)                  \
  FUNCTION(git_merge_file)                        \
  FUNCTION(git_merge_file_result_free)            \
  FUNCTION(git_object_free)                       \
  FUNCTION(git_object_id)                         \
  FUNCTION(git_object_peel)                       \
  FUNCTION(git_odb_free)                          \
  FUNCTION(git_odb_read_header)                   \
  FUNCTION(git_oid_equal)                         \
  FUNCTION(git_oid_tostr)                         \
  FUNCTION(git_remote_connect_ext)                \
  FUNCTION(git_remote_create_with_opts)           \
  FUNCTION(git_remote_fetch)                      \
  FUNCTION(git_remote_free)                       \
  FUNCTION(git_remote_list)                       \
  FUNCTION(git_remote_lookup)                     \
  FUNCTION(git_remote_ls)                         \
  FUNCTION(git_remote_url)                        \
  FUNCTION(git_repository_free)                   \
  FUNCTION(git_repository_init_ext)               \
  FUNCTION(git_repository_odb)                    \
  FUNCTION(git_repository_open_ext)               \
  FUNCTION(git_repository_workdir)                \
  FUNCTION(git_revparse_single)                   \
  FUNCTION(git_strarray_dispose)                  \
  FUNCTION(git_stream_register)                   \
  FUNCTION(git_tag_list)                          \
  FUNCTION(git_tree_entry_byindex)                \
  FUNCTION(git_tree_entry_bypath)                 \
  FUNCTION(git_tree_entry_filemode_raw)           \
  FUNCTION(git_tree_entry_free)                   \
  FUNCTION(git_tree_entry_id)                     \
  FUNCTION(git_tree_entry_name)                   \
  FUNCTION(git_tree_entrycount)                   \
  FUNCTION(git_tree_free)                         \
  FUNCTION(git_tree_id)                           \
  FUNCTION(git_tree_lookup)

struct Libgit2 {
#define SKILLSTOW_LIBGIT2_MEMBER(function) decltype(&::function) function = nullptr;
  SKILLSTOW_LIBGIT2_FUNCTIONS(SKILLSTOW_LIBGIT2_MEMBER)
#undef SKILLSTOW_LIBGIT2_MEMBER
};

// Opens the library at the first call; fails if it is not installed or lacks a function.
Result<const Libgit2*> libgit2();

// The library's last error on this thread as the reason of ours.
Error git_error(const Libgit2& git, std::string path, std::string_view doing, int code);

}  // namespace skillstow
