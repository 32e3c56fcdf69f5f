/// What of a branch is seen on a screen, and where: pills, marks, times.
///
/// The playhead stays in the middle, and the timeline moves under it. The layout takes time for what is seen, whatever else the
/// story has.
package struct CanvasLayout: Equatable, Sendable {
  /// A take as a pill, whose width is the time it is heard.
  package struct Pill: Equatable, Sendable {
    /// Its index in the chain; nil for the take that is being recorded.
    package let index: Int?
    /// Its lane, from the top.
    package let lane: Int
    /// Its columns on the screen; at least one.
    package let columns: Range<Int>
    /// Whether it begins left of the screen.
    package let isCutLeft: Bool
    /// Whether it ends right of the screen.
    package let isCutRight: Bool
  }

  /// A mark on the timeline.
  package struct Mark: Equatable, Sendable {
    /// What is marked.
    package enum Kind: Hashable, Sendable {
      /// Where the next take begins.
      case punch
      /// Where playing begins before it.
      case preRoll
      /// Where the finger aims.
      case aim
    }
    /// Where it is seen.
    package enum Side: Hashable, Sendable { case left, inside, right }

    package let kind: Kind
    /// Its column; the first or last one where it is beside the screen.
    package let column: Int
    package let side: Side
  }

  /// A time of the ruler.
  package struct Time: Equatable, Sendable {
    package let column: Int
    /// In seconds as heard.
    package let seconds: Int
  }

  /// Columns of the screen.
  package let columns: Int
  /// The rows of each lane, the upper one first.
  package let lanes: [Range<Int>]
  /// The column of the playhead.
  package var playheadColumn: Int { columns / 2 }
  package private(set) var pills: [Pill] = []
  package private(set) var marks: [Mark] = []
  package private(set) var times: [Time] = []
  private let scale: CanvasScale
  private let offset: Int

  /// What is laid out.
  package struct Scene: Sendable {
    /// The takes.
    package var chain: CanvasChain
    /// The scale.
    package var scale: CanvasScale
    /// The tick under the playhead.
    package var position: Int
    /// Marks, with their ticks.
    package var marks: [(kind: Mark.Kind, tick: Int)] = []
    /// The take that is being recorded, or would be: the take that it answers and what of it is there.
    package var newTake: (answers: Int?, place: TimelinePlace)?
    /// Whether only the new take and the one that it answers are shown.
    package var isFocused = false

    package init(chain: CanvasChain, scale: CanvasScale, position: Int) {
      self.chain = chain
      self.scale = scale
      self.position = position
    }
  }

  /// The layout of `scene` in `columns`, with its lanes in `rows`.
  package init(_ scene: Scene, columns: Int, rows: Range<Int>) {
    self.columns = max(1, columns)
    scale = scene.scale
    offset = self.columns / 2 - scene.scale.column(of: scene.position)
    let height = rows.count / CanvasChain.lanes
    lanes = (0..<CanvasChain.lanes).map { lane in
      let top = rows.lowerBound + lane * height
      return top..<top + height
    }
    if scene.isFocused {
      if let answered = scene.newTake?.answers { add(answered, scene) }
    } else {
      for lane in 0..<CanvasChain.lanes { addAll(in: lane, scene) }
    }
    if let new = scene.newTake {
      add(nil, lane: new.answers.map { CanvasChain.lane($0 + 1) } ?? 0, new.place)
    }
    for mark in scene.marks { add(mark.kind, mark.tick) }
    addTimes()
  }

  private func screen(_ tick: Int) -> Int { scale.column(of: tick) + offset }

  /// The tick at the left of a column of the screen; 0 before the beginning.
  package func tick(at column: Int) -> Int { max(0, scale.tick(of: column - offset)) }

  private mutating func addAll(in lane: Int, _ scene: Scene) {
    var next = scene.chain.first(endingAfter: scale.tick(of: -offset) - 1, lane: lane)
    while let index = next, screen(scene.chain.place(index).start) < columns {
      next = self.next(after: add(index, scene), lane: lane, scene.chain)
    }
  }

  /// The first take in `lane` that is seen at `column` or after it, and not only before it: takes that are narrower than a
  /// column stand for those beside them.
  private func next(after column: Int, lane: Int, _ chain: CanvasChain) -> Int? {
    guard let found = chain.first(endingAfter: scale.tick(of: column - offset) - 1, lane: lane)
    else { return nil }
    if end(of: chain.place(found)) > column { return found }
    let after = found + CanvasChain.lanes
    return chain.takes.indices.contains(after) ? after : nil
  }

  /// The column after a pill at a place; a pill is at least a column wide.
  private func end(of place: TimelinePlace) -> Int {
    max(screen(place.end), screen(place.start) + 1)
  }

  /// Adds a take, and returns the column after it.
  @discardableResult
  private mutating func add(_ index: Int, _ scene: Scene) -> Int {
    add(index, lane: CanvasChain.lane(index), scene.chain.place(index))
  }

  @discardableResult
  private mutating func add(_ index: Int?, lane: Int, _ place: TimelinePlace) -> Int {
    let start = screen(place.start)
    let end = end(of: place)
    guard end > 0, start < columns else { return end }
    pills.append(
      Pill(
        index: index, lane: lane, columns: max(0, start)..<min(columns, end), isCutLeft: start < 0,
        isCutRight: end > columns))
    return end
  }

  private mutating func add(_ kind: Mark.Kind, _ tick: Int) {
    let column = screen(tick)
    let side: Mark.Side = column < 0 ? .left : column >= columns ? .right : .inside
    marks.append(Mark(kind: kind, column: min(max(column, 0), columns - 1), side: side))
  }

  private mutating func addTimes() {
    let step = scale.rulerSeconds(columns: CanvasLayout.leastRulerColumns)
    let ticks = scale.tick(atSecond: step)
    var tick = (tick(at: 0) + ticks - 1) / ticks * ticks
    while screen(tick) < columns {
      times.append(Time(column: screen(tick), seconds: tick / scale.ticksPerSecond))
      tick += ticks
    }
  }

  /// So far apart times of the ruler are at the least.
  private static let leastRulerColumns = 9

  /// What is at a place of the screen.
  package struct Hit: Equatable, Sendable {
    /// The tick.
    package let tick: Int
    /// The pill, if there is one.
    package let pill: Pill?
  }

  /// What is at `point`; nil outside of the lanes.
  package func hit(_ point: CanvasPoint) -> Hit? {
    guard (0..<columns).contains(point.column),
      let lane = lanes.firstIndex(where: { $0.contains(point.row) })
    else { return nil }
    let pill = pills.last { $0.lane == lane && $0.columns.contains(point.column) }
    return Hit(tick: tick(at: point.column), pill: pill)
  }

  /// The ticks of a column of the screen.
  package func ticks(of column: Int) -> Range<Int> {
    let start = scale.tick(of: column - offset)
    return start..<max(start + 1, scale.tick(of: column + 1 - offset))
  }
}
