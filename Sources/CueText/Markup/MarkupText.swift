/// Text inside HTML, XML and formats with similar signs.
public enum MarkupText {
  /// `text`, escaped so that nothing in it is markup.
  ///
  /// - Parameters:
  ///   - text: anything
  ///   - other: the replacement for a scalar other than `&`, `<` and `>`; nil if it stays
  /// - Returns: the text with references in place of the signs
  public static func escaped(
    _ text: String, other: (Unicode.Scalar) -> String? = { _ in nil }
  ) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default:
        if let written = other(scalar) {
          escaped += written
        } else {
          escaped.unicodeScalars.append(scalar)
        }
      }
    }
    return escaped
  }
}
