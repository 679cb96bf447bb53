#pragma once

#include <string>
#include <string_view>

#include "safety/shell_model.h"
#include "safety/view.h"

namespace skillstow {

// What a command of a shell does with the network and with code, from its documented options.

struct Download {
  bool is = false;
  bool to_output = false;   // its standard output is what was downloaded
  bool checks_off = false;  // -k, --insecure, --no-check-certificate
  std::string url{};        // as written; empty if it cannot be told
  std::string file{};       // where it is put, else empty
};
Download download_of(const Invocation& run);

struct Interpreter {
  bool is = false;
  Language language = Language::none;  // of the code that it runs; none for one that no lexer reads
  bool reads_input = false;            // runs its standard input
  int code = -1;                       // index of the argument that is code (-c, -e), or -1
  int file = -1;                       // index of the argument that is the file to run, or -1
};
Interpreter interpreter_of(const Invocation& run);

// Whether the command sends what it is given to another machine, and where to.
struct Upload {
  bool is = false;
  bool sends_input = false;  // standard input goes out
  std::string to;            // URL or host
};
Upload upload_of(const Invocation& run);

// The words that an upload sends as data: the bodies, files and addresses of curl, not its headers.
bool is_sent(const Invocation& run, std::size_t argument);

// Prints or copies the files that it is given: cat, head, cp, tar, base64, …
bool reads_files(std::string_view name);

// Prints a secret by itself: gh auth token, security find-generic-password -w, env, printenv. What it prints, or "".
std::string_view prints_secret(const Invocation& run);

}  // namespace skillstow
