import CueStore
import TestSupport
import Testing

@testable import CueStory

/// Takes of these lengths in frames that are not kept anywhere, each an answer to the one before it.
func chain(_ frames: [Int], rates: [Int] = []) -> CanvasChain {
  CanvasChain(
    frames.enumerated().map { index, frames in
      StoredTake(
        id: "\(index)", parent: index == 0 ? "" : "\(index - 1)", author: "ann", channels: 1,
        isFloat: false, frames: frames, digest: "",
        recordedRate: rates.isEmpty ? 1000 : rates[index % rates.count], recordedPitch: 0)
    })
}

@Suite struct `The canvas` {
  private static let hertz = 8000

  private func layout(
    _ chain: CanvasChain, at second: Double = 0, step: Int = 2, rate: Int = 1000, columns: Int = 40,
    _ change: (inout CanvasLayout.Scene) -> Void = { _ in }
  ) throws -> CanvasLayout {
    let rate = try #require(PlaybackRate(thousandths: rate))
    let scale = CanvasScale(step: step, rateHertz: Self.hertz, rate: rate)
    var scene = CanvasLayout.Scene(
      chain: chain, scale: scale, position: Int(second * Double(scale.ticksPerSecond)))
    change(&scene)
    return CanvasLayout(scene, columns: columns, rows: 1..<3)
  }

  /// Pills as `[1--]`, a row for each lane; below them the playhead, marks and times.
  private func sketch(_ layout: CanvasLayout) -> [String] {
    var rows = Array(
      repeating: Array(repeating: Character(" "), count: layout.columns), count: 4)
    for pill in layout.pills {
      for column in pill.columns { rows[pill.lane][column] = "-" }
      let name = pill.index.map { Character(String(($0 + 1) % 10)) } ?? "N"
      rows[pill.lane][pill.columns.lowerBound] = pill.isCutLeft ? "<" : "["
      rows[pill.lane][pill.columns.upperBound - 1] = pill.isCutRight ? ">" : "]"
      if pill.columns.count > 2 { rows[pill.lane][pill.columns.lowerBound + 1] = name }
      if pill.columns.count < 2 { rows[pill.lane][pill.columns.lowerBound] = name }
    }
    rows[2][layout.playheadColumn] = "|"
    for mark in layout.marks {
      rows[2][mark.column] = mark.side != .inside ? "!" : mark.kind == .punch ? "P" : "R"
    }
    for time in layout.times {
      for (place, digit) in String(time.seconds).enumerated()
      where time.column + place < layout.columns {
        rows[3][time.column + place] = digit
      }
    }
    return rows.map { row in
      String(row[..<((row.lastIndex { $0 != " " } ?? -1) + 1)])
    }
  }

  @Test
  func `has takes on two lanes, each as wide as it is heard long, under a playhead that stays`()
    throws
  {
    let takes = chain([16_000, 28_000, 24_000, 20_000])
    #expect(
      try sketch(layout(takes, at: 2) { $0.marks = [(.punch, 28_000_000), (.preRoll, 8_000_000)] })
        == [
          "            [1-----][3---------]",
          "            [2-----------][4-------]",
          "                R   |     P",
          "            0                   5",
        ])
    // Later, the takes have moved and the playhead has not; a mark beside the screen is at its edge.
    #expect(
      try sketch(layout(takes, at: 6) { $0.marks = [(.punch, 0), (.preRoll, 88_000_000)] })
        == [
          "<1-][3---------]",
          "<2-------][4-------]",
          "!                   |                  !",
          "                5                   10",
        ])
  }

  @Test func `has the width of the table: seconds ÷ speed × zoom, and what it was recorded at`()
    throws
  {
    // 10 s at half the speed, 4 columns a second.
    #expect(try layout(chain([80_000]), rate: 500, columns: 400).pills[0].columns.count == 80)
    #expect(try layout(chain([80_000]), columns: 400).pills[0].columns.count == 40)
    // What was recorded at half the speed is heard as long as it was then.
    let slow = chain([80_000], rates: [500])
    #expect(try layout(slow, rate: 500, columns: 400).pills[0].columns.count == 40)
    #expect(try layout(slow, rate: 1000, columns: 400).pills[0].columns.count == 20)
    #expect(try layout(slow, rate: 2000, columns: 400).pills[0].columns.count == 10)
  }

  @Test func `does not change widths while it moves`() throws {
    let takes = chain([9000, 14_321, 12_007, 15_001])
    for step in -2...5 {
      var widths: [Int: Set<Int>] = [:]
      for frame in stride(from: 0, to: 30_000, by: 111) {
        let layout = try layout(takes, at: Double(frame) / 8000, step: step, columns: 4001)
        for pill in layout.pills {
          widths[pill.index ?? -1, default: []].insert(pill.columns.count)
        }
      }
      #expect(
        (step < 0 || widths.count == 4) && widths.values.allSatisfy { $0.count == 1 },
        "step \(step)")
    }
  }

  /// What halving finds is what looking at every take finds.
  @Test func `the canvas shows at most one pill for each column`() throws {
    var random = Seeded(7)
    for count in [1, 2, 3, 500] {
      var ends = [0, 0]
      var frames: [Int] = []
      for index in 0..<count {
        // Every take ends after the one before it.
        let start = index < 2 ? 0 : ends[ends.count - 2]
        let end = ends[ends.count - 1] + Int.random(in: 1...9000, using: &random)
        frames.append(end - start)
        ends.append(end)
      }
      let takes = chain(frames)
      for step in CanvasScale.steps {
        let position = Double.random(in: 0...Double(takes.timeline.length) / 8e6, using: &random)
        let layout = try layout(takes, at: position, step: step, columns: 37)
        #expect(layout.pills.count <= 37 * CanvasChain.lanes)
        for lane in 0..<CanvasChain.lanes {
          let seen = Set(layout.pills.filter { $0.lane == lane }.flatMap { $0.columns })
          let scale = CanvasScale(step: step, rateHertz: Self.hertz, rate: .one)
          let offset = 18 - scale.column(of: Int(position * 8e6))
          var there: Set<Int> = []
          for index in takes.takes.indices where CanvasChain.lane(index) == lane {
            let start = scale.column(of: takes.place(index).start) + offset
            let end = max(start + 1, scale.column(of: takes.place(index).end) + offset)
            there.formUnion((start..<end).filter { (0..<37).contains($0) })
          }
          #expect(seen == there, "\(count) takes, step \(step), lane \(lane)")
        }
      }
    }
  }

  @Test func `knows the tail at every tick, and the tails beside it`() {
    let takes = chain([10, 15, 12, 9])
    // The ends are 10, 15, 22 and 24 thousand.
    let ticks = [0, 9_999, 10_000, 14_999, 15_000, 21_999, 22_000, 23_999, 24_000, 90_000]
    #expect(ticks.map { takes.tail(at: $0) } == [0, 0, 1, 1, 2, 2, 3, 3, 3, 3])
    #expect((0..<4).map(takes.tailStart) == [0, 10_000, 15_000, 22_000])
    #expect(takes.neighbours(of: 10_000) == (0, 15_000))
    #expect(takes.neighbours(of: 12_000) == (10_000, 15_000))
    #expect(takes.neighbours(of: 0) == (0, 10_000))
    #expect(takes.neighbours(of: 23_000) == (22_000, 24_000))
    #expect(takes.leastAnswer(to: 3) == 2001 && takes.leastAnswer(to: nil) == 1)
    #expect(chain([]).tail(at: 5) == nil && chain([]).neighbours(of: 5) == (0, 0))
  }

  @Test func `The canvas finds what is under the mouse`() throws {
    let layout = try layout(chain([16_000, 28_000]), at: 2)
    let hit = try #require(layout.hit(CanvasPoint(column: 13, row: 1)))
    #expect(hit.pill?.index == 0 && hit.tick == 2_000_000)
    #expect(layout.hit(CanvasPoint(column: 21, row: 2))?.pill?.index == 1)
    let beside = try #require(layout.hit(CanvasPoint(column: 0, row: 2)))
    #expect(beside.pill == nil && beside.tick == 0)
    #expect(layout.hit(CanvasPoint(column: 13, row: 0)) == nil)
    #expect(layout.hit(CanvasPoint(column: 40, row: 1)) == nil)
  }

  @Test func `while recording shows the take that is answered, and the new one`() throws {
    let takes = chain([16_000, 28_000, 24_000, 20_000])
    let layout = try layout(takes, at: 6) {
      $0.isFocused = true
      $0.newTake = (answers: 2, place: TimelinePlace(start: 28_000_000, length: 20_000_000))
    }
    #expect(layout.pills.map(\.index) == [2, nil] && layout.pills.map(\.lane) == [0, 1])
    #expect(layout.pills[1].columns == 10..<20)
  }

  /// Columns and ticks fit for every zoom and speed: a column's first tick is in it, and the tick before it is not.
  @Test func `turns columns into ticks and back`() throws {
    for step in CanvasScale.steps {
      for rate in [250, 333, 1000, 1999, 2000] {
        let rate = try #require(PlaybackRate(thousandths: rate))
        let scale = CanvasScale(step: step, rateHertz: 44_100, rate: rate)
        for column in [-3, -1, 0, 1, 2, 77, 100_000] {
          let tick = scale.tick(of: column)
          #expect(scale.column(of: tick) == column && scale.column(of: tick - 1) == column - 1)
        }
      }
    }
  }

  @Test func `has its tree as rows, the main line straight`() throws {
    let home = try Home()
    var view = try home.story(1000, 2000, 3000)
    func add(_ frames: Int, to number: Int) throws {
      let take = try view.take(called: "\(number)")
      _ = try home.shelf.branch(to: take.id, of: view)
      try home.add(noise(frames))
      view = try home.shelf.view("1")
    }
    try add(4000, to: 2)
    try add(5000, to: 4)
    try add(6000, to: 4)
    try add(7000, to: 1)
    let outline = TreeOutline(view.tree)
    let rows = outline.rows.map { row in
      (row.isFork
        ? String(repeating: "│ ", count: row.depth - 1) + "├─"
        : String(repeating: "│ ", count: row.depth)) + "\(view.takes[row.take].number)"
    }
    #expect(rows == ["1", "├─7", "2", "├─4", "│ ├─6", "│ 5", "3"])
    for index in view.takes.indices {
      let row = try #require(outline.row(ofTake: index))
      #expect(outline.rows[row].take == index)
    }
    #expect(outline.rows.map(\.answers) == [2, 0, 2, 2, 0, 0, 0])
    #expect(
      outline.fork(from: 0, isForward: true) == 1 && outline.fork(from: 6, isForward: false) == 4)
    #expect(
      outline.fork(from: 5, isForward: true) == 6 && outline.fork(from: 0, isForward: false) == 0)
    #expect(
      outline.window(around: 0, rows: 3) == 0..<3 && outline.window(around: 3, rows: 3) == 2..<5)
    #expect(
      outline.window(around: 6, rows: 3) == 4..<7 && outline.window(around: 6, rows: 30) == 0..<7)
    #expect(view.tree.end(from: view.takes[1].id) == view.takes[5].id)
  }
}
