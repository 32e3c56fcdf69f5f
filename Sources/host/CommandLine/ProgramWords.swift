import Glibc

/// The words behind the program's name, as bytes: the standard library would mend what is not UTF-8, and say
/// something else than was meant.
enum ProgramWords {
  static func behindTheName() -> [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
  }

  /// The program's name as it was called, without folders.
  static func calledName() -> String {
    guard CommandLine.argc > 0, let word = unsafe CommandLine.unsafeArgv[0] else { return "cue" }
    let name = unsafe String(cString: word).split(separator: "/").last
    return name.map(String.init) ?? "cue"
  }

  /// The words as text, or a userError that names the one that is none.
  static func text(_ words: [[UInt8]]) throws(UserError) -> [String] {
    var text: [String] = []
    for (index, word) in words.enumerated() {
      text.append(try Texts.checked(word, "Word \(index + 1) of the command"))
    }
    return text
  }
}
