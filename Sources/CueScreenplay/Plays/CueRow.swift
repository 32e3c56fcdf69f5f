/// A row that opens with the speaker's name, by the rules of one layout.
///
/// Only the look of the row is judged here; whether somebody of that name speaks is judged by ``PlayEvidence``.
struct CueRow {
  /// How a name stands out from other words.
  enum Style: Hashable {
    case capitals, emphasized, mixed
  }

  /// As written, without marks.
  let name: String
  /// In the form for comparison.
  let key: String
  private(set) var style: Style
  /// What follows the name in brackets or after a comma, where the row ends it.
  let direction: String?
  /// The rest of the row; it may open with a direction in brackets.
  let words: String

  /// Whether nothing but the name and a direction stands on the row.
  var isAlone: Bool {
    guard !words.isEmpty else { return true }
    guard let bracket = Bracket(opening: words) else { return false }
    var open = bracket
    return open.isClosed(by: words) && open.closesAtEnd(of: words)
  }

  /// The same, as a name that its place sets off from other words.
  func setOff() -> CueRow {
    var row = self
    if row.style == .mixed { row.style = .emphasized }
    return row
  }

  /// Bytes of a name with its stop, brackets not counted.
  static let longestHead = 64

  /// Reads `row` as the first row of a speech in `layout`; nil if it does not look like one.
  ///
  /// `abbreviations` are words of names that keep their period.
  init?(
    _ row: ArraySlice<UInt8>, _ layout: ScriptLayout,
    _ abbreviations: HeadAbbreviations = .none
  ) {
    guard let first = row.first, Self.mayOpen(first) else { return nil }
    let text = String(decoding: row, as: UTF8.self)
    var scanner = HeadScanner(row, text, abbreviations)
    let isScanned =
      switch layout {
      case .colon: scanner.takesColon()
      case .period: scanner.takesPeriod()
      case .dash: scanner.takesDash()
      case .blanks: scanner.takesBlanks()
      case .capitals: scanner.takesCapitals()
      case .table: scanner.takesCells()
      case .above, .spaced: scanner.takesAlone()
      case .columns, .fountain, .prose: false
      }
    guard isScanned else { return nil }
    self.init(scanner)
  }

  /// Reads `row` as a name by itself, as every layout has one now and then.
  init?(alone row: ArraySlice<UInt8>) {
    guard let first = row.first, Self.mayOpen(first), row.count <= 200 else { return nil }
    var scanner = HeadScanner(row, String(decoding: row, as: UTF8.self))
    guard scanner.takesAlone() else { return nil }
    self.init(scanner)
  }

  private init?(_ scanner: HeadScanner) {
    guard let whole = StageName.cleaned(scanner.name) else { return nil }
    // `Princess sings` alone on its row is the princess; `Iuris con.` is an abbreviation.
    let (name, manner) =
      scanner.isAlone && scanner.isEmphasized ? StageName.parted(whole) : (whole, nil)
    self.name = name
    key = StageName.key(of: name)
    style =
      scanner.isEmphasized ? .emphasized : StageName.isCapital(name) ? .capitals : .mixed
    // Two blanks end a name that nothing else sets off: `Boy  Here, madam.`
    guard style != .mixed || !trimmed(scanner.name[...]).contains("  ") else { return nil }
    let directions = [manner, scanner.direction.map { String(trimmed($0[...])) }].compactMap(\.self)
      .filter { !$0.isEmpty }
    direction = directions.isEmpty ? nil : directions.joined(separator: ", ")
    words = String(trimmed(scanner.rest))
  }

  private static func mayOpen(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80..., UInt8(ascii: "_"), UInt8(ascii: "*"),
      UInt8(ascii: "|"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
