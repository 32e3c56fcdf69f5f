import CueAudio
import CueModel
import Glibc

/// Standard output, a pipe or a device file: what is written cannot be taken back.
final class StreamOutput: SoundOutput {
  private let name: String
  private let descriptor: Int32
  private let isRaw: Bool
  private let saysFormat: Bool
  private var conformer: Conformer?
  private(set) var frames = 0

  var format: AudioFormat? { conformer?.format }

  /// `saysFormat`: tell on standard error what raw sound is made of.
  init(name: String, descriptor: Int32, isRaw: Bool, saysFormat: Bool) {
    self.name = name
    self.descriptor = descriptor
    self.isRaw = isRaw
    self.saysFormat = saysFormat
  }

  func beginLine(_ format: AudioFormat) throws {
    if conformer == nil {
      let own = AudioFormat(
        sample: .int16, rateHertz: format.rateHertz, channels: format.channels)
      conformer = Conformer(to: own)
      if !isRaw { try put(WAV.header(own, frames: nil)) }
      if isRaw, saysFormat {
        Console.say(
          "Raw sound: 16-bit little-endian, \(own.rateHertz) Hz, "
            + "\(own.channels == 1 ? "mono" : "\(own.channels) channels").")
      }
    }
    conformer?.begin(format)
  }

  func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    guard !cancellation.isCancelled, let sound = conformer?.process(sound) else { return }
    try put(sound)
  }

  func endLine() throws {
    if let rest = conformer?.finish() { try put(rest) }
  }

  func dropLine() throws { _ = conformer?.finish() }
  func cutLine() throws { try endLine() }

  func silence(frames count: Int, cancellation: Cancellation) throws {
    if conformer == nil { try beginLine(.standard) }
    guard let format, count > 0 else { return }
    try put(AudioBuffer(silentFrames: count, format: format))
  }

  func drain(cancellation: Cancellation) throws {}

  /// Where the stream turns out to be a file, its header gets the true sizes.
  func complete() throws {
    if conformer == nil { try beginLine(.standard) }
    guard !isRaw, let format, lseek(descriptor, 0, SEEK_SET) == 0 else { return }
    try put(WAV.header(format, frames: frames))
    lseek(descriptor, 0, SEEK_END)
  }

  private func put(_ sound: AudioBuffer) throws {
    guard sound.frameCount > 0 else { return }
    try put(sound.bytes)
    frames += sound.frameCount
  }

  private func put(_ bytes: [UInt8]) throws {
    let error = Console.write(bytes, to: descriptor)
    guard error == 0 else {
      throw OutputFailure(
        userError: UserError(
          "\(name) takes no more sound: \(Console.describe(errno: error)).", .inputOutput))
    }
  }
}
