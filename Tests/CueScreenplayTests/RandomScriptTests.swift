import CueScreenplay
import TestSupport
import Testing

@Suite struct `Any text` {
  static let pieces = [
    "\n", "\n\n", "\n  \n", " ", "  ", "\t", "ALEX", "BO (V.O.)", "@Mac", "^", "Hi.", "(beat)",
    "(", ")", "[", "]", "[[", "]]", "/*", "*/", "*", "**", "***", "_", "\\", "#", "#1#", "=", "===",
    ".", "!", ">", "<", "~", "INT. A", "SCENE 1", "Act natural.", "CUT TO:", "Title: T", "Notes:",
    "é", "’", "黒", "\u{301}", "\u{FEFF}", "42", "...",
  ]

  @Test(arguments: 0..<8)
  func `is read into lines in order, whatever ends its lines`(seed: UInt64) throws {
    var random = Seeded(seed)
    var readable = 0
    for _ in 0..<100 {
      var text = ""
      for _ in 0..<60 { text += Self.pieces.randomElement(using: &random) ?? "" }
      text += "\n\nCY\nYes."
      guard let script = try? read(text) else { continue }
      readable += 1
      expectOrder(script, byteCount: text.utf8.count, text)

      let returns = text.unicodeScalars.map { $0 == "\n" ? "\r\n" : String($0) }.joined()
      let other = try read(returns)
      #expect(other.lines.map(\.text) == script.lines.map(\.text), "\(text.debugDescription)")
      #expect(other.lines.map(\.displayLines) == script.lines.map(\.displayLines))
      #expect(other.characters == script.characters)
      #expect(other.scenes == script.scenes)
    }
    #expect(readable > 50)
  }

  private func expectOrder(_ script: Script, byteCount: Int, _ text: String) {
    let note = Comment(rawValue: text.debugDescription)
    var end = 0
    for (index, line) in script.lines.enumerated() {
      #expect(line.index == index, note)
      #expect(line.source.lowerBound >= end, note)
      #expect(!line.source.isEmpty, note)
      end = line.source.upperBound
      #expect(line.kind != .dialogue || line.character != nil, note)
      #expect(!line.text.unicodeScalars.contains { "\n\r\0".unicodeScalars.contains($0) }, note)
      if let scene = line.sceneIndex { #expect(script.scenes[scene].lines.contains(index), note) }
    }
    #expect(end <= byteCount, note)
    for (scene, next) in zip(script.scenes, script.scenes.dropFirst()) {
      #expect(scene.lines.upperBound == next.lines.lowerBound, note)
    }
    #expect(script.scenes.last?.lines.upperBound == script.lines.count, note)
    let spoken = script.lines.count { $0.kind == .dialogue }
    #expect(script.characters.reduce(0) { $0 + $1.dialogueCount } == spoken, note)
  }
}
