/// How long is waited for one thing that a plugin owes: an answer, or the next sound.
///
/// The one rule for all deadlines. A wait is over when its time has passed. Each sign of life, be it PROGRESS or a message that is not
/// what is waited for, starts that time anew, until the wait has lasted ``factor`` times as long in all: a plugin that only says
/// that it goes on holds nobody for ever. What it logs is no sign of life.
struct Patience {
  /// How many times as long a wait with signs of life may last as one without.
  static let factor: Int64 = 10

  /// How long may pass without a sign of life, in milliseconds.
  let milliseconds: Int
  private var begin: Int64
  private(set) var end: Int64

  /// A wait that begins `now`, in milliseconds.
  init(_ milliseconds: Int, now: Int64) {
    self.milliseconds = milliseconds
    begin = now
    end = now + Int64(milliseconds)
  }

  /// Takes a sign of life.
  mutating func renew(now: Int64) {
    end = min(now + Int64(milliseconds), begin + Patience.factor * Int64(milliseconds))
  }

  /// Begins the wait again: this process itself has not run meanwhile.
  mutating func restart(now: Int64) { self = Patience(milliseconds, now: now) }

  /// How long may still be waited, in milliseconds; 0 if it is over.
  func left(now: Int64) -> Int64 { max(0, end - now) }
}
