import CueScreenplay

// How a script was read: its layout, what is left out, and what is doubtful.

extension Screenplay.Warning {
  /// What is doubtful, as a sentence.
  var sentence: String {
    switch doubt {
    case .brokenOff: return "The file breaks off here; what comes before was read."
    case .speechWithoutName: return "Words of a speech stand here without a name above them."
    case .unknownParagraph(let type):
      return "“\(type)” is no kind of paragraph that is known; it is action."
    case .unclosed(let mark): return "“\(mark)” opens here and never closes; it is text."
    case .nobodySpeaks(let count):
      return
        "\(Self.paragraphs(count)) with a name, this one first, but no speech was found: the narrator would say "
        + "everything. Name the layout with --layout."
    case .namesNotRead(let count):
      return
        "\(Self.paragraphs(count)) with a name, this one first, but \(count == 1 ? "is" : "are") not read as "
        + "\(count == 1 ? "a speech" : "speeches"). If that is wrong, name the layout with --layout."
    case .silentInCastList(let names, let count):
      return
        "The cast list has \(Self.list(names, of: count)); nobody speaks under \(count == 1 ? "that name" : "those names")."
    case .spokenOnce(let names, let count):
      return "\(Self.list(names, of: count)) \(count == 1 ? "speaks" : "speak") only once and "
        + "\(count == 1 ? "is" : "are") not in the cast list; \(count == 1 ? "is it a name" : "are they names")?"
    case .longNarration(let count):
      return
        "From here on, the narrator reads \(count) paragraphs in a row; is a speaker's name missing?"
    }
  }

  /// Whether no speech was found in what looks like a play.
  var isOfNobody: Bool {
    if case .nobodySpeaks = doubt { return true }
    return false
  }

  /// As in "3 paragraphs begin".
  private static func paragraphs(_ count: Int) -> String {
    count == 1 ? "1 paragraph begins" : "\(count) paragraphs begin"
  }

  /// `“A”, “B” and 3 more`.
  private static func list(_ names: [String], of count: Int) -> String {
    let shown = names.map { "“\($0)”" }.joined(separator: ", ")
    return count > names.count ? "\(shown) and \(count - names.count) more" : shown
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
      }
    }
    return text
  }

  /// Footnotes may be hundreds.
  private static var mostParts: Int { 8 }
}

extension ScriptLayout {
  /// How names are written.
  fileprivate var clause: String {
    switch self {
    case .columns: "a screenplay in columns"
    case .fountain: "names in capitals above their speeches"
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
