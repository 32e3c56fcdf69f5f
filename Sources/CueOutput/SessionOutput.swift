import CueModel
import Glibc

/// All places where a session's sound goes.
///
/// A device that fails is dropped, with a note, if there is also a file or stream.
public final class SessionOutput: SoundOutput {
  private var device: DeviceOutput?
  private let file: FileOutput?
  private let stream: StreamOutput?
  private let note: (OutputNote) -> Void
  /// Time that passed before there was a format to count it in.
  private var secondsBefore = 0.0
  /// Whether a line has begun and is neither complete nor cut.
  private var isLineOpen = false
  /// Gets all sound that is put out.
  public var tap: (any SoundTap)?

  /// A session whose sound goes to those places, at least one of them.
  public init(
    device: DeviceOutput?, file: FileOutput?, stream: StreamOutput?,
    note: @escaping (OutputNote) -> Void = { _ in }
  ) {
    precondition(device != nil || file != nil || stream != nil, "sound must go somewhere")
    self.device = device
    self.file = file
    self.stream = stream
    self.note = note
  }

  private var kept: (any SoundOutput)? { file ?? stream }
  /// The format of the session; nil before its first sound.
  public var format: AudioFormat? { kept?.format ?? device?.format }
  /// Frames that were put out so far.
  public var frames: Int { kept?.frames ?? device?.frames ?? 0 }
  /// Whether time passes while sound is put out.
  public var isHeard: Bool { device != nil }
  /// Sound that was put out and is not heard yet, in seconds: 0 to 2, as far as the device knows; 0 without one.
  public var unheardSeconds: Double { device?.unheardSeconds ?? 0 }

  private func each(_ body: (any SoundOutput) throws -> Void) throws {
    if let file { try body(file) }
    if let stream { try body(stream) }
    guard let device else { return }
    do {
      try body(device)
    } catch let failure as PluginFailure {
      guard kept != nil else {
        device.leave(because: failure)
        throw OutputFailure.device(failure)
      }
      do { try device.goOn(because: failure) } catch {
        note(.deviceLost(failure))
        device.close()
        self.device = nil
      }
    }
  }

  /// Tries to open the device before the first line; if that fails and there is no file, time passes in silence, with a
  /// note.
  func openOrFallSilent() throws(OutputFailure) {
    guard kept == nil, let device else { return }
    do {
      if let failure = try device.openOrFallSilent() { note(.silent(.device(failure))) }
    } catch {
      preconditionFailure("a device throws plugin failures, and these are caught: \(error)")
    }
  }

  /// A line in `format` begins.
  public func beginLine(_ format: AudioFormat) throws {
    if self.format == nil, secondsBefore > 0, let kept {
      try kept.beginLine(format)
      try keep(seconds: secondsBefore)
      secondsBefore = 0
    }
    isLineOpen = true
    try each { try $0.beginLine(format) }
    tap?.lineBegins(format)
  }

  /// Time has passed while nothing was put out: a device plays silence by itself, a file gets silence.
  ///
  /// While a line is put out, its sound is the time that passes.
  public func pass(seconds: Double) throws {
    guard !isLineOpen else { return }
    let rate = 192_000
    tap?.silence(frames: Int((seconds * Double(rate)).rounded()), rateHertz: rate)
    try keep(seconds: seconds)
  }

  private func keep(seconds: Double) throws {
    guard let kept else { return }
    guard let format = kept.format else {
      secondsBefore += seconds
      return
    }
    try kept.silence(frames: format.frames(inSeconds: seconds), cancellation: Cancellation())
  }

  /// Puts out the next sound of the line.
  public func write(_ sound: AudioBuffer, cancellation: Cancellation) throws {
    try each { try $0.write(sound, cancellation: cancellation) }
    tap?.heard(sound)
  }

  /// The line is complete.
  public func endLine() throws {
    isLineOpen = false
    tap?.lineEnds(isForgotten: false)
    try each { try $0.endLine() }
  }

  /// Drops the line if possible.
  public func dropLine() throws {
    isLineOpen = false
    tap?.lineEnds(isForgotten: !isHeard)
    try each { try $0.dropLine() }
  }

  /// Ends the line at this point.
  public func cutLine() throws {
    isLineOpen = false
    tap?.lineEnds(isForgotten: false)
    try each { try $0.cutLine() }
  }

  /// Puts out silence.
  public func silence(frames: Int, cancellation: Cancellation) throws {
    try each { try $0.silence(frames: frames, cancellation: cancellation) }
    if let format { tap?.silence(frames: frames, rateHertz: format.rateHertz) }
  }

  /// Waits until all has been heard.
  public func drain(cancellation: Cancellation) throws {
    try each { try $0.drain(cancellation: cancellation) }
  }

  /// Ends it normally: sound is played to its end, files get their names.
  public func complete(cancellation: Cancellation) throws {
    try file?.complete()
    try stream?.complete()
    if !cancellation.isCancelled { try drain(cancellation: cancellation) }
    device?.close()
  }

  /// Ends it and leaves no files.
  public func discard() {
    file?.discard()
    device?.close()
  }
}
