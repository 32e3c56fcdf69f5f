/// The form of a name for comparison, without case, accents and typography.
public enum NameKey {
  /// The key of `name`: "Zoë O’Connor" and "ZOE OCONNOR" have "zoe oconnor".
  ///
  /// Ligatures are spelled out, case and accents folded without regard to a locale, invisible characters, apostrophes and
  /// other symbols removed. One hyphen separates words with any dash between them, else one blank; there is neither at the
  /// edges.
  public static func key(_ name: String) -> String {
    var key = String.UnicodeScalarView()
    var (hasBlank, hasDash) = (false, false)
    // Folding may make several scalars of one, so separators of words are looked for in its result.
    for scalar in Folding.folded(name.unicodeScalars).unicodeScalars {
      if scalar.value == 0x200B { continue }
      if scalar.isBlank {
        hasBlank = true
      } else if scalar.isDash {
        hasDash = true
      } else if scalar.isLetter || scalar.properties.numericType != nil {
        if (hasBlank || hasDash) && !key.isEmpty { key.append(hasDash ? "-" : " ") }
        (hasBlank, hasDash) = (false, false)
        key.append(scalar)
      }
    }
    return String(key)
  }
}
