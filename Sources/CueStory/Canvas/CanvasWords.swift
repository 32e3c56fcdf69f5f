/// A key of the canvas.
public enum CanvasKey: Hashable, CaseIterable, Sendable {
  /// Start or stop: what a tap does.
  case go
  /// The marker goes to the tail under the playhead.
  case marker
  /// Playing begins at the playhead, before the marker.
  case preRoll
  /// The own newest take is removed.
  case delete
  /// The last change is taken back.
  case undo
  case left, right
  /// To the start of the tail before or after.
  case previous, next
  case pageLeft, pageRight, home, end
  case zoomIn, zoomOut
  case slower, faster, lower, higher
  /// Dials turn in small steps.
  case fine
  case link, click
  /// The playhead is heard where it is moved, or is not.
  case scrub
  /// The tree, or back.
  case tree
  /// The list of keys.
  case keys
  /// What is selected is taken.
  case enter
  /// Marks are taken away, a list is left.
  case cancel
  case quit
}

/// What the canvas asks for.
package enum CanvasWish: Equatable, Sendable {
  /// Play the takes of the chain from a tick on.
  case play(from: Int)
  /// Play the takes up to the one that is answered from a tick on, and record from the marker on.
  case record(from: Int, marker: Int)
  /// Stop.
  case stop
  /// Hear the takes of the chain where the playhead was moved, from a tick to another.
  case scrub(from: Int, to: Int)
  /// The playhead is not heard any more where it is moved.
  case endScrub
  /// The take ends at a tick: stop, and keep it.
  case punchOut(Int)
  /// What was recorded up to a tick is kept as damaged: stop.
  case keepDamaged(Int)
  /// Stop, and drop what was recorded.
  case drop
  /// Hear the story through these dials, and keep them.
  case turn(StoryDials)
  /// The click is heard, or is not.
  case click(Bool)
  /// Remove a take, by its id.
  case remove(String)
  /// Take back what was done last.
  case undo
  /// Ring, so that a target is felt.
  case ring
  /// The canvas is left.
  case leave
}

/// Something that the player should know.
package enum CanvasNote: Equatable, Sendable {
  /// A take is aimed; the number of the one that it would answer, nil for the first.
  case aimed(answers: Int?)
  /// The marker is set; the number of the take that will be answered, nil for the first, and whether that has answers already.
  case marked(answers: Int?, isBranch: Bool)
  /// Where playing begins; seconds before the marker.
  case preRolled(seconds: Double)
  /// Pre-roll begins before the marker.
  case preRollIsLate
  /// There is no marker.
  case noMarker
  /// Nothing is there to be played.
  case noTakes
  /// Another player holds the pen; the name may be empty.
  case locked(holder: String)
  /// While a take is recorded or kept nothing else is done.
  case busy
  /// A tail lacks this many seconds; another stop drops the take.
  case tailMissing(seconds: Double)
  /// What was recorded is dropped.
  case dropped
  /// A take is kept: its number, and whether it is damaged.
  case kept(Int, isDamaged: Bool)
  /// The same key again removes the take of that number.
  case removalAsked(Int)
  /// A take is removed.
  case removed(Int)
  /// The last change is taken back.
  case undone
  /// The take of that number may not be removed.
  case notRemovable(Int, RemovalRefusal)
  /// A dial was turned as far as it goes.
  case dialEnds
  /// It is as near, or as far, as it goes.
  case zoomEnds
  /// Small steps, or usual ones.
  case fine(Bool)
  /// The playhead is heard where it is moved, or is not.
  case scrub(Bool)
  /// The branch that ends with the take of that number is shown.
  case branch(Int)
  /// A sentence of somebody else.
  case text(String)
}

/// What sounds, as its player reports.
package struct CanvasReport: Equatable, Sendable {
  /// The tick that is heard.
  package var tick: Int
  /// Whether it goes on.
  package var isPlaying: Bool
  /// How loud the microphone hears, 0…1; nil if none listens.
  package var level: Double?
  /// The microphone is gone, or nothing can be written.
  package var isBroken: Bool

  /// A report.
  package init(tick: Int, isPlaying: Bool, level: Double? = nil, isBroken: Bool = false) {
    self.tick = tick
    self.isPlaying = isPlaying
    self.level = level
    self.isBroken = isBroken
  }
}
