import Glibc

/// A value that a thread can replace for the time of a call.
///
/// As `@TaskLocal`, for programs without tasks: it needs neither their runtime nor its time at each start.
public final class ThreadLocal<Value: Sendable>: Sendable {
  private final class Replacement {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let initial: Value
  private let key: pthread_key_t

  /// `initial`: the value wherever it is not replaced.
  public init(_ initial: Value) {
    self.initial = initial
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "there are too many values that belong to a thread: \(failure)")
    self.key = key
  }

  deinit { pthread_key_delete(key) }

  /// The value for this thread.
  public var value: Value {
    guard let replacement = unsafe pthread_getspecific(key) else { return initial }
    return unsafe Unmanaged<Replacement>.fromOpaque(replacement).takeUnretainedValue().value
  }

  /// What `body` returns while the value is `value` on this thread; replacements nest.
  public func withValue<Result>(_ value: Value, _ body: () throws -> Result) rethrows -> Result {
    let before = unsafe pthread_getspecific(key)
    let replacement = Replacement(value)
    return try withExtendedLifetime(replacement) {
      let failure = unsafe pthread_setspecific(
        key, Unmanaged.passUnretained(replacement).toOpaque())
      precondition(failure == 0, "no memory for a value of this thread: \(failure)")
      defer { unsafe pthread_setspecific(key, before) }
      return try body()
    }
  }
}
