/// A number as it stands in a line: "1,984", "$3.50", "7:30", "3rd", "5%", "1990s", "½".
struct WrittenNumber: Sendable, Equatable {
  enum Form: Sendable, Equatable {
    case plain, ordinal, plural, percent
    /// The digits of the minutes.
    case time([UInt8])
    /// The digits below the line: "3/4".
    case ratio([UInt8])
    /// ½
    case fraction(Unicode.Scalar)
  }
  var isNegative = false
  var currency: Unicode.Scalar?
  /// At least one, except in ".5".
  var whole: [UInt8] = []
  var isGrouped = false
  var decimals: [UInt8] = []
  var form = Form.plain
  /// "million" after an amount of money, which is said before the currency.
  var scale: String?

  /// The number that begins at `start`, and where it ends.
  static func read(_ scalars: [Unicode.Scalar], from start: Int) -> (WrittenNumber, end: Int)? {
    var reader = Reader(scalars: scalars, at: start)
    return reader.read().map { ($0, reader.at) }
  }

  private struct Reader {
    let scalars: [Unicode.Scalar]
    var at: Int

    func scalar(_ index: Int) -> Unicode.Scalar? {
      scalars.indices.contains(index) ? scalars[index] : nil
    }

    func digits(from start: Int) -> [UInt8] {
      var digits: [UInt8] = []
      while digits.count <= Tokens.mostDigits, let digit = scalar(start + digits.count)?.digit {
        digits.append(digit)
      }
      return digits
    }

    mutating func read() -> WrittenNumber? {
      var number = WrittenNumber()
      guard let first = scalar(at) else { return nil }
      if "½⅓⅔¼¾".unicodeScalars.contains(first) {
        number.form = .fraction(first)
        at += 1
        return number
      }
      var next = at
      if first.isDash, scalar(at - 1)?.isBlank ?? true {
        number.isNegative = true
        next += 1
      }
      if let sign = scalar(next), "$£€¥".unicodeScalars.contains(sign) {
        number.currency = sign
        next += 1
      }
      if scalar(next) == ".", scalar(next + 1)?.digit != nil,
        !(scalar(next - 1).map { $0.isLetter || $0.digit != nil } ?? false)
      {
        number.decimals = digits(from: next + 1)
        guard number.decimals.count <= Tokens.mostDigits else { return nil }
        at = next + 1 + number.decimals.count
        return number
      }
      number.whole = digits(from: next)
      guard !number.whole.isEmpty else { return nil }
      if number.whole.count > Tokens.mostDigits {
        number.whole = [number.whole[0]]
        at = next + 1
        return number
      }
      at = next + number.whole.count
      readRest(of: &number)
      return number
    }

    mutating func readRest(of number: inout WrittenNumber) {
      while number.whole.count <= 12, scalar(at) == ",", number.isGrouped || number.whole.count <= 3
      {
        let group = digits(from: at + 1)
        guard group.count == 3 else { break }
        number.whole += group
        number.isGrouped = true
        at += 4
      }
      if scalar(at) == "." {
        let decimals = digits(from: at + 1)
        if !decimals.isEmpty, decimals.count <= Tokens.mostDigits {
          number.decimals = decimals
          at += 1 + decimals.count
        }
      } else if scalar(at) == ":", number.whole.count <= 2 {
        let minutes = digits(from: at + 1)
        if minutes.count == 2, minutes[0] < 6 {
          number.form = .time(minutes)
          at += 3
        }
      } else if scalar(at) == "/" {
        let below = digits(from: at + 1)
        if (1...4).contains(below.count), number.whole.count <= 4 {
          number.form = .ratio(below)
          at += 1 + below.count
        }
      }
      guard number.form == .plain else { return }
      if number.currency != nil { return readScale(of: &number) }
      if scalar(at) == "%" {
        number.form = .percent
        at += 1
      } else if number.decimals.isEmpty {
        readSuffix(of: &number)
      }
    }

    mutating func readScale(of number: inout WrittenNumber) {
      guard let blank = scalar(at), blank.isBlank else { return }
      var end = at + 1
      while let letter = scalar(end), letter.isLetter, end - at < 10 { end += 1 }
      let word = Folding.folded(scalars[at + 1..<end])
      guard EnglishNumbers.scales.contains(where: { $0.word == word }) || word == "hundred" else {
        return
      }
      number.scale = word
      at = end
    }

    mutating func readSuffix(of number: inout WrittenNumber) {
      var end = at
      while let letter = scalar(end), letter.isLetter, end - at < 4 { end += 1 }
      let suffix = Folding.folded(scalars[at..<end])
      if ["st", "nd", "rd", "th"].contains(suffix) {
        number.form = .ordinal
        at = end
      } else if suffix == "s" {
        number.form = .plural
        at = end
      } else if let mark = scalar(at), mark.isApostrophe, scalar(at + 1) == "s",
        !(scalar(at + 2)?.isLetter ?? false)
      {
        number.form = .plural
        at += 2
      }
    }
  }
}
