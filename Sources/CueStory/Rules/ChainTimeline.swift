/// Where a take lies on the timeline of its story, in ticks.
///
/// A tick is a thousandth of a frame at rate 1, so lengths of takes at any rate are whole numbers.
package struct TimelinePlace: Hashable, Sendable {
  /// Its first tick.
  package let start: Int
  /// How many ticks it has.
  package let length: Int
  /// The tick after its last.
  package var end: Int { start + length }

  /// A place.
  package init(start: Int, length: Int) {
    self.start = start
    self.length = length
  }
}

/// The timeline of a chain of takes, from the first one on.
///
/// The first two begin at 0. Each later one begins at the end of the take before the last one: there the last one's tail
/// begins, and the new take goes with it. All but the first end later than the take before them.
package struct ChainTimeline: Equatable, Sendable {
  /// The places of the takes, the first one first.
  package private(set) var places: [TimelinePlace] = []

  /// A timeline without takes.
  package init() {}

  /// The timeline of takes of `lengths` ticks; whether they leave tails is not asked.
  package init(lengths: [Int]) {
    for length in lengths { append(length: length) }
  }

  /// Ticks of a take of `frames` that was recorded at `rate`.
  package static func ticks(frames: Int, recordedAt rate: PlaybackRate) -> Int {
    frames * rate.thousandths
  }

  /// The tick at which the next take begins.
  package var nextStart: Int { places.count < 2 ? 0 : places[places.count - 2].end }

  /// How many ticks the next take must have at the least: one more than take it to the end of the last.
  package var leastNextLength: Int {
    guard let last = places.last else { return 1 }
    return last.end - nextStart + 1
  }

  /// Whether a take of `length` ticks may follow: it ends strictly after the last one.
  package func leavesTail(length: Int) -> Bool { length >= leastNextLength }

  /// Adds a take of `length` ticks.
  package mutating func append(length: Int) {
    places.append(TimelinePlace(start: nextStart, length: length))
  }

  /// The whole length in ticks: the latest end.
  package var length: Int { places.reduce(0) { max($0, $1.end) } }

  /// The frame nearest to `tick` where the story plays at `rate`.
  package static func frame(ofTick tick: Int, at rate: PlaybackRate) -> Int {
    (tick + rate.thousandths / 2) / rate.thousandths
  }
}
