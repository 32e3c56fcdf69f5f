/// A voice around another one, which does all that this one does not do itself.
///
/// A layer has its own ``Voice/speak(_:cancellation:receive:)``. Its name, hints and service are those of the voice inside,
/// unless it says otherwise. `VoiceChain` in CueCasting lists all layers in their order.
public protocol VoiceLayer: Voice {
  /// The voice inside.
  var inner: any Voice { get }
}

extension VoiceLayer {
  /// The name of the voice inside.
  public var name: String { inner.name }

  /// The name of the member of a chain that speaks.
  public var speakerName: String { inner.speakerName }

  /// Passes the hint on.
  public func expect(_ request: SpeechRequest) { inner.expect(request) }

  /// Has the voice inside begin.
  public func prepare(_ request: SpeechRequest) { inner.prepare(request) }

  /// The service that the voice inside uses.
  public var service: VoiceService? { inner.service }

  /// Whether the voice inside asks its service.
  public func needsService(for request: SpeechRequest) -> Bool { inner.needsService(for: request) }
}
