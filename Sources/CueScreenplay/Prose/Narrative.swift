/// A word, a punctuation mark or a whole quotation.
struct NarrativeWord {
  enum Kind { case word, comma, colon, dash, stop, quotation }
  var kind: Kind
  /// As written, without a genitive ending.
  var text = ""
  var lower = ""
  var isGenitive = false
  /// The index of the first word of its sentence.
  var sentence = 0
  /// For a quotation: its index in `sayings`.
  var saying = -1

  var isCapital: Bool { text.unicodeScalars.first?.properties.isUppercase == true && lower != "i" }
  var isSmall: Bool { kind == .word && !isCapital && lower != "i" }
  var isBreak: Bool { kind != .word }
}

/// The paragraphs as words; each quotation is one word of its paragraph.
struct Narrative {
  struct Saying {
    let paragraph: Int
    /// UTF-8 offsets in the paragraph, with the marks and without.
    let range: Range<Int>
    let inside: Range<Int>
    let isClosed: Bool
    let words: [NarrativeWord]
    /// The sign before the closing mark; nil after a letter.
    let ending: NarrativeWord.Kind?
    /// The place of the quotation among the words of its paragraph.
    var place = 0
  }

  var passages: [[NarrativeWord]] = []
  var sayings: [Saying] = []
  /// Capitalized uses of each word within sentences, minus its lowercase uses.
  private var capitals: [String: Int] = [:]

  init(_ paragraphs: [String]) {
    let texts = paragraphs.map { Array($0.unicodeScalars) }
    let marks = QuotationMarks(texts)
    for (paragraph, text) in texts.enumerated() {
      var offsets: [Int] = [0]
      offsets.reserveCapacity(text.count + 1)
      for scalar in text { offsets.append(offsets.last! + UTF8.width(scalar)) }
      var words: [NarrativeWord] = []
      var place = 0
      for span in marks.spans(in: text) {
        words += Narrative.words(text[place..<span.places.lowerBound])
        if span.isDashed { words.append(NarrativeWord(kind: .dash)) }
        let inner = Narrative.words(text[span.inside])
        words.append(NarrativeWord(kind: .quotation, saying: sayings.count))
        sayings.append(
          Saying(
            paragraph: paragraph,
            range: offsets[span.places.lowerBound]..<offsets[span.places.upperBound],
            inside: offsets[span.inside.lowerBound]..<offsets[span.inside.upperBound],
            isClosed: span.isClosed, words: markSentences(inner),
            ending: inner.last.flatMap { $0.isBreak ? $0.kind : nil },
            place: words.count - 1))
        place = span.places.upperBound
      }
      words += Narrative.words(text[place...])
      passages.append(markSentences(words))
    }
    for words in passages { count(words) }
  }

  /// Whether a capitalized word is a name, even at the beginning of a sentence.
  func isName(_ word: NarrativeWord) -> Bool { capitals[word.lower, default: 0] > 0 }

  private mutating func count(_ words: [NarrativeWord]) {
    for (place, word) in words.enumerated() where word.kind == .word {
      if word.isSmall {
        capitals[word.lower, default: 0] -= 1
      } else if word.sentence != place {
        capitals[word.lower, default: 0] += 1
      }
    }
  }

  /// Sets the place where each sentence begins: after a stop, and after a quotation that ends with one if a capital follows.
  private func markSentences(_ words: [NarrativeWord]) -> [NarrativeWord] {
    var words = words
    var start = 0
    for place in words.indices {
      if place > 0, words[place - 1].kind == .stop { start = place }
      if place > 0, words[place - 1].kind == .quotation,
        sayings[words[place - 1].saying].ending == .stop,
        words[place].isCapital
      {
        start = place
      }
      words[place].sentence = start
    }
    return words
  }

  /// Short forms with a point that ends no sentence.
  private static let abbreviations: Set<String> = [
    "mr", "mrs", "ms", "dr", "st", "mme", "mlle", "prof", "capt", "rev", "col", "gen", "lt", "sgt",
    "hon", "messrs",
  ]

  private static func words(_ text: ArraySlice<Unicode.Scalar>) -> [NarrativeWord] {
    var words: [NarrativeWord] = []
    var place = text.startIndex
    func scalar(_ place: Int) -> Unicode.Scalar { place < text.endIndex ? text[place] : " " }
    func add(_ kind: NarrativeWord.Kind) {
      if kind == .comma || words.last?.kind != kind { words.append(NarrativeWord(kind: kind)) }
    }
    while place < text.endIndex {
      let start = place
      while scalar(place).isOfWord
        || (place > start && joins(scalar(place)) && scalar(place + 1).isOfWord)
      { place += 1 }
      if place > start {
        var word = String(String.UnicodeScalarView(text[start..<place]))
        let isGenitive = word.hasSuffix("’s") || word.hasSuffix("'s")
        if isGenitive { word.removeLast(2) }
        let lower = word.lowercased()
        if scalar(place) == ".",
          abbreviations.contains(lower) || (word.count == 1 && lower != "i" && word != lower)
        {
          word += "."
          place += 1
        }
        words.append(NarrativeWord(kind: .word, text: word, lower: lower, isGenitive: isGenitive))
        continue
      }
      switch text[place] {
      case ",": add(.comma)
      case ";": add(.comma)
      case ":": add(.colon)
      case ".", "!", "?", "…": add(.stop)
      case "—", "–", "―": add(.dash)
      case "-" where scalar(place + 1) == "-": add(.dash)
      default: break
      }
      place += 1
    }
    return words
  }

  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "’" || scalar == "'" || scalar == "-"
  }
}
