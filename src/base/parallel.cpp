#include "base/parallel.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <sched.h>

namespace skillstow {

unsigned default_threads() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    const int count = CPU_COUNT(&allowed);
    if (count > 0) return static_cast<unsigned>(count);
  }
  return std::max(1u, std::thread::hardware_concurrency());
}

namespace {

// What the workers and the emitting thread share.
struct Queue {
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t next = 0;     // first index not yet taken
  std::size_t emitted = 0;  // indices below it are out
  std::vector<bool> done;   // one for each index of the window, modulo its size
  std::exception_ptr error;
};

}  // namespace

void parallel_ordered(std::size_t count, unsigned threads, std::size_t window,
                      const std::function<void(std::size_t)>& work, const std::function<void(std::size_t)>& emit) {
  if (threads <= 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) {
      work(i);
      emit(i);
    }
    return;
  }
  window = std::max<std::size_t>(window, threads);
  Queue queue;
  queue.done.assign(window, false);

  const auto worker = [&] {
    std::unique_lock lock(queue.mutex);
    while (true) {
      queue.changed.wait(lock,
                         [&] { return queue.error || queue.next >= count || queue.next < queue.emitted + window; });
      if (queue.error || queue.next >= count) return;
      const std::size_t index = queue.next++;
      lock.unlock();
      std::exception_ptr error;
      try {
        work(index);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      if (error && !queue.error) queue.error = error;
      queue.done[index % window] = true;
      queue.changed.notify_all();
    }
  };
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < threads && i < count; ++i) workers.emplace_back(worker);
    std::unique_lock lock(queue.mutex);
    for (std::size_t index = 0; index < count; ++index) {
      queue.changed.wait(lock, [&] { return queue.error || queue.done[index % window]; });
      if (queue.error) break;
      queue.done[index % window] = false;
      lock.unlock();
      std::exception_ptr error;
      try {
        emit(index);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      if (error) {
        queue.error = error;
        queue.changed.notify_all();
        break;
      }
      queue.emitted = index + 1;
      queue.changed.notify_all();
    }
  }  // joins
  if (queue.error) std::rethrow_exception(queue.error);
}

}  // namespace skillstow
