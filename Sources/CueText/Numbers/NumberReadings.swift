/// What may be said for a written number.
enum NumberReadings {
  /// The readings of `number` in English, the usual one first: at least one, each with words.
  static func readings(of number: WrittenNumber) -> [[String]] {
    let unsigned = unsignedReadings(of: number)
    guard number.isNegative else { return unsigned }
    return unsigned.map { ["minus"] + $0 } + unsigned.map { ["negative"] + $0 }
  }

  private static func unsignedReadings(of number: WrittenNumber) -> [[String]] {
    if case .fraction(let sign) = number.form { return fractions(sign) }
    if let currency = number.currency { return money(number, currency: currency) }
    let plain = amounts(number)
    switch number.form {
    case .plain, .fraction: return plain
    case .ordinal: return EnglishNumbers.unique(cardinals(number).map(EnglishNumbers.ordinal))
    case .plural: return plain.map(EnglishNumbers.plural)
    case .percent: return plain.flatMap { [$0 + ["percent"], $0 + ["per", "cent"]] }
    case .time(let minutes): return times(number.whole, minutes)
    case .ratio(let below): return ratios(number, below: below)
    }
  }

  /// Readings without those of years and room numbers.
  private static func cardinals(_ number: WrittenNumber) -> [[String]] {
    EnglishNumbers.readings(of: number.whole.isEmpty ? [0] : number.whole, isGrouped: true)
  }

  private static func amounts(_ number: WrittenNumber) -> [[String]] {
    guard !number.decimals.isEmpty else {
      return EnglishNumbers.readings(of: number.whole, isGrouped: number.isGrouped)
    }
    let wholes = number.whole.isEmpty ? [["zero"], []] : cardinals(number)
    let zeros = number.decimals.contains(0) ? ["zero", "oh"] : ["zero"]
    let readings = wholes.flatMap { whole in
      zeros.map { whole + ["point"] + EnglishNumbers.digits(number.decimals, zero: $0) }
    }
    // "point five", and not "zero point five", is what ".5" shows.
    return number.whole.isEmpty ? readings.reversed() : readings
  }

  private static func fractions(_ sign: Unicode.Scalar) -> [[String]] {
    switch sign {
    case "½": [["half"], ["a", "half"], ["one", "half"]]
    case "⅓": [["a", "third"], ["one", "third"]]
    case "⅔": [["two", "thirds"]]
    case "¼": [["a", "quarter"], ["one", "quarter"], ["a", "fourth"], ["one", "fourth"]]
    default: [["three", "quarters"], ["three", "fourths"]]
    }
  }

  private static func ratios(_ number: WrittenNumber, below: [UInt8]) -> [[String]] {
    let side = EnglishNumbers.readings(of: number.whole)[0]
    let other = EnglishNumbers.readings(of: below)[0]
    let plain = [side + other, side + ["over"] + other, side + ["slash"] + other]
    let named: [[String]] =
      switch (number.whole, below) {
      case ([1], [2]): fractions("½")
      case ([1], [3]): fractions("⅓")
      case ([2], [3]): fractions("⅔")
      case ([1], [4]): fractions("¼")
      case ([3], [4]): fractions("¾")
      default: []
      }
    return named + plain
  }

  /// 7:30 as "seven thirty" and "half past seven".
  private static func times(_ hours: [UInt8], _ minutes: [UInt8]) -> [[String]] {
    let hour = hours.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
    let minute = minutes.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
    let said = EnglishNumbers.cardinal(hour)
    let next = EnglishNumbers.cardinal(hour % 12 + 1)
    switch minute {
    case 0: return [said, said + ["o'clock"], said + ["hundred"]]
    case 1...9:
      let low = EnglishNumbers.cardinal(minute)
      return [said + ["oh"] + low, low + ["past"] + said, said + ["zero"] + low]
    case 15:
      return [
        said + ["fifteen"], ["quarter", "past"] + said, ["a", "quarter", "past"] + said,
      ]
    case 30: return [said + ["thirty"], ["half", "past"] + said]
    case 45:
      return [
        said + EnglishNumbers.cardinal(45), ["quarter", "to"] + next,
        ["a", "quarter", "to"] + next,
      ]
    default: return [said + EnglishNumbers.cardinal(minute)]
    }
  }

  private static func money(_ number: WrittenNumber, currency: Unicode.Scalar) -> [[String]] {
    let (one, many, cent, cents) =
      switch currency {
      case "$": ("dollar", "dollars", "cent", "cents")
      case "£": ("pound", "pounds", "penny", "pence")
      case "€": ("euro", "euros", "cent", "cents")
      default: ("yen", "yen", "sen", "sen")
      }
    if let scale = number.scale { return amounts(number).map { $0 + [scale, many] } }
    let wholes = cardinals(number)
    if number.decimals.isEmpty || number.decimals.allSatisfy({ $0 == 0 }) {
      guard number.whole == [1] else { return wholes.map { $0 + [many] } }
      return [["one", one], ["a", one]]
    }
    guard number.decimals.count == 2 else {
      return amounts(number).map { $0 + [many] }
    }
    let low = UInt64(number.decimals[0]) * 10 + UInt64(number.decimals[1])
    let coins = EnglishNumbers.cardinal(low) + [low == 1 ? cent : cents]
    if number.whole.allSatisfy({ $0 == 0 }) { return [coins] }
    let bare = (low < 10 ? ["oh"] : []) + EnglishNumbers.cardinal(low)
    return wholes.flatMap { whole in
      let full = whole + [number.whole == [1] ? one : many]
      return [full + ["and"] + coins, full + coins, full + bare, whole + bare]
    } + amounts(number).map { $0 + [many] }
  }
}
