import CueModel
import CueSystem

/// A sound file in place of a microphone, read in real time.
///
/// A file gives all its sound at once, but recording needs sound that comes while the story plays. Silence is added before the
/// file's sound: without it, the file would begin while the recorder still waits for the microphone.
package final class PacedMicrophone: Microphone {
  private let file: any Microphone
  private let clock: any MonotonicTime
  private let leadSeconds: Double
  private var rateHertz = 1
  private var opened: Int64 = 0
  /// Frames of silence that are left.
  private var lead = 0
  private var format = AudioFormat(sample: .int16, rateHertz: 1)
  private var frames = 0

  /// `file` in real time, after so much silence.
  package init(
    _ file: any Microphone, leadSeconds: Double, clock: any MonotonicTime = MonotonicClock()
  ) {
    self.file = file
    self.leadSeconds = leadSeconds
    self.clock = clock
  }

  package var name: String { file.name }
  package var isLive: Bool { true }

  package func open(
    _ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation
  ) throws -> AudioFormat {
    format = try file.open(wanted, latencyFrames: latencyFrames, cancellation: cancellation)
    rateHertz = format.rateHertz
    opened = clock.milliseconds
    lead = Int((leadSeconds * Double(rateHertz)).rounded())
    frames = 0
    return format
  }

  package func read(atMost most: Int, cancellation: Cancellation) throws -> CapturedSound? {
    let sound: AudioBuffer
    if lead > 0 {
      sound = AudioBuffer(silentFrames: min(most, lead), format: format)
      lead -= sound.frameCount
    } else {
      guard let read = try file.read(atMost: most, cancellation: cancellation) else { return nil }
      sound = read.sound
    }
    let due = opened + Int64((frames + sound.frameCount) * 1000 / rateHertz)
    while clock.milliseconds < due {
      guard !cancellation.isCancelled else { return nil }
      clock.wait(milliseconds: Int(due - clock.milliseconds), cancellation: cancellation)
    }
    defer { frames += sound.frameCount }
    return CapturedSound(sound, startFrame: frames)
  }

  /// Does nothing: no sound gathers.
  package func flush() throws {}

  package func close() { file.close() }
}
