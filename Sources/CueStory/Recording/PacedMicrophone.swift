import CueModel
import CueSystem

/// A sound file that stands for a microphone, as fast as a microphone: a frame is there when its time has come.
///
/// A file gives all its sound at once. Recording needs sound that comes while the story plays. Silence comes before the file's
/// sound, so that the file begins about when the story does, and not while the recorder waits for the microphone to run.
package final class PacedMicrophone: Microphone {
  private let file: any Microphone
  private let clock: any MonotonicTime
  private let leadSeconds: Double
  private var rateHertz = 1
  private var opened: Int64 = 0
  /// Frames of silence that are still to come.
  private var lead = 0
  private var format = AudioFormat(sample: .int16, rateHertz: 1)
  private var frames = 0

  /// `file` at its own speed, behind so much silence.
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

  /// Nothing gathers.
  package func flush() throws {}

  package func close() { file.close() }
}
