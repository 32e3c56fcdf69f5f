import CueSystem

/// Why a file cannot be read as a script, or a script cannot be rehearsed.
public enum ScriptError: Error, Equatable, Sendable {
  /// The byte at this offset, on this line, cannot be part of a text.
  case notText(byteOffset: Int, line: Int)
  /// It is a file of another kind.
  case otherKind(FileKind)
  /// It has this many bytes, and ``mostBytes`` are the most.
  case tooLong(bytes: Int)
  /// This line of a Final Draft file is not valid there; 0 if the error belongs to no line.
  case notFinalDraft(line: Int, FinalDraftFault)
  /// A file of that kind could not be imported.
  case notImported(DocumentKind, ImportFault)
  /// There is nothing but white space.
  case empty
  /// Nobody speaks.
  case noCharacters

  /// The most bytes a script may have.
  public static let mostBytes = SourceText.maximumBytes

  /// The kind of a file that is not a screenplay.
  public typealias FileKind = DocumentKind

  /// What is wrong with a Final Draft file.
  public enum FinalDraftFault: Equatable, Sendable {
    /// It begins with another element.
    case otherElement(String)
    /// It is too long.
    case tooLong
    /// There is no memory for it.
    case noMemory
    /// Elements are too deep within each other.
    case tooDeep
    /// It declares a document type, which could make it refer to other files.
    case documentType
    /// The library expat is not installed.
    case noLibrary
    /// It is not XML, in the words of the library that reads it; empty if it has none.
    case notXML(String)
  }
}
