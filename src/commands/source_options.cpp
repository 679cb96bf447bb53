#include "commands/source_options.h"

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/say.h"

namespace skillstow {
namespace {

// The XDG Base Directory specification: relative values are to be ignored.
std::string cache_folder(const Io& io) {
  const std::string set = io.env("XDG_CACHE_HOME").value_or("");
  if (!set.empty() && set.front() == '/') return join_path(normal_path(set), "skillstow");
  const std::string home = io.env("HOME").value_or("");
  return home.empty() ? std::string() : join_path(home, ".cache/skillstow");
}

unsigned timeout_of(const Io& io, unsigned usual) {
  constexpr unsigned k_most = 86'400;
  unsigned seconds = 0;
  const std::string text = io.env("SKILLSTOW_TIMEOUT").value_or("");
  for (const char c : text) {
    if (!is_digit(c) || seconds > k_most) return usual;
    seconds = seconds * 10 + static_cast<unsigned>(c - '0');
  }
  return seconds == 0 ? usual : seconds;
}

// One line that is written over and over, and gone when the next message is written over it.
void show_progress(Io& io, const FetchProgress& progress) {
  std::string text = format("\rreceiving {} KiB", grouped(progress.bytes >> 10));
  if (progress.total > 0) text += format(", {} of {} objects", grouped(progress.objects), grouped(progress.total));
  io.err(text + "\x1b[K\r");
}

}  // namespace

OpenOptions open_options(const std::string& ref, const std::string& path, bool offline, Io& io) {
  OpenOptions options;
  options.home = io.env("HOME").value_or("");
  options.ref = ref;
  options.path = path;
  options.offline = offline;
  options.cache = cache_folder(io);
  options.timeout = timeout_of(io, options.timeout);
  options.env = [&io](const std::string& name) { return io.env(name); };
  options.say = [&io](std::string_view text) { say_note(io, text); };
  if (io.err_terminal && !io.quiet)
    options.progress = [&io](const FetchProgress& progress) { show_progress(io, progress); };
  return options;
}

DiscoverOptions discovery_of(const OpenedSource& source, const Io& io) {
  DiscoverOptions options;
  options.absolute_root = source.root;
  options.home = real_path(io.env("HOME").value_or("")).value_or("");
  options.only_root = source.only_root;
  options.repository = source.whole_repository;
  return options;
}

std::string recorded_source(const Site& site, const OpenedSource& source) {
  if (!source.on_disk) return source.origin;
  if (site.scope == Scope::user) return site.shown(source.origin);
  if (is_below(source.origin, site.root)) {
    const std::string way = relative_path(source.origin, site.root);
    return way == "." ? way : "./" + way;
  }
  return source.spec.path.front() == '/' ? source.origin : relative_path(source.origin, site.root);
}

OpenRecorded recorded_opener(const Site& site, bool offline, Io& io) {
  return [&site, offline, &io](const RecordedSkill& skill, const std::string& commit) {
    OpenOptions options = open_options(skill.ref, "", offline, io);
    options.commit = commit;
    options.say = nullptr;
    const bool local =
        !skill.source.empty() && std::string_view("./~").find(skill.source.front()) != std::string_view::npos;
    return open_source(local ? site.absolute(skill.source) : skill.source, options);
  };
}

}  // namespace skillstow
