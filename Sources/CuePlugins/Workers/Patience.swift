/// A wait for one thing that a plugin owes: an answer, or the next sound.
///
/// This is the rule of all deadlines. A wait ends when its time has passed. Each sign of life, PROGRESS or another message, restarts that
/// time, until the wait has lasted ``factor`` times as long in all: no plugin can extend a wait for ever by sending PROGRESS. Lines
/// of a log are not a sign of life.
struct Patience {
  /// A wait with signs of life may last this many times as long as one without.
  static let factor: Int64 = 10

  /// The longest time without a sign of life, in milliseconds.
  let milliseconds: Int
  private var begin: Int64
  private(set) var end: Int64

  /// A wait that begins `now`, in milliseconds.
  init(_ milliseconds: Int, now: Int64) {
    self.milliseconds = milliseconds
    begin = now
    end = now + Int64(milliseconds)
  }

  /// Restarts the time after a sign of life.
  mutating func renew(now: Int64) {
    end = min(now + Int64(milliseconds), begin + Patience.factor * Int64(milliseconds))
  }

  /// Begins the wait again, if this process itself was stopped meanwhile.
  mutating func restart(now: Int64) { self = Patience(milliseconds, now: now) }

  /// The milliseconds that are left; 0 if the wait is over.
  func left(now: Int64) -> Int64 { max(0, end - now) }
}
