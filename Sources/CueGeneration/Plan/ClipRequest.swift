import CueModel
import CueScreenplay

/// All that a clip is made of: what is said, how, and the silences between.
public struct ClipRequest: Equatable, Sendable {
  /// A stretch of a clip.
  public enum Part: Equatable, Sendable {
    /// Words of one manner.
    case speech(SpeechRequest)
    /// Nothing is heard.
    case silence(milliseconds: Int)
  }

  /// In the order in which they are heard.
  public var parts: [Part]

  /// A clip of `parts`.
  public init(_ parts: [Part]) { self.parts = parts }

  /// A clip of one request.
  public init(_ request: SpeechRequest) { parts = [.speech(request)] }

  /// `item` as a part that is played like `delivery` says it.
  ///
  /// `previousText` and `nextText` are what is said around it, for voices that take their tune from that.
  public init(
    _ item: SpeakableItem, _ delivery: RoleDelivery, previousText: String = "",
    nextText: String = ""
  ) {
    parts = item.pieces.indices.map { index in
      switch item.pieces[index] {
      case .silence(let milliseconds): .silence(milliseconds: milliseconds)
      case .words(let words, let direction):
        .speech(
          delivery.request(
            words, direction: direction, item.expression(ofPiece: index, by: delivery.expression),
            lexicon: item.lexicon))
      }
    }
    let spoken = parts.indices.filter { if case .speech = parts[$0] { true } else { false } }
    for (place, index) in spoken.enumerated() {
      guard case .speech(var request) = parts[index] else { continue }
      request.previousText = place > 0 ? text(spoken[place - 1]) : previousText
      request.nextText = place + 1 < spoken.count ? text(spoken[place + 1]) : nextText
      parts[index] = .speech(request)
    }
  }

  private func text(_ index: Int) -> String {
    if case .speech(let request) = parts[index] { request.text } else { "" }
  }

  /// The requests among its parts.
  public var requests: [SpeechRequest] {
    parts.compactMap { if case .speech(let request) = $0 { request } else { nil } }
  }

  /// The same as `voice` gets it: two that differ in nothing the voice acts on become equal.
  public func asSent(to voice: any RecordingVoice) throws(PluginFailure) -> ClipRequest {
    var sent = self
    for index in parts.indices {
      guard case .speech(let request) = parts[index] else { continue }
      sent.parts[index] = .speech(try voice.requestAsSent(request))
    }
    return sent
  }
}
