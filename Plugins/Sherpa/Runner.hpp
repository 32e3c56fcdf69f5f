// A thread on which the engine works, so that a caller need not wait for a piece of work that cannot be interrupted.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "plugin.hpp"

namespace sherpa {

class Runner {
 public:
  Runner() : thread([this] { serve(); }) {}
  ~Runner() {
    {
      std::lock_guard<std::mutex> held(lock);
      isEnding = true;
    }
    changed.notify_all();
    thread.join();
  }

  // Runs `work` and waits for its end. Throws what it throws, and plugin::Stopped as soon as `wake` was called: the work then goes
  // on by itself, and the next one waits for it.
  void run(std::function<void()> work) {
    std::unique_lock<std::mutex> held(lock);
    changed.wait(held, [&] { return !isBusy || isWoken; });
    if (isWoken) throw plugin::Stopped{};
    task = std::move(work);
    isBusy = true;
    failure = nullptr;
    changed.notify_all();
    changed.wait(held, [&] { return !isBusy || isWoken; });
    if (isBusy) throw plugin::Stopped{};
    if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
  }

  // Waits until nothing is under way.
  void settle() {
    std::unique_lock<std::mutex> held(lock);
    isWoken = false;
    changed.wait(held, [&] { return !isBusy; });
    failure = nullptr;
  }

  void wake() {
    {
      std::lock_guard<std::mutex> held(lock);
      isWoken = true;
    }
    changed.notify_all();
  }
  void forgetWake() {
    std::lock_guard<std::mutex> held(lock);
    isWoken = false;
  }

 private:
  std::mutex lock;
  std::condition_variable changed;
  std::function<void()> task;
  std::exception_ptr failure;
  bool isBusy = false, isWoken = false, isEnding = false;
  std::thread thread;

  void serve() {
    std::unique_lock<std::mutex> held(lock);
    while (true) {
      changed.wait(held, [&] { return isBusy || isEnding; });
      if (!isBusy) return;
      std::function<void()> work = std::move(task);
      held.unlock();
      std::exception_ptr caught;
      try {
        work();
      } catch (...) {
        caught = std::current_exception();
      }
      held.lock();
      failure = caught;
      isBusy = false;
      changed.notify_all();
    }
  }
};

}  // namespace sherpa
