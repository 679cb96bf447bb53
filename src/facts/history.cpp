#include "facts/history.h"

#include <chrono>
#include <string_view>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

// "user:password@host:22/path" -> "host/path". The port is that of ssh or of a private server; a web address without
// it is still the one to show.
std::string host_and_path(std::string_view rest, char before_path) {
  const std::size_t end = rest.find(before_path);
  std::string_view host = rest.substr(0, end);
  if (const std::size_t at = host.rfind('@'); at != std::string_view::npos) host.remove_prefix(at + 1);
  host = host.substr(0, host.find(':'));
  std::string_view path = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  if (path.ends_with(".git")) path.remove_suffix(4);
  return std::string(host) + "/" + std::string(path);
}

}  // namespace

std::string utc_time(std::int64_t seconds) {
  using namespace std::chrono;
  const sys_seconds time{std::chrono::seconds(seconds)};
  const auto day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(time - day);
  return format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", int{date.year()}, unsigned{date.month()}, unsigned{date.day()},
                clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

std::string repository_address(const std::string& remote) {
  const std::string_view text = trim(remote);
  if (const std::size_t scheme = text.find("://"); scheme != std::string_view::npos) {
    const std::string_view name = text.substr(0, scheme);
    if (name != "https" && name != "http" && name != "ssh" && name != "git") return std::string(text);
    return "https://" + host_and_path(text.substr(scheme + 3), '/');
  }
  // The short form of ssh has its colon before any slash; everything else is a folder.
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.substr(0, colon).find('/') != std::string_view::npos) {
    return std::string(text);
  }
  return "https://" + host_and_path(text, ':');
}

}  // namespace skillstow
