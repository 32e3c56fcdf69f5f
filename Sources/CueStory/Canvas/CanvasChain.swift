import CueStore

/// The takes of a branch, as they lie on the timeline and on lanes.
///
/// A take begins where the one before the last ends (``ChainTimeline``), so every other take lies in one lane, end to end, and
/// two lanes hold a story of any length. What is at a place is found by halving: that takes as long for ten takes as for ten
/// thousand.
package struct CanvasChain: Equatable, Sendable {
  /// How many lanes there are.
  package static let lanes = 2

  /// The takes, from the first on.
  package let takes: [StoredTake]
  /// Where they lie.
  package let timeline: ChainTimeline
  private let ids: Set<String>

  /// The takes of a branch, from the first on.
  package init(_ takes: [StoredTake]) {
    self.takes = takes
    ids = Set(takes.map(\.id))
    timeline = ChainTimeline(lengths: takes.map(\.ticks))
  }

  /// Whether the take of that id is one of them.
  package func contains(_ id: String) -> Bool { ids.contains(id) }

  /// The place of the take of that index.
  package func place(_ index: Int) -> TimelinePlace { timeline.places[index] }

  /// The lane of the take of that index.
  package static func lane(_ index: Int) -> Int { index % lanes }

  /// The first take in `lane` that ends after `tick`; nil if there is none.
  package func first(endingAfter tick: Int, lane: Int) -> Int? {
    let count = (takes.count - lane + CanvasChain.lanes - 1) / CanvasChain.lanes
    let found = CanvasChain.first(in: 0..<max(0, count)) {
      place(lane + $0 * CanvasChain.lanes).end > tick
    }
    return found.map { lane + $0 * CanvasChain.lanes }
  }

  /// The take that is in `lane` at `tick`.
  package func take(at tick: Int, lane: Int) -> Int? {
    first(endingAfter: tick, lane: lane).flatMap { place($0).start <= tick ? $0 : nil }
  }

  /// The take whose tail, which is what it has after the end of the take before it, is at `tick`; nil without takes.
  ///
  /// After all tails it is the last take.
  package func tail(at tick: Int) -> Int? {
    CanvasChain.first(in: takes.indices) { place($0).end > tick } ?? takes.indices.last
  }

  /// Where the tail of the take of that index begins: there an answer to it begins.
  package func tailStart(_ index: Int) -> Int {
    index < 1 ? 0 : place(index - 1).end
  }

  /// The ticks that an answer to the take of that index needs at the least; of the first take of all for nil.
  package func leastAnswer(to index: Int?) -> Int {
    index.map { max(place($0).end - tailStart($0), 0) + 1 } ?? 1
  }

  /// The starts of tails next to `tick`, before and after it.
  package func neighbours(of tick: Int) -> (before: Int, after: Int) {
    let after = CanvasChain.first(in: takes.indices) { tailStart($0) > tick }
    let before = CanvasChain.first(in: takes.indices) { tailStart($0) >= tick } ?? takes.count
    return (
      before > 0 ? tailStart(before - 1) : 0, after.map(tailStart) ?? timeline.length
    )
  }

  /// The first index for which `holds` is true, as it is for all later ones.
  private static func first(in range: Range<Int>, where holds: (Int) -> Bool) -> Int? {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low < range.upperBound ? low : nil
  }
}
