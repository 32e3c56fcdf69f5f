import ServicePlugin

/// What a model of the service accepts.
struct Model: Equatable, Sendable {
  /// How a direction reaches the model.
  enum Direction: String, Sendable {
    /// As audio tags in the text.
    case tags
    /// As a note in the text before the line.
    case context
    /// Not at all.
    case none
  }

  /// How a pronunciation in IPA reaches the model.
  enum Pronunciation: String, Sendable {
    /// In the text, between slashes.
    case slashes
    /// In a dictionary that the service keeps.
    case dictionary
    /// Not at all.
    case none
  }

  var id: String
  /// The longest text of a request, in characters.
  var characters: UInt32 = 3000
  var direction = Direction.none
  /// Whether it accepts text before and after the line; other models refuse that.
  var takesContext = false
  var takesStyle = false
  var takesSpeakerBoost = false
  /// Whether its stability has only three steps.
  var hasStabilitySteps = false
  /// Whether it accepts a speed.
  var takesSpeed = true
  /// Whether it accepts a language; other models recognize it in the text, or speak only one.
  var takesLanguage = false
  /// The codes of its languages; empty if unknown, or too many to list.
  var languages: [String] = []
  /// Whether it accepts ids of earlier requests, whose sound it continues.
  var stitches = false
  var pronunciation = Pronunciation.none
  /// When it ends, and its successor.
  var end = ModelEnd(nil)
  /// Whether it is in elevenlabs.json.
  var isKnown = false

  /// An unknown model, which is sent nothing that a model could refuse.
  init(unknown id: String) { self.id = id }

  /// Reads a model of elevenlabs.json; missing values are those of `usual`.
  init(_ json: Json, id: String, usual: Model) {
    self.id = id
    func flag(_ name: String, _ usual: Bool) -> Bool { json[name]?.bool ?? usual }
    characters = Models.characters(json["characters"]?.number) ?? usual.characters
    direction =
      json["direction"]?.text.flatMap(Direction.init(rawValue:)) ?? usual.direction
    takesContext = flag("context", usual.takesContext)
    takesStyle = flag("style", usual.takesStyle)
    takesSpeakerBoost = flag("speaker_boost", usual.takesSpeakerBoost)
    hasStabilitySteps =
      json["stability"]?.text.map { $0 == "steps" } ?? usual.hasStabilitySteps
    takesSpeed = flag("speed", usual.takesSpeed)
    takesLanguage = flag("language", usual.takesLanguage)
    languages = (json["languages"]?.list ?? []).compactMap(\.text)
    stitches = flag("stitching", usual.stitches)
    pronunciation =
      json["pronunciation"]?.text.flatMap(Pronunciation.init(rawValue:)) ?? usual.pronunciation
    end = ModelEnd(json)
  }

  /// Whether the model accepts the language with that code.
  func speaks(_ code: String) -> Bool {
    takesLanguage && (languages.isEmpty || languages.contains(code))
  }
}

/// The models of the service, as in elevenlabs.json and in the service's own list.
struct Models: Equatable, Sendable {
  /// The file beside the plugin's library.
  static let fileName = "elevenlabs.json"

  /// Whether the file was read.
  private(set) var isRead = false
  private var unknown = Model(unknown: "")
  private var known: [Model] = []
  /// The audio tag of each tone.
  private(set) var toneTags: [String: String] = [:]
  /// The most words of an audio tag; longer ones are not understood as tags.
  private(set) var mostTagWords = 8

  /// Without any known model.
  init() {}

  /// Reads the file beside the library at `path`.
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
    if case .object(let members)? = facts["tone_tags"] {
      for member in members { toneTags[member.name] = member.value.text }
    }
    if let most = facts["most_tag_words"]?.number, (1...50).contains(most) {
      mostTagWords = Int(most)
    }
  }

  /// The model with that id, or the model of which the id is a dated or special form; an unknown model if there is none.
  func model(_ id: String) -> Model {
    let name = id.lowercased()
    let found = known.filter { name == $0.id || name.hasPrefix($0.id + "_") }
      .max { $0.id.utf8.count < $1.id.utf8.count }
    var model = found ?? unknown
    model.id = id
    return model
  }

  /// `model` with the values of the service's `list` of models, if it is in that list.
  ///
  /// If the list has limits of the model and of the account, the smaller one counts.
  static func model(_ model: Model, in list: [Json]) -> Model {
    guard let entry = list.first(where: { $0["model_id"]?.text == model.id }) else { return model }
    var model = model
    let limits = [
      "maximum_text_length_per_request", "max_characters_request_subscribed_user",
    ].compactMap { characters(entry[$0]?.number) }
    if let limit = limits.min() { model.characters = limit }
    guard !model.isKnown else { return model }
    model.takesStyle = entry["can_use_style"]?.bool ?? model.takesStyle
    model.takesSpeakerBoost = entry["can_use_speaker_boost"]?.bool ?? model.takesSpeakerBoost
    model.languages = (entry["languages"]?.list ?? []).compactMap { $0["language_id"]?.text }
    return model
  }

  /// A limit of characters; nil if `number` is not a limit.
  ///
  /// It is used as a limit of bytes, which are never fewer.
  static func characters(_ number: Double?) -> UInt32? {
    guard let number, number >= 1, number <= 1_000_000 else { return nil }
    return UInt32(number)
  }
}
