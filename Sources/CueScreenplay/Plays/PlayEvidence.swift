/// How well a layout explains a whole script: which rows open with a name, and which names these are.
struct PlayEvidence {
  let layout: ScriptLayout
  /// The speakers, in the form for comparison.
  private(set) var names: Set<String> = []
  /// Those of them that speak more than once or are in a cast list.
  private(set) var sure: Set<String> = []
  /// Rows that open with one of them.
  private(set) var cues = 0
  /// Rows that open with one of ``sure``.
  private(set) var sureCues = 0
  /// Paragraphs that do.
  private(set) var paragraphs = 0
  /// Those of ``cues`` that have words on the same row.
  private(set) var inline = 0
  /// What most names look like.
  private(set) var style = CueRow.Style.capitals

  /// The counts of a name.
  struct Count {
    var rows = 0
    var firsts = 0
    /// Rows that may open a speech: the first ones of paragraphs, or all.
    var opens = 0
    var alone = 0
    var capitals = 0
    var emphasized = 0
  }

  /// Gathers what speaks for `layout` in these rows of `page`; `isForced` where the user named it.
  init(
    _ page: PlayPage, _ matter: PlayMatter, _ layout: ScriptLayout, _ words: PlayWords,
    isForced: Bool,
    rows: Range<Int>? = nil
  ) {
    self.layout = layout
    var counts: [String: Count] = [:]
    var openings = 0
    var texts = 0
    for index in rows ?? 0..<page.count where page.isText(index) && !page.isEnclosed(index) {
      guard !matter.has(index), !matter.isListed(index) else { continue }
      if Self.maySpeak(page.text(index)) { texts += 1 }
      if page.isFirst(index), let first = page.contents[index].first, !"[(".utf8.contains(first) {
        openings += 1
      }
      guard let row = Self.cue(page, index, layout) else { continue }
      guard
        StageWords.mayBeName(row.key) || StageWords.labels.contains(row.key)
          || matter.castList.keys.contains(row.key), !TitlePage.isKnown(row.name),
        Division(page.text(index)) == nil,
        // `INT. A KITCHEN`
        row.style != .capitals || PlaceWords.opening(of: page.text(index)) == nil
      else { continue }
      counts[row.key, default: Count()].take(row, isFirst: page.isFirst(index))
    }
    // `Lieu.` is a lieutenant where it opens more rows than there are acts.
    counts = counts.filter { key, count in
      !StageWords.labels.contains(key) || count.rows > Self.mostLabels
        || matter.castList.keys.contains(key)
    }
    // Where most rows open with a head that comes back, each is a speech of its own: transcripts, lists, plays without empty rows.
    let returning = counts.values.filter { $0.rows > 1 }
    let returningRows = returning.reduce(0) { $0 + $1.rows }
    let byRow =
      returningRows * 2 >= texts && returningRows > returning.reduce(0) { $0 + 2 * $1.firsts }
    isByRow = byRow
    if byRow { openings = texts }
    counts = counts.mapValues { $0.opening(byRow: byRow || isForced) }
    isDense = returningRows * 10 >= openings * 7
    self.returning = Set(counts.filter { $0.value.rows > 1 }.keys)
    style = Self.style(of: counts)
    names = known(counts, matter.castList, words, openings, isForced: isForced)
    addOrdinaryWords(counts, words, of: openings)
    for (key, count) in counts where names.contains(key) {
      cues += count.rows
      if sure.contains(key) { sureCues += count.rows }
      paragraphs += count.firsts
      inline += count.rows - count.alone
    }
    // Verse may stand below names, but a page that has nothing else has another layout.
    if layout == .blanks, inline * 10 < cues { (cues, paragraphs) = (0, 0) }
    // One blank is weak: most names need words beside them.
    if layout == .capitals, inline * 2 < cues { (cues, paragraphs) = (0, 0) }
    isByRow = isByRow || paragraphs * 2 < cues
    addNamesAlone(page, matter)
  }

  /// Whether a row is neither a heading nor a direction.
  private static func maySpeak(_ text: String) -> Bool {
    guard let first = text.first, !"[(#".contains(first), Division(text) == nil else {
      return false
    }
    return !StageWords.directionOpeners.contains(
      text.prefix { $0.isLetter || $0 == "-" }.lowercased())
  }

  /// Where nearly every paragraph opens with a name, a word that is used only there is one, too: `Boy`, `Wife`.
  private mutating func addOrdinaryWords(
    _ counts: [String: Count], _ words: PlayWords, of openings: Int
  ) {
    guard style == .mixed else { return }
    let more = counts.filter { key, count in
      !names.contains(key) && count.rows > 2 && count.opens * 10 >= count.rows * 9
        && key.count > 1 && !words.isExclamation(key)
    }
    // Words that are repeated at the start of paragraphs are names beside others: sentences do not open nearly all of them
    // alike.
    let named = counts.reduce(0) { $0 + (names.contains($1.key) ? $1.value.opens : 0) }
    let explained = more.values.reduce(named) { $0 + $1.opens }
    guard named * 2 >= openings, explained * 10 >= openings * 7 else { return }
    for key in more.keys {
      names.insert(key)
      sure.insert(key)
    }
    // If almost every paragraph opens like this, once is enough for a head that is not a word.
    guard explained * 10 >= openings * 9 else { return }
    for (key, count) in counts
    where count.opens == count.rows && key.count > 1 && key.split(separator: " ").count < 3
      && !words.isOrdinary(key) && !words.isExclamation(key)
    {
      names.insert(key)
    }
  }

  /// No play has more acts and scenes with a label of the time or the place.
  private static let mostLabels = 30

  /// Whether speeches follow each other without empty rows.
  private(set) var isByRow = false
  /// Whether most paragraphs, or most rows of a script by rows, open with a name that comes back.
  private(set) var isDense = false

  /// Names that every layout has on rows of their own now and then.
  private mutating func addNamesAlone(_ page: PlayPage, _ matter: PlayMatter) {
    guard cues > 0 else { return }
    for index in 0..<page.count where page.isText(index) && page.isFirst(index) {
      guard page.contents[index].count <= 64, !matter.has(index), !matter.isListed(index),
        Self.cue(page, index, layout) == nil, isCueAlone(page, index)
      else { continue }
      cues += 1
      paragraphs += 1
    }
  }

  /// Whether a known name stands at `index` by itself, and its words below.
  func isCueAlone(_ page: PlayPage, _ index: Int) -> Bool {
    guard page.isFirst(index), let row = CueRow(alone: page.contents[index]), isKnown(row),
      row.style != .mixed || style == .mixed
    else { return false }
    let next = page.nextText(index + 1)
    return next < page.count && next - index <= 3
  }

  /// Heads that open more than one row, whether somebody has that name or not.
  private var returning: Set<String> = []
  func returns(_ key: String) -> Bool { returning.contains(key) }

  /// Whether `row` names one or several speakers.
  func isKnown(_ row: CueRow) -> Bool { Self.has(names, row) }
  /// The same for certain speakers.
  func isSure(_ row: CueRow) -> Bool { Self.has(sure, row) }

  private static func has(_ names: Set<String>, _ row: CueRow) -> Bool {
    if names.contains(row.key) { return true }
    let parts = Speakers.names(in: row.key.lowercased())
    return parts.count > 1 && parts.allSatisfy { names.contains($0.uppercased()) }
  }

  /// The cue at `index` by the rules of `layout`, whatever the name.
  static func cue(_ page: PlayPage, _ index: Int, _ layout: ScriptLayout) -> CueRow? {
    switch layout {
    case .above:
      guard page.isFirst(index), index + 1 < page.count, page.isText(index + 1) else { return nil }
      let row = CueRow(page.contents[index], layout, page.abbreviations)
      return page.indent(index + 1) >= page.indent(index) + 2 ? row?.setOff() : row
    case .spaced:
      guard page.isFirst(index), page.end(of: index) == index + 1,
        let row = CueRow(page.contents[index], layout, page.abbreviations)
      else { return nil }
      let next = page.nextText(index + 1)
      guard next < page.count, next - index <= 4 else { return nil }
      // Names in a row are a list or a title.
      if row.style != .mixed, page.end(of: next) == next + 1,
        let other = CueRow(page.contents[next], layout, page.abbreviations),
        other.style == row.style
      {
        return nil
      }
      return page.indent(next) >= page.indent(index) + 2 ? row.setOff() : row
    case .blanks, .capitals:
      if let row = CueRow(page.contents[index], layout, page.abbreviations) { return row }
      // Verse stands below the name.
      guard page.isFirst(index), index + 1 < page.count, page.isText(index + 1),
        let row = CueRow(alone: page.contents[index]), row.style == .capitals
      else { return nil }
      return row
    default: return CueRow(page.contents[index], layout, page.abbreviations)
    }
  }

  private static func style(of counts: [String: Count]) -> CueRow.Style {
    var capitals = 0
    var emphasized = 0
    var mixed = 0
    let isRepeated = counts.values.contains { $0.rows > 1 }
    for count in counts.values where count.rows > 1 || !isRepeated {
      capitals += count.capitals
      emphasized += count.emphasized
      mixed += count.rows - count.capitals - count.emphasized
    }
    if emphasized > 1, emphasized * 2 >= capitals, emphasized * 4 >= mixed { return .emphasized }
    // Sentences that begin alike are not names where names are in capitals.
    return capitals * 2 >= mixed ? .capitals : .mixed
  }

  private mutating func known(
    _ counts: [String: Count], _ list: CastList, _ words: PlayWords, _ openings: Int,
    isForced: Bool
  ) -> Set<String> {
    var known: Set<String> = []
    var single: Set<String> = []
    for (key, count) in counts {
      // `I.` and `O.` are words, and so is `A.` where no `B.` speaks.
      if key == "I" || key == "O" || key == "A" && counts["B"] == nil { continue }
      let isStyled = style == .mixed || (style == .capitals ? count.capitals : count.emphasized) > 0
      let isListed = list.has(key)
      if style == .mixed, count.capitals == 0, count.emphasized == 0 {
        // A colon, a tab or a cell is more than the stop of a sentence.
        let isMarked = layout == .colon || layout == .table || layout == .blanks
        // `No. Never.` is a sentence.
        // `Somebody told a story, …` on a row of its own is a sentence.
        let isLong = !isMarked && key.split(separator: " ").count > 3
        let isWord = isLong || layout != .colon && layout != .table && words.isOrdinary(key)
        if isListed, !isWord || count.rows > 1 {
          known.insert(key)
        } else if !isWord, count.rows > (isMarked ? 1 : 2),
          isMarked || count.opens * 10 >= count.rows * 7
        {
          known.insert(key)
        } else if !isWord {
          single.insert(key)
        }
      } else if isStyled {
        if isListed || count.rows > 1 || isForced { known.insert(key) } else { single.insert(key) }
      } else if isListed, count.opens > 0 {
        known.insert(key)
      }
    }
    sure = known
    let rows = counts.reduce(0) { $0 + (known.contains($1.key) ? $1.value.rows : 0) }
    // Beside others, once is enough: always in capitals or marks, else if it is certainly a name.
    if known.count > 1 || isForced || (known.count == 1 && rows > 2) {
      for key in single {
        guard let count = counts[key], key.count > 1, count.opens > 0 || style == .capitals else {
          continue
        }
        if style != .mixed || count.capitals > 0 || isForced {
          known.insert(key)
        } else if rows >= 6 || isDense && layout == .colon, words.isName(key) {
          known.insert(key)
        }
      }
    } else if counts.count <= 6 {
      // A side of two or three speeches; a stop needs a name that comes back, and nothing else on the page.
      let isSide =
        layout == .period && openings > 0
        && counts.reduce(0) { $0 + (single.contains($1.key) ? $1.value.opens : 0) } == openings
        && single.allSatisfy { counts[$0]?.opens == counts[$0]?.rows && !words.isExclamation($0) }
        && single.contains { counts[$0]?.opens ?? 0 > 1 }
      for key in single where style != .mixed || layout == .colon || layout == .table || isSide {
        known.insert(key)
      }
    }
    return known
  }
}

extension PlayEvidence.Count {
  /// The same with the rows that may open a speech.
  fileprivate func opening(byRow: Bool) -> Self {
    var count = self
    count.opens = byRow ? rows : firsts
    return count
  }

  mutating func take(_ row: CueRow, isFirst: Bool) {
    rows += 1
    if isFirst { firsts += 1 }
    if row.isAlone { alone += 1 }
    switch row.style {
    case .capitals: capitals += 1
    case .emphasized: emphasized += 1
    case .mixed: break
    }
  }
}
