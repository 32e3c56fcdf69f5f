import ServicePlugin

/// What a model accepts.
struct Model: Equatable, Sendable {
  /// The interface of a model that speaks.
  enum Interface: String, Sendable {
    /// `/audio/speech`, which reads the text aloud.
    case speech
    /// `/chat/completions`, where a chat model is instructed to say the words.
    case chat
  }

  /// How a recognizing model answers.
  enum Answer: Equatable, Sendable {
    /// With times of words.
    case verbose
    /// With text alone, and how sure the model is of its pieces where `hasLogarithms`.
    case plain(hasLogarithms: Bool)
  }

  var id: String
  var interface = Interface.speech
  /// The longest text of a request, in bytes: characters are never more than bytes.
  ///
  /// Other servers may allow more, but lose nothing if they are asked sentence by sentence.
  var characters: UInt32 = 4096
  /// Whether it accepts instructions.
  var takesInstructions = false
  /// Whether it accepts a speed.
  var takesSpeed = true
  /// Which of OpenAI's voices it has: a name of a list in openai.json.
  var voices = "all"
  var answer = Answer.verbose
  var takesPrompt = true
  /// Whether it accepts names in a list of their own.
  var takesKeywords = false
  /// Whether it distinguishes speakers; if so, it must cut longer sound itself.
  var isDiarizing = false
  /// When it ends at OpenAI, and its successor.
  var end = ModelEnd(nil)
  var isKnown = false

  init(id: String) { self.id = id }

  /// Reads a model of openai.json; missing values are those of `usual`.
  init(_ json: Json, id: String, usual: Model) {
    self = usual
    self.id = id
    if let text = json["interface"]?.text, let known = Interface(rawValue: text) {
      interface = known
    }
    if let number = json["characters"]?.number, number >= 1, number <= 1_000_000 {
      characters = UInt32(number)
    }
    if let text = json["direction"]?.text { takesInstructions = text == "instructions" }
    takesSpeed = json["speed"]?.bool ?? takesSpeed
    voices = json["voices"]?.text ?? voices
    var hasLogarithms = false
    if case .plain(let has) = usual.answer { hasLogarithms = has }
    hasLogarithms = json["logprobs"]?.bool ?? hasLogarithms
    if let text = json["answer"]?.text {
      answer = text == "verbose_json" ? .verbose : .plain(hasLogarithms: hasLogarithms)
    }
    takesPrompt = json["prompt"]?.bool ?? takesPrompt
    takesKeywords = json["keywords"]?.bool ?? takesKeywords
    isDiarizing = json["diarizes"]?.bool ?? isDiarizing
    end = ModelEnd(json)
  }
}

/// The models of openai.json, and those that are used if the user sets none.
struct Models: Equatable, Sendable {
  /// The file beside the plugin's library.
  static let fileName = "openai.json"

  /// What a model is for.
  enum Use: String { case speaking, hearing }

  private var unknown = Model(id: "")
  private var known: [Model] = []
  private var usual: [String: Json] = [:]
  private var voices: [String: [String]] = [:]

  /// Without any known model.
  init() {}

  /// Reads the file beside the library at `path`.
  init(besideLibrary path: String) {
    guard let facts = VendorFacts.read(Models.fileName, beside: path) else { return }
    if let json = facts["unknown"] { unknown = Model(json, id: "", usual: unknown) }
    for json in facts["models"]?.list ?? [] {
      guard let id = json["id"]?.text, !id.isEmpty else { continue }
      var model = Model(json, id: id, usual: unknown)
      model.isKnown = true
      known.append(model)
    }
    for use in [Use.speaking, .hearing] { usual[use.rawValue] = facts[use.rawValue] }
    if case .object(let members)? = facts["voices"] {
      for member in members { voices[member.name] = (member.value.list ?? []).compactMap(\.text) }
    }
  }

  /// The model with that id, or the model of which the id is a dated or special form; an unknown model if there is none.
  func model(_ id: String) -> Model {
    let name = id.lowercased()
    let found = known.filter { model in
      name == model.id || (model.id.hasSuffix("-") && name.hasPrefix(model.id))
        || name.hasPrefix(model.id + "-")
    }.max { $0.id.utf8.count < $1.id.utf8.count }
    var model = found ?? unknown
    model.id = id
    return model
  }

  /// The model that is used if the user sets none, at a service that lists `ids`; empty if the file names none.
  ///
  /// At OpenAI, it is the one that the file names. Other servers: that of the file if it is listed, else one whose name shows its use, else
  /// the only one.
  func usualModel(for use: Use, isOriginal: Bool, listed ids: [String]) -> String {
    let facts = usual[use.rawValue]
    let documented = facts?[isOriginal ? "openai" : "elsewhere"]?.text ?? ""
    guard !isOriginal, !ids.contains(documented) else { return documented }
    let names = (facts?["names"]?.list ?? []).compactMap(\.text)
    let fitting = ids.first { id in names.contains { id.lowercased().contains($0) } }
    return fitting ?? (ids.count == 1 ? ids[0] : documented)
  }

  /// The voices that OpenAI documents for a model.
  func documentedVoices(of model: Model) -> [String] {
    let all = voices["all"] ?? []
    return (model.voices == "all" ? all : all + (voices[model.voices] ?? [])).sorted()
  }
}
