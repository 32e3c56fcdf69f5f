import ServicePlugin

/// What a model takes.
struct Model: Equatable, Sendable {
  /// Where a model that speaks is asked.
  enum Interface: String, Sendable {
    /// At `/audio/speech`, which reads what it is given.
    case speech
    /// At `/chat/completions`, where a model that converses is told to say the words.
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
  /// Servers elsewhere allow more, and lose nothing by being asked sentence by sentence.
  var characters: UInt32 = 4096
  /// Whether it takes instructions.
  var takesInstructions = false
  /// Whether it speaks slower or faster.
  var takesSpeed = true
  /// Which of OpenAI's voices it has.
  var voices = "all"
  var answer = Answer.verbose
  var takesPrompt = true
  /// Whether names go into a list of their own.
  var takesKeywords = false
  /// Whether it tells speakers apart: then it wants to part longer sound itself.
  var isDiarizing = false
  /// When it ends at OpenAI, and what comes after it.
  var end = ModelEnd(nil)
  var isKnown = false

  init(id: String) { self.id = id }

  /// Reads a model of openai.json; what is missing is as in `usual`.
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

/// The models that openai.json knows, and those that are used where the user sets none.
struct Models: Equatable, Sendable {
  /// The file beside the plugin's library.
  static let fileName = "openai.json"

  /// What a model is for.
  enum Use: String { case speaking, hearing }

  /// Whether the file was there.
  private(set) var isRead = false
  private var unknown = Model(id: "")
  private var known: [Model] = []
  private var usual: [String: Json] = [:]
  private var voices: [String: [String]] = [:]

  /// Nothing is known.
  init() {}

  /// What the file beside the library at `path` says.
  init(besideLibrary path: String) {
    guard let facts = VendorFacts.read(Models.fileName, beside: path) else { return }
    isRead = true
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

  /// The model of that id, or that it is a dated or special form of; one of which nothing is known where there is none.
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

  /// The model that is used where the user sets none, at a service that lists `ids`; empty where the file says nothing.
  ///
  /// A server elsewhere that lists one model has it for that; of several, one is taken whose name tells what it does.
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
