/// Why a file of another program, as a PDF file or a document, cannot be imported.
public enum ImportFault: Error, Equatable, Sendable {
  /// The program that reads such files is not installed.
  case noProgram
  /// It can be read with a password only.
  case locked
  /// It is damaged.
  case damaged
  /// It is of a form that is not read, such as Word's before 2007.
  case otherForm
  /// It has no text: its pages are pictures, as a scanner makes them.
  case noText
  /// It is too large, once it is unpacked.
  case tooLarge
  /// The program ended before its time: the file is too large, or the program has a fault.
  case failed
}
