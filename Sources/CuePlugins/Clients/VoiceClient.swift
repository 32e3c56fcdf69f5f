import CueABI
import CueModel
import CueText

/// A voice plugin in its worker.
public final class VoiceClient: RecordingVoice {
  let client: PluginClient
  let voice: String
  private let serviceID: String
  /// The request that the caller expects to follow the next one.
  var expected: SpeechRequest?
  /// The same, in the form that is sent.
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
  /// The languages of the voices by id, once they were asked for.
  var languages: [String: [String]]?
  /// The text of the last request, and its spoken form.
  var lastSpoken: (source: String, language: String, voice: String, spoken: NormalizedText)?
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

  /// Ends the plugin's process.
  public func quit() { client.quit() }

  /// Says `request`, in pieces if the plugin needs short texts.
  ///
  /// If the plugin does not know a voice by its id, the voice is looked up by its name.
  public func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    var hasBegun = false
    do {
      return try speakOnce(request, cancellation) { event in
        hasBegun = true
        try receive(event)
      }
    } catch let failure as PluginFailure {
      let name = resolved(request).voice
      guard case .refused(status: .voice) = failure.kind, !hasBegun, !hasAskedForVoices,
        !cancellation.isCancelled, (try? currentVoices()) != nil, resolved(request).voice != name
      else { throw failure }
      return try speakOnce(request, cancellation, receive)
    }
  }

  private func speakOnce(
    _ request: SpeechRequest, _ cancellation: Cancellation,
    _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    guard !cancellation.isCancelled else { return .cancelled }
    guard !request.text.isEmpty else { return .finished }
    try refuseForeignLetters(request)
    let spoken = spoken(request)
    // Marks and emoji without a word.
    guard spoken.text == request.text || spoken.text.contains(where: { !$0.isWhitespace }) else {
      return .finished
    }
    // Before anything is said: this may ask the plugin for the languages of its voices.
    upcoming = expected.map(asSaid)
    var line = Line()
    let isForOthers = isForOthers(request)
    var places = MarkPlaces(
      spoken: spoken, marks: isForOthers ? SSMLMark.all(in: request.text)[...] : [])
    if early?.request.voice != resolved(request).voice { forgetEarly() }
    client.meanwhile = { self.keepEarly($0) }
    defer { client.meanwhile = { _ in } }
    let worker = try client.prepare(voice: resolved(request).voice)
    noteLexicon(request)
    var piece = resolved(request)
    piece.text = spoken.text
    if isForOthers { piece.form = .plain }
    var frames = 0
    do {
      let pieces = pieces(of: piece)
      for range in pieces {
        if range.count < spoken.text.utf8.count {
          piece.text = String(decoding: Array(spoken.text.utf8)[range], as: UTF8.self)
        }
        line.textOffset = range.lowerBound
        line.isLastPiece = range == pieces.last
        guard
          try say(
            piece, &line, worker, cancellation,
            { event in
              if case .sound(let sound) = event { frames += sound.frameCount }
              guard let event = places.placed(event) else { return }
              for mark in places.marks(before: event) { try receive(mark) }
              try receive(event)
            }) == .finished
        else {
          return .cancelled
        }
      }
      for mark in places.marks(before: nil, atFrame: frames) { try receive(mark) }
      // A line without sound has failed: another voice says it, or the user is informed.
      if !line.isHeard, request.volume > 0, spoken.isForTheEar(request.form) {
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
  public func expect(_ request: SpeechRequest) { expected = request }

  /// Lets the plugin say the beginning of `request` now: its first sound waits in the pipe.
  ///
  /// Requests over a network are not begun: they would be charged, and may not be wanted. A failure appears when the line is
  /// asked for.
  public func prepare(_ request: SpeechRequest) {
    guard !request.text.isEmpty, (try? client.ready()) != nil,
      client.description?.needsNetwork == false
    else { return }
    let said = asSaid(request)
    guard said.text.contains(where: { !$0.isWhitespace }), pieces(of: said).count == 1,
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
