#pragma once

#include <cstddef>
#include <functional>

namespace skillstow {

// Threads to use when the user names none: one for each processor this process may run on.
unsigned default_threads();

// Calls work(i) for each i below `count` on up to `threads` threads, of which the calling one is the first, and then
// emit(i) on the calling thread, strictly in the order 0, 1, 2, … as soon as all before it are done. At most `window`
// results stand between work and emit, so that memory does not grow with `count`. An exception thrown by either is
// thrown again here, after all threads have ended.
void parallel_ordered(std::size_t count, unsigned threads, std::size_t window,
                      const std::function<void(std::size_t)>& work, const std::function<void(std::size_t)>& emit);

}  // namespace skillstow
