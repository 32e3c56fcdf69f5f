import CuePluginKit

/// What becomes of a good answer.
package protocol AnswerReader: AnyObject {
  /// Something was handed on, so that the request cannot be tried again.
  var hasGiven: Bool { get }
  /// How much has come, for a sentence: "1.2 s of sound".
  var soFar: String { get }
  /// A good answer begins; what an earlier try left is forgotten.
  func begin(_ head: AnswerHead)
  /// Takes the next bytes, split anywhere, and says whether to go on.
  func take(_ bytes: [UInt8]) throws(PluginFailure) -> Bool
  /// The answer is whole. Says whether to go on.
  func finish() throws(PluginFailure) -> Bool
}
