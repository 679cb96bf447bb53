#include "commands/new.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/edit_distance.h"
#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "base/utf8.h"
#include "commands/say.h"
#include "structure/skill_name.h"
#include "structure/structure_file.h"
#include "structure/templates.h"

namespace skillstow {
namespace {

// Agent Skills specification, description field: 1,024 characters. Crush and Zed count bytes, so a new skill keeps to
// the narrower reading.
constexpr std::size_t k_max_description = 1'024;

struct NewFile {
  std::string path;  // from the skill's folder
  std::string text;
  std::uint32_t mode = 0644;
};

ExitCode wrong_usage(const NewOptions& options, Io& io, std::string message, std::string help) {
  return fail(io, options.format, {ErrorKind::usage, "", std::move(message), std::move(help)});
}

ExitCode list_templates(Format output, Io& io) {
  JsonWriter json;
  std::string text;
  json.begin_object().key("templates").begin_array();
  for (const std::string_view name : template_names()) {
    const Structure structure = read_structure(find_template(name).structure).structure;
    json.begin_object().member("name", name).member("description", structure.description).end_object();
    text += format("{:<12}{}\n", name, structure.description);
  }
  json.end_array().end_object();
  io.out(output == Format::json ? json.take() + "\n" : text);
  return ExitCode::ok;
}

// What keeps a description from being one line that every agent reads; "" if nothing does.
std::string_view fault_of_description(std::string_view description) {
  if (find_invalid_utf8(description) != std::string_view::npos) return "the description is not UTF-8";
  if (description.size() > k_max_description) return "the description is longer than 1,024 bytes";
  if (description.find_first_of("<>") != std::string_view::npos) {
    return "the description has < or >, and some agents take what is between them for a tag and drop it";
  }
  const bool control =
      std::any_of(description.begin(), description.end(), [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; });
  return control ? "the description has control characters" : "";
}

std::vector<NewFile> files_of(const Template& found, const NewOptions& options, std::string_view description) {
  std::vector<NewFile> files;
  for (const EmbeddedFile& file : found.files) {
    std::string text = fill_skeleton(file.content, options.name);
    if (file.path == "SKILL.md") text = with_fields(text, description);
    files.push_back({std::string(file.path), std::move(text), file.executable ? 0755u : 0644u});
  }
  return files;
}

constexpr std::string_view k_stage = ".skillstow-new-";

// A folder of our own beside the place that the skill will have. Its run holds a lock on it, which the system lets go
// when the run ends, however that happens.
class Stage {
 public:
  Stage(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  Stage(Stage&& other) noexcept : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  Stage& operator=(Stage&&) = delete;
  ~Stage() {
    if (fd_ >= 0) ::close(fd_);
  }
  const std::string& path() const { return path_; }
  bool held() const { return fd_ >= 0; }

 private:
  std::string path_;
  int fd_;
};

// The folder, opened and locked; -1 if it is none or another run holds it.
int hold(const std::string& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 || ::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  ::close(fd);
  return -1;
}

// What runs left behind that were killed.
void remove_leftovers(const std::string& into) {
  const auto entries = read_folder(into);
  if (!entries) return;
  for (const FolderEntry& entry : *entries) {
    if (entry.kind != FileKind::folder || std::string_view(entry.name).substr(0, k_stage.size()) != k_stage) continue;
    const Stage left(join_path(into, entry.name), hold(join_path(into, entry.name)));
    if (left.held()) static_cast<void>(remove_tree(left.path()));
  }
}

Result<Stage> make_stage(const std::string& into) {
  remove_leftovers(into);
  int error_number = EEXIST;
  for (int attempt = 0; attempt < 100 && error_number == EEXIST; ++attempt) {
    std::string stage = join_path(into, format("{}{}-{}", k_stage, ::getpid(), attempt));
    if (::mkdir(stage.c_str(), 0755) != 0) {
      error_number = errno;
      continue;
    }
    // Another run may take it for a leftover in the moment before it is held; then the next name is tried.
    const int fd = hold(stage);
    if (fd >= 0 && status_of(stage).kind == FileKind::folder) return Stage(std::move(stage), fd);
    if (fd >= 0) ::close(fd);
  }
  return tl::unexpected(system_error(error_number, into, "write to"));
}

// Writes all files below the stage.
Result<void> write_files(const std::string& stage, const std::vector<NewFile>& files) {
  for (const NewFile& file : files) {
    const std::string path = join_path(stage, file.path);
    if (Result<std::vector<std::string>> made = create_folders(std::string(parent_path(path))); !made) {
      return tl::unexpected(made.error());
    }
    if (Result<void> done = create_file(path, file.text, file.mode); !done) return done;
  }
  return sync_folder(stage);
}

// A rename never replaces anything but an empty folder, and that only if it appears in the moment after the look.
Result<void> move_into_place(const std::string& stage, const std::string& target) {
  if (status_of(target).kind != FileKind::missing) {
    return failure(ErrorKind::exists, target, "there is something of that name already");
  }
  if (std::rename(stage.c_str(), target.c_str()) == 0) {
    const std::string parent(parent_path(target));
    return sync_folder(parent.empty() ? "." : parent);
  }
  const int error_number = errno;
  if (error_number == EEXIST || error_number == ENOTEMPTY || error_number == ENOTDIR) {
    return failure(ErrorKind::exists, target, "there is something of that name already");
  }
  return tl::unexpected(system_error(error_number, target, "create"));
}

Result<void> create_skill(const std::string& into, const std::string& target, const std::vector<NewFile>& files) {
  if (status_of(target).kind != FileKind::missing) {
    return failure(ErrorKind::exists, target, "there is something of that name already");
  }
  Result<std::vector<std::string>> made = create_folders(into);
  if (!made) return tl::unexpected(made.error());
  const Result<Stage> stage = make_stage(into.empty() ? "." : into);
  Result<void> done;
  if (!stage) {
    done = tl::unexpected(stage.error());
  } else {
    done = write_files(stage->path(), files);
    if (done) done = move_into_place(stage->path(), target);
    if (done) return done;
    static_cast<void>(remove_tree(stage->path()));  // the first error is the one to tell
  }
  for (auto folder = made->rbegin(); folder != made->rend(); ++folder) ::rmdir(folder->c_str());
  return done;
}

ExitCode refuse(const NewOptions& options, const Error& error, Io& io) {
  if (error.kind != ErrorKind::exists) return fail(io, options.format, error);
  say_refusal(io, error.path, "it is there already; nothing was written",
              "choose another name, or another folder with --into");
  if (options.format == Format::json) {
    JsonWriter json;
    json.begin_object().key("created").begin_array().end_array().key("refused").begin_array().begin_object();
    json.member("name", options.name).member("path", error.path).member("reason", "exists").end_object().end_array();
    io.out(json.end_object().take() + "\n");
  }
  return ExitCode::findings;
}

void tell_json(const NewOptions& options, const std::string& target, const std::vector<NewFile>& files, Io& io) {
  JsonWriter json;
  json.begin_object().key("created").begin_array().begin_object();
  json.member("name", options.name).member("path", target).member("template", options.template_name);
  json.key("files").begin_array();
  for (const NewFile& file : files) json.string(file.path);
  json.end_array().end_object().end_array().key("refused").begin_array().end_array().end_object();
  io.out(json.take() + "\n");
}

// A path as an argument of a shell; one that starts with a hyphen would be taken for an option.
std::string shell_word(std::string_view path) {
  const bool plain = std::all_of(path.begin(), path.end(), [](char c) {
    return is_word(c) || std::string_view("/.-+,:@%").find(c) != std::string_view::npos;
  });
  const std::string word = (path.starts_with('-') ? "./" : "") + std::string(path);
  return plain ? word : "'" + replace_all(word, "'", "'\\''") + "'";
}

void tell_text(const NewOptions& options, const std::string& target, const std::vector<NewFile>& files, Io& io) {
  std::string text;
  for (const NewFile& file : files) text += format("wrote {}\n", visible(join_path(target, file.path)));
  io.out(text);
  if (io.quiet) return;
  std::string next = "\nNext:\n";
  if (options.description.empty()) {
    next += "  1. say in the description what the skill does and when to use it: agents choose by it alone\n";
  } else {
    next += "  1. read the description once more: agents choose by it alone\n";
  }
  next += "  2. replace the sample text with what an agent is to do\n";
  next += format("  3. skillstow check {} --structure {}\n", shell_word(target), options.template_name);
  io.out(next);
}

}  // namespace

ExitCode new_skill(const NewOptions& options, Io& io) {
  if (options.list) return list_templates(options.format, io);
  if (Result<void> good = check_skill_name(options.name); !good) {
    const std::string shown = visible(options.name, 80);
    return wrong_usage(options, io, format("\"{}\" cannot be the name of a skill: {}", shown, good.error().message),
                       good.error().help);
  }
  // "con" and its like are fine as names and cannot be folders on Windows.
  if (Result<void> good = check_portable_name(options.name); !good) {
    return wrong_usage(
        options, io,
        format("\"{}\" cannot be the name of a skill's folder: {}", visible(options.name, 80), good.error().message),
        "choose another name");
  }
  const Template found = find_template(options.template_name);
  if (found.name.empty()) {
    const std::vector<std::string_view> names = template_names();
    const std::string_view meant = nearest(options.template_name, names);
    const std::vector<std::string> known(names.begin(), names.end());
    return wrong_usage(options, io, format("there is no template \"{}\"", visible(options.template_name, 80)),
                       meant.empty() ? format("there are {}", join(known, ", ")) : format("did you mean {}?", meant));
  }
  const std::string description = fold_space(options.description);
  if (!options.description.empty() && description.empty()) {
    return wrong_usage(options, io, "the description is empty",
                       "say what the skill does and when to use it, or leave it out");
  }
  if (const std::string_view fault = fault_of_description(description); !fault.empty()) {
    return wrong_usage(options, io, std::string(fault),
                       "say in one or two sentences what the skill does and when to use it");
  }

  const std::string into = options.into.empty() ? "." : options.into;
  const std::string target = join_path(into, options.name);
  const std::vector<NewFile> files = files_of(found, options, description);
  if (Result<void> done = create_skill(into, target, files); !done) return refuse(options, done.error(), io);
  options.format == Format::json ? tell_json(options, target, files, io) : tell_text(options, target, files, io);
  return io.out_failed() ? ExitCode::failure : ExitCode::ok;
}

}  // namespace skillstow
