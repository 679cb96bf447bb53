#pragma once

#include <string>

#include <stdlib.h>

#include "base/file.h"

namespace skillstow {

// A new folder that goes with this object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const char* base = ::getenv("TMPDIR");
    path_ = std::string(base && *base ? base : "/tmp") + "/skillstow-test-XXXXXX";
    if (!::mkdtemp(path_.data())) path_.clear();
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    if (!path_.empty()) static_cast<void>(remove_tree(path_));
  }

  std::string path(const std::string& below) const { return below.empty() ? path_ : path_ + "/" + below; }

 private:
  std::string path_;
};

}  // namespace skillstow
