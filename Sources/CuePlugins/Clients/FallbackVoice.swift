import CueModel

/// Several voices in a row: where one fails, the next says the line again from its start.
///
/// Each line is tried with the first voice that still works.
public final class FallbackVoice: Voice {
  private let voices: [any Voice]
  private var broken: Set<Int> = []
  /// The voice that spoke last.
  public private(set) var speaking: any Voice

  /// A chain of `voices`, the best first; at least one.
  public init(_ voices: [any Voice]) {
    precondition(!voices.isEmpty, "a chain needs a voice")
    self.voices = voices
    speaking = voices[0]
  }

  /// The names of all voices of the chain.
  public var name: String { voices.map(\.name).joined(separator: ",") }

  /// Hands the hint to the voice that will be asked first.
  public func expect(_ request: SpeechRequest) {
    voices.indices.first { !broken.contains($0) }.map { voices[$0].expect(request) }
  }

  /// Says `request` with the first voice that can; failures of the others are reported by `startedOver`.
  public func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    var last: PluginFailure?
    for (index, voice) in voices.enumerated() where !broken.contains(index) {
      if let last { try receive(.startedOver(voice: voice.name, because: last)) }
      speaking = voice
      var deaths = 0
      repeat {
        do {
          return try voice.speak(request, cancellation: cancellation, receive: receive)
        } catch let failure as PluginFailure {
          if !failure.mayPass { broken.insert(index) }
          last = failure
          deaths += 1
          // Whom somebody else has ended says the line again itself.
          guard failure.isFromOutside, deaths <= failure.mostRestarts else { break }
          try receive(.startedOver(voice: voice.name, because: failure))
        }
      } while true
    }
    throw last
      ?? PluginFailure(
        plugin: name, activity: .speaking, kind: .givenUp, reason: .noVoiceWorks)
  }
}

extension PluginFailure {
  /// Whether the same plugin may do better with the next line.
  var mayPass: Bool {
    if isShortage { return true }
    return switch kind {
    case .notFound, .unusable, .givenUp: false
    default: true
    }
  }
}
