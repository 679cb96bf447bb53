#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/skill.h"

namespace skillstow {

// A web address that the skill's text names.
struct WebAddress {
  const SourceFile* source = nullptr;  // the file that it stands in; lives as long as the skill
  Span span;
  std::uint32_t line = 0;
  std::string url;   // as written; a password in it is masked
  std::string host;  // small letters, without the port
  bool own = false;  // leads to the skill's own repository
};

// The addresses with a scheme (http, https, ftp, ftps, ws, wss, ssh, git) in all text files, the first of each in a
// file. Addresses whose host is a placeholder or a variable are left out. `repository` is the skill's own, as
// "https://host/owner/repo", or "" if it is not known.
std::vector<WebAddress> find_urls(const Skill& skill, std::string_view repository = {});

// The addresses of one text, in order, repetitions included; `line` stays 0.
std::vector<WebAddress> find_urls(std::string_view text);

// Names of XML namespaces, document types and schemas, and the hosts kept for examples (RFC 2606): written as
// addresses, and never called.
bool is_name_only(const WebAddress& url);

}  // namespace skillstow
