/// A row that names an act or a scene by its number: `ACT I`, `FIRST ACT`, `Act the First`, `Actus primus. Scoena prima.`.
struct Division {
  enum Level: Int, Comparable {
    case act, scene
    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  let level: Level
  /// Whether nothing but the division and its number stands there.
  let isBare: Bool
  /// Bytes of the text up to the end of the number and its stop.
  let length: Int

  private static let longest = 160

  /// Reads `text`, which begins a paragraph; nil if it is not a division.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longest || text.utf8.first.map({ $0 != 0x20 }) == true else {
      return nil
    }
    let words = Self.words(of: text)
    guard let first = words.first else { return nil }
    if words.count == 1, Self.lone.contains(first.key) {
      (level, isBare, length) = (.act, true, text.utf8.count)
      return
    }
    if words.count == 2, first.key == "THE", Self.lone.contains(words[1].key) {
      (level, isBare, length) = (.act, true, text.utf8.count)
      return
    }
    guard let match = Self.match(words) else { return nil }
    var end = match.count
    // `ACT I, SCENE 2`.
    var deepest = match.level
    while end < words.count, let more = Self.match(Array(words[end...])), more.level == .scene {
      end += more.count
      deepest = .scene
    }
    if end < words.count {
      // A title follows a stop, or all is in capitals.
      let isCapitals = !text.unicodeScalars.contains { $0.properties.isLowercase }
      // `Second act; what is the matter with it?` is said.
      let isNumberFirst = Self.level(of: words[0].key) == nil
      guard isCapitals || words[end - 1].isStopped && (!isNumberFirst || words[end - 1].stop != ";")
      else { return nil }
      guard !Self.noDivision.contains(words[end].key) else { return nil }
      // `Scene one: I come in.` opens no sentence of a speech in small letters.
      guard words[0].isCapital else { return nil }
    }
    guard words[0].isCapital || end == words.count else { return nil }
    (level, isBare, length) = (
      min(match.level, deepest), end == words.count, words[end - 1].end
    )
  }

  private struct Word {
    let key: String
    let end: Int
    let isStopped: Bool
    let stop: Character?
    let isCapital: Bool
  }

  private static func words(of text: String) -> [Word] {
    var words: [Word] = []
    var start: String.Index?
    var index = text.startIndex
    func close(_ end: String.Index) {
      guard let from = start else { return }
      var next = end
      var isStopped = false
      while next < text.endIndex, ".,:;-–—_*".contains(text[next]) {
        isStopped = true
        next = text.index(after: next)
      }
      // `ACT I - TITLE`
      let rest = text[next...].drop { $0 == " " }
      if let dash = rest.first, "-–—".contains(dash) { isStopped = true }
      words.append(
        Word(
          key: text[from..<end].uppercased(),
          end: text.utf8.distance(from: text.startIndex, to: next),
          isStopped: isStopped, stop: end < text.endIndex ? text[end] : nil,
          isCapital: text[from].isUppercase || text[from].isNumber))
      start = nil
    }
    while index < text.endIndex, words.count < 12 {
      let character = text[index]
      if character.isLetter || character.isNumber || character == "'" || character == "’" {
        if start == nil { start = index }
      } else {
        close(index)
      }
      index = text.index(after: index)
    }
    if index == text.endIndex { close(index) }
    return words
  }

  private static func match(_ words: [Word]) -> (level: Level, count: Int)? {
    var rest = words[...]
    if rest.first?.key == "THE" { rest = rest.dropFirst() }
    guard let first = rest.first else { return nil }
    let skipped = words.count - rest.count
    if let level = Self.level(of: first.key) {
      var next = rest.dropFirst()
      var count = skipped + 1
      if next.first?.key == "THE" {
        next = next.dropFirst()
        count += 1
      }
      guard let number = next.first, isNumber(number.key) else { return nil }
      // "Act I think" goes on.
      return (level, count + 1)
    }
    guard isNumber(first.key), let second = rest.dropFirst().first,
      let level = Self.level(of: second.key)
    else { return nil }
    return (level, skipped + 2)
  }

  private static func level(of word: String) -> Level? {
    acts.contains(word) ? .act : scenes.contains(word) ? .scene : nil
  }

  static func isNumber(_ word: String) -> Bool {
    if numbers.contains(word) { return true }
    if word.allSatisfy({ "IVXLC".contains($0) }) { return true }
    let digits = word.prefix { $0.isNumber }
    return !digits.isEmpty
      && ["", "ST", "ND", "RD", "TH", "E", "ER", "A", "B"].contains(word.dropFirst(digits.count))
  }

  private static let acts: Set<String> = [
    "ACT", "ACTE", "AKT", "AUFZUG", "ACTUS", "ATTO", "ACTO", "ATO", "VAATUS", "NÄYTÖS", "BEDRIJF",
    "JEDNÁNÍ", "DĚJSTVÍ", "ДЕЙСТВИЕ", "АКТ", "ДІЯ", "HANDLING", "FELVONÁS",
  ]
  private static let scenes: Set<String> = [
    "SCENE", "SCENA", "SCOENA", "SCÆNA", "SCŒNA", "SCÈNE", "SZENE", "AUFTRITT", "ESCENA", "CENA",
    "STSEEN",
    "PILT", "KOHTAUS", "TABLEAU", "BILD", "TONEEL", "SCEN", "ЯВЛЕНИЕ", "СЦЕНА", "КАРТИНА", "ЯВА",
    "JELENET", "VÝSTUP",
  ]
  /// Parts of a play without a number.
  private static let lone: Set<String> = [
    "PROLOGUE", "PROLOG", "EPILOGUE", "EPILOG", "INDUCTION", "PROLOGO", "PRÓLOGO", "EPILOGO",
    "VORSPIEL", "NACHSPIEL",
    "PROLOOG", "EPILOOG", "ПРОЛОГ", "ЭПИЛОГ",
  ]
  /// Words that make an act something else: `ACT ONE DANCER` is a person, and `ACT I ENDS` is not a heading.
  private static let noDivision: Set<String> = ["ENDS", "CURTAIN", "DROP", "DANCER"]
  private static let numbers: Set<String> = [
    "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "FIRST",
    "SECOND", "THIRD", "FOURTH",
    "FIFTH", "SIXTH", "SEVENTH", "EIGHTH", "NINTH", "TENTH", "LAST", "PRIMUS", "SECUNDUS",
    "TERTIUS", "QUARTUS", "QUINTUS",
    "PRIMA", "SECUNDA", "TERTIA", "QUARTA", "QUINTA", "SEXTA", "SEPTIMA", "OCTAVA", "NONA",
    "DECIMA", "ULTIMA",
    "ERSTER", "ERSTE", "ERSTES", "ZWEITER", "ZWEITE", "ZWEITES", "DRITTER", "DRITTE", "DRITTES",
    "VIERTER", "VIERTE",
    "VIERTES", "FÜNFTER", "FÜNFTE", "FÜNFTES", "SECHSTER", "SECHSTE", "SIEBENTER", "SIEBTER",
    "ACHTER", "NEUNTER", "ZEHNTER",
    "LETZTER", "LETZTE", "PREMIER", "PREMIÈRE", "DEUXIÈME", "SECONDE", "TROISIÈME", "QUATRIÈME",
    "CINQUIÈME", "SIXIÈME",
    "DERNIER", "DERNIÈRE", "UNIQUE", "PRIMO", "SECONDO", "TERZO", "QUARTO", "QUINTO", "PRIMERO",
    "PRIMER", "SEGUNDO", "TERCERO",
    "TERCER", "CUARTO", "PRIMEIRO", "TERCEIRO", "ESIMENE", "TEINE", "KOLMAS", "NELJAS", "VIIES",
    "FÖRSTA", "ANDRA", "TREDJE",
    "FJÄRDE", "FEMTE", "FØRSTE", "ANDEN", "ENSIMMÄINEN", "TOINEN", "NELJÄS", "VIIDES", "ПЕРВОЕ",
    "ВТОРОЕ", "ТРЕТЬЕ",
    "ЧЕТВЕРТОЕ", "ЧЕТВЁРТОЕ", "ПЯТОЕ", "ПЕРВЫЙ", "ВТОРОЙ", "ТРЕТИЙ", "ЧЕТВЁРТЫЙ", "ПЕРВАЯ",
    "ВТОРАЯ", "ТРЕТЬЯ",
  ]
}
