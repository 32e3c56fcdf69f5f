/// Names of files out of what a script says.
enum SafeName {
  /// No name has more bytes: there must be room for a number and an ending.
  static let mostBytes = 160

  /// `text` without what a file's name cannot have on any system that people carry files to; never empty.
  ///
  /// Slashes, colons and similar characters become dashes; invisible ones are removed; a name begins with no point and ends
  /// with no point or blank.
  static func name(_ text: String) -> String {
    var name = ""
    var isBlank = true
    for character in text {
      let scalars = character.unicodeScalars
      if character.isWhitespace {
        if !isBlank { name += " " }
        isBlank = true
        continue
      }
      if scalars.contains(where: isHidden) { continue }
      isBlank = false
      let safe = "/\\:*?\"<>|".contains(character) ? "-" : character
      guard name.utf8.count + safe.utf8.count <= mostBytes else { break }
      name.append(safe)
    }
    while let last = name.last, last == " " || last == "." { name.removeLast() }
    while name.first == "." { name.removeFirst() }
    return name.isEmpty ? "untitled" : name
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: true
    // Marks of direction would turn the name around on a screen.
    case .format: scalar.value != 0x200D && scalar.value != 0x200C
    default: false
    }
  }

  /// A number with as many digits as that of the last, but at least three.
  static func number(_ index: Int, of count: Int) -> String {
    let digits = String(index + 1)
    let width = max(3, String(count).count)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
