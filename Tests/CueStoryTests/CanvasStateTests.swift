import CueStore
import TestSupport
import Testing

@testable import CueStory

@Suite struct `The canvas of a story` {
  /// Takes of 1, 2 and 2 s at 8000 Hz: they end at 1, 2 and 3 s.
  private func state(_ change: (Home) throws -> Void = { _ in }) throws -> (Home, CanvasState) {
    let home = try Home()
    try home.story(8000, 16_000, 16_000)
    try change(home)
    return (home, CanvasState(try home.shelf.view("1")))
  }

  private static let second = 8_000_000

  private func hit(_ state: CanvasState, second: Double) throws -> CanvasLayout.Hit {
    let layout = CanvasLayout(state.scene, columns: 2001, rows: 0..<2)
    let column =
      1000 + state.scale.column(of: Int(second * 8e6)) - state.scale.column(of: state.position)
    return try #require(layout.hit(CanvasPoint(column: column, row: 0)))
  }

  @Test func `plays from a tap, and stops at the next`() throws {
    var (_, state) = try state()
    let at = CanvasPoint(column: 0, row: 0)
    let wishes = state.take(.tap(at), try hit(state, second: 1.5)).wishes
    #expect(wishes == [.play(from: 12_000_000)] && state.isPlaying)
    #expect(state.take(CanvasReport(tick: 13_000_000, isPlaying: true)).isEmpty)
    #expect(state.position == 13_000_000 && state.heard == [1, 2])
    let stopped = state.take(.down(at), nil)
    #expect(stopped.wishes == [.stop] && stopped.forgets && !state.isPlaying)
    // A report that was on its way moves nothing.
    #expect(state.take(CanvasReport(tick: 14_000_000, isPlaying: true)).isEmpty)
    #expect(state.position == 13_000_000)
  }

  @Test func `a story at its end starts again from the beginning`() throws {
    var (_, state) = try state()
    #expect(state.press(.end, columns: 80).isEmpty && state.position == 3 * Self.second)
    #expect(state.press(.go, columns: 80) == [.play(from: 0)])
    #expect(state.take(CanvasReport(tick: 3 * Self.second, isPlaying: false)).isEmpty)
    #expect(!state.isPlaying)
  }

  /// The whole gesture: hold, release, hold before it, tap; the marker is crossed; a tap stops.
  @Test func `The canvas of a story records with a finger`() throws {
    var (_, state) = try state()
    let at = CanvasPoint(column: 0, row: 0)
    #expect(state.take(.hold(at), try hit(state, second: 0.5)).wishes == [.ring])
    #expect(state.note == .aimed(answers: 1))
    state.aim(at: Int(2.5 * 8e6))
    #expect(state.note == .aimed(answers: 3))
    #expect(state.take(.release(at), try hit(state, second: 2.5)).wishes.isEmpty)
    // The new take lies where the tail of the third one begins.
    #expect(state.target == .init(answers: 2, start: 16_000_000, marker: 20_000_000))
    #expect(state.note == .marked(answers: 3, isBranch: false) && state.aim == nil)
    #expect(state.take(.hold(at), try hit(state, second: 1.5)).wishes.isEmpty)
    #expect(state.preRoll == 12_000_000 && state.note == .preRolled(seconds: 1))
    let begin = state.take(.tap(at), try hit(state, second: 0)).wishes
    #expect(begin == [.record(from: 12_000_000, marker: 20_000_000)])
    #expect(state.isFocused && !state.isRecording && state.activity == .waitingToRecord)
    #expect(state.answered.story.head == state.view.takes[2].id)
    _ = state.take(CanvasReport(tick: 19_999_999, isPlaying: true, level: 0.5))
    #expect(!state.isRecording && state.live == nil)
    _ = state.take(CanvasReport(tick: 20_400_000, isPlaying: true, level: 0.5))
    // Half a second of silence before the marker.
    #expect(
      state.isRecording && state.live?.values == [UInt8](repeating: 0, count: 25) + [128, 128, 128])
    // It has to go on after 3 s.
    #expect(state.missingTicks == 8_000_001 - 4_400_000)
    _ = state.take(CanvasReport(tick: 25_000_000, isPlaying: true, level: 0.25))
    #expect(state.missingTicks == 0)
    #expect(state.take(.down(at), nil).wishes == [.punchOut(25_000_000)])
    #expect(state.isKeeping && state.activity == .processing)
    #expect(state.newTake?.place == TimelinePlace(start: 16_000_000, length: 9_000_000))
  }

  @Test func `The canvas of a story does the same with keys`() throws {
    var (home, state) = try state()
    #expect(state.press(.preRoll, columns: 80).isEmpty && state.note == .noMarker)
    _ = state.press(.end, columns: 80)
    _ = state.press(.previous, columns: 80)
    #expect(state.position == 2 * Self.second)
    #expect(state.press(.marker, columns: 80) == [.ring])
    #expect(state.press(.preRoll, columns: 80).isEmpty && state.note == .preRollIsLate)
    _ = state.press(.previous, columns: 80)
    #expect(state.press(.preRoll, columns: 80).isEmpty && state.note == .preRolled(seconds: 1))
    #expect(
      state.press(.go, columns: 80) == [.record(from: Self.second, marker: 2 * Self.second)])
    _ = state.take(CanvasReport(tick: 17_000_000, isPlaying: true))
    #expect(state.isRecording)
    // Before it has a tail, the first stop only gives a note; the next one drops it.
    #expect(state.press(.go, columns: 80).isEmpty)
    #expect(state.note == .tailMissing(seconds: 7_000_001.0 / 8e6))
    _ = state.take(CanvasReport(tick: 25_000_000, isPlaying: true))
    #expect(state.press(.go, columns: 80) == [.punchOut(25_000_000)])
    let take = try home.add(noise(9000))
    state.endKeeping(take, try home.shelf.view("1"), .kept(take.number, isDamaged: false))
    #expect(state.chain.takes.count == 4 && state.note == .kept(4, isDamaged: false))
    #expect(state.position == 2 * Self.second && state.activity.isEmpty && state.target == nil)
  }

  @Test func `drops a take without a tail at the second stop, and keeps nothing`() throws {
    var (_, state) = try state()
    _ = state.press(.end, columns: 80)
    _ = state.press(.previous, columns: 80)
    _ = state.press(.marker, columns: 80)
    #expect(state.press(.go, columns: 80) == [.record(from: 16_000_000, marker: 16_000_000)])
    _ = state.take(CanvasReport(tick: 17_000_000, isPlaying: true))
    _ = state.press(.go, columns: 80)
    #expect(state.press(.go, columns: 80) == [.drop])
    #expect(state.activity.isEmpty && !state.isPlaying && state.note == .dropped)
    #expect(state.position == 16_000_000 && state.target == nil && state.newTake == nil)
  }

  @Test func `ends a take at its longest by itself`() throws {
    let home = try Home()
    _ = try home.story()
    var state = CanvasState(try home.shelf.view("1"))
    _ = state.press(.marker, columns: 80)
    #expect(state.target == .init(answers: nil, start: 0, marker: 0))
    #expect(state.note == .marked(answers: nil, isBranch: false))
    _ = state.press(.go, columns: 80)
    _ = state.take(CanvasReport(tick: 1, isPlaying: true))
    #expect(state.isRecording && state.answered.story.head.isEmpty)
    let most = 300 * Self.second
    #expect(state.take(CanvasReport(tick: most + 5, isPlaying: true)) == [.punchOut(most)])
  }

  @Test func `keeps what was recorded when the microphone is gone`() throws {
    var (_, state) = try state()
    _ = state.press(.end, columns: 80)
    _ = state.press(.previous, columns: 80)
    _ = state.press(.marker, columns: 80)
    _ = state.press(.go, columns: 80)
    _ = state.take(CanvasReport(tick: 25_000_000, isPlaying: true))
    #expect(
      state.take(CanvasReport(tick: 25_000_100, isPlaying: true, isBroken: true))
        == [.keepDamaged(25_000_100)])
    #expect(state.isKeeping)
  }

  /// Loading, recording, waiting to record, keeping: only stopping is possible then.
  @Test func `changes nothing while a take is recorded or kept`() throws {
    var (_, state) = try state()
    _ = state.press(.end, columns: 80)
    _ = state.press(.previous, columns: 80)
    _ = state.press(.marker, columns: 80)
    _ = state.press(.go, columns: 80)
    let keys: [CanvasKey] = [
      .marker, .preRoll, .delete, .undo, .left, .right, .previous, .next, .pageLeft, .home,
      .slower, .faster, .lower, .higher, .link, .click, .tree,
    ]
    func check(_ state: CanvasState, _ label: String) {
      for key in keys {
        var other = state
        #expect(other.press(key, columns: 80).isEmpty, "\(label): \(key)")
        #expect(other.note == .busy && other.position == state.position, "\(label): \(key)")
        #expect(other.dials == state.dials && other.panel == .timeline, "\(label): \(key)")
      }
    }
    _ = state.take(CanvasReport(tick: 15_000_000, isPlaying: true))
    check(state, "waiting")
    _ = state.take(CanvasReport(tick: 25_000_000, isPlaying: true))
    check(state, "recording")
    _ = state.press(.go, columns: 80)
    check(state, "keeping")
    #expect(state.press(.go, columns: 80).isEmpty && state.note == .busy)
  }

  @Test func `lets listen only, where another player holds the pen`() throws {
    let (home, _) = try state()
    var view = try home.shelf.view("1")
    view.story.isActive = false
    view.story.holder = "bob"
    var state = CanvasState(view)
    for key: CanvasKey in [.marker, .delete, .undo, .slower, .higher, .link, .click] {
      #expect(state.press(key, columns: 80).isEmpty && state.note == .locked(holder: "bob"))
    }
    let at = CanvasPoint(column: 0, row: 0)
    #expect(state.take(.hold(at), try hit(state, second: 1)).wishes.isEmpty)
    #expect(state.note == .locked(holder: "bob"))
    let swipe = try hit(state, second: 2.5)
    #expect(swipe.pill?.index == 2 && state.take(.swipeUp(from: at), swipe).wishes.isEmpty)
    #expect(state.press(.go, columns: 80) == [.play(from: 0)])
    #expect(state.press(.zoomIn, columns: 80).isEmpty && state.zoomStep == 3)
  }

  @Test func `removes the own newest take that was not sent, and asks before`() throws {
    var (home, state) = try state()
    let newest = try #require(state.chain.takes.last)
    #expect(state.press(.delete, columns: 80).isEmpty && state.note == .removalAsked(3))
    // Anything between is not an answer.
    _ = state.press(.left, columns: 80)
    #expect(state.press(.delete, columns: 80).isEmpty)
    #expect(state.press(.delete, columns: 80) == [.remove(newest.id)])
    _ = try home.shelf.remove(newest, of: try home.shelf.view("1"))
    state.take(try home.shelf.view("1"), showsHead: true)
    #expect(state.chain.takes.map(\.number) == [1, 2])
    // A finger needs no question.
    let at = CanvasPoint(column: 0, row: 0)
    let first = try hit(state, second: 0.5)
    #expect(state.take(.swipeUp(from: at), first).wishes.isEmpty)
    let layout = CanvasLayout(state.scene, columns: 201, rows: 0..<2)
    let pill = try #require(layout.hit(CanvasPoint(column: 101, row: 1)))
    #expect(pill.pill?.index == 1)
    #expect(state.take(.swipeUp(from: at), pill).wishes == [.remove(state.chain.takes[1].id)])
  }

  @Test func `does not remove what others have`() throws {
    let (home, _) = try state()
    var view = try home.shelf.view("1")
    view.takes[2].isSent = true
    var state = CanvasState(view)
    #expect(state.press(.delete, columns: 80).isEmpty && state.note == .notRemovable(3, .sent))
  }

  @Test func `lets the playhead be heard where it is moved, if that is wished`() throws {
    var (_, state) = try state()
    #expect(state.press(.end, columns: 80).isEmpty)
    #expect(state.press(.scrub, columns: 80).isEmpty)
    #expect(state.isScrubbing && state.note == .scrub(true))
    #expect(state.press(.home, columns: 80) == [.scrub(from: 3 * Self.second, to: 0)])
    // Without a movement, nothing is heard.
    #expect(state.press(.home, columns: 80).isEmpty)
    #expect(state.take(.drag(columns: -4), nil).wishes == [.scrub(from: 0, to: Self.second)])
    // While it plays, that goes on elsewhere.
    #expect(state.press(.go, columns: 80) == [.play(from: Self.second)])
    #expect(state.press(.home, columns: 80) == [.play(from: 0)])
    #expect(state.press(.go, columns: 80) == [.stop])
    #expect(state.press(.scrub, columns: 80) == [.endScrub] && !state.isScrubbing)
    #expect(state.press(.end, columns: 80).isEmpty)
  }

  @Test func `turns dials in round steps, and fine ones`() throws {
    var (_, state) = try state()
    _ = state.press(.end, columns: 80)
    #expect(state.press(.slower, columns: 80).count == 1 && state.dials.rate.thousandths == 950)
    _ = state.press(.fine, columns: 80)
    _ = state.press(.slower, columns: 80)
    #expect(state.dials.rate.thousandths == 940 && state.isFine)
    _ = state.press(.higher, columns: 80)
    #expect(state.dials.pitch.semitones == 0.05)
    _ = state.press(.fine, columns: 80)
    _ = state.press(.faster, columns: 80)
    _ = state.press(.higher, columns: 80)
    #expect(state.dials.rate.thousandths == 950 && state.dials.pitch.semitones == 1)
    for _ in 0..<40 { _ = state.press(.faster, columns: 80) }
    #expect(state.dials.rate.thousandths == 2000 && state.note == .dialEnds)
    for _ in 0..<40 { _ = state.press(.lower, columns: 80) }
    #expect(state.dials.pitch.semitones == -12 && state.note == .dialEnds)
    // The place in the story stays, whatever the speed.
    #expect(state.position == 3 * Self.second && state.scale.seconds(at: state.position) == 1.5)
    #expect(state.press(.link, columns: 80).count == 1 && !state.dials.isLinked)
    #expect(state.press(.click, columns: 80) == [.click(true)])
  }

  @Test func `goes to another branch by the tree`() throws {
    var (home, state) = try state { home in
      let view = try home.shelf.view("1")
      _ = try home.shelf.branch(to: view.takes[0].id, of: view)
      try home.add(noise(20_000))
    }
    #expect(state.chain.takes.map(\.number) == [1, 4])
    _ = state.press(.tree, columns: 80)
    #expect(state.panel == .tree(row: 1), "take 4 is at the playhead")
    _ = state.press(.end, columns: 80)
    #expect(state.press(.enter, columns: 80).isEmpty)
    #expect(state.panel == .timeline && state.chain.takes.map(\.number) == [1, 2, 3])
    #expect(state.note == .branch(3) && state.position == Self.second)
    // An answer to the first take is one more branch; only keeping it moves the story there.
    _ = state.press(.home, columns: 80)
    _ = state.press(.marker, columns: 80)
    #expect(state.note == .marked(answers: 1, isBranch: true))
    #expect(try home.shelf.view("1").story.head == state.view.story.head)
    // A second tap on a row does what Enter does.
    _ = state.press(.tree, columns: 80)
    #expect(state.tap(treeRow: 1).isEmpty && state.panel == .tree(row: 1))
    #expect(state.tap(treeRow: 1).isEmpty && state.chain.takes.map(\.number) == [1, 4])
    #expect(state.target == nil)
  }

  @Test func `comes to rest before it is left, and loses nothing that can be kept`() throws {
    var (_, state) = try state()
    _ = state.press(.go, columns: 80)
    #expect(state.press(.quit, columns: 80) == [.stop, .leave])
    _ = state.press(.end, columns: 80)
    _ = state.press(.previous, columns: 80)
    _ = state.press(.marker, columns: 80)
    _ = state.press(.go, columns: 80)
    _ = state.take(CanvasReport(tick: 25_000_000, isPlaying: true))
    #expect(state.rest() == [.punchOut(25_000_000)])
    // What is only marked stays, as for a look at the shell.
    var (_, marked) = try self.state()
    _ = marked.press(.marker, columns: 80)
    #expect(marked.rest().isEmpty && marked.target != nil)
  }

  /// Whatever comes in whatever order, it holds together.
  @Test func `the canvas stays consistent under random keys, touches and reports`() throws {
    let (_, start) = try state()
    var random = Seeded(3)
    var state = start
    for _ in 0..<5000 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...3:
        let key = CanvasKey.allCases[Int.random(in: 0..<CanvasKey.allCases.count, using: &random)]
        _ = state.press(key, columns: 80)
      case 4:
        let tick = state.position + Int.random(in: 0...2_000_000, using: &random)
        _ = state.take(
          CanvasReport(
            tick: tick, isPlaying: tick < state.chain.timeline.length || !state.activity.isEmpty,
            level: 0.5, isBroken: Int.random(in: 0..<50, using: &random) == 0))
      case 5:
        let hit = try hit(state, second: Double.random(in: 0...4, using: &random))
        let at = CanvasPoint(column: 0, row: 0)
        let gestures: [CanvasGesture] = [
          .down(at), .tap(at), .hold(at), .release(at), .drag(columns: 7), .swipeUp(from: at),
        ]
        _ = state.take(gestures[Int.random(in: 0..<6, using: &random)], hit)
      case 6: _ = state.wheel(isUp: Bool.random(using: &random))
      default:
        if state.isKeeping { state.endKeeping(nil, state.view, .text("lost")) }
        _ = state.tap(treeRow: Int.random(in: 0..<4, using: &random))
      }
      #expect(state.position >= 0)
      if !state.recorder.activity.isEmpty { #expect(state.isPlaying && state.target != nil) }
      if state.isKeeping { #expect(!state.isPlaying && state.recorder.state == .idle) }
      if state.activity.isEmpty { #expect(state.position <= state.chain.timeline.length) }
      if case .targeting(let marker?, _) = state.recorder.state {
        #expect(state.target?.marker == marker)
      }
    }
  }
}
