#include "base/watched_child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/format.h"

namespace skillstow {
namespace {

using Clock = std::chrono::steady_clock;

// A frame: its kind, the length of its text in four bytes, the text.
enum class Frame : char { word = 'w', result = 'r', error = 'e' };
constexpr std::uint32_t k_max_frame = 256u << 20;
constexpr std::size_t k_head = 5;
constexpr char k_between = '\x1f';  // between the parts of an error

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool send(int fd, Frame kind, std::string_view text) {
  const auto length = static_cast<std::uint32_t>(std::min<std::size_t>(text.size(), k_max_frame));
  std::string frame(1, static_cast<char>(kind));
  for (int shift = 0; shift < 32; shift += 8) frame += static_cast<char>(length >> shift & 0xFF);
  frame.append(text.substr(0, length));
  return write_all(fd, frame);
}

std::string packed(const Error& error) {
  std::string text(1, static_cast<char>('A' + static_cast<int>(error.kind)));
  for (const std::string* part : {&error.path, &error.message, &error.help}) text.append(1, k_between).append(*part);
  return text;
}

Error unpacked(std::string_view text) {
  Error error;
  if (text.empty()) return error;
  error.kind = static_cast<ErrorKind>(text.front() - 'A');
  text.remove_prefix(std::min<std::size_t>(2, text.size()));
  for (std::string* part : {&error.path, &error.message, &error.help}) {
    const std::size_t end = text.find(k_between);
    *part = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return error;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool k_sanitized = true;  // their shadow memory is far above any limit
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool k_sanitized = true;
#else
constexpr bool k_sanitized = false;
#endif
#else
constexpr bool k_sanitized = false;
#endif

std::uint64_t address_space() {
  unsigned long long pages = 0;
  if (std::FILE* statm = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(statm, "%llu", &pages) != 1) pages = 0;
    std::fclose(statm);
  }
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void apply(const WatchLimits& limits) {
  const auto limit = [](auto what, std::uint64_t bytes) {
    const rlimit both{static_cast<rlim_t>(bytes), static_cast<rlim_t>(bytes)};
    ::setrlimit(what, &both);
  };
  if (limits.memory > 0 && !k_sanitized) limit(RLIMIT_AS, address_space() + limits.memory);
  if (limits.file > 0) {
    std::signal(SIGXFSZ, SIG_IGN);  // an error of writing instead
    limit(RLIMIT_FSIZE, limits.file);
  }
  limit(RLIMIT_CORE, 0);
}

[[noreturn]] void child_main(int fd, const WatchLimits& limits, pid_t parent,
                             const std::function<Result<std::string>(const ChildReport&)>& work) {
  ::setpgid(0, 0);  // so that what it starts is ended with it
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  apply(limits);
  Result<std::string> result = failure(ErrorKind::other, "", "there is not enough memory for this");
  try {
    result = work(ChildReport(fd));
  } catch (const std::exception&) {
  }
  const bool sent = result ? send(fd, Frame::result, *result) : send(fd, Frame::error, packed(result.error()));
  ::_exit(sent ? 0 : 1);
}

// Reads frames until one ends the work.
class Watching {
 public:
  Watching(int fd, const WatchLimits& limits, const std::function<void(std::string_view)>& heard)
      : fd_(fd), limits_(limits), heard_(heard) {}

  Result<std::string> run() {
    const Clock::time_point end = Clock::now() + std::chrono::seconds(limits_.total);
    Clock::time_point silent_end = Clock::now() + std::chrono::seconds(limits_.silence);
    for (;;) {
      const Clock::time_point next = std::min(end, silent_end);
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(next - Clock::now()).count();
      if (left <= 0) {
        return failure(ErrorKind::timeout, "",
                       next == end ? format("it took more than {} seconds", limits_.total)
                                   : format("nothing was heard for {} seconds", limits_.silence));
      }
      pollfd ready{fd_, POLLIN, 0};
      const int count = ::poll(&ready, 1, static_cast<int>(std::min<long long>(left, 60'000)));
      if (count <= 0) continue;
      std::array<char, 65536> buffer;
      const ssize_t got = ::read(fd_, buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return failure(ErrorKind::other, "", "the process that was at it died");
      pending_.append(buffer.data(), static_cast<std::size_t>(got));
      silent_end = Clock::now() + std::chrono::seconds(limits_.silence);
      while (take_frame()) {
        if (done_) return std::move(result_);
      }
    }
  }

 private:
  bool take_frame() {
    if (pending_.size() < k_head) return false;
    std::uint32_t length = 0;
    for (int i = 0; i < 4; ++i)
      length |= std::uint32_t{static_cast<unsigned char>(pending_[1 + static_cast<std::size_t>(i)])} << (8 * i);
    length = std::min(length, k_max_frame);
    if (pending_.size() < k_head + length) return false;
    const std::string text = pending_.substr(k_head, length);
    const Frame kind{pending_.front()};
    pending_.erase(0, k_head + length);
    if (kind == Frame::word) {
      if (heard_ && !text.empty()) heard_(text);
      return true;
    }
    done_ = true;
    if (kind == Frame::result) {
      result_ = text;
    } else {
      result_ = tl::unexpected(unpacked(text));
    }
    return true;
  }

  int fd_;
  const WatchLimits& limits_;
  const std::function<void(std::string_view)>& heard_;
  std::string pending_;
  Result<std::string> result_;
  bool done_ = false;
};

void wait_for(pid_t child, int* status) {
  while (::waitpid(child, status, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

void ChildReport::say(std::string_view text) const {
  // A parent that is gone needs no work done.
  if (!send(fd_, Frame::word, text.substr(0, 65536))) ::_exit(1);
}

Result<std::string> run_watched(const WatchLimits& limits,
                                const std::function<Result<std::string>(const ChildReport&)>& work,
                                const std::function<void(std::string_view)>& heard) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return failure(ErrorKind::other, "", "the system has no pipe left");
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    return failure(ErrorKind::other, "", "the system starts no further process");
  }
  if (child == 0) {
    ::close(ends[0]);
    child_main(ends[1], limits, parent, work);
  }
  ::setpgid(child, child);  // both sides do it, so that it is done whoever is first
  ::close(ends[1]);
  Result<std::string> result = Watching(ends[0], limits, heard).run();
  ::close(ends[0]);
  ::kill(-child, SIGKILL);  // itself, where a limit was broken, and whatever it left behind
  wait_for(child, nullptr);
  return result;
}

Result<std::string> run_program(const std::vector<std::string>& command, std::string_view input,
                                const std::vector<std::string>& environment) {
  constexpr std::size_t k_most = 65536;
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  const auto no_pipe = [] { return failure(ErrorKind::other, "", "the system has no pipe left"); };
  if (::pipe2(in.data(), O_CLOEXEC) != 0) return no_pipe();
  if (::pipe2(out.data(), O_CLOEXEC) != 0) {
    ::close(in[0]);
    ::close(in[1]);
    return no_pipe();
  }
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    const int nothing = ::open("/dev/null", O_WRONLY);
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    ::dup2(nothing, STDERR_FILENO);
    for (const std::string& setting : environment) {
      const std::size_t equals = setting.find('=');
      if (equals == std::string::npos) {
        ::unsetenv(setting.c_str());
      } else {
        ::setenv(setting.substr(0, equals).c_str(), setting.c_str() + equals + 1, 1);
      }
    }
    ::execvp(words.front(), words.data());
    ::_exit(127);
  }
  ::close(in[0]);
  ::close(out[1]);
  std::string text;
  if (child > 0) {
    write_all(in[1], input);
    ::close(in[1]);
    std::array<char, 4096> buffer;
    for (;;) {
      const ssize_t got = ::read(out[0], buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0 || text.size() > k_most) break;
      text.append(buffer.data(), static_cast<std::size_t>(got));
    }
  } else {
    ::close(in[1]);
  }
  ::close(out[0]);
  int status = -1;
  if (child > 0) wait_for(child, &status);
  if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) == 127) {
    return failure(ErrorKind::not_found, command.front(), "the program cannot be run");
  }
  if (WEXITSTATUS(status) != 0 || text.size() > k_most) {
    return failure(ErrorKind::other, command.front(), "the program did not do what it was asked for");
  }
  return text;
}

}  // namespace skillstow
