import Glibc

/// The click: short tones on the beats of the story, made as they are heard.
///
/// Its tempo follows the master rate; its sound does not, so it is crisp at any speed. It is in the monitor alone: no mix has
/// it.
package struct ClickTrack: Equatable, Sendable {
  /// Beats a minute at rate 1, 20…400.
  package let beatsPerMinute: Int
  /// Beats of a bar; the first of each is higher.
  package let beatsPerBar: Int
  private let rateHertz: Int
  private let high: [Float]
  private let low: [Float]

  /// What a story has if nothing else is set: 120 beats a minute, four to a bar.
  package static let usual = (beatsPerMinute: 120, beatsPerBar: 4)
  /// How long a click is, in seconds.
  private static let seconds = 0.03
  /// Its level at the start, of full scale.
  private static let level = 0.4

  /// A click in sound of `rateHertz`.
  package init(
    rateHertz: Int, beatsPerMinute: Int = usual.beatsPerMinute,
    beatsPerBar: Int = usual.beatsPerBar
  ) {
    precondition((20...400).contains(beatsPerMinute) && beatsPerBar > 0, "a click has a tempo")
    self.beatsPerMinute = beatsPerMinute
    self.beatsPerBar = beatsPerBar
    self.rateHertz = rateHertz
    high = ClickTrack.tone(1760, rateHertz)
    low = ClickTrack.tone(1175, rateHertz)
  }

  /// Frames of a click.
  package var frames: Int { low.count }

  /// A tone that dies away, with soft ends.
  private static func tone(_ hertz: Double, _ rateHertz: Int) -> [Float] {
    let count = Int(seconds * Double(rateHertz))
    return (0..<count).map { frame in
      let time = Double(frame) / Double(rateHertz)
      let ends = min(1, time / 0.001, (seconds - time) / 0.005)
      return Float(level * ends * exp(-time / 0.008) * sin(2 * .pi * hertz * time))
    }
  }

  /// The tick of a beat, which has the number 0 at the start of the story.
  package func tick(ofBeat beat: Int) -> Int {
    beat * 60_000 * rateHertz / beatsPerMinute
  }

  /// The beats that begin in played frames: their frames and numbers.
  package func beats(
    in frames: Range<Int>, _ history: PlaybackHistory
  ) -> [(frame: Int, beat: Int)] {
    var found: [(frame: Int, beat: Int)] = []
    let stretches = history.stretches
    for (index, stretch) in stretches.enumerated() {
      let end = index + 1 < stretches.count ? stretches[index + 1].frame : Int.max
      let start = max(frames.lowerBound, stretch.frame)
      let stop = min(frames.upperBound, end)
      guard start < stop else { continue }
      let rate = stretch.dials.rate.thousandths
      var beat = max(0, stretch.tick(at: start) * beatsPerMinute / (60_000 * rateHertz) - 1)
      while true {
        // The first frame that is not before the beat.
        let frame = stretch.frame + (tick(ofBeat: beat) - stretch.tick + rate - 1) / rate
        if frame >= stop { break }
        if frame >= start, tick(ofBeat: beat) >= stretch.tick { found.append((frame, beat)) }
        beat += 1
      }
    }
    return found
  }

  /// Adds the clicks of the played frames from `start` on to a sum of two channels.
  ///
  /// - Parameters:
  ///   - sum: samples of two channels
  ///   - start: the played frame of its first
  ///   - history: where on the timeline played frames are
  ///   - heard: the played frames in which clicks may begin
  package func add(
    to sum: inout [Float], from start: Int, _ history: PlaybackHistory, heard: Range<Int>
  ) {
    let count = sum.count / 2
    let begins = max(start - frames, heard.lowerBound)
    let ends = min(start + count, heard.upperBound)
    guard begins < ends else { return }
    for (frame, beat) in beats(in: begins..<ends, history) {
      let tone = beat % beatsPerBar == 0 ? high : low
      let first = max(frame, start)
      for index in first..<max(first, min(frame + tone.count, start + count)) {
        sum[2 * (index - start)] += tone[index - frame]
        sum[2 * (index - start) + 1] += tone[index - frame]
      }
    }
  }
}
