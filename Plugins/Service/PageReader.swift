import CueABI
import CuePluginKit

/// Collects an answer that is one JSON object.
package final class PageReader: AnswerReader {
  private static let longestBytes = 16 << 20
  private var bytes: [UInt8] = []

  private let name: String

  /// Reads an answer of the service that users call `name`.
  package init(from name: String) { self.name = name }

  package var hasGiven: Bool { false }
  package var soFar: String { "\(bytes.count) bytes" }

  package func begin(_ head: AnswerHead) { bytes = [] }

  package func take(_ more: [UInt8]) throws(PluginFailure) -> Bool {
    bytes += more
    guard bytes.count <= Self.longestBytes else {
      throw PluginFailure(CUE_E_SERVICE, "\(start) sent a list without end.")
    }
    return true
  }

  /// The name at the beginning of a sentence.
  private var start: String { name.prefix(1).uppercased() + name.dropFirst() }

  package func finish() -> Bool { true }

  /// The object, once the answer is whole.
  package func page() throws(PluginFailure) -> Json {
    guard let json = Json(parsing: bytes), case .object = json else {
      throw PluginFailure(CUE_E_SERVICE, "\(start) answered with something that is no list.")
    }
    return json
  }

  /// Whatever JSON came.
  package var json: Json? { Json(parsing: bytes) }
}
