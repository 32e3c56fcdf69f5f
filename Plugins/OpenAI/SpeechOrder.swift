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

  static let target = "/audio/speech"
  /// What the service can do.
  static let speeds = 0.25...4.0
  /// Instructions are no longer than this.
  private static let mostInstructions = 1000

  var body: Json
  var notes: [Note] = []

  /// Makes the order for `request`.
  init(_ request: SpeechRequest, voice: String, settings: Settings, model: Model) {
    var members: [Json.Member] = []
    func add(_ name: String, _ value: Json) { members.append(.init(name: name, value: value)) }
    add("model", .text(model.id))
    add("input", .text(request.text))
    add("voice", .text(voice))
    add("response_format", .text(Settings.formats[settings.format]))
    let speeds = model.takesSpeed ? Self.speeds : 1...1
    let speed = min(max(request.speed, speeds.lowerBound), speeds.upperBound)
    if speed != 1 { add("speed", .real(speed)) }
    if speed != request.speed { notes.append(.clamped(.speed, speed)) }
    let told = Self.instructions(request, settings, model, &notes)
    if !told.isEmpty { add("instructions", .text(told)) }
    notes += Self.commonNotes(request)
    body = .object(members)
  }

  /// The instructions for `model`; what the model does not accept is added to `notes`.
  static func instructions(
    _ request: SpeechRequest, _ settings: Settings, _ model: Model, _ notes: inout [Note]
  ) -> String {
    let tones = Set(request.tones.filter { $0.weight > 0 }.map { $0.label.lowercased() })
    guard settings.acts(model) else {
      if !tones.isEmpty { notes.append(.ignored(.tones)) }
      if !trimmed(request.direction).isEmpty { notes.append(.ignored(.direction)) }
      return ""
    }
    return instructions(
      settings.instructions, note: ActingNote.text(tones: tones, direction: request.direction))
  }

  /// Notes on parts of the request that no model of these interfaces accepts.
  static func commonNotes(_ request: SpeechRequest) -> [Note] {
    var notes: [Note] = []
    if !trimmed(request.previousText + request.nextText).isEmpty {
      notes.append(.ignored(.context))
    }
    // The model hears the language from the text, and the voice may be one of a single language.
    if !request.language.isEmpty { notes.append(.ignored(.language)) }
    if request.pitch != 0 { notes.append(.ignored(.pitch)) }
    if request.seed != 0 { notes.append(.ignored(.seed)) }
    if !request.events.isEmpty { notes.append(.ignored(.events)) }
    return notes
  }

  /// What the model gets: the user's own words, then how to say this line.
  static func instructions(_ own: String, note: String) -> String {
    let line = note.isEmpty ? "" : "Say this line \(note)."
    return oneLine(
      [own, line].filter { !$0.isEmpty }.joined(separator: " "), atMost: mostInstructions)
  }
}
