#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/source_file.h"
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
  struct Kept {
    std::string what;  // the secret
    Span span;         // of what put it there, in the file
  };
  struct Sender {
    std::string to;  // host; empty = unknown
    Span span;       // of the call that sends, in the file
  };
  std::map<std::string, Downloaded, std::less<>> downloads;  // by the path it was put at
  std::map<std::string, Downloaded, std::less<>> folders;    // cloned or unpacked, by path
  std::map<std::string, Kept, std::less<>> secret_files;     // by path: what was copied into it
  std::map<std::string, Kept, std::less<>> secret_variables;
  std::map<std::string, std::string, std::less<>> remote_inputs;  // by file descriptor: the URL that it reads
  std::map<std::string, Sender, std::less<>> senders;             // functions of a script that send a parameter
};

// What the scripts of one skill have to do with each other: "send(grab())" with both functions in other files.
struct ImportMemory {
  struct Given {
    std::string what;                  // the secret
    const SourceFile* file = nullptr;  // where the function that gives it stands
    Span span;
  };
  struct Sender {
    std::string to;  // host; empty = unknown
    const SourceFile* file = nullptr;
    Span span;  // of the call that sends
  };
  struct Sent {
    const SourceFile* file;
    Span span;                          // of the call that sends, or that calls who sends
    std::string to;                     // host; empty = unknown
    std::string sender;                 // the imported function that sends; empty = the call itself does
    std::string secret;                 // what the call hands over; empty = what the functions below give
    std::vector<std::string> imported;  // functions whose value it hands over
  };
  std::map<std::string, Given, std::less<>> given;     // by "module.function"
  std::map<std::string, Sender, std::less<>> senders;  // by "module.function"
  std::vector<Sent> sent;
};

}  // namespace skillstow
