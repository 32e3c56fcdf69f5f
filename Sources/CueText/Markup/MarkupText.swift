/// Text inside of HTML, XML and formats that have taken their signs.
public enum MarkupText {
  /// `text` so that nothing in it is markup.
  ///
  /// - Parameters:
  ///   - text: anything
  ///   - other: what a format wants of a scalar beside `&`, `<` and `>`; nothing where it stays
  /// - Returns: the text with references in their place
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
