import CueScreenplay

// How a script was read: its layout, what is left out, and what is doubtful.

extension Screenplay.Warning {
  /// What is doubtful, as an English sentence.
  var sentence: String { sentence(Messages(language: .english)) }

  /// What is doubtful, as a sentence in the language of `words`.
  func sentence(_ words: Messages) -> String {
    switch doubt {
    case .brokenOff: words(.doubtBrokenOff)
    case .speechWithoutName: words(.doubtNoName)
    case .unknownParagraph(let type): words(.doubtUnknownParagraph, ["type": words.quoted(type)])
    case .unclosed(let mark): words(.doubtUnclosed, ["mark": words.quoted(mark)])
    case .nobodySpeaks(let count): words(.doubtNobodySpeaks, count: count)
    case .namesNotRead(let count): words(.doubtNotRead, count: count)
    case .silentInCastList(let names, let count):
      words(.doubtSilent, count: count, ["names": Self.list(names, of: count, words)])
    case .spokenOnce(let names, let count):
      words(.doubtOnce, count: count, ["names": Self.list(names, of: count, words)])
    case .longNarration(let count): words(.doubtNarration, count: count)
    }
  }

  /// Whether no speech was found in a text that looks like a play.
  var isOfNobody: Bool {
    if case .nobodySpeaks = doubt { return true }
    return false
  }

  /// `“A”, “B” and 3 more`.
  private static func list(_ names: [String], of count: Int, _ words: Messages) -> String {
    let shown = names.map(words.quoted).joined(separator: ", ")
    guard count > names.count else { return shown }
    return words(.namesAndMore, count: count - names.count, ["names": shown])
  }
}

extension Screenplay.Reading {
  /// The layout of the file, what was left out, and what was repaired: a line each.
  var lines: String {
    var text = ""
    if let layout {
      text += "Layout: \(layout.clause)"
      if let mark { text += ", in \(mark.clause)" }
      text += isForced ? " (as you said)\n" : " (\(Int((sureness * 100).rounded())) % sure)\n"
    }
    for kind in Screenplay.LeftOut.Kind.allCases {
      let parts = leftOut.filter { $0.kind == kind }.map(\.lines)
      guard !parts.isEmpty else { continue }
      let shown = parts.prefix(Self.mostParts).map {
        $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
      }
      let word = parts.count == 1 && parts[0].count == 1 ? "line" : "lines"
      text += "Not spoken: \(kind.noun), \(word) \(shown.joined(separator: ", "))"
      text += parts.count > Self.mostParts ? " and \(parts.count - Self.mostParts) more\n" : "\n"
    }
    for repair in repairs {
      switch repair.kind {
      case .cueTypedAs(let type, let name):
        text +=
          "Repaired: line \(repair.line), typed as \(type.isEmpty ? "nothing" : type), is the cue of \(name)\n"
      case .shortName(let short, let name):
        text += "Repaired: “\(short)”, first on line \(repair.line), is \(name) of the cast list\n"
      }
    }
    return text
  }

  /// There may be hundreds of footnotes.
  private static var mostParts: Int { 8 }
}

extension ScriptLayout {
  /// How names are written.
  fileprivate var clause: String {
    switch self {
    case .columns: "a screenplay in columns"
    case .fountain: "names in capitals above their speeches"
    case .prose: "a novel, whose quotations are speeches"
    case .colon: "names before a colon"
    case .period: "names before a period or a direction"
    case .dash: "names before a dash"
    case .blanks: "names before two blanks or a tab"
    case .capitals: "names in capitals before their words"
    case .table: "a table with names in its first column"
    case .above: "names on rows of their own above their speeches"
    case .spaced: "names on rows of their own, a blank line above their speeches"
    }
  }
}

extension RowMark {
  /// The rows that have it.
  fileprivate var clause: String {
    switch self {
    case .number: "numbered rows"
    case .time: "rows with times"
    case .listItem: "a list"
    }
  }
}

extension Screenplay.LeftOut.Kind {
  /// What it is.
  fileprivate var noun: String {
    switch self {
    case .header: "the header of Project Gutenberg"
    case .licence: "the licence of Project Gutenberg"
    case .titlePage: "the title page"
    case .contents: "the contents"
    case .castList: "the cast list"
    case .preface: "an introduction"
    case .afterword: "what follows the end"
    case .footnote: "footnotes"
    case .illustration: "places of pictures and music"
    case .transcriberNote: "notes of the transcriber"
    case .pageFurniture: "page numbers and CONTINUED"
    }
  }
}
