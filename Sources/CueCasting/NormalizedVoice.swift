import CueModel
import CuePlugins
import CueText

/// A plugin's voice that is given words: signs and numbers are spoken, and a long text comes in pieces.
///
/// Texts marked as SSML or phonemes pass unchanged, but for a voice that does not read SSML: it gets the words, and the marks
/// are reported with them. Words that are reported have their places in the caller's text. A text in letters that the voice
/// cannot pronounce is refused, so that the next voice of a chain says it.
public final class NormalizedVoice: ListedVoiceLayer {
  private let client: VoiceClient
  /// The request that the caller expects to follow the next one.
  private var expected: SpeechRequest?
  /// The languages of the voices by id, once they were asked for.
  private var languages: [String: [String]]?
  /// The text of the last request, and its spoken form.
  private var lastSpoken: (source: String, language: String, voice: String, spoken: NormalizedText)?

  /// The voice of `client`.
  public init(_ client: VoiceClient) { self.client = client }

  /// The plugin of `setup`, speaking as `voice` if a request names none.
  public convenience init(_ setup: PluginSetup, voice: String = "") {
    self.init(VoiceClient(setup, voice: voice))
  }

  /// The client of the plugin.
  public var engine: any ListedVoice { client }

  /// As ``VoiceClient/requestAsSent(_:)``, with the words that the engine gets if these are not those of the text.
  public func requestAsSent(_ request: SpeechRequest) throws(PluginFailure) -> SpeechRequest {
    var sent = try client.requestAsSent(request)
    let spoken = spoken(request, by: sent.voice)
    sent.spokenText = spoken.text == request.text ? "" : spoken.text
    return sent
  }

  /// Says `request`, in pieces if the plugin needs short texts.
  public func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    guard !cancellation.isCancelled else { return .cancelled }
    if let inflow = request.inflow {
      return try speak(request, from: inflow, cancellation, receive)
    }
    guard !request.text.isEmpty else { return .finished }
    try refuseForeignLetters(request)
    let spoken = spoken(request)
    // Marks and emoji without a word.
    guard spoken.text == request.text || spoken.text.contains(where: { !$0.isWhitespace }) else {
      return .finished
    }
    _ = try client.start()
    // Before anything is said: this may ask the plugin for the languages of its voices.
    if let next = expected { client.expect(prepared(next, self.spoken(next))) }
    expected = nil
    var places = MarkPlaces(
      spoken: spoken, marks: isForOthers(request) ? SSMLMark.all(in: request.text)[...] : [])
    var frames = 0
    let outcome = try client.speak(prepared(request, spoken), cancellation: cancellation) { event in
      if case .sound(let sound) = event { frames += sound.frameCount }
      guard let event = places.placed(event) else { return }
      for mark in places.marks(before: event) { try receive(mark) }
      try receive(event)
    }
    guard outcome == .finished else { return outcome }
    for mark in places.marks(before: nil, atFrame: frames) { try receive(mark) }
    return .finished
  }

  /// Says a text as it comes: by words, if the plugin takes a line in pieces, else by sentences.
  private func speak(
    _ request: SpeechRequest, from inflow: TextInflow, _ cancellation: Cancellation,
    _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    _ = try client.start()
    // Before anything is said: this may ask the plugin.
    _ = languages(of: client.voiceID(of: request))
    let words = SpokenInflow(
      inflow, language: request.language, mostBytes: client.textTraits.mostBytes
    ) {
      [self] text throws(PluginFailure) in
      var piece = request
      piece.inflow = nil
      piece.text = text
      try refuseForeignLetters(piece)
      return spoken(piece)
    }
    return try client.speak(request, words, cancellation: cancellation) { event in
      if let event = words.placed(event) { try receive(event) }
    }
  }

  /// Lets the plugin begin `request` while the line before it is still being said, if that costs only its time.
  public func expect(_ request: SpeechRequest) { expected = request.inflow == nil ? request : nil }

  /// Lets the plugin say the beginning of `request` now, unless a network would be asked.
  public func prepare(_ request: SpeechRequest) {
    guard !request.text.isEmpty, (try? client.start())?.needsNetwork == false else { return }
    client.prepare(prepared(request, spoken(request)))
  }

  /// `request` with the words that the engine gets, in pieces.
  private func prepared(_ request: SpeechRequest, _ spoken: NormalizedText) -> PreparedSpeech {
    var said = request
    said.text = spoken.text
    if isForOthers(request) { said.form = .plain }
    return PreparedSpeech(said, pieces: pieces(of: said))
  }

  /// The pieces of a text, if the plugin takes none that is so long, or is heard earlier with a short one; nil for one.
  private func pieces(of request: SpeechRequest) -> [Range<Int>]? {
    guard request.form == .plain else { return nil }
    let traits = client.textTraits
    let (most, waits) = (traits.mostBytes, traits.isHeardWhole)
    guard waits || (most > 0 && request.text.utf8.count > most) else { return nil }
    return TextPieces.pieces(
      of: request.text, language: request.language, mostBytes: most > 0 ? most : 1_000_000,
      everySentence: waits)
  }

  /// Whether a request is SSML and the voice does not read SSML.
  private func isForOthers(_ request: SpeechRequest) -> Bool {
    request.form == .ssml && (try? client.start()) != nil && !client.textTraits.readsSSML
  }

  /// The text in the words of its language; SSML and phonemes do not change.
  ///
  /// `voice` is the id of the voice; nil for that of the request.
  private func spoken(_ request: SpeechRequest, by voice: String? = nil) -> NormalizedText {
    guard request.form == .plain else {
      return isForOthers(request)
        ? NormalizedText(ssml: request.text) : NormalizedText(asWritten: request.text)
    }
    if let known = lastSpoken, known.source == request.text, known.language == request.language,
      known.voice == request.voice
    {
      return known.spoken
    }
    let spoken = NormalizedText(request.text) { self.language(of: request, by: voice) }
    lastSpoken = (request.text, request.language, request.voice, spoken)
    return spoken
  }

  /// The request's language; else that of its voice; else the one detected from the text.
  private func language(of request: SpeechRequest, by voice: String?) -> String {
    guard request.language.isEmpty else { return request.language }
    return languages(of: voice ?? client.voiceID(of: request)).first
      ?? LanguageGuess.language(of: request.text) ?? ""
  }

  /// The languages of a voice, or of the default voice if none is named; none if a network would have to be asked.
  private func languages(of voice: String) -> [String] {
    if languages == nil {
      guard let plugin = try? client.start() else { return [] }
      languages = [:]
      guard !plugin.needsNetwork, let all = try? client.voices() else { return [] }
      for one in all { languages?[one.id] = one.languages }
      if let usual = all.first(where: \.isDefault) { languages?[""] = usual.languages }
    }
    // A variant is not a voice by itself: `gmw/en+f3`.
    let known = languages?[voice] ?? languages?[String(voice.prefix { $0 != "+" })]
    return known ?? []
  }

  /// Refuses a text in letters that the voice cannot pronounce: it would be silence, or the names of letters.
  private func refuseForeignLetters(_ request: SpeechRequest) throws(PluginFailure) {
    guard request.form == .plain, !request.text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    let scripts = LetterScript.all(in: request.text).filter { $0 != .latin }
    guard !scripts.isEmpty else { return }
    _ = try client.start()
    let voice = client.voiceID(of: request)
    let known = languages(of: voice)
    // A single word counts: it would be lost. If no voice is named, the plugin chooses one by the language.
    let foreign = scripts.first { script in
      let isChosen =
        voice.isEmpty && !request.language.isEmpty && script.isSaid(in: [request.language])
        && (languages ?? [:]).values.contains { script.isSaid(in: $0) }
      return !isChosen && !script.isSaid(in: known)
    }
    guard let script = foreign else { return }
    throw PluginFailure(
      plugin: name, activity: .speaking, kind: .refused(status: .unsupported),
      reason: .otherLetters(script: script.rawValue, languages: known))
  }
}
