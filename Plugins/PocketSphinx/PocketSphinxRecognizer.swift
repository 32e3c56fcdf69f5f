import CueABI
import CuePluginKit
import Synchronization

/// PocketSphinx, with the model of American English that Debian ships.
///
/// What may be heard decides how it listens: an expected line, a set of phrases, numbers, or anything. The decoder lives as
/// long as the instance and gets used to room and speaker from stream to stream; reset makes it forget them.
final class PocketSphinxRecognizer: RecognizerPlugin {
  static var descriptor: PluginDescriptor {
    var descriptor = PluginDescriptor(
      id: "pocketsphinx", name: "PocketSphinx", version: "1.0",
      licence: "Apache-2.0 AND BSD-2-Clause",
      summary:
        "Hears the expected line, phrases, numbers or anything, in English, without a network.",
      concurrency: .perInstance, determinism: .freshState)
    descriptor.url = "https://cmusphinx.github.io/"
    return descriptor
  }

  static var parameters: [Parameter] { Settings.parameters }
  /// The language of the model.
  static let language = "en-US"

  private let host: PluginHost
  private var settings = Settings()
  private let isCancelled = Flag()
  private var model: ModelFolder?
  private var pronunciations: Pronunciations?
  private var decoder: Decoder?
  private var vocabulary = Vocabulary()
  private var second: SecondOpinion?
  private var openDecoder: Decoder?
  private var witness: LineWitness?
  private var stream: ListenStream?

  init(host: PluginHost) { self.host = host }

  func set(_ id: UInt32, to value: ParameterValue) throws(PluginFailure) {
    try settings.set(id, to: value)
    pronunciations?.lexicon = settings.lexicon
  }

  func activate() throws(PluginFailure) {
    let host = host
    Decoder.log { isFatal, text in host.log(isFatal ? .info : .debug, text) }
    let model = try ModelFolder(settings.model, dictionary: settings.dictionary)
    pronunciations = Pronunciations(
      dictionary: try model.readDictionary(), lexicon: settings.lexicon)
    guard let decoder = DecoderOptions.forGrammars(model, outsideCost: settings.outsideCost) else {
      throw ModelFolder.damaged(model.acoustic, Decoder.complaint)
    }
    decoder.forget(mean: DecoderOptions.mean)
    self.decoder = decoder
    witness = nil
    self.model = model
  }

  func reset() throws(PluginFailure) {
    close()
    decoder?.forget(mean: DecoderOptions.mean)
    second?.decoder.forget(mean: DecoderOptions.mean)
    openDecoder?.forget(mean: DecoderOptions.mean)
  }

  func callBegins() { isCancelled.set(false) }

  func cancel() { isCancelled.set(true) }

  func open(_ request: ListenRequest) throws(PluginFailure) -> [ListenShortfall] {
    close()
    var shortfalls: [ListenShortfall] = []
    if !["", "en", "en-us"].contains(request.language.lowercased()) {
      shortfalls.append(.languageReplaced(by: PocketSphinxRecognizer.language))
    }
    if !request.model.isEmpty {
      shortfalls.append(.modelReplaced(by: PocketSphinxRecognizer.language))
    }
    if request.phrases.isEmpty {
      var anything = Vocabulary()
      anything.isOpen = true
      let hearing = Hearing(
        phrases: [], vocabulary: anything, fillers: [], guessed: [], numberWords: [])
      stream = try ListenStream(
        try decoderForAnything(), hearing, request, holdMilliseconds: settings.holdMilliseconds)
      return shortfalls
    }
    guard let decoder, let pronunciations else {
      throw PluginFailure(CUE_E_STATE, "The plugin has not been activated.")
    }
    var asking = Asking(
      pronunciations: pronunciations, lexicon: request.lexicon, vocabulary: vocabulary)
    let hearing = try asking.ask(request.phrases, of: decoder, skipCost: Float(settings.skipCost))
    vocabulary = asking.vocabulary
    let second = try secondOpinion(hearing, asking)
    stream = try ListenStream(
      decoder, hearing, request, holdMilliseconds: settings.holdMilliseconds, second: second,
      witness: try numberWitness(hearing, pronunciations),
      lineWitness: try lineWitness(hearing, asking, decoder, pronunciations))
    return shortfalls + asking.shortfalls
  }

  /// The second decoder, if asked for and a line is expected.
  private func secondOpinion(
    _ hearing: Hearing, _ asking: Asking
  ) throws(PluginFailure) -> SecondOpinion? {
    guard settings.wantsSecondOpinion, let model, let pronunciations,
      hearing.phrases.contains(where: { $0.role == CUE_PHRASE_EXPECTED })
    else { return nil }
    if second == nil {
      guard let decoder = DecoderOptions.forSmallLanguages(model) else {
        throw ModelFolder.damaged(model.acoustic, Decoder.complaint)
      }
      decoder.forget(mean: DecoderOptions.mean)
      second = SecondOpinion(decoder)
    }
    try second?.ask(hearing.phrases, pronunciations, asking.lexicon)
    return second
  }

  /// The decoder for anything, where a number is expected and the model has a language.
  private func numberWitness(
    _ hearing: Hearing, _ pronunciations: Pronunciations
  ) throws(PluginFailure) -> NumberWitness? {
    guard hearing.expectsNumber, model?.language != nil, let decoder else { return nil }
    return NumberWitness(
      decoder: try decoderForAnything(), judge: decoder, pronunciations: pronunciations)
  }

  /// The decoder for anything beside an expected line, if asked for and the model has a language.
  private func lineWitness(
    _ hearing: Hearing, _ asking: Asking, _ judge: Decoder, _ pronunciations: Pronunciations
  ) throws(PluginFailure) -> (judge: LineWitness, grammar: LineGrammar)? {
    guard settings.wantsWitness, hearing.expectsLine, model?.language != nil else { return nil }
    let all = pronunciations.adding(asking.lexicon)
    if let witness {
      witness.pronunciations = all
      return (witness, asking.grammar)
    }
    let made = LineWitness(try decoderForAnything(), judge: judge, all)
    witness = made
    return (made, asking.grammar)
  }

  private func decoderForAnything() throws(PluginFailure) -> Decoder {
    if let openDecoder { return openDecoder }
    guard let model else {
      throw PluginFailure(CUE_E_STATE, "The plugin has not been activated.")
    }
    guard model.language != nil else {
      throw PluginFailure(
        CUE_E_MODEL,
        "The model \(settings.model) has no language model (*.lm.bin), which hearing anything needs."
          + " Say what may be heard, or name another with --set model=FOLDER.")
    }
    guard let made = DecoderOptions.forAnything(model) else {
      throw ModelFolder.damaged(settings.model, Decoder.complaint)
    }
    made.forget(mean: DecoderOptions.mean)
    openDecoder = made
    return made
  }

  func push(_ samples: [Float]) throws(PluginFailure) -> Transcript? {
    guard let stream else { throw PluginFailure(CUE_E_STATE, "No stream is open.") }
    return try stream.push(samples, isCancelled: { isCancelled.isSet })
  }

  func finish() throws(PluginFailure) -> Transcript {
    guard let stream else { throw PluginFailure(CUE_E_STATE, "No stream is open.") }
    return try stream.finish(isCancelled: { isCancelled.isSet })
  }

  func close() {
    stream?.close()
    stream = nil
  }
}

/// Set on any thread.
private final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .relaxed) }
  func set(_ on: Bool) { value.store(on, ordering: .relaxed) }
}
