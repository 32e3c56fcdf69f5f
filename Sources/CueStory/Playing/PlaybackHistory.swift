/// Where on the timeline each played frame is, and under which dials: what was turned when, from the start of playing on.
///
/// A played frame lasts as many ticks as the rate has thousandths, so all of it is exact, however often dials are turned.
package struct PlaybackHistory: Equatable, Sendable {
  /// A stretch of played sound under the same dials.
  package struct Stretch: Equatable, Sendable {
    /// Its first played frame.
    package let frame: Int
    /// The tick that is heard there.
    package let tick: Int
    /// The dials.
    package let dials: StoryDials

    /// The tick that is heard at `frame`, which may also be before the stretch.
    package func tick(at frame: Int) -> Int {
      tick + (frame - self.frame) * dials.rate.thousandths
    }

    /// The played frame nearest to `tick`.
    package func frame(of tick: Int) -> Int {
      let rate = dials.rate.thousandths
      let twice = 2 * (tick - self.tick) + rate
      // Down, also before the stretch.
      let whole = twice / (2 * rate)
      return frame + (twice < 0 && whole * 2 * rate != twice ? whole - 1 : whole)
    }
  }

  /// The stretches, the earliest first; there is always one.
  package private(set) var stretches: [Stretch]

  /// Playing begins at `tick`, as played frame 0.
  package init(tick: Int, dials: StoryDials) {
    stretches = [Stretch(frame: 0, tick: tick, dials: dials)]
  }

  /// The last stretch.
  package var last: Stretch { stretches[stretches.count - 1] }

  /// The stretch of a played frame; the first one also for what was before it.
  package func stretch(at frame: Int) -> Stretch {
    stretches.last { $0.frame <= frame } ?? stretches[0]
  }

  /// The tick that is heard at a played frame.
  package func tick(at frame: Int) -> Int { stretch(at: frame).tick(at: frame) }

  /// The dials are turned, or the playhead is moved to `tick`, at a played frame; what was to come after it is forgotten.
  package mutating func turn(_ dials: StoryDials, at frame: Int, to tick: Int? = nil) {
    let tick = tick ?? self.tick(at: frame)
    while stretches.count > 1, last.frame >= frame { stretches.removeLast() }
    if last.frame >= frame { stretches.removeLast() }
    stretches.append(Stretch(frame: frame, tick: tick, dials: dials))
  }

  /// Forgets what ended before a played frame.
  package mutating func forget(before frame: Int) {
    let kept = stretches.lastIndex { $0.frame <= frame } ?? 0
    stretches.removeFirst(kept)
  }
}

/// Which sound of a take is heard from a played frame on, under the dials of a stretch.
package struct TakeEntry: Equatable, Sendable {
  /// The first played frame at which it is heard.
  package let startFrame: Int
  /// The played frame after its last.
  package let endFrame: Int
  /// The frame of the take that is heard at ``startFrame``, which may be between two.
  package let sourceFrame: Double

  /// A take that was recorded at a rate and lies at a place, from the start of `stretch` on; nil if it is over by then.
  package init?(
    _ stretch: PlaybackHistory.Stretch, place: TimelinePlace, recorded: PlaybackRate
  ) {
    guard place.end > stretch.tick else { return nil }
    endFrame = stretch.frame(of: place.end)
    if place.start >= stretch.tick {
      startFrame = stretch.frame(of: place.start)
      sourceFrame = 0
    } else {
      startFrame = stretch.frame
      sourceFrame = Double(stretch.tick - place.start) / Double(recorded.thousandths)
    }
    guard endFrame > startFrame else { return nil }
  }
}
