/// Text on the pages of a printed script that does not belong to it.
enum PageFurniture {
  /// A page number, or a word that says that the scene goes on.
  static func isOfPage(_ content: ArraySlice<UInt8>, indent: Int, action: Int) -> Bool {
    guard content.count <= 40 else { return false }
    if content.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) {
      return indent > action + 8 && content.count <= 5
    }
    let words = String(decoding: content.filter { !(0x30...0x39).contains($0) }, as: UTF8.self)
      .split { !$0.isLetter }
    return words == ["CONTINUED"]
  }

  /// Whether `text` alone is what a page turn or a revision leaves: `(MORE)`, `1 CONTINUED: 1`, `2 OMITTED 2`, `12.`, `***`.
  ///
  /// The number of an act or a scene is none: `number` says whether one alone counts.
  static func isLeftBehind(_ text: String, number: Bool) -> Bool {
    guard text.utf8.count <= 40 else { return false }
    let words = text.uppercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
    if words.isEmpty { return !text.isEmpty && text.allSatisfy { $0 == "*" || $0 == " " } }
    let letters = words.filter { !isNumber($0) && !$0.allSatisfy(\.isNumber) }
    if letters.isEmpty {
      return number && text.allSatisfy { $0.isNumber || $0 == "." || $0 == " " || $0 == "-" }
    }
    guard letters.count == 1, let word = letters.first else { return false }
    switch word {
    case "MORE": return words.count == 1 && text.hasPrefix("(")
    case "CONTINUED", "OMITTED":
      return words.count > 1 || text.hasSuffix(":") || text.hasPrefix("(")
        || text == text.uppercased()
    case "CONT'D", "CONT’D": return words.count == 1
    default: return false
    }
  }

  static func isMore(_ content: ArraySlice<UInt8>) -> Bool {
    content.elementsEqual("(MORE)".utf8) || content.elementsEqual("(more)".utf8)
  }

  /// A heading, with the number that stands at both its sides or at one.
  static func heading(_ text: String) -> (text: String, number: String?)? {
    var words = text.split { $0 == " " || $0 == "\t" }
    var number: String?
    if let first = words.first, words.count > 2, isNumber(first) {
      number = String(first)
      words.removeFirst()
      if words.last == first { words.removeLast() }
    } else if let last = words.last, words.count > 2, isNumber(last), text.contains("   ") {
      number = String(last)
      words.removeLast()
    }
    let line = words.joined(separator: " ")
    guard let heading = Heading(Array(line.utf8)[...], isFirst: true, rules: .exact),
      !heading.isForced
    else { return nil }
    return (heading.text, heading.number ?? number)
  }

  /// Whether it may be the number of a scene, as 12, 12A and A12 are.
  private static func isNumber(_ word: Substring) -> Bool {
    word.count <= 6 && word.contains { $0.isWholeNumber }
      && word.allSatisfy { $0.isWholeNumber || $0.isUppercase || $0 == "." || $0 == "-" }
  }
}
