/// What the recorder is at.
package enum RecorderState: Hashable, Sendable {
  /// Nothing is targeted.
  case idle
  /// A take is being aimed: where it begins is the marker, nil while the finger is down; `preRoll` is where playing begins.
  case targeting(marker: Int?, preRoll: Int?)
  /// All plays, and the playhead is on its way to the marker.
  case preRolling(marker: Int)
  /// A take is recorded, from the marker on.
  case recording(marker: Int)
}

/// What the player does, or what happens; frames are the timeline's.
package enum RecorderEvent: Hashable, Sendable {
  /// A finger was held for a second at a frame.
  case hold(at: Int)
  /// The finger was lifted.
  case release(at: Int)
  /// The timeline was tapped.
  case tap(at: Int)
  /// The playhead came to a frame.
  case playhead(at: Int)
  /// The newest take was swiped up.
  case swipe
  /// The player gave up; the playhead is at a frame.
  case cancel(at: Int)
  /// The microphone is gone or the disk is full; the playhead is at a frame.
  case fault(at: Int)
}

/// What is to be done then.
package enum RecorderEffect: Hashable, Sendable {
  /// Show that a take is aimed (or ring).
  case target(Int)
  /// Put the red marker at a frame.
  case mark(Int)
  /// Show where playing will begin.
  case markPreRoll(Int)
  /// Take the marks away.
  case unmark
  /// Play from a frame on.
  case play(from: Int)
  /// Stop playing.
  case stop
  /// The take begins at this frame, the marker, wherever in a buffer that is.
  case punchIn(Int)
  /// The take ends at this frame; drain, keep it, and stop.
  case punchOut(Int)
  /// What was recorded up to this frame is kept as a damaged take.
  case keepDamaged(Int)
  /// Remove the newest take, if it may be.
  case removeNewest
}

/// How the recorder goes from idle by targeting and pre-rolling to recording; all else leaves it where it is.
package struct RecorderReducer: Sendable {
  /// What it is at.
  package private(set) var state = RecorderState.idle

  /// An idle recorder.
  package init() {}

  /// A recorder at `state`.
  package init(_ state: RecorderState) { self.state = state }

  /// What goes on with it; see ``StoryActivity/locksTouch``.
  package var activity: StoryActivity {
    switch state {
    case .idle, .targeting: []
    case .preRolling: .waitingToRecord
    case .recording: .recording
    }
  }

  /// Takes what happened.
  ///
  /// - Parameters:
  ///   - event: what happened
  ///   - mayRecord: whether this player holds the pen and nothing locks touching
  /// - Returns: what is to be done
  package mutating func take(_ event: RecorderEvent, mayRecord: Bool = true) -> [RecorderEffect] {
    switch state {
    case .idle: return idle(event, mayRecord)
    case .targeting(let marker, let preRoll): return targeting(event, marker, preRoll)
    case .preRolling(let marker): return preRolling(event, marker)
    case .recording(let marker): return recording(event, marker)
    }
  }

  private mutating func idle(_ event: RecorderEvent, _ mayRecord: Bool) -> [RecorderEffect] {
    switch event {
    case .hold(let frame) where mayRecord:
      state = .targeting(marker: nil, preRoll: nil)
      return [.target(frame)]
    case .tap(let frame): return [.play(from: frame)]
    case .swipe where mayRecord: return [.removeNewest]
    case .hold, .swipe, .release, .playhead, .cancel, .fault: return []
    }
  }

  private mutating func targeting(
    _ event: RecorderEvent, _ marker: Int?, _ preRoll: Int?
  ) -> [RecorderEffect] {
    switch (event, marker) {
    case (.release(let frame), nil):
      state = .targeting(marker: frame, preRoll: nil)
      return [.mark(frame)]
    case (.hold(let frame), let marker?) where frame < marker:
      state = .targeting(marker: marker, preRoll: frame)
      return [.markPreRoll(frame)]
    case (.tap, let marker?):
      state = .preRolling(marker: marker)
      return [.play(from: preRoll ?? marker)]
    case (.cancel, _), (.fault, _):
      state = .idle
      return [.unmark]
    default: return []
    }
  }

  private mutating func preRolling(_ event: RecorderEvent, _ marker: Int) -> [RecorderEffect] {
    switch event {
    case .playhead(let frame) where frame >= marker:
      state = .recording(marker: marker)
      return [.punchIn(marker)]
    case .tap, .cancel, .fault:
      state = .idle
      return [.stop, .unmark]
    case .hold, .release, .playhead, .swipe: return []
    }
  }

  private mutating func recording(_ event: RecorderEvent, _ marker: Int) -> [RecorderEffect] {
    switch event {
    case .tap(let frame), .cancel(let frame):
      state = .idle
      return [.punchOut(max(marker, frame)), .unmark]
    case .fault(let frame):
      state = .idle
      return [.keepDamaged(max(marker, frame)), .unmark]
    case .hold, .release, .playhead, .swipe: return []
    }
  }
}
