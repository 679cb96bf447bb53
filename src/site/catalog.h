#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "lint/places.h"

namespace skillstow {

struct CatalogInput {
  const Places& places;
  std::string title;     // of the site
  std::string home;      // absolute; "" = unknown
  bool history = false;  // of each skill, from git: as many times the work as it has versions
  unsigned threads = 1;
  std::string_view version = {};                                                       // of the program
  std::function<void(const std::string& path, const std::string& message)> warn = {};  // called on one thread
};

struct CatalogResult {
  std::size_t skills = 0;
  std::size_t files = 0;  // of the site
};

// Writes a site of all skills into `folder` (site_folder.h): index.html, lists, a page for each skill below skills/,
// and the same as JSON. The same skills give the same bytes, whatever the number of threads. Memory: some kilobytes a
// skill.
Result<CatalogResult> write_catalog(const CatalogInput& input, const std::string& folder);

}  // namespace skillstow
