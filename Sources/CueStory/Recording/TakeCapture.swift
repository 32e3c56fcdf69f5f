import CueModel

/// One take that is being recorded: which captured frames belong to it, and what went wrong.
///
/// One thread uses it.
final class TakeCapture {
  let format: AudioFormat
  /// Frames that were handed to the disk.
  private(set) var frames = 0
  private(set) var end = RecordedTake.End.stopped
  private(set) var damage: [TakeDamage] = []
  /// Whether all of it was captured.
  private(set) var isDrained = false
  var drift = ClockDrift()
  private let settings: RecorderSettings
  private let markerFrame: Int
  /// Frames of silence between the take's place and the marker.
  private let silence: Int
  /// The captured frame after all that was processed.
  private var next: Int?

  init(_ format: AudioFormat, _ settings: RecorderSettings, markerFrame: Int, silence: Int) {
    self.format = format
    self.settings = settings
    self.markerFrame = markerFrame
    self.silence = silence
  }

  /// The played frame at which it ends at the latest.
  private var longest: Int {
    let most = StoryLimits.mostSeconds * format.rateHertz
    return markerFrame + max(0, min(settings.mostFrames ?? most, most) - silence)
  }

  /// Writes what belongs to the take of a captured piece.
  ///
  /// - Parameters:
  ///   - piece: follows the one before, but for frames that were lost, which become silence
  ///   - sentAt: the captured frame at which playing began
  ///   - stop: the played frame at which it was stopped; nil while it was not
  ///   - write: takes its sound
  /// - Throws: what `write` throws
  func take(
    _ piece: CaptureRing.Piece, sentAt: Int, stop: Int?, _ write: (AudioBuffer) throws -> Void
  ) throws {
    var punch = PunchIn(marker: markerFrame, latencyFrames: settings.latencyFrames)
    punch.end(at: min(stop ?? longest, longest))
    let first = min(next ?? piece.start, piece.start)
    let last = piece.start + piece.sound.frameCount
    next = last
    let part = punch.part(ofBufferAt: first - sentAt, count: last - first)
    if part.count > 0 {
      drift.punch()
      if frames == 0 { try put(AudioBuffer(silentFrames: silence, format: format), write) }
      let gap = piece.start - first
      let silent = max(0, min(part.count, gap - part.offset))
      try put(AudioBuffer(silentFrames: silent, format: format), write)
      let start = max(0, part.offset - gap)
      try put(piece.sound.frames(start..<start + part.count - silent), write)
    }
    guard punch.isDrained(at: last - sentAt) else { return }
    isDrained = true
    end = (stop ?? .max) > longest ? .atLimit : .stopped
  }

  private func put(_ sound: AudioBuffer, _ write: (AudioBuffer) throws -> Void) throws {
    guard sound.frameCount > 0 else { return }
    try write(sound)
    frames += sound.frameCount
  }

  /// No more comes; a microphone that is gone damages the take, one whose file has ended does not.
  func ended(_ failure: (any Error)?, isOutput: Bool) {
    guard !isDrained else { return }
    end = isOutput ? .output : .microphone
    if isOutput || failure != nil { damage.append(isOutput ? .outputLost : .microphoneLost) }
  }

  /// There is no room for more.
  func diskFull() {
    end = .disk
    damage.append(.diskFull)
  }

  /// Adds what the clocks and losses show.
  func judge(
    _ losses: (frames: Int, overruns: Int), lateBlocks: Int, burstFrames: Int
  ) {
    if lateBlocks > 0 { damage.append(.outputLate(lateBlocks)) }
    damage += TakeDamage.found(
      overruns: losses.overruns, lostFrames: losses.frames, slipFrames: drift.slipFrames,
      // A late block moves all sound after it; that is not clock drift.
      driftFrames: lateBlocks > 0 ? 0 : drift.driftFrames, spanFrames: frames,
      burstFrames: burstFrames)
  }
}
