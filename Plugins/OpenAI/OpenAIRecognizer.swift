import CueABI
import CuePluginKit
import ServicePlugin

/// Recognizers of OpenAI, and of servers that have its interface.
final class OpenAIRecognizer: RecognizerPlugin {
  static var descriptor: PluginDescriptor {
    var descriptor = PluginDescriptor(
      id: "openai-recognizer", name: "OpenAI transcription", version: OpenAIVoice.version,
      licence: "Apache-2.0",
      summary:
        "Recognizers of OpenAI, and of speech servers with its interface, also on this machine.",
      concurrency: .perInstance, determinism: .none)
    descriptor.vendor = "Cue"
    descriptor.url = "https://platform.openai.com/docs/guides/speech-to-text"
    descriptor.needsNetwork = true
    return descriptor
  }

  static var parameters: [Parameter] { Settings.parameters }

  private let client: Client
  private var settings = Settings()
  private var stream: HearingStream?
  /// Models that have refused to give times.
  private var plainModels: Set<String> = []

  init(host: PluginHost) throws(PluginFailure) { client = try Client(host: host) }

  func set(_ id: UInt32, to value: ParameterValue) throws(PluginFailure) {
    try settings.set(id, to: value)
  }

  func reset() { stream = nil }

  func callBegins() { client.begin() }

  func cancel() { client.cancel() }

  func open(_ request: ListenRequest) throws(PluginFailure) -> [ListenShortfall] {
    stream = nil
    guard (8000...384_000).contains(request.format.rateHertz) else {
      throw PluginFailure(
        CUE_E_RATE,
        "The recognizer takes sound of 8,000 Hz or more, and this has "
          + "\(request.format.rateHertz) Hz.")
    }
    // A key or an address that cannot be is said now, and not after the line.
    _ = try client.courier(settings)
    var shortfalls: [ListenShortfall] = []
    let language = Self.languageCode(request.language)
    if !request.language.isEmpty, language.isEmpty {
      shortfalls.append(.languageReplaced(by: "auto"))
    }
    let named = request.model
    // A model that writes as people print gets what is printed.
    func printed(_ role: UInt32) -> [String] {
      request.phrases.filter { $0.role == role }.map { $0.written.isEmpty ? $0.text : $0.written }
    }
    let names = printed(CUE_PHRASE_NAME)
    let lines = printed(CUE_PHRASE_EXPECTED)
    for (index, phrase) in request.phrases.enumerated()
    where !phrase.text.contains(where: { $0.isLetter || $0.isNumber }) {
      shortfalls.append(.phraseIgnored(index, because: "it has no word"))
    }
    stream = HearingStream(
      request, silenceDecibels: settings.silenceDecibels,
      mostBytes: TranscriptionOrder.mostSoundBytes
    ) { [self] samples, before throws(PluginFailure) in
      let model =
        named.isEmpty ? client.model(settings, for: .hearing) : client.models.model(named)
      try client.tell(of: model, settings)
      return try transcription(
        of: samples, rateHertz: Int(request.format.rateHertz), model: model, language: language,
        prompt: Prompt.text(
          own: settings.listenPrompt, names: model.takesKeywords ? [] : names,
          lines: lines.isEmpty ? [before] : lines), keywords: model.takesKeywords ? names : [])
    }
    return shortfalls
  }

  func push(_ samples: [Float]) throws(PluginFailure) -> Transcript? {
    guard let stream else { throw PluginFailure(CUE_E_STATE, "No stream is open.") }
    return try stream.push(samples) { client.goesOn }
  }

  func finish() throws(PluginFailure) -> Transcript {
    guard let stream else { throw PluginFailure(CUE_E_STATE, "No stream is open.") }
    return try stream.finish { client.goesOn }
  }

  func close() { stream = nil }

  /// Asks the service; nil if it was cancelled.
  private func transcription(
    of samples: [Int16], rateHertz: Int, model: Model, language: String, prompt: String,
    keywords: [String]
  ) throws(PluginFailure) -> Transcription? {
    let courier = try client.courier(settings)
    let boundary = TranscriptionOrder.boundary(
      seed: client.host.monotonicNanoseconds, besides: [model.id, prompt] + keywords)
    var answer = answer(of: model)
    while true {
      let order = TranscriptionOrder(
        samples, rateHertz: rateHertz, model: model, language: language, prompt: prompt,
        keywords: keywords, answer: answer, boundary: boundary)
      let reader = PageReader(from: courier.service.name)
      do throws(PluginFailure) {
        guard
          try courier.fetch(
            TranscriptionOrder.target, body: order.body, type: order.type, into: reader) != nil
        else { return nil }
      } catch {
        // A model that is not known may give text alone, and says so.
        guard answer == .verbose, settings.listenFormat == 0, error.detail == 400,
          error.sentence.contains("response_format") || error.sentence.contains("verbose_json")
        else { throw error }
        client.host.log(.info, "The model \(model.id) gives no times of words.")
        plainModels.insert(model.id)
        answer = .plain(hasLogarithms: false)
        continue
      }
      let seconds = Double(samples.count) / Double(rateHertz)
      guard let heard = Transcription(reader.json, seconds: seconds) else {
        throw PluginFailure(
          CUE_E_SERVICE,
          "\(courier.service.nameAtStart) answered with something that is no transcript.",
          detail: 200)
      }
      return heard
    }
  }

  private func answer(of model: Model) -> Model.Answer {
    switch Settings.listenFormats[settings.listenFormat] {
    case "verbose_json": .verbose
    case "json": .plain(hasLogarithms: false)
    default: plainModels.contains(model.id) ? .plain(hasLogarithms: false) : model.answer
    }
  }

  /// The two letters of ISO 639-1 that `tag` begins with; nothing if there are none.
  static func languageCode(_ tag: String) -> String {
    let code = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
    let isCode = code.utf8.count == 2 && code.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    return isCode ? String(code) : ""
  }
}
