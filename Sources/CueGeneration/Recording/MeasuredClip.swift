import CueAudio
import CueModel
import CueScreenplay

/// What a recording has to know of a clip before it is mixed: what is kept of it, how loud it is, when its words begin.
struct MeasuredClip: Sendable {
  /// A word as the engine reported it, or as it was found in the sound.
  struct WordMark: Equatable, Sendable {
    /// Frames since the start of what is kept, at the clip's rate.
    var frame: Int32
    /// Bytes of the text that was said.
    var start: Int32
    var end: Int32
    /// Whether the engine did not report it, and it was found in the sound.
    var isEstimated = false
  }

  let rateHertz: Int
  /// What is kept of the clip.
  let kept: Range<Int>
  /// The part of that that is heard.
  let sounding: Range<Int>
  let profile: LoudnessProfile
  let marks: [WordMark]

  /// Measures `clip` as it says `item`; `keptEdgeMilliseconds` as in ``RecordingSettings``.
  init(
    _ clip: Clip, of item: SpeakableItem, keptEdgeMilliseconds: Int?, cost: inout RecordingCost
  ) throws(SoundFileError) {
    let started = ThreadClock.seconds
    rateHertz = clip.sound.format.rateHertz
    let samples = clip.sound.monoFloats
    let whole = 0..<samples.count
    let heard = SoundingPart.frames(of: samples, rateHertz: rateHertz)
    if let heard, let edge = keptEdgeMilliseconds {
      let lead = (edge + Rests.leading(item)) * rateHertz / 1000
      let tail = (edge + Rests.trailing(item)) * rateHertz / 1000
      kept = max(0, heard.lowerBound - lead)..<min(samples.count, heard.upperBound + tail)
    } else {
      kept = whole
    }
    let start = kept.lowerBound
    let bounds = heard ?? kept
    sounding = bounds.lowerBound - start..<bounds.upperBound - start
    profile = try LoudnessMeter.profile(of: Array(samples[kept]), rateHertz: rateHertz)
    let count = kept.count
    marks = clip.marks.filter { $0.kind == .word }.map { mark in
      WordMark(
        frame: Int32(clamping: min(count, max(0, mark.frame - start))),
        start: Int32(clamping: mark.textRange.lowerBound),
        end: Int32(clamping: mark.textRange.upperBound), isEstimated: mark.isEstimated)
    }
    cost.loudnessSeconds += ThreadClock.seconds - started
  }

  /// How many frames it is at `rateHertz`.
  func frames(atHertz rateHertz: Int) -> Int {
    guard rateHertz != self.rateHertz else { return kept.count }
    return Int((Double(kept.count) * Double(rateHertz) / Double(self.rateHertz)).rounded())
  }

  /// `clip`'s kept samples at `rateHertz`, each times `gain`.
  func samples(
    of clip: Clip, atHertz rateHertz: Int, gain: Float, cost: inout RecordingCost
  ) -> [Float] {
    let started = ThreadClock.seconds
    var samples = Array(clip.sound.monoFloats[kept])
    if rateHertz != self.rateHertz {
      let from = AudioFormat(sample: .float32, rateHertz: self.rateHertz)
      let resampler = Resampler(
        from: from, to: AudioFormat(sample: .float32, rateHertz: rateHertz))
      let first = resampler.process(
        AudioBuffer(float32: samples, rateHertz: self.rateHertz))
      samples = first.floats + resampler.finish().floats
      cost.resamplingSeconds += ThreadClock.seconds - started
    }
    let resampled = ThreadClock.seconds
    if gain != 1 { for index in samples.indices { samples[index] *= gain } }
    cost.mixingSeconds += ThreadClock.seconds - resampled
    return samples
  }
}

/// The silence that a script asks for at the ends of an item, in milliseconds.
enum Rests {
  static func leading(_ item: SpeakableItem) -> Int { rests(item.pieces) }
  static func trailing(_ item: SpeakableItem) -> Int { rests(item.pieces.reversed()) }

  private static func rests(_ pieces: some Sequence<SpeakableItem.Piece>) -> Int {
    var sum = 0
    for piece in pieces {
      guard case .silence(let milliseconds) = piece else { return sum }
      sum += milliseconds
    }
    return sum
  }
}
