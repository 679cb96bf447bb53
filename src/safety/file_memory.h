#pragma once

#include <map>
#include <string>
#include <string_view>

#include "model/span.h"

namespace skillstow {

// Of each kind of thing below. More is told, see Scan::left_out.
inline constexpr std::size_t k_most_remembered = 4'096;

// What the commands of one file have done so far: steps of a document and lines of a script build on each other.
struct FileMemory {
  struct Downloaded {
    std::string url;
    bool checks_off = false;
    Span span;              // of the download, in the file
    bool verified = false;  // a checksum or signature was compared since
  };
  std::map<std::string, Downloaded, std::less<>> downloads;      // by the path it was put at
  std::map<std::string, std::string, std::less<>> secret_files;  // by path: what was copied into it
  std::map<std::string, std::string, std::less<>> secret_variables;
  std::map<std::string, std::string, std::less<>> remote_inputs;  // by file descriptor: the URL that it reads
};

}  // namespace skillstow
