import CueSystem

/// Reads prose: a story, an essay, a book, which one voice reads aloud.
///
/// Paragraphs become action, which the narrator says. Headings become headings of scenes, so that they are said, can be chosen
/// by `--scenes`, and begin chapters: those of Markdown (`# One`, or a line above `====`), and in any text those that stand
/// alone in their line and open with a word for a part of a book and its number ("Chapter I. The Sea"), or are one
/// ("Prologue"), or are a number by themselves.
///
/// A list of contents is not text: of headings that follow each other without a word between them, only the last counts,
/// if there are more than two. Of a book of Project Gutenberg, what stands between its marks is read.
struct ProseReader {
  private let page: Page
  private let rows: ArraySlice<Page.Row>
  private let isMarkdown: Bool
  private var screenplay = Screenplay(.prose)

  /// The prose in `source`; `isMarkdown` where lines may be marked as Markdown has them.
  static func read(_ source: SourceText, isMarkdown: Bool) -> Screenplay {
    var reader = ProseReader(Page(source.utf8, hidesNotes: false), isMarkdown: isMarkdown)
    reader.screenplay.encoding = source.encoding
    reader.read()
    if source.isTranslated {
      for index in reader.screenplay.elements.indices {
        let range = reader.screenplay.elements[index].range
        reader.screenplay.elements[index].range = source.source(range)
      }
    }
    return reader.screenplay
  }

  private init(_ page: Page, isMarkdown: Bool) {
    self.page = page
    self.isMarkdown = isMarkdown
    let title = TitlePage(page)
    if title.isFrontMatter {
      rows = page.rows.dropFirst(title.rowCount)
      for entry in title.entries { screenplay.addTitle(entry.key, entry.values) }
    } else {
      rows = ProseReader.body(page)
    }
  }

  /// The rows between the marks that Project Gutenberg puts around a book; all, if there are none.
  private static func body(_ page: Page) -> ArraySlice<Page.Row> {
    var start = 0
    var end = page.rows.count
    for (index, row) in page.rows.enumerated() where row.isText {
      let text = page.text(row).uppercased()
      guard text.hasPrefix("***"), text.contains("PROJECT GUTENBERG") else { continue }
      if text.contains("START OF") { start = index + 1 }
      if text.contains("END OF") {
        end = index
        break
      }
    }
    return start < end ? page.rows[start..<end] : page.rows[...]
  }

  private mutating func read() {
    // What Project Gutenberg says of a book.
    for row in page.rows[..<rows.startIndex] where row.isText {
      let text = page.text(row)
      for key in ["Title", "Author"]
      where text.hasPrefix(key + ": ") && screenplay.title(key).isEmpty {
        screenplay.addTitle(key, [String(text.dropFirst(key.count + 2))])
      }
    }
    var paragraphs: [ArraySlice<Page.Row>] = []
    var first: Int?
    for index in rows.indices {
      if rows[index].isText {
        // A heading of Markdown needs no empty line around it.
        let isHeading = isMarkdown && markdownHeading(page.text(rows[index])) != nil
        if isHeading {
          if let start = first { paragraphs.append(rows[start..<index]) }
          paragraphs.append(rows[index..<index + 1])
          first = nil
        } else if first == nil {
          first = index
        }
      } else if let start = first {
        paragraphs.append(rows[start..<index])
        first = nil
      }
    }
    if let first { paragraphs.append(rows[first..<rows.endIndex]) }
    for paragraph in withoutContents(paragraphs) { take(paragraph) }
    dropContents()
  }

  private mutating func take(_ paragraph: ArraySlice<Page.Row>) {
    let lines = paragraph.map { page.text($0) }
    let range = paragraph.first!.source.lowerBound..<paragraph.last!.source.upperBound
    if isMarkdown, lines.count == 1, let heading = markdownHeading(lines[0]) {
      return addHeading(heading.text, level: heading.level, range)
    }
    if isMarkdown, lines.count == 2, let level = underline(lines[1]) {
      return addHeading(lines[0], level: level, range)
    }
    if ProseReader.isRule(lines) { return }
    if lines.count <= 2, BookHeading.isHeading(lines) {
      return addHeading(lines.joined(separator: " "), level: 1, range)
    }
    var text = lines.joined(separator: " ")
    if isMarkdown {
      while let first = text.first, first == ">" {
        text = String(text.dropFirst().drop { $0 == " " })
      }
    }
    let read = Emphasis.read(Array(text.utf8)[...], squeezes: true)
    guard !read.text.isEmpty else { return }
    var element = Element(.action, read.text, range: range)
    element.emphasis = read.runs
    screenplay.elements.append(element)
  }

  private mutating func addHeading(_ text: String, level: Int, _ range: Range<Int>) {
    let words = Emphasis.stripped(from: text)
    guard !words.isEmpty else { return }
    var element = Element(.sceneHeading, words, range: range)
    element.level = level
    element.isForced = true
    screenplay.elements.append(element)
  }

  /// `## Two ##` without its marks.
  private func markdownHeading(_ line: String) -> (text: String, level: Int)? {
    let marks = line.prefix { $0 == "#" }.count
    guard (1...6).contains(marks), line.dropFirst(marks).first == " " else { return nil }
    var text = line.dropFirst(marks + 1)
    while text.last == "#" || text.last == " " { text = text.dropLast() }
    return text.isEmpty ? nil : (String(text), marks)
  }

  /// The level of the heading above a line of `===` or `---`.
  private func underline(_ line: String) -> Int? {
    guard line.count >= 3 else { return nil }
    return line.allSatisfy { $0 == "=" } ? 1 : line.allSatisfy { $0 == "-" } ? 2 : nil
  }

  /// Whether a paragraph is a line between two others: `* * *`, `---`.
  private static func isRule(_ lines: [String]) -> Bool {
    lines.allSatisfy { line in
      !line.unicodeScalars.contains {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
    }
  }

  /// `paragraphs` without a list of contents: what stands under the word for one, and paragraphs of several lines of which each
  /// is a heading.
  ///
  /// A row of a list under its word is a heading, or ends with a page number, as all others do or none, or stands alone again in
  /// the text. The list ends before the first paragraph that has another row, or whose first row the list has already: there,
  /// what it lists begins.
  private func withoutContents(_ paragraphs: [ArraySlice<Page.Row>]) -> [ArraySlice<Page.Row>] {
    var count: [String: Int] = [:]
    for paragraph in paragraphs {
      for row in paragraph { count[ProseReader.rowName(page.text(row)), default: 0] += 1 }
    }
    var kept: [ArraySlice<Page.Row>] = []
    /// The paragraph with the word for a list, as long as no row followed it.
    var word: ArraySlice<Page.Row>?
    var isList = false
    var hasPages = false
    var listed: Set<String> = []
    for paragraph in paragraphs {
      var lines = paragraph.map { page.text($0) }
      if lines.count > 1, lines.allSatisfy({ BookHeading.isHeading([$0]) }) {
        listed.formUnion(lines.map(ProseReader.rowName))
        word = nil
        continue
      }
      if !isList, let first = lines.first, BookHeading.isContents(first) {
        isList = true
        listed = []
        lines.removeFirst()
        if lines.isEmpty {
          word = paragraph
          continue
        }
      }
      if isList {
        let names = lines.map(ProseReader.rowName)
        if listed.isEmpty { hasPages = lines[0].last?.isWholeNumber == true }
        isList =
          !listed.contains(names[0])
          && zip(lines, names).allSatisfy { line, name in
            let hasPage = line.last?.isWholeNumber == true
            return line.unicodeScalars.count <= BookHeading.mostLetters && hasPage == hasPages
              && (hasPage || BookHeading.isHeading([line]) || count[name, default: 0] > 1)
          }
        if isList {
          listed.formUnion(names)
          word = nil
          continue
        }
        if let alone = word { kept.append(alone) }
        word = nil
      }
      kept.append(paragraph)
    }
    return kept
  }

  /// The letters and figures of a row, without the page number after dots or blanks.
  private static func rowName(_ line: String) -> String {
    var title = line[...]
    while title.last?.isWholeNumber == true { title = title.dropLast() }
    let isPage = title.hasSuffix("..") || title.hasSuffix("  ") || title.hasSuffix("…")
    return (isPage ? title : line[...]).lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Takes out headings that only list what follows.
  private mutating func dropContents() {
    var kept: [Element] = []
    var run: [Element] = []
    func close() {
      kept += run.count > ProseReader.mostHeadingsTogether ? run.suffix(1) : run[...]
      run = []
    }
    for element in screenplay.elements {
      if element.kind == .sceneHeading {
        run.append(element)
      } else {
        close()
        kept.append(element)
      }
    }
    close()
    screenplay.elements = kept
  }

  /// A part, its first chapter and that one's title follow each other.
  private static let mostHeadingsTogether = 3
}

extension Screenplay {
  /// Whether it is more likely prose, although read by the rules of scripts: a text file without a heading that names a place,
  /// in which less than a twentieth of the words stands under names.
  ///
  /// A heading of a chapter is not a name, though it may stand in capitals above a text. A name that speaks once, in a text of
  /// many paragraphs, may be a line in capitals.
  var looksLikeProse: Bool {
    guard format == .plainText || format == .prose else { return false }
    // A play that is not understood is not prose, nor is one whose layout the user named.
    guard !hasSpeechesOfNobody, !reading.isForced else { return false }
    guard
      !elements.contains(where: {
        $0.kind == .sceneHeading && PlaceWords.opening(of: $0.text) != nil
      })
    else { return false }
    var speeches: [String: Int] = [:]
    for element in elements where element.kind == .character {
      speeches[element.name ?? element.text, default: 0] += 1
    }
    var spoken = 0
    var all = 0
    for element in elements {
      switch element.kind {
      case .action, .centered: all += element.text.utf8.count
      case .dialogue, .lyrics, .parenthetical:
        all += element.text.utf8.count
        guard let name = element.name, speeches[name, default: 0] > 1,
          !BookHeading.isHeading([name])
        else { continue }
        spoken += element.text.utf8.count
      default: break
      }
    }
    return all > 0 && spoken * 20 < all
  }
}

/// What opens a chapter of a book.
enum BookHeading {
  /// Words for a part of a book, which a number follows, in the languages whose scripts Cue reads.
  private static let parts: Set<String> = [
    "chapter", "part", "book", "volume", "section", "canto", "letter", "kapitel", "teil", "buch",
    "chapitre", "partie", "livre", "tome", "capítulo", "capitulo", "parte", "libro", "livro",
    "capitolo", "hoofdstuk", "deel", "boek", "del", "kapitola", "část", "rozdział", "część",
    "księga", "peatükk", "osa", "raamat", "luku", "kirja", "глава", "часть", "книга", "том",
  ]
  /// Parts of a book that need no number.
  private static let alone: Set<String> = [
    "prologue", "epilogue", "preface", "foreword", "introduction", "afterword", "conclusion",
    "prolog", "epilog", "vorwort", "nachwort", "einleitung", "préface", "avant-propos", "épilogue",
    "prólogo", "epílogo", "prefacio", "prefácio", "prologo", "epilogo", "prefazione", "voorwoord",
    "nawoord", "förord", "forord", "etterord", "proloog", "epiloog", "eessõna", "järelsõna",
    "sissejuhatus", "prologi", "epilogi", "esipuhe", "пролог", "эпилог", "предисловие",
  ]
  /// Numbers in words, as titles of chapters have them.
  private static let numbers: Set<String> = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty", "thirty", "forty", "fifty", "first", "second", "third", "fourth", "fifth", "sixth",
    "seventh", "eighth", "ninth", "tenth", "last", "erster", "zweiter", "dritter", "eins", "zwei",
    "drei", "premier", "première", "deuxième", "troisième", "primero", "segundo", "tercero",
    "primo",
    "secondo", "terzo", "esimene", "teine", "kolmas", "первая", "вторая", "третья",
  ]

  /// Longer lines are sentences.
  static let mostLetters = 80

  /// What stands above a list of contents.
  private static let contents: Set<String> = [
    "contents", "table of contents", "inhalt", "inhaltsverzeichnis", "table des matières",
    "sommaire", "índice", "indice", "contenido", "conteúdo", "sumário", "sommario", "inhoud",
    "inhoudsopgave", "innehåll", "indhold", "innhold", "sisukord", "sisällys", "spis treści",
    "obsah", "содержание", "оглавление",
  ]

  /// Whether a line stands above a list of contents.
  static func isContents(_ line: String) -> Bool {
    let words = line.lowercased().split { !($0.isLetter) }
    return contents.contains(words.joined(separator: " "))
  }

  /// Whether a paragraph of one or two lines is a heading.
  static func isHeading(_ lines: [String]) -> Bool {
    guard let first = lines.first, lines.allSatisfy({ $0.unicodeScalars.count <= mostLetters })
    else { return false }
    let words = first.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map { String($0) }
    guard let word = words.first?.lowercased() else { return false }
    // "Part of the crew" is not a heading, and "Chapter one was short, he thought," goes on.
    guard let last = lines.last?.last, last != ",", last != ";" else { return false }
    if parts.contains(word), words.count > 1, isNumber(words[1]) { return isTitle(first, words) }
    if alone.contains(word), words.count == 1 { return true }
    return words.count == 1 && lines.count == 1 && isNumber(words[0])
      && numbers.contains(word) == false
  }

  /// Whether what follows "Chapter two" may be its title: nothing, a stop, or a capital.
  private static func isTitle(_ line: String, _ words: [String]) -> Bool {
    guard words.count > 2, let number = line.firstRange(of: words[1]) else { return true }
    let rest = line[number.upperBound...]
    if let sign = rest.first, sign != " ", sign != "," { return true }
    return rest.first(where: { $0.isLetter || $0.isNumber }).map { $0.isUppercase || $0.isNumber }
      ?? true
  }

  private static func isNumber(_ word: String) -> Bool {
    if word.allSatisfy(\.isWholeNumber) { return word.count <= 3 }
    if numbers.contains(String(word.lowercased().prefix { $0 != "-" })) { return true }
    return isRoman(word)
  }

  /// `IV`, `xii`; never a word such as "I", "mix" or "did".
  static func isRoman(_ word: String) -> Bool {
    let capital = word.uppercased()
    guard word == capital || word == word.lowercased(), capital.count <= 8 else { return false }
    let values: [Character: Int] = ["I": 1, "V": 5, "X": 10, "L": 50, "C": 100]
    let numbers = capital.compactMap { values[$0] }
    guard numbers.count == capital.count else { return false }
    var sum = 0
    for (place, number) in numbers.enumerated() {
      let next = place + 1 < numbers.count ? numbers[place + 1] : 0
      sum += number < next ? -number : number
    }
    return sum > 0 && roman(sum) == capital
  }

  private static func roman(_ number: Int) -> String {
    var rest = number
    var text = ""
    let signs = [
      (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"),
      (1, "I"),
    ]
    for (value, sign) in signs {
      while rest >= value {
        text += sign
        rest -= value
      }
    }
    return text
  }
}
