import CueABI
import CueModel

/// A voice plugin in its worker.
///
/// It gets texts as they are; `NormalizedVoice` in CueCasting prepares them.
public final class VoiceClient: RecordingVoice {
  let client: PluginClient
  let voice: String
  private let serviceID: String
  /// What the caller expects to follow the next request.
  var expected: PreparedSpeech?
  /// The same in the form that is sent, if it has one piece.
  var upcoming: SpeechRequest?
  /// The part of it that was sent early, and its messages so far.
  var early: Early?

  /// The voices that have one pitch, once that was asked for.
  var keeping: Set<String>?
  /// Whether the plugin itself was asked for its list; otherwise ``listed`` is a kept one.
  var hasAskedForVoices = false
  /// The voices of the last list; empty before.
  var listed: [VoiceDescription] = []
  /// The ids of names that were looked up in it.
  var voiceIDs: [String: String] = [:]
  /// Whether the plugin may take the text of a line in pieces; false once it has said that it does not.
  var takesPieces = true
  /// How long the voice takes for a character.
  var pace: Pace

  /// The plugin of `setup`, speaking as `voice` if a request names none.
  public init(_ setup: PluginSetup, voice: String = "") {
    client = PluginClient(setup, kind: .voice)
    self.voice = voice
    let allowance = setup.worker.deadlines.allowance
    pace = Pace(
      allowance, first: allowance.perCharacter, leastLength: VoiceClient.leastMeasuredCharacters)
    serviceID =
      ([setup.file.path, setup.file.id]
      + (setup.configured + setup.parameters).map { "\($0.name)=\($0.value)" }).joined(
        separator: "\u{0}")
    client.meanwhile = { [weak self] in self?.keepEarly($0) }
  }

  /// The plugin and its voice, as the user named them.
  public var name: String { voice.isEmpty ? client.name : "\(client.name):\(voice)" }

  /// The plugin with its settings.
  ///
  /// To find out whether it answers, it is asked for its voices in a worker of its own.  Only a plugin that has started
  /// reports whether it needs a network; it is not started for that.
  public var service: VoiceService? {
    let setup = client.setup
    return VoiceService(
      id: serviceID, needsNetwork: client.description?.needsNetwork == true,
      answers: {
        let other = VoiceClient(setup)
        defer { other.quit() }
        return (try? other.currentVoices()) != nil
      })
  }

  /// Whether it asks a service on this machine, which may need no key.
  public var asksThisMachine: Bool { client.setup.asksThisMachine }

  /// The plugin, as the user named it.
  public var plugin: String { client.name }

  /// Starts the plugin now rather than at the first line.
  public func start() throws(PluginFailure) -> PluginDescription {
    _ = try client.ready()
    guard let description = client.description else { preconditionFailure("created undescribed") }
    return description
  }

  /// The processor time that its worker and the worker's children have used, in seconds; nil if no worker runs, or the system does
  /// not report it.
  public var processorSeconds: Double? {
    client.running.flatMap { ProcessTree.processorSeconds(of: $0.process) }
  }

  /// The parameters of the plugin.
  public func parameters() throws(PluginFailure) -> [ParameterDescription] {
    _ = try client.ready()
    return client.parameters
  }

  /// The plugin's answer to a message of an extension that it and the caller know (`cue.messages/1`).
  ///
  /// - Parameters:
  ///   - message: at most 524,288 bytes
  ///   - extensionID: such as "org.example.thing/1"
  /// - Returns: at most 524,288 bytes
  /// - Throws: `PluginFailure`, with the status `unsupported` if the plugin does not know the extension
  public func answer(to message: [UInt8], of extensionID: String) throws(PluginFailure) -> [UInt8] {
    try client.answer(to: message, of: extensionID)
  }

  /// Ends the plugin's process.
  public func quit() { client.quit() }

  /// Says `request` in one piece.
  public func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try speak(PreparedSpeech(request), cancellation: cancellation, receive: receive)
  }

  /// Says `speech`, piece by piece as one line.
  ///
  /// If the plugin does not know a voice by its id, the voice is looked up by its name.
  public func speak(
    _ speech: PreparedSpeech, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    var hasBegun = false
    do {
      return try speakOnce(speech, cancellation) { event in
        hasBegun = true
        try receive(event)
      }
    } catch let failure as PluginFailure {
      let name = voiceID(of: speech.request)
      guard case .refused(status: .voice) = failure.kind, !hasBegun, !hasAskedForVoices,
        !cancellation.isCancelled, (try? currentVoices()) != nil,
        voiceID(of: speech.request) != name
      else { throw failure }
      return try speakOnce(speech, cancellation, receive)
    }
  }

  private func speakOnce(
    _ speech: PreparedSpeech, _ cancellation: Cancellation,
    _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    let request = speech.request
    guard !cancellation.isCancelled else { return .cancelled }
    guard !request.text.isEmpty else { return .finished }
    var line = Line()
    if early?.request.voice != voiceID(of: request) { forgetEarly() }
    let worker = try client.prepare(voice: voiceID(of: request))
    upcoming = expected.flatMap { $0.pieces.count == 1 ? resolved($0.request) : nil }
    noteLexicon(request)
    var piece = resolved(request)
    do {
      for range in speech.pieces {
        if range.count < request.text.utf8.count {
          piece.text = String(decoding: Array(request.text.utf8)[range], as: UTF8.self)
        }
        line.textOffset = range.lowerBound
        line.isLastPiece = range == speech.pieces.last
        guard try say(piece, &line, worker, cancellation, receive) == .finished else {
          return .cancelled
        }
      }
      // A line without sound has failed: another voice says it, or the user is informed.
      if !line.isHeard, request.volume > 0, request.isForTheEar {
        throw PluginFailure(
          plugin: name, activity: .speaking, kind: .refused(status: .unstated), reason: .noSound)
      }
      client.succeeded()
      return .finished
    } catch let failure as PluginFailure {
      client.failed(failure)
      throw failure
    }
  }

  /// The overhead of a shorter line would hide the speed of the voice.
  private static let leastMeasuredCharacters = 8.0

  /// Lets the plugin begin `request` while the line before it is still being said, if that costs only its time.
  public func expect(_ request: SpeechRequest) { expect(PreparedSpeech(request)) }

  /// The same for a prepared text; one of several pieces is not begun.
  public func expect(_ speech: PreparedSpeech) { expected = speech }

  /// Lets the plugin say the beginning of `request` now: its first sound waits in the pipe.
  ///
  /// Requests over a network are not begun: they would be charged, and may not be wanted. A failure appears when the line is
  /// asked for.
  public func prepare(_ request: SpeechRequest) { prepare(PreparedSpeech(request)) }

  /// The same for a prepared text; one of several pieces is not begun.
  public func prepare(_ speech: PreparedSpeech) {
    guard !speech.request.text.isEmpty, (try? client.ready()) != nil,
      client.description?.needsNetwork == false
    else { return }
    let said = resolved(speech.request)
    guard said.text.contains(where: { !$0.isWhitespace }), speech.pieces.count == 1,
      let worker = try? client.prepare(voice: said.voice)
    else { return }
    if let early, early.request == said, early.worker === worker { return }
    forgetEarly()
    early = Early(
      request: said, number: send(said, worker, credit: VoiceClient.earlyCredit), worker: worker)
    do { try worker.flush(while: .speaking) } catch { early = nil }
  }

  func has(_ flag: UInt32) -> Bool {
    ((try? client.traits?.u32(CUE_TAG_FLAGS)) ?? 0) & flag != 0
  }
}
