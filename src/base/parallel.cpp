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

// Hands out the indices, and holds back those that are too far ahead of what was emitted. The calling thread works as
// the others do while the next index to emit is not done: a thread that only emits would be woken for each index, and
// on a machine of two processors that costs more than emitting.
class OrderedRun {
 public:
  OrderedRun(std::size_t count, std::size_t window, const std::function<void(std::size_t)>& work,
             const std::function<void(std::size_t)>& emit)
      : count_(count), work_(work), emit_(emit), done_(window, false) {}

  // The other threads: until nothing is left to take.
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      if (!stops() && !may_take()) {
        ++waiting_for_room_;
        room_.wait(lock, [this] { return stops() || may_take(); });
        --waiting_for_room_;
      }
      if (stops()) return;
      take(lock);
    }
  }

  // The calling thread: until everything is emitted, or something was thrown.
  void work_and_emit() {
    std::unique_lock lock(mutex_);
    while (!error_ && emitted_ < count_) {
      if (next_is_done()) {
        done_[emitted_ % done_.size()] = false;
        run(lock, emit_, emitted_);
        ++emitted_;
        if (waiting_for_room_ > 0) room_.notify_one();
      } else if (may_take()) {
        take(lock);
      } else {
        emitter_waits_ = true;
        progress_.wait(lock, [this] { return error_ || next_is_done(); });
        emitter_waits_ = false;
      }
    }
    room_.notify_all();
  }

  const std::exception_ptr& error() const { return error_; }

 private:
  bool stops() const { return error_ || next_ >= count_; }
  bool may_take() const { return next_ < count_ && next_ < emitted_ + done_.size(); }
  bool next_is_done() const { return done_[emitted_ % done_.size()]; }

  void take(std::unique_lock<std::mutex>& lock) {
    const std::size_t index = next_++;
    if (next_ >= count_ && waiting_for_room_ > 0) room_.notify_all();
    run(lock, work_, index);
    done_[index % done_.size()] = true;
    if (emitter_waits_ && (error_ || index == emitted_)) progress_.notify_one();
  }

  void run(std::unique_lock<std::mutex>& lock, const std::function<void(std::size_t)>& step, std::size_t index) {
    lock.unlock();
    std::exception_ptr error;
    try {
      step(index);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    if (error && !error_) error_ = error;
  }

  const std::size_t count_;
  const std::function<void(std::size_t)>& work_;
  const std::function<void(std::size_t)>& emit_;

  std::mutex mutex_;
  std::condition_variable room_;      // an index may be taken, or there is none left
  std::condition_variable progress_;  // the next index to emit is done
  std::size_t next_ = 0;              // first index not yet taken
  std::size_t emitted_ = 0;           // indices below it are out
  std::vector<bool> done_;            // one for each index of the window, modulo its size
  std::size_t waiting_for_room_ = 0;
  bool emitter_waits_ = false;
  std::exception_ptr error_;
};

}  // namespace

void parallel_ordered(std::size_t count, unsigned threads, std::size_t window,
                      const std::function<void(std::size_t)>& work, const std::function<void(std::size_t)>& emit) {
  threads = std::max(threads, 1u);
  OrderedRun run(count, std::max<std::size_t>(window, threads), work, emit);
  {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < threads && i < count; ++i) others.emplace_back([&run] { run.work(); });
    run.work_and_emit();
  }  // joins
  if (run.error()) std::rethrow_exception(run.error());
}

}  // namespace skillstow
