#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "install/site.h"

namespace skillstow {

// Keeps two runs from changing one site at a time. Held until destroyed; the system releases it when the process ends,
// however that happens.
class StateLock {
 public:
  // Waits while another run holds it, at most `seconds`; `tell` gets one sentence when the wait begins to show. Makes
  // the state folder if it is missing.
  static Result<StateLock> take(const Site& site, const std::function<void(std::string_view)>& tell, int seconds = 60);

  StateLock(StateLock&& other) noexcept : fd_(other.fd_), path_(std::move(other.path_)) { other.fd_ = -1; }
  StateLock(const StateLock&) = delete;
  StateLock& operator=(const StateLock&) = delete;
  StateLock& operator=(StateLock&&) = delete;
  ~StateLock();

  // Removes the lock's file with the folder around it if nothing else is in there.
  void remove_if_last(const Site& site);

 private:
  StateLock(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  int fd_;
  std::string path_;
};

}  // namespace skillstow
