#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

#include "lint/discover.h"
#include "lint/engine.h"
#include "lint/load_found.h"
#include "tree/folder_tree.h"

// scan_time FOLDER: what judging each skill below the folder costs inside the process, with the safety scan and
// without. One line: median and 99th percentile of one skill with the scan, then all of them with and without, loading
// included; in nanoseconds of CPU.

using namespace skillstow;

namespace {

std::int64_t cpu_now() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

std::int64_t judging(const Skill& skill, bool safety) {
  JudgeOptions options;
  options.safety = safety;
  const std::int64_t begin = cpu_now();
  (void)judge(skill, options);
  return cpu_now() - begin;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const FolderTree tree(argv[1]);
  const Discovery discovery = discover(tree);
  if (discovery.skills.empty()) return 1;
  std::vector<std::int64_t> each;
  std::int64_t loading = 0;
  std::int64_t with = 0;
  std::int64_t without = 0;
  for (const FoundSkill& found : discovery.skills) {
    const std::int64_t begin = cpu_now();
    const Skill skill = load_found(tree, discovery, found, argv[1], "");
    loading += cpu_now() - begin;
    (void)judging(skill, false);  // first use of what both need
    without += judging(skill, false);
    each.push_back(judging(skill, true));
    with += each.back();
  }
  std::sort(each.begin(), each.end());
  std::printf("%lld %lld %lld %lld\n", static_cast<long long>(each[each.size() / 2]),
              static_cast<long long>(each[each.size() * 99 / 100]), static_cast<long long>(loading + with),
              static_cast<long long>(loading + without));
  return 0;
}
