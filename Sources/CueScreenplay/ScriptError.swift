/// Why a text cannot be rehearsed.
///
/// The description is a sentence for the person who wrote it.
public enum ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bytes stop being UTF-8 at this offset.
  case notUTF8(byteOffset: Int)
  /// There is a byte of value 0 at this offset, as in UTF-16 or in a file that is no text.
  case zeroByte(byteOffset: Int)
  /// There is nothing but white space.
  case empty
  /// Nobody speaks.
  case noCharacters

  /// What is wrong, what was expected, and what to try.
  public var description: String {
    switch self {
    case .notUTF8(let offset):
      "the script is not UTF-8 text: byte \(offset) does not fit; save it as UTF-8 and try again"
    case .zeroByte(let offset):
      "the script is not UTF-8 text: byte \(offset) is zero, as in UTF-16 or a file of another"
        + " kind; save it as UTF-8 text and try again"
    case .empty:
      "the script is empty"
    case .noCharacters:
      "nobody speaks in the script; a speech is a name in capitals on a line of its own after an"
        + " empty line, such as ALEX, with the words on the next line"
    }
  }
}
