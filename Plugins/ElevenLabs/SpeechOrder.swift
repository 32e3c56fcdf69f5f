import CuePluginKit
import ServicePlugin

/// One request for speech, as the service will read it.
///
/// A value of its own, so that it can be compared letter by letter.
struct SpeechOrder: Equatable {
  /// What could not be done as asked.
  enum Note: Equatable {
    case clamped(SpeechField, Double)
    case ignored(SpeechField)
  }

  var voice: String
  /// Times of characters are wanted.
  var isTimed: Bool
  var query: [(name: String, value: String)]
  var body: Json
  /// The text that is sent, and its places in the text of the request.
  var sent: RewrittenText
  var notes: [Note] = []

  static func == (one: SpeechOrder, other: SpeechOrder) -> Bool {
    one.target == other.target && one.body == other.body && one.notes == other.notes
  }

  /// Path and query after the service's address.
  var target: String {
    let path =
      "/v1/text-to-speech/\(percentEncoded(voice))/stream\(isTimed ? "/with-timestamps" : "")"
    return path + "?"
      + query.map { "\($0.name)=\(percentEncoded($0.value))" }.joined(separator: "&")
  }

  /// Makes the order for `request`.
  ///
  /// - Parameters:
  ///   - request: the line
  ///   - voice: the id of the voice
  ///   - settings: the user's settings
  ///   - model: the model of the settings
  ///   - models: all models, for the audio tags of tones
  ///   - earlier: ids of requests whose sound this line continues, the oldest first
  ///   - dictionaries: pronunciation dictionaries of the service
  init(
    _ request: SpeechRequest, voice: String, settings: Settings, model: Model,
    models: Models = Models(), earlier: [String], dictionaries: [PronunciationDictionary] = []
  ) {
    self.voice = voice
    isTimed = settings.wantsTimestamps && request.events.contains(.word)
    if request.events.contains(.word), !isTimed { notes.append(.ignored(.events)) }

    query = [("output_format", settings.outputFormat)]
    if settings.latencyOptimization > 0 {
      query.append(("optimize_streaming_latency", String(settings.latencyOptimization)))
    }
    if settings.keepsNothing { query.append(("enable_logging", "false")) }

    let tones = Set(request.tones.filter { $0.weight > 0 }.map { $0.label.lowercased() })
    var tags: [String] = []
    var note = ""
    switch model.direction {
    case .tags:
      let (found, isWhole) = AudioTags.tags(
        direction: request.direction, tones: request.tones, isWhispered: request.isWhispered,
        models)
      tags = found
      if !isWhole { notes.append(.ignored(.direction)) }
    case .context: note = ActingNote.text(tones: tones, direction: request.direction)
    case .none:
      if !trimmed(request.direction).isEmpty { notes.append(.ignored(.direction)) }
    }
    sent = RewrittenText(
      request.text, tags: tags, lexicon: request.lexicon,
      takesSlashes: model.pronunciation == .slashes)
    // Beside ids the service ignores the text: a note counts more than ids, and ids more than what was said before.
    let continues = note.isEmpty && !earlier.isEmpty
    let preceding =
      model.takesContext && !continues
      ? ActingNote.preceding(note: note, previousText: request.previousText) : ""
    let following = model.takesContext ? trimmed(request.nextText) : ""
    if !model.takesContext, !trimmed(request.previousText + request.nextText).isEmpty {
      notes.append(.ignored(.context))
    }

    var members: [Json.Member] = []
    func add(_ name: String, _ value: Json) { members.append(.init(name: name, value: value)) }
    add("text", .text(sent.text))
    add("model_id", .text(settings.model))
    if !request.language.isEmpty {
      if let code = Self.languageCode(request.language), model.speaks(code) {
        add("language_code", .text(code))
      } else {
        notes.append(.ignored(.language))
      }
    }
    let (voiceSettings, clampedSpeed) = Self.voiceSettings(
      request.speed, tones, settings, model)
    add("voice_settings", voiceSettings)
    if let clampedSpeed { notes.append(.clamped(.speed, clampedSpeed)) }
    if !dictionaries.isEmpty {
      add("pronunciation_dictionary_locators", .list(dictionaries.map(\.json)))
    }
    if request.pitch != 0 { notes.append(.ignored(.pitch)) }
    if request.seed != 0 { add("seed", .integer(Int64(request.seed))) }
    if !preceding.isEmpty { add("previous_text", .text(preceding)) }
    if !following.isEmpty { add("next_text", .text(following)) }
    if continues {
      add("previous_request_ids", .list(earlier.map { .text($0) }))
    }
    if settings.normalization != 0 {
      let choice = Settings.normalizations[settings.normalization]
      add("apply_text_normalization", .text(choice))
    }
    body = .object(members)
  }

  /// What the service can do.
  static let speeds = 0.7...1.2

  /// The settings, and the request's speed as it was really used, if it had to be clamped.
  private static func voiceSettings(
    _ asked: Double, _ tones: Set<String>, _ settings: Settings, _ model: Model
  ) -> (Json, Double?) {
    let table = settings.table
    func chosen(_ own: Double, _ byTone: Double) -> Double { own >= 0 ? own : byTone }
    var stability = chosen(settings.stability, table.stability.value(for: tones))
    if model.hasStabilitySteps { stability = (stability * 2).rounded() / 2 }
    var members: [Json.Member] = [
      .init(name: "stability", value: .real(stability)),
      .init(
        name: "similarity_boost", value: .real(chosen(settings.similarity, table.similarity))),
    ]
    if model.takesStyle {
      members.append(
        .init(name: "style", value: .real(chosen(settings.style, table.style.value(for: tones)))))
    }
    if model.takesSpeakerBoost {
      members.append(.init(name: "use_speaker_boost", value: .bool(settings.usesSpeakerBoost)))
    }
    // A speed that the model does not accept is reported as clamped to 1.
    guard model.takesSpeed else { return (.object(members), asked == 1 ? nil : 1) }
    let toneSpeed = table.speed?.value(for: tones) ?? 1
    let wanted = asked * toneSpeed
    let speed = min(max(wanted, speeds.lowerBound), speeds.upperBound)
    if table.speed != nil || speed != 1 {
      members.append(.init(name: "speed", value: .real(speed)))
    }
    return (.object(members), speed == wanted ? nil : speed / toneSpeed)
  }

  /// The two letters of ISO 639-1 that `tag` begins with.
  static func languageCode(_ tag: String) -> String? {
    let code = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
    guard code.utf8.count == 2, code.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      return nil
    }
    return String(code)
  }
}
