/// Where a play begins and ends among what is printed around it.
struct PlayBounds {
  /// The first row of the play; nil if it is not clear.
  private(set) var start: Int?
  /// The first row after it; nil if nothing follows.
  private(set) var end: Int?

  /// Speeches stand close to each other: this many within this many rows of text.
  private static let near = (cues: 2, rows: 40)
  /// Up to one cue in this many may stand above a list of people or scenes and belong to the title.
  private static let leastInFront = 20
  /// The play ends if more paragraphs than this at the end have no speech.
  private static let longestEnd = 12

  init(_ page: PlayPage, _ matter: PlayMatter, isCue: (Int) -> Bool) {
    var cues: [Int] = []
    for index in 0..<page.count where page.isText(index) && !matter.has(index) && isCue(index) {
      cues.append(index)
    }
    var inPlay = cues.filter { !matter.isListed($0) }
    // A title may be made of names: the few above a list in front are not speeches.
    for list in matter.lists {
      let top = list.rows.lowerBound
      if inPlay.count(where: { $0 < top }) * Self.leastInFront <= inPlay.count {
        inPlay.removeAll { $0 < top }
      }
    }
    guard let first = Self.firstOfPlay(inPlay, page) else { return }
    findStart(before: first, page, matter)
    if let last = inPlay.last { findEnd(after: last, page, matter) }
  }

  /// The first cue with others near it.
  private static func firstOfPlay(_ cues: [Int], _ page: PlayPage) -> Int? {
    for (place, cue) in cues.enumerated() {
      let needed = min(near.cues, cues.count - 1)
      guard place + needed < cues.count else { break }
      let rows = (cue..<cues[place + needed]).count { page.isText($0) }
      if rows <= near.rows * max(1, needed) { return cue }
    }
    return cues.first
  }

  private mutating func findStart(before cue: Int, _ page: PlayPage, _ matter: PlayMatter) {
    var top: (row: Int, level: Division.Level, isLone: Bool)?
    var index = cue - 1
    let lastList =
      matter.lists.filter { $0.rows.lowerBound < cue }.map { $0.rows.upperBound - 1 }.max() ?? -1
    while index > lastList {
      defer { index -= 1 }
      guard page.isText(index), !matter.has(index), page.isFirst(index) else { continue }
      let text = PlayHeading.plain(page.text(index))
      guard PlayHeading.heading(page.contents[index], isFirst: true) != nil else { continue }
      let division = Division(text)
      let level = division?.level ?? .scene
      let isLone = division?.isBare == true && !text.contains(" ")
      if let above = top {
        // `ACT I` above `SCENE I` belongs to the play, and so does a prologue above the first act; another act is part of a
        // list.
        guard
          level < above.level || isLone
            || page.nextText(page.end(of: index)) == above.row && division?.isBare == true
        else { break }
      }
      top = (index, level, isLone)
    }
    if let top {
      start = top.row
      return
    }
    // Without a heading: lists, and what stands before them, are not of the play.
    if let list = matter.lists.filter({ $0.rows.lowerBound < cue }).max(by: {
      $0.rows.lowerBound < $1.rows.lowerBound
    }) {
      start = min(page.nextText(list.rows.upperBound), cue)
      return
    }
    // A title and its author.
    index = page.nextText(0)
    var last: Int?
    var count = 0
    while index < cue, count < 6 {
      let end = page.end(of: index)
      let opening = page.text(index).lowercased()
      if end - index <= 3,
        ["by ", "by\n", "von ", "par ", "a play", "a comedy", "a tragedy", "a farce", "a drama"]
          .contains(where: opening.hasPrefix) || opening == "by"
      {
        last = end
      }
      count += 1
      index = page.nextText(end)
    }
    if let last { start = min(page.nextText(last), cue) }
    // A header ends where the play begins.
    if start == nil, let header = matter.blocks.filter({ $0.kind == .header }).last {
      start = titleEnd(from: header.rows.upperBound, to: cue, page, matter)
    }
  }

  /// After a header: rows in capitals are the title.
  private func titleEnd(from row: Int, to cue: Int, _ page: PlayPage, _ matter: PlayMatter) -> Int?
  {
    var index = page.nextText(row)
    var last: Int?
    while index < cue {
      let end = page.end(of: index)
      if !matter.has(index) {
        guard !page.paragraph(index).unicodeScalars.contains(where: { $0.properties.isLowercase })
        else { break }
        last = end
      }
      index = page.nextText(end)
    }
    return last.map { min(page.nextText($0), cue) }
  }

  private mutating func findEnd(after cue: Int, _ page: PlayPage, _ matter: PlayMatter) {
    var index = page.nextText(page.end(of: cue))
    var paragraphs: [Int] = []
    while index < page.count {
      let next = page.end(of: index)
      if !matter.has(index) {
        let text = PlayHeading.plain(page.text(index))
        if StageWords.isHeading(text, StageWords.afterwords) {
          end = index
          return
        }
        if StageWords.isHeading(text, StageWords.endings) {
          let after = page.nextText(next)
          if after < page.count { end = after }
          return
        }
        paragraphs.append(index)
      }
      index = page.nextText(next)
    }
    // Prose without end: what follows the last speech and its directions.
    guard paragraphs.count > Self.longestEnd else { return }
    let prose = paragraphs.filter {
      page.contents[$0].first.map { !"[(_".utf8.contains($0) } ?? false
        && page.paragraph($0).utf8.count > 200
    }
    guard prose.count * 2 > paragraphs.count else { return }
    end = paragraphs[0]
  }
}
