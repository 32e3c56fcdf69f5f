/// A name as it is compared, whatever its spelling has of case, accents and typography.
public enum NameKey {
  /// The key of `name`: "Zoë O’Connor" and "ZOE OCONNOR" have "zoe oconnor".
  ///
  /// Ligatures are spelled out, case and accents folded without regard to a locale, invisible characters, apostrophes and
  /// other symbols gone. What parts the words is one hyphen where any dash stood between them, and else one blank; at the
  /// edges is neither.
  public static func key(_ name: String) -> String {
    var key = String.UnicodeScalarView()
    var (hasBlank, hasDash) = (false, false)
    // Folding may spell one scalar as several, so what parts words is looked for in what it gives.
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
