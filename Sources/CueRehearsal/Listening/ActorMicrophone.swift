import CueModel
import CueScreenplay

/// The microphone of an actor: it keeps what was heard last, and notices that the machine slept.
final class ActorMicrophone {
  /// What a look at the microphone gave.
  enum Take {
    case sound(AudioBuffer)
    /// The machine slept for so many seconds, or the program was stopped; what was captured before is dropped.
    case slept(seconds: Double)
    /// No more will come.
    case over
    case cancelled
  }

  /// So much is kept of what was heard last, in seconds: it takes up to 0.2 s to know that somebody speaks, and 0.3 s go ahead
  /// of that.
  private static let keptSeconds = 0.6
  /// Nobody waits so long for the next sound, in seconds.
  private static let sleepSeconds = 5.0

  private let microphone: any Microphone
  private let clock: any MonotonicTime
  private(set) var format: AudioFormat?
  private(set) var isOpen = false
  /// When it was read last, or opened.
  private var lastMilliseconds: Int64 = 0
  private(set) var kept: [AudioBuffer] = []
  private var keptFrames = 0

  init(_ microphone: any Microphone, clock: any MonotonicTime) {
    self.microphone = microphone
    self.clock = clock
  }

  var name: String { microphone.name }
  var isLive: Bool { microphone.isLive }

  /// The next line of the actor is `line`, for a microphone that says it by itself; whether it is one.
  func prepare(_ line: Line) -> Bool {
    guard let robot = microphone as? any LineMicrophone, robot.saysLines else { return false }
    robot.prepare(line)
    return true
  }

  /// Opens it, where it is closed.
  func open() throws {
    guard !isOpen else { return }
    format = try microphone.open(nil, latencyFrames: 0, cancellation: Cancellation())
    isOpen = true
    lastMilliseconds = clock.milliseconds
    forget()
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    forget()
    microphone.close()
  }

  /// Drops what was captured so far; a file keeps its sound.
  func flush() throws {
    forget()
    try microphone.flush()
  }

  private func forget() {
    kept = []
    keptFrames = 0
  }

  /// Waits for sound of at most `seconds`.
  func read(atMost seconds: Double, _ cancellation: Cancellation) throws -> Take {
    guard let format, isOpen else { preconditionFailure("a closed microphone is read") }
    if let take = try awoken() { return take }
    let frames = max(1, format.frames(inSeconds: seconds))
    guard let captured = try microphone.read(atMost: frames, cancellation: cancellation) else {
      return cancellation.isCancelled ? .cancelled : .over
    }
    if let take = try awoken() { return take }
    lastMilliseconds = clock.milliseconds
    keep(captured.sound, format)
    return .sound(captured.sound)
  }

  /// After a sleep, opens the microphone again: what it has kept meanwhile is old.
  private func awoken() throws -> Take? {
    let seconds = Double(clock.milliseconds - lastMilliseconds) / 1000
    guard isLive, seconds > ActorMicrophone.sleepSeconds else { return nil }
    close()
    try open()
    return .slept(seconds: seconds)
  }

  /// What was heard last, at least so many seconds of it as far as it was kept.
  func last(seconds: Double) -> [AudioBuffer] {
    guard let format, seconds > 0 else { return [] }
    let wanted = format.frames(inSeconds: seconds)
    var frames = 0
    var first = kept.endIndex
    while first > kept.startIndex, frames < wanted {
      first -= 1
      frames += kept[first].frameCount
    }
    return Array(kept[first...])
  }

  private func keep(_ sound: AudioBuffer, _ format: AudioFormat) {
    kept.append(sound)
    keptFrames += sound.frameCount
    let most = format.frames(inSeconds: ActorMicrophone.keptSeconds)
    while let first = kept.first, keptFrames - first.frameCount >= most {
      kept.removeFirst()
      keptFrames -= first.frameCount
    }
  }
}
