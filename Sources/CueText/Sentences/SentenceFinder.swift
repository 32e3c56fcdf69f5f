/// Where sentences begin: what ICU proposes, judged by the rules of the language.
struct SentenceFinder {
  private let text: TextScalars
  private let rules: LanguageRules
  private let paragraphs: [Range<Int>]
  /// Where ICU begins sentences; nil if it is missing.
  private let proposals: [Int]?

  /// - Parameters:
  ///   - text: the text
  ///   - language: a BCP 47 tag
  ///   - paragraphs: its paragraphs, which are together the whole of it
  init(text: TextScalars, language: String, paragraphs: [Range<Int>]) {
    self.text = text
    self.paragraphs = paragraphs
    rules = LanguageRules.of(language)
    let offsets = LibraryBreaks.starts(
      in: SentenceFinder.unwrapped(text, paragraphs), language: language,
      knowsAbbreviations: rules.hasNoList)
    var index = 0
    proposals = offsets?.map { offset in
      while text.offsets[index] < offset { index += 1 }
      return index
    }
  }

  /// UTF-8 without line breaks in wrapped lines: ICU ends a sentence at every line end.
  private static func unwrapped(_ text: TextScalars, _ paragraphs: [Range<Int>]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.offsets[text.count])
    for paragraph in paragraphs {
      let content = text.trimmed(paragraph)
      for index in paragraph {
        let scalar = text.scalars[index]
        if scalar.value < 0x80 {
          let isWrap = scalar.endsLine && content.contains(index)
          bytes.append(isWrap ? 0x20 : UInt8(scalar.value))
        } else {
          bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
      }
    }
    return bytes
  }

  /// The index of each sentence but the first, those of paragraphs among them, in rising order.
  func starts() -> [Int] {
    var starts: [Int] = []
    var rest = (proposals ?? [])[...]
    let caseTells =
      text.scalars.contains(where: \.isUpper) && text.scalars.contains(where: \.isLower)
    for paragraph in paragraphs {
      if paragraph.lowerBound > 0 { starts.append(paragraph.lowerBound) }
      rest = rest.drop { $0 <= paragraph.lowerBound }
      let inside = rest.prefix { $0 < paragraph.upperBound }
      let judge = SentenceJudge(text: text, rules: rules, caseTells: caseTells)
      starts += find(in: paragraph, Array(inside), judge, rules)
    }
    return starts
  }

  private func find(
    in paragraph: Range<Int>, _ proposals: [Int], _ judge: SentenceJudge, _ rules: LanguageRules
  ) -> [Int] {
    let content = text.trimmed(paragraph)
    let lastWord = lastWord(in: content)
    let items = ListMarker.itemStarts(text, in: paragraph, hasOrdinals: rules.hasOrdinals)
    let enclosures = Enclosures(text, in: content)
    var starts = items
    var sentenceStart = content.lowerBound
    let wide = WideQuotes(text)
    var proposals = proposals.compactMap { wide.begin($0, after: content.lowerBound) }[...]
    var itemsAhead = items[...]
    for juncture in Juncture.all(in: content, of: text, rules) {
      // ICU also finds ends in other scripts.
      while let proposal = proposals.first, proposal <= juncture.marks.lowerBound {
        if !enclosures.hold(proposal) {
          starts.append(proposal)
          sentenceStart = proposal
        }
        proposals.removeFirst()
      }
      while let item = itemsAhead.first, item <= juncture.marks.lowerBound {
        sentenceStart = max(sentenceStart, item)
        itemsAhead.removeFirst()
      }
      var isProposed = self.proposals == nil
      while let proposal = proposals.first, proposal <= juncture.next {
        isProposed = true
        proposals.removeFirst()
      }
      guard juncture.next <= lastWord, !enclosures.hold(juncture.next),
        judge.ends(juncture, from: sentenceStart, isProposed: isProposed)
      else { continue }
      starts.append(juncture.next)
      sentenceStart = juncture.next
    }
    starts += proposals.filter { !enclosures.hold($0) }
    return Set(starts).filter { $0 > content.lowerBound && $0 <= lastWord }.sorted()
  }

  /// The last scalar that is not a blank, mark or closing sign: such alone are not a sentence.
  private func lastWord(in content: Range<Int>) -> Int {
    content.last {
      !text.scalars[$0].isBlank && !text.scalars[$0].isCloser && !rules.stops(text.scalars[$0])
    }
      ?? content.lowerBound
  }
}
