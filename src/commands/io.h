#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace skillstow {

enum class Format { text, json };

// What a command may know of and say to the outside: two streams, the terminal, the environment. Commands get it as an
// argument, so that tests can hand them another.
class Io {
 public:
  virtual ~Io() = default;

  virtual void out(std::string_view text) = 0;  // results
  virtual void err(std::string_view text) = 0;  // messages; one or more whole lines
  virtual void flush() {}                       // what out() was given leaves the process now
  virtual bool out_failed() const = 0;          // the reader is gone or the disk is full
  virtual std::optional<std::string> env(const std::string& name) const = 0;

  bool out_terminal = false;  // the output stream is a terminal: bytes of files are made harmless before they go there
  bool color = false;         // colour on the output stream
  bool err_color = false;
  bool err_terminal = false;  // the stream of messages is a terminal: progress is shown there
  bool quiet = false;         // no messages but errors
  bool interactive = false;   // a person can answer: both ends are terminals
  std::size_t width = 80;     // columns of the terminal
};

}  // namespace skillstow
