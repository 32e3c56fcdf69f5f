/// Whether a stretch is all that stands there: what a rule takes must not be a part of something larger.
///
/// `10:00` is a part of `10:00-11:30`, `3.50` of `x$3.50`, `5` of `5²`: said alone, such parts would be wrong. A rule that
/// does not take the whole is no rule for it.
struct WholeToken {
  let text: TextScalars

  /// Whether neither end of `range` cuts something.
  func holds(_ range: Range<Int>) -> Bool {
    startsAt(range.lowerBound) && endsAt(range.upperBound)
  }

  /// Whether nothing before `start` belongs to what begins there.
  func startsAt(_ start: Int) -> Bool {
    guard start > 0 else { return true }
    let before = text[start - 1]
    if isForeign(before) || (before == "/" && start > 1 && text[start - 2].isLetter) {
      return false
    }
    return !(isJoint(before) && start > 1 && (text[start - 2].isDigit || isSign(text[start - 2])))
  }

  /// Whether nothing behind `end` belongs to what ends there.
  func endsAt(_ end: Int) -> Bool {
    guard end < text.count else { return true }
    let behind = text[end]
    if isForeign(behind) { return false }
    return !(isJoint(behind) && (text[end + 1].isDigit || isSign(text[end + 1])))
  }

  /// Behind the last sign of the token at `index`: the next blank, or the end.
  func end(from index: Int) -> Int {
    var end = index
    while end < text.count, !text.scalars[end].isBlank { end += 1 }
    return end
  }

  /// What a number is never next to without being a part of more.
  private func isForeign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isLetter || scalar.isDigit || isSign(scalar)
  }

  /// A sign that belongs to the number it touches: of a currency, a share or a power.
  private func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "%", "‰", "°": return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .currencySymbol, .otherNumber, .letterNumber, .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Signs that join numbers to one: `1.2`, `2:1`, `2-1`, `24/7`, `5'10`.
  ///
  /// The underscore does not: it emphasizes.
  private func isJoint(_ scalar: Unicode.Scalar) -> Bool {
    ".,:/-–'’·".unicodeScalars.contains(scalar)
  }
}
