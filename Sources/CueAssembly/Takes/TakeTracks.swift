import CueAudio
import CueModel

/// The two voices of a take on one timeline: the partner's sound and the actor's, frame by frame beside each other.
///
/// Time is what the session lets pass: sound, silence, and what the actor was listened to. Where the microphone is open while a
/// partner speaks, its sound lies beside the partner's, as it was heard; it is all that the microphone gave, so the first sound
/// of an actor who interrupts is in it.
///
/// The microphone's sound of a line passes for the session, too, by itself or as silence that the session puts out after it;
/// that time counts once.
package final class TakeTracks: SoundTap {
  /// What takes are made of: one channel of 16 bits at 48 kHz.
  package static let format = AudioFormat(sample: .int16, rateHertz: 48_000)
  private static let rate = Double(format.rateHertz)

  private let partner: GrowingSoundFile
  private let own: GrowingSoundFile
  /// How far what was put out is ahead of what is heard, in frames.
  private let ahead: Double
  /// Is called once, when a track cannot grow any more; nothing is recorded from then on.
  private let failed: (SoundFileError) -> Void
  package private(set) var isOver = false

  /// Frames of the take that have passed.
  private var clock = 0.0
  /// Frames that were counted when the microphone gave them, and that the session will report again.
  private var credit = 0.0
  private var line: Stretch?
  private var lineStartFrames = 0
  private var capture: Stretch?
  private var partnerConformer = Conformer(to: TakeTracks.format)
  private var ownConformer = Conformer(to: TakeTracks.format)

  /// Sound that goes on from a place of the take.
  private struct Stretch {
    /// Where it begins in the take, in frames of the take.
    let start: Double
    let rateHertz: Int
    /// How long it is, in frames of its own rate.
    var frames = 0

    /// Where it ends in the take, in frames of the take.
    var end: Double { start + Double(frames) * TakeTracks.rate / Double(rateHertz) }
  }

  /// Tracks in two new files.
  ///
  /// - Parameters:
  ///   - partner: the partner's sound
  ///   - own: the actor's
  ///   - aheadSeconds: how much earlier sound is put out than heard; it moves only what is captured while a partner speaks
  ///   - failed: is called once, when a file cannot grow
  package init(
    partner: GrowingSoundFile, own: GrowingSoundFile, aheadSeconds: Double = 0,
    failed: @escaping (SoundFileError) -> Void
  ) {
    self.partner = partner
    self.own = own
    ahead = aheadSeconds * TakeTracks.rate
    self.failed = failed
  }

  /// Where the take is, in its frames.
  package var frame: Int { Int(clock.rounded()) }

  private func write(_ body: () throws(SoundFileError) -> Void) {
    guard !isOver else { return }
    do throws(SoundFileError) { try body() } catch {
      isOver = true
      try? partner.close()
      try? own.close()
      failed(error)
    }
  }

  private func pad(_ file: GrowingSoundFile, to frame: Double) {
    let missing = Int(frame.rounded()) - file.frames
    guard missing > 0 else { return }
    write { () throws(SoundFileError) in try file.appendSilence(frames: missing) }
  }

  private func append(_ sound: AudioBuffer, to file: GrowingSoundFile) {
    guard sound.frameCount > 0 else { return }
    write { () throws(SoundFileError) in try file.append(sound) }
  }

  // The session's sound.

  package func lineBegins(_ format: AudioFormat) {
    endLine(isForgotten: false)
    line = Stretch(start: clock, rateHertz: format.rateHertz)
    partnerConformer.begin(format)
    lineStartFrames = partner.frames
  }

  package func heard(_ sound: AudioBuffer) {
    guard let begun = line else { return }
    if begun.frames == 0 {
      credit = 0
      pad(partner, to: begun.start)
      lineStartFrames = partner.frames
    }
    line?.frames += sound.frameCount
    clock = max(clock, line?.end ?? clock)
    append(partnerConformer.process(sound), to: partner)
  }

  package func lineEnds(isForgotten: Bool) { endLine(isForgotten: isForgotten) }

  private func endLine(isForgotten: Bool) {
    guard let ended = line else { return }
    line = nil
    guard ended.frames > 0 else { return }
    append(partnerConformer.finish(), to: partner)
    guard isForgotten else { return }
    let start = lineStartFrames
    write { () throws(SoundFileError) in try partner.cut(toFrames: start) }
    clock = max(ended.start, Double(own.frames))
  }

  package func silence(frames: Int, rateHertz: Int) {
    let passed = Double(frames) * TakeTracks.rate / Double(rateHertz)
    let known = min(credit, passed)
    credit -= known
    clock += passed - known
  }

  // The microphone's sound.

  /// The microphone is open from here on.
  package func microphoneOpened(_ format: AudioFormat) {
    microphoneClosed()
    let place = line == nil ? clock : max(0, clock - ahead)
    capture = Stretch(start: max(place, Double(own.frames)), rateHertz: format.rateHertz)
    ownConformer.begin(format)
  }

  /// The microphone gave sound, after this many lost frames.
  package func captured(_ sound: AudioBuffer, lostFrames: Int = 0) {
    guard let begun = capture else { return }
    if begun.frames == 0 { pad(own, to: begun.start) }
    if lostFrames > 0 {
      append(
        ownConformer.process(AudioBuffer(silentFrames: lostFrames, format: sound.format)), to: own)
    }
    capture?.frames += lostFrames + sound.frameCount
    append(ownConformer.process(sound), to: own)
    guard line == nil, let end = capture?.end, end > clock else { return }
    credit += end - clock
    clock = end
  }

  /// The microphone is closed.
  package func microphoneClosed() {
    guard let ended = capture else { return }
    capture = nil
    if ended.frames > 0 { append(ownConformer.finish(), to: own) }
  }

  /// Writes what waits, so that a kill loses nothing of what was said so far.
  package func flush() {
    write { () throws(SoundFileError) in
      try partner.flush()
      try own.flush()
    }
  }

  /// The take is over: both tracks end at the same frame.
  package func finish() {
    microphoneClosed()
    endLine(isForgotten: false)
    let end = max(clock, Double(max(own.frames, partner.frames)))
    pad(partner, to: end)
    pad(own, to: end)
    write { () throws(SoundFileError) in
      try partner.close()
      try own.close()
    }
    isOver = true
  }
}
