#include "cli/process_io.h"

#include <cerrno>
#include <charconv>
#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace skillstow {
namespace {

constexpr std::size_t k_buffer = 64 * 1024;

// Tables need the first; what is wider than the second is no terminal.
constexpr std::size_t k_least_columns = 40;
constexpr std::size_t k_most_columns = 10'000;

// Writes all of it, however slowly the reader reads; false if there is no reader or no room.
bool write_whole(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      if (errno == EAGAIN) {
        ::usleep(1000);
        continue;
      }
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// What the user says (COLUMNS, as POSIX has it), else what the terminal says; nothing for a width that no table fits
// in.
std::optional<std::size_t> terminal_columns(std::string_view wanted) {
  std::size_t columns = 0;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), columns);
  if (error != std::errc{} || end != wanted.data() + wanted.size()) {
    winsize size{};
    columns = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
  }
  if (columns < k_least_columns || columns > k_most_columns) return std::nullopt;
  return columns;
}

}  // namespace

ProcessIo::ProcessIo() {
  out_terminal = ::isatty(STDOUT_FILENO) == 1;
  err_terminal = ::isatty(STDERR_FILENO) == 1;
  const bool wanted = env("NO_COLOR").value_or("").empty() && env("TERM").value_or("") != "dumb";
  color = wanted && out_terminal;
  err_color = wanted && err_terminal;
  interactive = ::isatty(STDIN_FILENO) == 1 && err_terminal;
  if (out_terminal) width = terminal_columns(env("COLUMNS").value_or("")).value_or(width);
}

ProcessIo::~ProcessIo() { ProcessIo::flush(); }

void ProcessIo::out(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= k_buffer) flush();
}

void ProcessIo::err(std::string_view text) {
  flush();  // so that a terminal shows both in the order in which they were said
  write_whole(STDERR_FILENO, text);
}

void ProcessIo::flush() {
  if (!failed_ && !write_whole(STDOUT_FILENO, buffer_)) failed_ = true;
  buffer_.clear();
}

std::optional<std::string> ProcessIo::env(const std::string& name) const {
  const char* value = std::getenv(name.c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

}  // namespace skillstow
