import CueABI
import CuePluginKit

/// Collects an answer that is one JSON object.
package final class PageReader: AnswerReader {
  private static let longestBytes = 16 << 20
  private var bytes: [UInt8] = []

  package init() {}

  package var hasGiven: Bool { false }
  package var soFar: String { "\(bytes.count) bytes" }

  package func begin(_ head: AnswerHead) { bytes = [] }

  package func take(_ more: [UInt8]) throws(PluginFailure) -> Bool {
    bytes += more
    guard bytes.count <= Self.longestBytes else {
      throw PluginFailure(CUE_E_SERVICE, "ElevenLabs sent a list without end.")
    }
    return true
  }

  package func finish() -> Bool { true }

  /// The object, once the answer is whole.
  package func page() throws(PluginFailure) -> Json {
    guard let json = Json(parsing: bytes), case .object = json else {
      throw PluginFailure(CUE_E_SERVICE, "ElevenLabs answered with something that is no list.")
    }
    return json
  }

  /// Whatever JSON came.
  package var json: Json? { Json(parsing: bytes) }
}
