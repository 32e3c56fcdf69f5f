/// Whether a range is a whole token, and not a part of a larger one.
///
/// `10:00` is a part of `10:00-11:30`, `3.50` of `x$3.50`, `5` of `5²`: to say such parts alone would be wrong. So a rule must take a
/// whole token or nothing.
struct WholeToken {
  let text: TextScalars

  /// Whether neither end of `range` is within a token.
  func holds(_ range: Range<Int>) -> Bool {
    startsAt(range.lowerBound) && endsAt(range.upperBound)
  }

  /// Whether a token can begin at `start`.
  func startsAt(_ start: Int) -> Bool {
    guard start > 0 else { return true }
    let before = text[start - 1]
    if isForeign(before) || (before == "/" && start > 1 && text[start - 2].isLetter) {
      return false
    }
    return !(isJoint(before) && start > 1 && (text[start - 2].isDigit || isSign(text[start - 2])))
  }

  /// Whether a token can end at `end`.
  func endsAt(_ end: Int) -> Bool {
    guard end < text.count else { return true }
    let after = text[end]
    if isForeign(after) { return false }
    return !(isJoint(after) && (text[end + 1].isDigit || isSign(text[end + 1])))
  }

  /// The end of the token at `index`: the next blank, or the end of the text.
  func end(from index: Int) -> Int {
    var end = index
    while end < text.count, !text.scalars[end].isBlank { end += 1 }
    return end
  }

  /// Whether a number next to `scalar` is a part of a larger token.
  private func isForeign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isLetter || scalar.isDigit || isSign(scalar)
  }

  /// Whether `scalar` belongs to the number it touches: a sign of a currency, a percentage or a power.
  private func isSign(_ scalar: Unicode.Scalar) -> Bool {
    if "%‰°".unicodeScalars.contains(scalar) { return true }
    return switch scalar.properties.generalCategory {
    case .currencySymbol, .otherNumber, .letterNumber, .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether `scalar` joins numbers to one token: `1.2`, `2:1`, `2-1`, `24/7`, `5'10`.
  ///
  /// The underscore does not: it emphasizes.
  private func isJoint(_ scalar: Unicode.Scalar) -> Bool {
    ".,:/-–'’·".unicodeScalars.contains(scalar)
  }
}
