/// Why a file cannot be read as a script, or a script not be rehearsed.
///
/// The description is the end of a sentence for the person who wrote it.
public enum ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A byte of this offset, on this line, is in no text.
  case notText(byteOffset: Int, line: Int)
  /// It is a file of another kind.
  case otherKind(String)
  /// It has this many bytes.
  case tooLong(bytes: Int)
  /// What stands on this line of a Final Draft file is not what such files have.
  case notFinalDraft(line: Int, reason: String)
  /// There is nothing but white space.
  case empty
  /// Nobody speaks.
  case noCharacters

  /// What is wrong, what was expected, and what to try.
  public var description: String {
    switch self {
    case .notText(let offset, let line):
      "line \(line) has a byte that is in no text, at offset \(offset); is it a screenplay? Save it as"
        + " plain text and try again"
    case .otherKind(let kind):
      "it is \(kind), not a screenplay in Fountain, Final Draft or plain text; export it as one of these"
    case .tooLong(let bytes):
      "it has \(bytes >> 20) MB, and no screenplay has more than \(SourceText.maximumBytes >> 20)"
    case .notFinalDraft(0, let reason):
      "it was read as a Final Draft file, and \(reason)"
    case .notFinalDraft(let line, let reason):
      "line \(line): it was read as a Final Draft file, and there \(reason)"
    case .empty:
      "the script is empty"
    case .noCharacters:
      "nobody speaks in the script; a speech is a name in capitals on a line of its own after an"
        + " empty line, such as ALEX, with the words on the next line"
    }
  }
}
