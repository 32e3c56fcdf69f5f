#if canImport(Glibc)
  import Glibc
#endif

/// The first line of a program that names the program which runs it, as the kernel reads it.
enum HashBangLine {
  /// The kernel reads no more of a file, in bytes.
  private static let mostBytes = 256

  /// The programs that `line` starts, one after the other; empty if it is no `#!` line.
  ///
  /// For `/usr/bin/env NAME` these are `env` and the first NAME in the folders of `searchPath`, which is what PATH holds.
  static func interpreters(
    in line: [UInt8], searchPath: String
  ) throws(InterpreterError.Reason) -> [ExactPath] {
    guard line.starts(with: "#!".utf8) else { return [] }
    let rest = line.dropFirst(2).prefix(mostBytes - 2)
    let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == 0 }
    guard end != nil || line.count < mostBytes else { throw .unclear }
    guard let text = String(validating: rest[..<(end ?? rest.endIndex)], as: UTF8.self) else {
      throw .unclear
    }
    let words = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      .map { String(Substring($0)) }
    guard let path = words.first else { throw .unclear }
    guard !path.unicodeScalars.contains(where: PluginNeeds.isInvisible) else { throw .unclear }
    guard path.utf8.first == UInt8(ascii: "/") else { throw .relative(path) }
    guard ExactPath(path).name == "env" else { return [ExactPath(path)] }
    return [ExactPath(path), try search(words.dropFirst(), searchPath)]
  }

  /// What `env` would start.
  private static func search(
    _ words: ArraySlice<String>, _ searchPath: String
  ) throws(InterpreterError.Reason) -> ExactPath {
    var words = words
    if words.first == "-S" { words.removeFirst() }
    words = words.drop { word in
      word.utf8.contains(UInt8(ascii: "=")) && word.utf8.first != UInt8(ascii: "-")
    }
    // Other options of env change what is started in ways that few programs need.
    guard let name = words.first, name.utf8.first != UInt8(ascii: "-"),
      !name.unicodeScalars.contains(where: PluginNeeds.isInvisible)
    else { throw .unclear }
    guard !name.utf8.contains(UInt8(ascii: "/")) else {
      guard name.utf8.first == UInt8(ascii: "/") else { throw .relative(name) }
      return ExactPath(name)
    }
    for folder in searchPath.utf8.split(separator: UInt8(ascii: ":"))
    where folder.first == UInt8(ascii: "/") {
      let path = ExactPath(String(Substring(folder))).appending(name)
      if RealPath.kind(path) == .file, unsafe access(path.text, X_OK) == 0 { return path }
    }
    throw .notInPath(name)
  }
}
