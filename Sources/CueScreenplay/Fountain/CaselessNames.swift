/// Cues in letters without capitals (Chinese, Arabic, Hindi): a short line above speeches, again and again.
enum CaselessNames {
  /// The names that stand above text at least twice after an empty line.
  static func all(in page: Page) -> Set<String> {
    var counts: [String: Int] = [:]
    let rows = page.rows
    for index in rows.indices where rows[index].isText {
      guard index == 0 || !rows[index - 1].isText, index + 1 < rows.count, rows[index + 1].isText
      else { continue }
      let content = page.content(rows[index])
      guard content.count <= 96, content.first.map({ $0 >= 0x80 }) ?? false,
        let name = name(String(decoding: content, as: UTF8.self))
      else { continue }
      counts[name, default: 0] += 1
    }
    return Set(counts.filter { $0.value > 1 }.keys)
  }

  /// The name on a line, without what stands in brackets; nil if it is not one.
  static func name(_ line: String) -> String? {
    let plain = withPlainBrackets(line)
    let name = trimmed(plain.prefix { $0 != "(" })
    guard (1...20).contains(name.unicodeScalars.count), plain.hasSuffix(")") || !plain.contains("(")
    else { return nil }
    var letters = 0
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .otherLetter: letters += 1
      case .nonspacingMark, .spacingMark, .modifierLetter, .decimalNumber, .spaceSeparator,
        .dashPunctuation:
        continue
      default: return nil
      }
      if scalar.properties.isUppercase || scalar.properties.isLowercase { return nil }
    }
    return letters > 0 ? String(name) : nil
  }

  /// Brackets as wide as East Asian letters become plain ones.
  static func withPlainBrackets(_ line: String) -> String {
    guard line.unicodeScalars.contains(where: { $0 == "（" || $0 == "）" }) else { return line }
    return String(line.map { $0 == "（" ? "(" : $0 == "）" ? ")" : $0 })
  }
}
