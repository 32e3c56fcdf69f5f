import CueScreenplay
import TestSupport
import Testing

/// What an element means, without its place.
private struct Meaning: Equatable {
  let kind: Element.Kind
  let text: String
  let emphasis: [Emphasis.Run]
  let rest: [String]
  let dual: Element.Dual?

  init(_ element: Element) {
    kind = element.kind
    text = element.text
    emphasis = element.emphasis
    rest =
      [element.sceneNumber ?? "", element.name ?? "", String(element.level ?? 0)]
      + element.extensions
    dual = element.dual
  }
}

@Suite struct `A screenplay that is converted` {
  private func meanings(_ text: String, _ name: String = "a.fountain") throws -> [Meaning] {
    try ScreenplayReader.read(Array(text.utf8), fileName: name).elements.map(Meaning.init)
  }

  @Test func `from Fountain to Fountain means the same`() throws {
    let script = try ScreenplayReader.read(Array(Samples.fountain.utf8), fileName: "a.fountain")
    let text = FountainWriter.text(of: script)
    let again = try ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain")
    #expect(again.elements.map(Meaning.init) == script.elements.map(Meaning.init))
    #expect(again.elements.map(\.isForced) == script.elements.map(\.isForced))
    #expect(again.titlePage == script.titlePage)
    #expect(FountainWriter.text(of: again) == text)
  }

  @Test func `to Final Draft and back keeps all but boneyards and wraps`() throws {
    let script = try ScreenplayReader.read(Array(Samples.fountain.utf8), fileName: "a.fountain")
    let between = try ScreenplayReader.read(
      Array(FinalDraftWriter.text(of: script).utf8), fileName: "a.fdx")
    func told(_ script: Screenplay) -> [Meaning] {
      script.elements.filter { $0.kind != .boneyard && !($0.kind == .dialogue && $0.text.isEmpty) }
        .map(Meaning.init)
    }
    #expect(told(between) == told(script))
    #expect(between.title("title") == script.title("title"))
    #expect(between.title("author") == script.title("author"))
    let back = FountainWriter.text(of: between)
    let again = try ScreenplayReader.read(Array(back.utf8), fileName: "a.fountain")
    #expect(told(again) == told(script))
  }

  @Test func `a lyric without a singer stays separate in Final Draft and back`()
    throws
  {
    let script = try ScreenplayReader.read(
      Array("ANNA\nHi.\n~La la.\n\n~Tra la.\n\nRain.\n".utf8), fileName: "a.fountain")
    let back = try ScreenplayReader.read(
      Array(FinalDraftWriter.text(of: script).utf8), fileName: "a.fdx")
    #expect(back.elements.map(\.text) == script.elements.map(\.text))
    #expect(back.elements.map(\.name) == script.elements.map(\.name))
    let again = try ScreenplayReader.read(
      Array(FountainWriter.text(of: back).utf8), fileName: "b.fountain")
    #expect(again.elements.map(\.name) == script.elements.map(\.name))
  }

  @Test func `to plain text keeps who says what`() throws {
    let script = try ScreenplayReader.read(Array(Examples.scene.utf8), fileName: "a.fountain")
    let text = PlainTextWriter.text(of: script)
    let again = try ScreenplayReader.read(Array(text.utf8), fileName: "a.txt")
    #expect(again.format == .indentedText)
    #expect(again.elements.map(Meaning.init) == script.elements.map(Meaning.init))
  }

  private enum Examples {
    static let scene = """
      INT. HALL - DAY

      Nora waits for a long time, so long indeed that the paragraph goes over several lines.

      NORA
      (after a while)
      Is there a train? I have waited for one since before the rain, and nobody comes.

      OSKAR (O.S.)
      Always.

      CUT TO:
      """
  }

  private static let pieces = [
    "\n", "\n\n", "\n\n", "\n  \n", " ", "  ", "    ", "ALEX", "BO (V.O.)", "@Mac", " ^", "Hi.",
    "(beat)",
    "(", ")", "[[", "]]", "/*", "*/", "*", "**", "***", "_", "\\", "#", " #1#", "=", "===",
    ".", "!", ">", "<", "~", "INT. A", "Act natural.", "CUT TO:", "Title: T", "[22~]", "{{X}}",
    "é", "’", "黒", "42", "...", "word", "two words",
  ]

  /// Texts of every kind of mark, also where marks make no sense.
  @Test(arguments: 0..<8)
  func `from Fountain to Fountain means the same whatever it was`(seed: UInt64) throws {
    var random = Seeded(seed)
    for _ in 0..<150 {
      var text = "X\n\n"
      for _ in 0..<30 { text += Self.pieces.randomElement(using: &random) ?? "" }
      let script = try ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain")
      let written = FountainWriter.text(of: script)
      let again = try ScreenplayReader.read(Array(written.utf8), fileName: "a.fountain")
      let (before, after) = (script.elements.map(Meaning.init), again.elements.map(Meaning.init))
      #expect(before.count == after.count, "\(text.debugDescription)")
      for (before, after) in zip(before, after) where before != after {
        Issue.record("\(before) became \(after) in \(written.debugDescription)")
      }
    }
  }
}
