import CueABI
import CuePluginKit

/// Collects an answer that is one JSON object.
final class PageReader: AnswerReader {
  private static let longestBytes = 16 << 20
  private var bytes: [UInt8] = []

  var hasGiven: Bool { false }
  var soFar: String { "\(bytes.count) bytes" }

  func begin(_ head: AnswerHead) { bytes = [] }

  func take(_ more: [UInt8]) throws(PluginFailure) -> Bool {
    bytes += more
    guard bytes.count <= Self.longestBytes else {
      throw PluginFailure(CUE_E_SERVICE, "ElevenLabs sent a list without end.")
    }
    return true
  }

  func finish() -> Bool { true }

  /// The object, once the answer is whole.
  func page() throws(PluginFailure) -> Json {
    guard let json = Json(parsing: bytes), case .object = json else {
      throw PluginFailure(CUE_E_SERVICE, "ElevenLabs answered with something that is no list.")
    }
    return json
  }

  /// Whatever JSON came.
  var json: Json? { Json(parsing: bytes) }
}
