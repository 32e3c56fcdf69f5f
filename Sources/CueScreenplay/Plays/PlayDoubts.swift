import CueSystem

/// What is doubtful about how a plain-text script was read.
enum PlayDoubts {
  /// The most names listed in one doubt.
  private static let mostNames = 12

  /// Adds the doubts about `screenplay`, which was read from `page`.
  static func add(
    to screenplay: inout Screenplay, _ page: PlayPage, _ source: SourceText, _ choice: LayoutChoice,
    _ castList: CastList
  ) {
    var doubts: [Screenplay.Warning] = []
    let rows = RowPlaces(page, source)
    let opening = openings(page, rows, screenplay, choice)
    let speeches = screenplay.elements.count { $0.kind == .character }
    let paragraphs = (0..<page.count).count {
      page.isFirst($0) && page.isText($0) && !isLeftOut($0, screenplay)
    }
    // Paragraphs that may be speeches.
    var doubtful = opening.count
    let heads = speeches == 0 && opening.isEmpty ? returningHeads(page, choice.words) : []
    if let first = heads.first {
      doubts.append(.init(line: first + 1, doubt: .nobodySpeaks(paragraphs: heads.count)))
    }
    // A single one may be a sentence, but not where every speech has one row.
    let least = choice.evidence.isByRow && choice.evidence.style == .mixed ? 1 : 2
    if let first = opening.first, opening.count >= least || speeches == 0 {
      if speeches == 0, opening.count * 2 >= paragraphs {
        doubts.append(.init(line: first + 1, doubt: .nobodySpeaks(paragraphs: opening.count)))
      } else if opening.count * 100 > speeches, opening.count >= least {
        doubts.append(.init(line: first + 1, doubt: .namesNotRead(paragraphs: opening.count)))
      }
    }
    if speeches > 0 {
      let speakers = Set(
        screenplay.characters.filter { $0.dialogueCount > 0 }.map { StageName.key(of: $0.name) })
      let silent = castList.silent(among: speakers)
      let line = screenplay.reading.leftOut.first { $0.kind == .castList }?.lines.lowerBound ?? 1
      if !silent.isEmpty, castList.names.count > 1 {
        doubts.append(
          .init(
            line: line, doubt: .silentInCastList(Array(silent.prefix(mostNames)), of: silent.count))
        )
      }
      if let doubt = strangers(screenplay, castList) { doubts.append(doubt) }
      if let gap = longestNarration(screenplay, rows) {
        doubts.append(gap.doubt)
        doubtful += gap.count
      }
    }
    screenplay.reading.sureness = speeches == 0 ? 0 : Double(speeches) / Double(speeches + doubtful)
    screenplay.warnings = (doubts + screenplay.warnings).sorted { $0.line < $1.line }
  }

  private static func isLeftOut(_ row: Int, _ screenplay: Screenplay) -> Bool {
    screenplay.reading.leftOut.contains { $0.lines.contains(row + 1) }
  }

  /// Paragraphs that open with an apparent name of the play, and are not read as a speech.
  private static func openings(
    _ page: PlayPage, _ rows: RowPlaces, _ screenplay: Screenplay, _ choice: LayoutChoice
  ) -> [Int] {
    var starts: Set<Int> = []
    for element in screenplay.elements
    where element.kind == .character || element.kind == .sceneHeading {
      if let row = rows.row(of: element.range.lowerBound) { starts.insert(row) }
    }
    // If almost every paragraph opens with a name, every short row start may be one.
    let hasOnlySpeeches = choice.sureness > 0.8
    var found: [(row: Int, key: String)] = []
    var counts: [String: Int] = [:]
    let layouts: [ScriptLayout] = [.colon, .period, .dash, .blanks, .capitals]
    for index in 0..<page.count where page.isText(index) {
      // Where speeches follow each other without empty rows, one may hide in another.
      guard page.isFirst(index) || choice.evidence.isByRow && choice.evidence.style == .mixed else {
        continue
      }
      guard !starts.contains(index), !isLeftOut(index, screenplay), !page.isEnclosed(index) else {
        continue
      }
      guard Division(page.text(index)) == nil else { continue }
      var row: CueRow?
      for layout in layouts where row == nil && page.isFirst(index) {
        row = CueRow(page.contents[index], layout, page.abbreviations).flatMap {
          $0.style == .capitals || $0.style == .emphasized ? $0 : nil
        }
      }
      if row == nil, page.isFirst(index), page.contents[index].isCapital, index + 1 < page.count {
        row = CueRow(alone: page.contents[index])
      }
      // In small letters only as the layout has it: `Boy.  Yes, Sir.`
      if row == nil, choice.evidence.style == .mixed,
        let mixed = PlayEvidence.cue(page, index, choice.evidence.layout),
        mixed.key.split(separator: " ").count <= 3, !choice.words.isExclamation(mixed.key),
        page.isFirst(index) || !choice.words.isOrdinary(mixed.key)
          || choice.evidence.returns(mixed.key)
      {
        row = mixed
      }
      // `1.` is the first gentleman.
      if row == nil, hasOnlySpeeches, isNumber(page.contents[index]) {
        found.append((index, ""))
      }
      guard let row, StageWords.mayBeName(row.key),
        PlayHeading.heading(page.contents[index], isFirst: true) == nil
      else { continue }
      found.append((index, row.key))
      counts[row.key, default: 0] += 1
    }
    return found.filter {
      counts[$0.key, default: 0] > 1 || choice.evidence.names.contains($0.key)
        || hasOnlySpeeches && $0.key.split(separator: " ").count < 3
    }.map(\.row)
  }

  /// Rows, also within paragraphs, that open with repeated heads in small letters, as in `Duke. Then let them wait.`.
  private static func returningHeads(_ page: PlayPage, _ words: PlayWords) -> [Int] {
    var rows: [String: [Int]] = [:]
    var texts = 0
    for index in 0..<page.count where page.isText(index) && !page.isEnclosed(index) {
      texts += 1
      guard let row = CueRow(page.contents[index], .period, page.abbreviations),
        row.key.count > 1, row.key.split(separator: " ").count <= 3, !row.isAlone,
        StageWords.mayBeName(row.key), !words.isExclamation(row.key), !words.isOrdinary(row.key),
        Division(page.text(index)) == nil
      else { continue }
      rows[row.key, default: []].append(index)
    }
    let returning = rows.values.filter { $0.count > 2 }
    // Two people at least, and a speech in some rows of verse.
    let found = returning.flatMap { $0 }.sorted()
    return returning.count > 1 && found.count * 8 >= texts ? found : []
  }

  /// `2.` by itself or before words.
  private static func isNumber(_ row: ArraySlice<UInt8>) -> Bool {
    let rest = row.drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return row.count - rest.count == 1 && rest.first == UInt8(ascii: ".")
  }

  /// Names that speak once and are not in the cast list.
  private static func strangers(_ screenplay: Screenplay, _ castList: CastList) -> Screenplay
    .Warning?
  {
    guard castList.names.count >= 3 else { return nil }
    let once = screenplay.characters.filter { character in
      character.dialogueCount == 1 && !castList.has(StageName.key(of: character.name))
        && Speakers.names(in: character.name.lowercased()).count == 1
    }
    guard !once.isEmpty, once.count * 2 < screenplay.characters.count * 3 else { return nil }
    return .init(
      line: 1,
      doubt: .spokenOnce(
        Array(once.map { $0.aliases.first ?? $0.name }.prefix(mostNames)), of: once.count))
  }

  /// More paragraphs between speeches are rarely one direction.
  private static let longestDirection = 15
  /// More paragraphs before the first speech or after the last are rarely an opening or an end.
  private static let longestFrame = 60

  /// The longest run of paragraphs that are the narrator's, if it is longer than directions are.
  private static func longestNarration(_ screenplay: Screenplay, _ rows: RowPlaces) -> (
    doubt: Screenplay.Warning, count: Int
  )? {
    var longest: (count: Int, start: Int) = (0, 0)
    var run: (count: Int, start: Int) = (0, 0)
    var hasSpeech = false
    func close(_ least: Int) {
      if run.count > max(least, longest.count) { longest = run }
      run = (0, 0)
    }
    for element in screenplay.elements {
      switch element.kind {
      case .character:
        close(hasSpeech ? longestDirection : longestFrame)
        hasSpeech = true
      case .action:
        if run.count == 0 { run.start = element.range.lowerBound }
        run.count += 1
      default: break
      }
    }
    close(longestFrame)
    guard longest.count > 0 else { return nil }
    let doubt = Screenplay.Warning(
      line: (rows.row(of: longest.start) ?? 0) + 1, doubt: .longNarration(paragraphs: longest.count)
    )
    return (doubt, longest.count)
  }
}

/// Which row of a page a byte of the file is on.
private struct RowPlaces {
  private let starts: [Int]

  init(_ page: PlayPage, _ source: SourceText) {
    starts = page.page.rows.map { source.source($0.source).lowerBound }
  }

  /// The row of the byte `offset`; nil ahead of the first.
  func row(of offset: Int) -> Int? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
