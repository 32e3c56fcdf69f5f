import CueAudio
import CueModel
import CueOutput
import CueSpeaking

/// What happens in a ``VoiceIO``, in order.
public enum VoiceIOEvent: Sendable {
  /// Whether somebody is listened to.
  case listening(Bool)
  /// What is heard so far.
  case transcript(String)
  /// How loud the microphone is, or all that is played: 0…1.
  case level(Double)
  /// Whether anybody speaks; it stays true while speech is paused.
  case speaking(Bool)
  /// How strongly they speak just now: 0…1.
  case pulse(Double)
  /// What is going on.
  case status(SpeakingStatus)
  /// Anything else that comes of a queue or chorus.
  case queue(SpeakingEvent)

  /// The event of a queue or a script.
  init(_ event: SpeakingEvent) {
    switch event.what {
    case .level(let level): self = .level(level)
    case .pulse(let pulse): self = .pulse(pulse)
    case .speaking(let isSpeaking): self = .speaking(isSpeaking)
    case .status(let status): self = .status(status)
    default: self = .queue(event)
    }
  }
}

/// Pads and time limits of a ``VoiceIO``.
///
/// Every value stays in its range: one outside is moved to the nearer end, and one that is not a number becomes the default.
public struct VoiceIOConfig: Equatable, Sendable {
  /// How much is kept before speech when a recording is trimmed, in seconds: 0…5.
  public var trimPrePadSeconds: Double {
    didSet { trimPrePadSeconds = Self.clamped(trimPrePadSeconds, 0...5, 0.05) }
  }
  /// How much is kept after speech when a recording is trimmed, in seconds: 0…5.
  public var trimPostPadSeconds: Double {
    didSet { trimPostPadSeconds = Self.clamped(trimPostPadSeconds, 0...5, 0.20) }
  }
  /// How long a device may take to finish a clip after it has all of its sound, in seconds: 0.1…60.
  ///
  /// After it the clip is stopped, and the call throws ``CueError/clipTimedOut(path:)``.
  public var clipWaitTimeoutSeconds: Double {
    didSet { clipWaitTimeoutSeconds = Self.clamped(clipWaitTimeoutSeconds, 0.1...60, 2.0) }
  }
  /// How long a microphone is not listened to after the program has spoken, in seconds: 0…5.
  ///
  /// The room still rings with the program's own voice. A file is listened to from its beginning.
  public var suppressAfterSpeechSeconds: Double {
    didSet { suppressAfterSpeechSeconds = Self.clamped(suppressAfterSpeechSeconds, 0...5, 0.25) }
  }

  /// A configuration; what is left out has its default.
  public init(
    trimPrePadSeconds: Double = 0.05, trimPostPadSeconds: Double = 0.20,
    clipWaitTimeoutSeconds: Double = 2.0, suppressAfterSpeechSeconds: Double = 0.25
  ) {
    self.trimPrePadSeconds = Self.clamped(trimPrePadSeconds, 0...5, 0.05)
    self.trimPostPadSeconds = Self.clamped(trimPostPadSeconds, 0...5, 0.20)
    self.clipWaitTimeoutSeconds = Self.clamped(clipWaitTimeoutSeconds, 0.1...60, 2.0)
    self.suppressAfterSpeechSeconds = Self.clamped(suppressAfterSpeechSeconds, 0...5, 0.25)
  }

  private static func clamped(
    _ value: Double, _ range: ClosedRange<Double>, _ usual: Double
  ) -> Double {
    value.isNaN ? usual : min(max(value, range.lowerBound), range.upperBound)
  }

  /// `sound` without the silence around speech.
  ///
  /// `spokenSeconds` is where a recognizer heard words, as start and end.
  func trimmed(
    _ sound: AudioBuffer, spokenSeconds: (start: Double, end: Double)? = nil
  ) -> Trimming.Trimmed {
    Trimming.trim(
      sound, spokenSeconds: spokenSeconds,
      pads: Trimming.Pads(before: trimPrePadSeconds, after: trimPostPadSeconds))
  }
}

/// How somebody is listened to.
public struct ListeningOptions: Sendable {
  /// What may be said.
  public var expectation = ListenExpectation.freeform
  /// The longest it may last, in seconds, also while somebody speaks.
  public var timeoutSeconds = 60.0
  /// This many seconds of silence after words end it; 0 or less: silence does not.
  public var inactivitySeconds = 2.0
  /// Whether the sound is kept.
  public var records = false
  /// A file or pipe to listen to; nil for a microphone.
  public var file: String?
  /// A microphone, as in `pulse:NAME`; nil for the usual one.
  public var microphone: String?
  /// A recognizer, as in `pocketsphinx`; nil for the usual one.
  public var recognizer: String?
  /// A BCP 47 tag; empty for the recognizer's own language.
  public var language = ""

  /// The usual microphone, for anything that is said.
  public init() {}
}

/// What was heard.
public struct VoiceResult: Equatable, Sendable {
  /// The words; empty if there were none.
  ///
  /// A name is spelled as in the list, a number is in digits.
  public var transcript: String
  /// Whether it is what was expected.
  public var isExpected: Bool
  /// The sound without the silence around it; nil if it was not kept.
  ///
  /// `AudioBuffer.save(to:)` keeps it in a file, which ``VoiceIO/playClip(_:gainDecibels:)`` plays.
  public var recording: AudioBuffer?
  /// Whether no speech was found in ``recording``, so that it is not trimmed.
  public var isTrimFailed = false

  /// A result without a recording.
  public init(transcript: String, isExpected: Bool) {
    self.transcript = transcript
    self.isExpected = isExpected
  }
}

extension AudioBuffer {
  /// Writes the sound to a file of the kind that its name says: `.wav`, `.flac`, `.ogg`, `.opus`, `.mp3`….
  ///
  /// The file appears when it is complete, and replaces one of that name. The rate changes if such files cannot have it.
  ///
  /// - Parameter path: the file
  /// - Throws: ``CueError/output(_:)`` if the name says no kind of sound file, or it cannot be written
  public func save(to path: String) async throws(CueError) {
    try await BlockingWork.run("cue-save") { _ in try write(to: path) }
  }

  /// Writes the sound to a file, on this thread.
  func write(to path: String) throws {
    let file = try FileOutput(path: path, isRaw: false)
    do {
      try file.beginLine(format)
      try file.write(self, cancellation: Cancellation())
      try file.endLine()
      try file.complete()
    } catch {
      file.discard()
      throw error
    }
  }

  /// All sound of a file, as floats.
  init(fileAt path: String, cancellation: Cancellation) throws(SoundFileError) {
    let reader = try SoundFileReader(path: path, cancellation: cancellation)
    var samples: [Float] = []
    while let sound = try reader.read(atMost: 65536, cancellation: cancellation) {
      samples += sound.floats
    }
    self.init(float32: samples, rateHertz: reader.rateHertz, channels: reader.channels)
  }
}
