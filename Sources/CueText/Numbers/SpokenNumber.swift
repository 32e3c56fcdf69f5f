/// A number in words, being understood word by word.
struct SpokenNumber {
  /// What was said, in digits, with a sign and decimals where there are any.
  private(set) var digits = ""

  /// Numbers side by side; all but the last are complete.
  private var groups: [Group] = []
  private var decimals: [UInt8]?
  private var scaleZeros = 0

  /// A number such as "two thousand and nineteen", as far as it was said.
  private struct Group {
    enum Last { case one, tens, zero, literal, article, hundred, scale, and }
    var total: UInt64 = 0
    var section: UInt64 = 0
    var zerosLeft = 15
    var last: Last
    var written: [UInt8]?
    var isPlain = true

    var value: UInt64 { total + section }
    var isComplete: Bool { last != .article && last != .and }
    var takesMore: Bool { last == .hundred || last == .scale || last == .and }
    var digits: [UInt8] { written ?? String(value).utf8.map { $0 - 0x30 } }
  }

  /// Nothing where `text` says no number.
  init?(_ text: String) {
    var words = Self.words(of: text)
    var isNegative = false
    if let first = words.first, first == "minus" || first == "negative" || first == "-" {
      isNegative = true
      words.removeFirst()
    }
    guard !words.isEmpty, words != ["point"] else { return nil }
    for word in words {
      guard scaleZeros == 0, take(word) else { return nil }
    }
    guard let whole = wholeDigits() else { return nil }
    var integer = whole
    var fraction = decimals ?? []
    for _ in 0..<scaleZeros { integer.append(fraction.isEmpty ? 0 : fraction.removeFirst()) }
    if scaleZeros > 0 {
      while integer.count > 1, integer[0] == 0 { integer.removeFirst() }
    } else if decimals == [] {
      fraction = [0]
    }
    digits = Self.text(integer)
    if !fraction.isEmpty { digits += "." + Self.text(fraction) }
    if isNegative, (integer + fraction).contains(where: { $0 > 0 }) { digits = "-" + digits }
  }

  /// The words, folded, hyphens taken for blanks, a sign before digits on its own.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word: [Unicode.Scalar] = []
    func end() {
      while let last = word.last, ".,!?;:…".unicodeScalars.contains(last) { word.removeLast() }
      if !word.isEmpty { words.append(Folding.folded(word)) }
      word = []
    }
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      guard scalar.isBlank || scalar.isDash else {
        word.append(scalar)
        continue
      }
      let isSign =
        scalar.isDash && words.isEmpty && word.isEmpty
        && index + 1 < scalars.count
        && (scalars[index + 1].digit != nil || scalars[index + 1] == ".")
      end()
      if isSign { words.append("-") }
    }
    end()
    return words
  }

  private static func text(_ digits: [UInt8]) -> String {
    String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
  }

  private mutating func take(_ word: String) -> Bool {
    if word == "point" {
      defer { decimals = [] }
      return decimals == nil && (groups.last?.isComplete ?? true)
    }
    if let scale = EnglishNumbers.scales.first(where: { $0.word == word }) {
      return take(scaleOf: scale.zeros)
    }
    if let one = EnglishNumbers.ones.firstIndex(of: word) {
      return take(UInt64(one), as: one == 0 ? .zero : one < 10 ? .one : .tens, fixed: one >= 10)
    }
    if let ten = EnglishNumbers.tens.firstIndex(of: word), ten > 1 {
      return take(UInt64(ten * 10), as: .tens)
    }
    switch word {
    case "oh", "o", "nought":
      return (decimals != nil || !groups.isEmpty) && take(0, as: .zero)
    case "a", "an": return take(1, as: .article)
    case "hundred": return takeHundred()
    case "and":
      guard decimals == nil, let last = groups.last?.last, last == .hundred || last == .scale
      else { return false }
      groups[groups.count - 1].last = .and
      return true
    default: return take(literal: word)
    }
  }

  /// Whether the last number below 100 is "twenty", which takes a "three", or "thirteen", which does not.
  private var lastIsFixed = false

  private mutating func take(_ value: UInt64, as kind: Group.Last, fixed: Bool = false) -> Bool {
    defer { lastIsFixed = fixed }
    if var digits = decimals {
      guard kind != .article else { return false }
      if kind == .one, decimalsEndInTens, !lastIsFixed { digits.removeLast() }
      decimals = digits + String(value).utf8.map { $0 - 0x30 }
      decimalsEndInTens = kind == .tens
      return true
    }
    let index = groups.count - 1
    if let group = groups.last {
      let joins =
        kind == .one && group.last == .tens && !lastIsFixed
        || group.takesMore && kind != .zero && kind != .article
      if joins {
        groups[index].section += value
        groups[index].last = kind
        return true
      }
      guard group.isComplete, kind != .article else { return false }
    }
    groups.append(Group(section: value, last: kind))
    return true
  }

  private var decimalsEndInTens = false

  private mutating func takeHundred() -> Bool {
    guard decimals == nil, let group = groups.last, (1...99).contains(group.section),
      ![.hundred, .scale, .and].contains(group.last)
    else { return false }
    groups[groups.count - 1].section *= 100
    groups[groups.count - 1].last = .hundred
    groups[groups.count - 1].isPlain = false
    return true
  }

  private mutating func take(scaleOf zeros: Int) -> Bool {
    if decimals?.isEmpty == false {
      scaleZeros = zeros
      return true
    }
    guard decimals == nil, let group = groups.last, group.section > 0, zeros < group.zerosLeft,
      group.section < 10_000, group.last != .and
    else { return false }
    let index = groups.count - 1
    groups[index].total += group.section * EnglishNumbers.powerOfTen(zeros)
    groups[index].section = 0
    groups[index].zerosLeft = zeros
    groups[index].last = .scale
    groups[index].isPlain = false
    groups[index].written = nil
    return true
  }

  /// Digits, with commas between thousands and with decimals where there are any.
  private mutating func take(literal word: String) -> Bool {
    let parts = word.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Self.digits(parts[0]) else { return false }
    if decimals != nil {
      guard parts.count == 1, !whole.isEmpty else { return false }
      decimals? += whole
      decimalsEndInTens = false
      return true
    }
    if parts.count == 2 {
      guard groups.isEmpty, let fraction = Self.digits(parts[1]), !fraction.isEmpty else {
        return false
      }
      if !whole.isEmpty { groups.append(Group(last: .literal, written: whole)) }
      decimals = fraction
      return true
    }
    guard !whole.isEmpty else { return false }
    if let group = groups.last, group.takesMore {
      guard whole.count <= 3 else { return false }
      groups[groups.count - 1].section += whole.reduce(0) { $0 * 10 + UInt64($1) }
      groups[groups.count - 1].last = .literal
      return true
    }
    guard groups.last?.isComplete ?? true else { return false }
    let value = whole.count <= 4 ? whole.reduce(UInt64(0)) { $0 * 10 + UInt64($1) } : 0
    groups.append(Group(section: value, last: .literal, written: whole))
    return true
  }

  /// The digits of `text`; empty if it is empty, nil if it has anything else.
  private static func digits(_ text: Substring.UnicodeScalarView) -> [UInt8]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count > 1 {
      guard (1...3).contains(parts[0].count), parts.dropFirst().allSatisfy({ $0.count == 3 })
      else { return nil }
    }
    var digits: [UInt8] = []
    for scalar in parts.joined() {
      guard let digit = scalar.digit else { return nil }
      digits.append(digit)
    }
    return digits
  }

  private func wholeDigits() -> [UInt8]? {
    guard let first = groups.first else { return [0] }
    guard groups.allSatisfy(\.isComplete) else { return nil }
    if groups.count == 1 { return first.digits }
    guard groups.allSatisfy({ $0.isPlain && $0.digits.count <= 2 }) else { return nil }
    return groups.flatMap(\.digits)
  }
}
