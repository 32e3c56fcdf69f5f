/// The sound and marks of one request.
///
/// If the line is started over, what came before is dropped, so that no sound is collected twice.
public struct CollectedSpeech: Sendable {
  /// The format of the sound; nil while there is none.
  public private(set) var format: AudioFormat?
  /// The sound, in whole frames of ``format``.
  public private(set) var bytes: [UInt8] = []
  /// The marks, in the order in which they came.
  public private(set) var marks: [SpeechMark] = []
  /// The parts of the request that the voice could not do.
  public private(set) var shortfalls: [Shortfall] = []
  /// The failures after which the line was started over; empty if it never was.
  public private(set) var failures: [PluginFailure] = []
  /// Whether the format changed within the line; no sound is collected then.
  public private(set) var hasMixedFormats = false

  /// Before the first event, with room for this many bytes of sound.
  public init(reserving byteCount: Int = 0) { bytes.reserveCapacity(byteCount) }

  /// Whether the request was done by the voice that was asked, and exactly as it was asked.
  ///
  /// Only then may the sound be kept for the request.
  public var isAsAsked: Bool { failures.isEmpty && shortfalls.isEmpty && !hasMixedFormats }

  /// The sound with its marks; nil if the voice made no sound of any format.
  public var clip: Clip? {
    format.map { Clip(sound: AudioBuffer(format: $0, bytes: bytes), marks: marks) }
  }

  /// Adds the next event of the request.
  public mutating func take(_ event: SpeechEvent) {
    switch event {
    case .began(let format): begin(format)
    case .sound(let sound):
      begin(sound.format)
      if !hasMixedFormats { bytes += sound.bytes }
    case .mark(let mark): marks.append(mark)
    case .shortfall(let shortfall): shortfalls.append(shortfall)
    case .startedOver(_, let failure):
      failures.append(failure)
      (format, hasMixedFormats) = (nil, false)
      bytes.removeAll(keepingCapacity: true)
      marks = []
      shortfalls = []
    }
  }

  private mutating func begin(_ new: AudioFormat) {
    if let format, format != new {
      hasMixedFormats = true
      bytes = []
    }
    format = new
  }
}

/// A line was started over, by a stand-in or without an effect, although the caller did not allow that.
public struct LineStartedOver: Error {
  /// The failure of the first try.
  public let failure: PluginFailure

  /// A line that was started over because of `failure`.
  public init(_ failure: PluginFailure) { self.failure = failure }
}

extension Voice {
  /// Says `request` and collects its sound and marks.
  ///
  /// - Parameters:
  ///   - request: what is said
  ///   - mayStartOver: whether the line may be started over, by a stand-in or without an effect; false if the sound is kept as
  ///     the sound of this voice
  ///   - byteCount: about how many bytes of sound are expected
  ///   - cancellation: ends it early
  ///   - tell: takes each event, too
  /// - Returns: the collected speech; nil if it was cancelled
  /// - Throws: what ``speak(_:cancellation:receive:)`` throws; a ``PluginFailure`` where the format changes within the line; a
  ///   ``LineStartedOver`` where it was not allowed
  public func collect(
    _ request: SpeechRequest, mayStartOver: Bool = true, reserving byteCount: Int = 0,
    cancellation: Cancellation, tell: (SpeechEvent) throws -> Void = { _ in }
  ) throws -> CollectedSpeech? {
    var collected = CollectedSpeech(reserving: byteCount)
    let outcome = try speak(request, cancellation: cancellation) { event in
      if !mayStartOver, case .startedOver(_, let failure) = event {
        throw LineStartedOver(failure)
      }
      collected.take(event)
      if collected.hasMixedFormats {
        throw PluginFailure(
          plugin: name, activity: .speaking, kind: .misbehaved, reason: .broke(.formatChanged))
      }
      try tell(event)
    }
    return outcome == .finished ? collected : nil
  }
}
