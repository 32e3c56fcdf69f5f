import CueSystem

/// Reads plain text: plays, sides, transcripts, and screenplays without a format.
///
/// Every layout is tried on the whole file; the one with most rows that open with a name is taken.
enum PlainTextReader {
  /// The screenplay in `source`, in the layout `forced`, or in the likeliest one.
  static func read(_ source: SourceText, layout forced: ScriptLayout? = nil) -> Screenplay {
    let page = Page(source.utf8)
    let title = TitlePage(page)
    // `Anna: Hello!` looks like a title page's line, too.
    let isTitle = title.isFrontMatter || title.entries.contains { TitlePage.isKnown($0.key) }
    let play = PlayPage(page, from: isTitle ? title.rowCount : 0)
    let matter = PlayMatter(play)
    let choice = LayoutChoice(source, play, matter, forced: forced)
    var screenplay: Screenplay
    switch choice.layout {
    case .columns:
      screenplay = IndentedTextReader.read(source) ?? FountainReader.read(source, .stretched)
    case .fountain
    where forced == .fountain || matter.blocks.isEmpty && matter.castList.names.isEmpty:
      screenplay = FountainReader.read(source, .stretched)
    default:
      var reader = PlayReader(
        play, matter, choice.evidence, source, choice.words, isForced: forced != nil)
      screenplay = reader.read(title: isTitle ? title.entries : [])
    }
    screenplay.reading.layout = choice.layout
    screenplay.reading.mark =
      choice.layout == .columns || choice.layout == .fountain ? nil : play.mark
    screenplay.reading.sureness = choice.sureness
    screenplay.reading.isForced = forced != nil
    screenplay.reading.castList = matter.castList.names
    PlayDoubts.add(to: &screenplay, play, source, choice, matter.castList)
    return screenplay
  }
}

/// The layout of a file, and how sure it is.
struct LayoutChoice {
  let layout: ScriptLayout
  let evidence: PlayEvidence
  let words: PlayWords
  /// The share of the paragraphs that it explains, from 0 to 1.
  let sureness: Double
  /// How many rows open with a name in the second best layout, and which layout that is.
  let second: (layout: ScriptLayout, cues: Int)?

  /// The fewest cues by which a layout is recognized.
  private static let fewest = 4
  /// A cue at least every this many rows of text.
  private static let rarest = 24

  init(_ source: SourceText, _ page: PlayPage, _ matter: PlayMatter, forced: ScriptLayout?) {
    words = PlayWords(page)
    let body = (0..<page.count).filter {
      page.isText($0) && !matter.has($0) && !matter.isListed($0)
    }
    // What is neither a heading nor a direction in brackets.
    let paragraphs = body.count {
      page.isFirst($0) && page.contents[$0].first != UInt8(ascii: "[")
        && page.contents[$0].first != UInt8(ascii: "(")
        && PlayHeading.heading(page.contents[$0], isFirst: true) == nil
    }
    if let forced {
      layout = forced
      evidence = PlayEvidence(page, matter, forced, words, isForced: true)
      second = nil
      sureness = Self.share(evidence.cues, of: body.count, paragraphs)
      return
    }
    let columns = IndentedTextReader.cues(Page(source.utf8, hidesNotes: false))
    let fountain = Self.fountainCues(page, matter)
    var best = PlayEvidence(page, matter, .colon, words, isForced: false)
    var others: [(layout: ScriptLayout, cues: Int)] = []
    for candidate in [ScriptLayout.table, .period, .dash, .blanks, .above, .spaced, .capitals] {
      let evidence = PlayEvidence(page, matter, candidate, words, isForced: false)
      // Names that are repeated decide, if there are enough. A name that opens one row may be a sentence.
      let isBetter =
        max(evidence.sureCues, best.sureCues) < Self.fewest
        ? evidence.cues > best.cues : evidence.sureCues > best.sureCues
      if isBetter {
        others.append((best.layout, best.cues))
        best = evidence
      } else {
        others.append((candidate, evidence.cues))
      }
    }
    let isPlay = Self.isEnough(best, paragraphs) && best.cues * Self.rarest >= body.count
    // A screenplay does not have what is printed around a play.
    let needed = matter.isEmpty || best.layout == .spaced ? fountain + 1 : fountain
    // In a text with Fountain's cues, a name that speaks once may as well be a sentence in capitals.
    let isMarked = best.layout == .colon || best.layout == .table
    let explained = isMarked || fountain == 0 ? best.cues : best.sureCues
    if columns > 0, columns * 10 >= best.cues * 8 || !isPlay, columns >= fountain / 2 {
      (layout, sureness) = (.columns, 1)
    } else if isPlay, explained >= max(needed, 1) {
      layout = best.layout
      sureness = Self.share(best.cues, of: body.count, paragraphs)
    } else {
      layout = .fountain
      sureness = Self.share(fountain, of: body.count, paragraphs)
    }
    evidence = best
    let taken = layout
    second = others.filter { $0.layout != taken }.max { $0.cues < $1.cues }
  }

  /// Whether a layout explains enough of `paragraphs` to be one.
  private static func isEnough(_ evidence: PlayEvidence, _ paragraphs: Int) -> Bool {
    let cues = evidence.cues
    if cues >= fewest { return evidence.names.count > 1 || cues >= 6 }
    // A side of a few speeches, or of one, has nothing else on it.
    if cues >= 2 { return cues * 2 >= paragraphs && evidence.names.count > 1 }
    return cues == 1 && paragraphs == 1 && evidence.layout == .colon && evidence.style == .capitals
  }

  private static func share(_ cues: Int, of rows: Int, _ paragraphs: Int) -> Double {
    guard rows > 0 else { return 0 }
    return min(1, Double(cues) / Double(max(1, min(paragraphs, rows))))
  }

  /// Cues as Fountain has them, and headings that say where a scene is.
  private static func fountainCues(_ page: PlayPage, _ matter: PlayMatter) -> Int {
    var count = 0
    for index in 0..<page.count
    where page.isText(index) && page.isFirst(index) && !matter.has(index) {
      let content = page.contents[index]
      if let heading = Heading(content, isFirst: true, rules: .stretched) {
        if PlaceWords.opening(of: heading.text) != nil { count += 1 }
        if !heading.maybeCue { continue }
      }
      guard index + 1 < page.count, page.isText(index + 1) else { continue }
      if content.first == UInt8(ascii: "@")
        || CharacterCue(content, endsInSpaces: false, rules: .stretched) != nil
      {
        count += 1
      }
    }
    return count
  }
}
