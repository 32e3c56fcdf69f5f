/// Which captured frames belong to a take: from the marker to the stop, each later by what sound takes through the machine.
///
/// What is captured at frame f was played at f − latency. So the gate opens late, the take's frames keep the numbers of the
/// timeline, and as much is drained after the stop.
package struct PunchIn: Equatable, Sendable {
  /// The timeline's frame of the marker.
  package let marker: Int
  /// How many frames later sound is captured than it is heard; as `calibrate` measures.
  package let latencyFrames: Int
  /// The timeline's frame of the stop; nil while the take goes on.
  package private(set) var stop: Int?

  /// A part of a captured buffer that belongs to the take.
  package struct Part: Equatable, Sendable {
    /// Where it begins in the buffer.
    package let offset: Int
    /// How many frames it has; 0 for none.
    package let count: Int
    /// The timeline's frame of its first.
    package let firstFrame: Int
    /// A part.
    package init(offset: Int, count: Int, firstFrame: Int) {
      self.offset = offset
      self.count = count
      self.firstFrame = firstFrame
    }
  }

  /// A take from `marker` on.
  package init(marker: Int, latencyFrames: Int = 0) {
    precondition(latencyFrames >= 0, "nothing is captured before it is played")
    self.marker = marker
    self.latencyFrames = latencyFrames
  }

  /// The captured frame at which the gate opens.
  package var gate: Int { marker + latencyFrames }

  /// Ends the take at the timeline's `frame`, at the marker at the earliest; only the first stop counts.
  package mutating func end(at frame: Int) {
    if stop == nil { stop = max(marker, frame) }
  }

  /// The part of the `count` frames that were captured from `frame` on.
  package func part(ofBufferAt frame: Int, count: Int) -> Part {
    let first = max(frame, gate)
    let last = min(frame + count, stop.map { $0 + latencyFrames } ?? .max)
    guard first < last else { return Part(offset: 0, count: 0, firstFrame: marker) }
    return Part(offset: first - frame, count: last - first, firstFrame: first - latencyFrames)
  }

  /// Whether all of the take was in what was captured up to `frame`.
  package func isDrained(at frame: Int) -> Bool {
    stop.map { frame >= $0 + latencyFrames } ?? false
  }
}

/// How far the clocks of a take may be apart.
package enum DamageLimit {
  /// The most frames that a take of `spanFrames` may drift or slip: one burst of the device, or 0.25 % of the span.
  package static func frames(spanFrames: Int, burstFrames: Int) -> Int {
    max(burstFrames, spanFrames / 400)
  }
}

/// What went wrong while a take was recorded; it is kept all the same, and the user decides.
public enum TakeDamage: Equatable, Sendable {
  /// The device lost sound this many times.
  case overruns(Int)
  /// The ring to the writer was full, and this many frames were lost.
  case lostFrames(Int)
  /// It begins this many frames off the marker.
  case slipped(frames: Int)
  /// The clocks were this many frames apart at its end.
  case drifted(frames: Int)
  /// This many blocks came when the device that plays had nothing left, so what was heard may have shifted.
  case outputLate(Int)
  /// The device that plays failed before the end.
  case outputLost
  /// The microphone was gone before the end.
  case microphoneLost
  /// There was no room on the disk for the rest.
  case diskFull
  /// The program that recorded it was killed.
  case interrupted

  /// What is wrong with a take of `spanFrames` from a device with bursts of `burstFrames`; nothing within the limits.
  package static func found(
    overruns: Int, lostFrames: Int, slipFrames: Int, driftFrames: Int, spanFrames: Int,
    burstFrames: Int
  ) -> [TakeDamage] {
    let limit = DamageLimit.frames(spanFrames: spanFrames, burstFrames: burstFrames)
    var found: [TakeDamage] = []
    if overruns > 0 { found.append(.overruns(overruns)) }
    if lostFrames > 0 { found.append(.lostFrames(lostFrames)) }
    if abs(slipFrames) > limit { found.append(.slipped(frames: slipFrames)) }
    if abs(driftFrames) > limit { found.append(.drifted(frames: driftFrames)) }
    return found
  }
}
