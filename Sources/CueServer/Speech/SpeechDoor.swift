import CueAudio
import CueModel
import CueSystem

/// `POST /v1/audio/speech`, as clients of the OpenAI API send it.
struct SpeechOrder: Equatable {
  var text: String
  var voice: String
  var kind: SoundStreamEncoder.Kind
  var speed: Double
  var instructions: String
  var isEvents: Bool

  /// The most bytes of a text.
  static let mostTextBytes = 1_000_000

  /// Reads the body of a request.
  init(_ bytes: [UInt8]) throws(ServerError) {
    let json: LinedJSON
    do throws(JSONError) { json = try LinedJSON(parsing: bytes) } catch {
      throw ServerError(
        400, "bad_json", "The body is no JSON: line \(error.line), character \(error.column).")
    }
    guard case .object = json.value else {
      throw ServerError(400, "bad_json", "The body is no object of JSON.")
    }
    text = try Self.text(json, "input") ?? ""
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ServerError(
        400, "empty_input", "There is nothing to say: “input” is empty.", member: "input")
    }
    guard text.utf8.count <= Self.mostTextBytes else {
      throw ServerError(413, "too_large", "The text is longer than 1 MB.", member: "input")
    }
    if case .object? = json["voice"] {
      guard case .object(let members)? = json["voice"],
        case .string(let id)? = members.first(where: { $0.name == "id" })?.value.value
      else {
        throw ServerError(
          400, "bad_voice", "“voice” is a name, or an object with an “id”.", member: "voice")
      }
      voice = id
    } else {
      voice = try Self.text(json, "voice") ?? ""
    }
    let format = try Self.text(json, "response_format") ?? "mp3"
    guard let kind = SoundStreamEncoder.Kind(rawValue: format) else {
      let all = SoundStreamEncoder.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw ServerError(
        400, "unsupported_format",
        "There is no format “\(format.prefix(20))” here; there are \(all).",
        member: "response_format")
    }
    self.kind = kind
    switch json["speed"] {
    case .number(let number)?: speed = number
    case nil, .null?: speed = 1
    default: throw ServerError(400, "bad_speed", "“speed” is a number.", member: "speed")
    }
    guard (0.25...4).contains(speed) else {
      throw ServerError(400, "bad_speed", "“speed” goes from 0.25 to 4.", member: "speed")
    }
    instructions = try Self.text(json, "instructions") ?? ""
    switch try Self.text(json, "stream_format") ?? "audio" {
    case "audio": isEvents = false
    case "sse": isEvents = true
    default:
      throw ServerError(
        400, "bad_stream_format", "“stream_format” is audio or sse.", member: "stream_format")
    }
  }

  private static func text(_ json: LinedJSON, _ name: String) throws(ServerError) -> String? {
    switch json[name] {
    case .string(let text)?: return text
    case nil, .null?: return nil
    default: throw ServerError(400, "bad_\(name)", "“\(name)” is a text.", member: name)
    }
  }

  /// The type of the sound.
  var contentType: String {
    switch kind {
    case .wav: "audio/wav"
    case .pcm: "audio/pcm"
    case .mp3: "audio/mpeg"
    case .flac: "audio/flac"
    case .opus: "audio/ogg"
    }
  }

  var request: SpeechRequest {
    var request = SpeechRequest(text: text)
    request.speed = speed
    request.direction = instructions
    return request
  }
}
