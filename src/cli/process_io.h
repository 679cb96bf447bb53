#pragma once

#include "commands/io.h"

namespace skillstow {

// The process's own streams and environment.
class ProcessIo final : public Io {
 public:
  // Colour where the stream is a terminal. NO_COLOR in the environment (no-color.org) and TERM=dumb switch it off.
  ProcessIo();
  ~ProcessIo() override;
  ProcessIo(const ProcessIo&) = delete;
  ProcessIo& operator=(const ProcessIo&) = delete;

  void out(std::string_view text) override;
  void err(std::string_view text) override;
  void flush() override;
  bool out_failed() const override { return failed_; }
  std::optional<std::string> env(const std::string& name) const override;

  void disable_color() { color = err_color = false; }

 private:
  std::string buffer_;
  bool failed_ = false;
};

}  // namespace skillstow
