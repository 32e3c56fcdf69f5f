import Testing

@testable import CueModel
@testable import CueStory

@Suite struct `The recorder` {
  private static let aimed = RecorderState.targeting(marker: nil, preRoll: nil)
  private static let marked = RecorderState.targeting(marker: 100, preRoll: nil)
  private static let rolled = RecorderState.targeting(marker: 100, preRoll: 40)
  private static let states: [RecorderState] = [
    .idle, aimed, marked, rolled, .preRolling(marker: 100), .recording(marker: 100),
  ]
  private static let events: [RecorderEvent] = [
    .hold(at: 40), .hold(at: 100), .hold(at: 150), .release(at: 100), .tap(at: 120),
    .playhead(at: 99), .playhead(at: 100), .playhead(at: 130), .swipe, .cancel(at: 120),
    .fault(at: 120),
  ]

  /// All pairs that do something; every other one leaves the recorder where it is and does nothing.
  private static let table: [(RecorderState, RecorderEvent, RecorderState, [RecorderEffect])] = [
    (.idle, .hold(at: 40), aimed, [.target(40)]),
    (.idle, .hold(at: 100), aimed, [.target(100)]),
    (.idle, .hold(at: 150), aimed, [.target(150)]),
    (.idle, .tap(at: 120), .idle, [.play(from: 120)]),
    (.idle, .swipe, .idle, [.removeNewest]),
    (aimed, .release(at: 100), marked, [.mark(100)]),
    (aimed, .cancel(at: 120), .idle, [.unmark]), (aimed, .fault(at: 120), .idle, [.unmark]),
    (marked, .hold(at: 40), rolled, [.markPreRoll(40)]),
    (marked, .tap(at: 120), .preRolling(marker: 100), [.play(from: 100)]),
    (marked, .cancel(at: 120), .idle, [.unmark]), (marked, .fault(at: 120), .idle, [.unmark]),
    (rolled, .hold(at: 40), rolled, [.markPreRoll(40)]),
    (rolled, .tap(at: 120), .preRolling(marker: 100), [.play(from: 40)]),
    (rolled, .cancel(at: 120), .idle, [.unmark]), (rolled, .fault(at: 120), .idle, [.unmark]),
    (.preRolling(marker: 100), .playhead(at: 100), .recording(marker: 100), [.punchIn(100)]),
    (.preRolling(marker: 100), .playhead(at: 130), .recording(marker: 100), [.punchIn(100)]),
    (.preRolling(marker: 100), .tap(at: 120), .idle, [.stop, .unmark]),
    (.preRolling(marker: 100), .cancel(at: 120), .idle, [.stop, .unmark]),
    (.preRolling(marker: 100), .fault(at: 120), .idle, [.stop, .unmark]),
    (.recording(marker: 100), .tap(at: 120), .idle, [.punchOut(120), .unmark]),
    (.recording(marker: 100), .cancel(at: 120), .idle, [.punchOut(120), .unmark]),
    (.recording(marker: 100), .fault(at: 120), .idle, [.keepDamaged(120), .unmark]),
  ]

  @Test func `does what its table says for every state and event`() {
    for state in `The recorder`.states {
      for event in `The recorder`.events {
        var recorder = RecorderReducer(state)
        let effects = recorder.take(event)
        let row = `The recorder`.table.first { $0.0 == state && $0.1 == event }
        #expect(recorder.state == row?.2 ?? state, "\(state), \(event)")
        #expect(effects == row?.3 ?? [], "\(state), \(event)")
      }
    }
  }

  @Test func `begins nothing without the pen, and lets listen`() {
    for event in `The recorder`.events {
      var recorder = RecorderReducer()
      let effects = recorder.take(event, mayRecord: false)
      #expect(recorder.state == .idle)
      #expect(effects == (event == .tap(at: 120) ? [.play(from: 120)] : []))
    }
  }

  @Test func `never skips a step, and ends each take that it begins`() {
    func rank(_ state: RecorderState) -> Int {
      switch state {
      case .idle: 0
      case .targeting: 1
      case .preRolling: 2
      case .recording: 3
      }
    }
    for seed in 0..<300 as Range<UInt64> {
      var chance = SplitMix(seed: seed)
      var recorder = RecorderReducer()
      var marker: Int?
      var isOpen = false
      for _ in 0..<200 {
        let frame = Int.random(in: 0..<200, using: &chance)
        let events: [RecorderEvent] = [
          .hold(at: frame), .release(at: frame), .tap(at: frame), .playhead(at: frame), .swipe,
          .cancel(at: frame), .fault(at: frame),
        ]
        let before = recorder.state
        let event = events[Int.random(in: 0..<events.count, using: &chance)]
        for effect in recorder.take(event) {
          switch effect {
          case .mark(let at): marker = at
          case .markPreRoll(let at): #expect(at < marker ?? 0)
          case .punchIn(let at):
            #expect(!isOpen && at == marker && event == .playhead(at: frame) && frame >= at)
            isOpen = true
          case .punchOut(let at), .keepDamaged(let at):
            #expect(isOpen && at >= marker ?? .max)
            isOpen = false
          case .removeNewest: #expect(before == .idle)
          case .target, .unmark, .play, .stop: break
          }
        }
        let (from, to) = (rank(before), rank(recorder.state))
        #expect(to == from || to == from + 1 || to == 0, "\(before) to \(recorder.state)")
        #expect(isOpen == (to == 3))
        #expect(recorder.activity.locksTouch == (to >= 2))
      }
    }
  }

  @Test func `the recorder ignores touches while it works`() {
    for bits in 0..<32 {
      #expect(StoryActivity(rawValue: bits).locksTouch == (bits != 0))
    }
    #expect(RecorderReducer(.preRolling(marker: 1)).activity == .waitingToRecord)
    #expect(RecorderReducer(.recording(marker: 1)).activity == .recording)
    #expect(RecorderReducer().activity == [])
  }
}
