/// Strings of JSON (RFC 8259).
public enum JSONString {
  /// `string` with its quotes.
  ///
  /// What commands a terminal is escaped. `isForPage`: so is what could end a script element of a page that holds it.
  public static func quoted(_ string: String, isForPage: Bool = false) -> String {
    var quoted = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F, "<" where isForPage,
        ">" where isForPage, "&" where isForPage, "\u{2028}" where isForPage,
        "\u{2029}" where isForPage:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
