import CueModel
import Glibc

/// All places where a session's sound goes.
///
/// A device that fails is left out, once and with a word, as long as there is a file.
final class SessionOutput: SoundOutput {
  private var device: DeviceOutput?
  private let file: FileOutput?
  private let stream: StreamOutput?
  private let note: (UserError) -> Void
  /// Time that passed before there was a format to count it in.
  private var secondsBefore = 0.0

  init(
    device: DeviceOutput?, file: FileOutput?, stream: StreamOutput?,
    note: @escaping (UserError) -> Void
  ) {
    precondition(device != nil || file != nil || stream != nil, "sound must go somewhere")
    self.device = device
    self.file = file
    self.stream = stream
    self.note = note
  }

  private var kept: (any SoundOutput)? { file ?? stream }
  var format: AudioFormat? { kept?.format ?? device?.format }
  var frames: Int { kept?.frames ?? device?.frames ?? 0 }
  /// Whether time passes while sound is put out.
  var isHeard: Bool { device != nil }

  private func each(_ body: (any SoundOutput) throws -> Void) throws {
    if let file { try body(file) }
    if let stream { try body(stream) }
    guard let device else { return }
    do {
      try body(device)
    } catch let failure as PluginFailure {
      let hasOther = kept != nil
      let userError = UserError(
        "Nothing can be heard: \(failure.sentence)",
        hint: hasOther
          ? "The sound goes on to the file alone."
          : "Start a sound server (PulseAudio or PipeWire), or write a file with -o out.wav.",
        .unavailable)
      device.close()
      guard hasOther else { throw OutputFailure(userError: userError) }
      note(userError)
      self.device = nil
    }
  }

  func beginLine(_ format: AudioFormat) throws {
    if self.format == nil, secondsBefore > 0, let kept {
      try kept.beginLine(format)
      try pass(seconds: secondsBefore)
      secondsBefore = 0
    }
    try each { try $0.beginLine(format) }
  }

  /// Time has passed while nothing was put out: a device knows by itself, a file keeps it as silence.
  func pass(seconds: Double) throws {
    guard let kept else { return }
    guard let format = kept.format else {
      secondsBefore += seconds
      return
    }
    try kept.silence(frames: format.frames(inSeconds: seconds), cancellation: Cancellation())
  }

  func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    try each { try $0.write(sound, cancellation: cancellation) }
  }

  func endLine() throws { try each { try $0.endLine() } }
  func dropLine() throws { try each { try $0.dropLine() } }
  func cutLine() throws { try each { try $0.cutLine() } }

  func silence(frames: Int, cancellation: Cancellation) throws {
    try each { try $0.silence(frames: frames, cancellation: cancellation) }
  }

  func drain(cancellation: Cancellation) throws {
    try each { try $0.drain(cancellation: cancellation) }
  }

  /// Ends it well: what was heard is heard to its end, files get their names.
  func complete(cancellation: Cancellation) throws {
    try file?.complete()
    try stream?.complete()
    if !cancellation.isCancelled { try drain(cancellation: cancellation) }
    device?.close()
  }

  /// Ends it without a trace in files.
  func discard() {
    file?.discard()
    device?.close()
  }
}
