import Glibc

/// A state that threads share, and wait for.
@safe package final class Monitor<State>: @unchecked Sendable {  // the mutex guards the state
  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Guards `state`.
  package init(_ state: State) {
    self.state = state
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Changes the state, and wakes all that wait.
  package func change<Value>(_ body: (inout State) -> Value) -> Value {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(mutex)
    }
    return body(&state)
  }

  /// Waits until `body` has an answer; it may change the state then.
  package func wait<Value>(for body: (inout State) -> Value?) -> Value {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(mutex)
    }
    while true {
      if let value = body(&state) { return value }
      unsafe pthread_cond_wait(changed, mutex)
    }
  }
}
