import Foundation
import TestSupport
import Testing

/// The real program with texts of others that would command a terminal: to set its clipboard and title, to turn letters round.
@Suite(.startsProcesses) struct `Text from strangers` {
  private let stage: Stagehand

  /// Commands: the clipboard, a title, an empty screen, and the direction of letters.
  private static let commands =
    "\u{1b}]52;c;aGVsbG8=\u{7}\u{1b}]0;title\u{1b}\\\u{1b}[2J" + textCommands
  /// Those that a file of text may have in it: others are refused.
  private static let textCommands = "\u{9d}52;c;aGVsbG8=\u{9c}\u{9b}2J\u{202e}\u{2066}"

  init() throws { stage = try Stagehand() }

  /// Runs the program at a terminal and to a file; neither is commanded.
  private func check(_ arguments: [String], shows words: String, status: Int32 = 0) throws {
    let shown = try stage.startAtTerminal(arguments)
    #expect(shown.end() == status, "\(arguments): \(shown.written)")
    let run = try stage.host(arguments)
    #expect(run.status == status, "\(arguments): \(run.talk)")
    for written in [shown.written, run.text + run.talk] {
      #expect(written.contains(words), "\(arguments): \(written.debugDescription)")
      for bad in ["\u{1b}]", "\u{1b}[2J", "\u{7}", "\u{9b}", "\u{202e}", "\u{2066}"] {
        #expect(
          !written.unicodeScalars.contains(bad.unicodeScalars),
          "\(arguments): \(written.debugDescription)")
      }
    }
  }

  @Test func `in a speech commands no terminal`() throws {
    let speech = try stage.folder.write(
      "# Toast \(Self.textCommands)two\n\nTo you, \(Self.textCommands)my friends.\n", as: "toast.md"
    )
    #expect(try stage.host(["speech", "add", speech]).status == 0)
    try check(["speech", "add", speech], shows: "There is a speech “Toast", status: 65)
    let other = try stage.folder.write("# A \(Self.commands)\n\nTo you.\n", as: "no.md")
    try check(["speech", "add", other], shows: "no.md", status: 65)
    try check(["speech", "list"], shows: "Toast")
    try check(["speech", "show", "1"], shows: "friends")
  }

  @Test func `in a script commands no terminal, and JSON has it without a control character`()
    throws
  {
    let script = try stage.folder.write(
      """
      Title: Night \(Self.textCommands)train

      INT. TRAIN \(Self.textCommands)CAR

      ANNA
      Good \(Self.textCommands)evening.

      BEN
      Good night.
      """, as: "night.fountain")
    for words in ["items", "info"] {
      try check(["script", words, script], shows: words == "items" ? "evening" : "Night")
      let run = try stage.host(["script", words, script, "--json"])
      #expect(
        !run.text.unicodeScalars.contains {
          $0.properties.isBidiControl || $0.value == 0x9b || $0.value < 32 && $0 != "\n"
        },
        "\(run.text)")
      for line in run.text.split(separator: "\n") {
        _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
      }
    }
    try check(["cast", script, "--voice", "mock"], shows: "ANNA")
    let directions = try stage.folder.write(
      "[ANNA]\nsp\(Self.textCommands)eed = 2\n", as: "x.fountain.direction")
    _ = try stage.folder.write("INT. ROOM\n\nANNA\nGood evening.\n", as: "x.fountain")
    try check(
      ["direct", String(directions.dropLast(".direction".count)), "ANNA", "tones=angry"],
      shows: "x.fountain.direction", status: 65)
  }

  @Test func `on the command line or as JSON for the queue commands no terminal`() throws {
    try check(["story", "show", "no\(Self.commands)ne"], shows: "no", status: 66)
    try check(
      ["no\(Self.commands)ne.fountain", "--voice", "nosuch\(Self.commands)"], shows: "nosuch",
      status: 69)
    let escaped = Self.commands.unicodeScalars.map {
      $0.value < 0x80 && $0.properties.isAlphabetic
        ? String($0) : String(format: "\\u%04x", $0.value)
    }.joined()
    let list = try stage.folder.write(#"[{"sp\#(escaped)eak": "Hello"}]"#, as: "list.json")
    try check(
      ["queue", list, "-v", "mock", "-o", stage.folder.path("out.wav")], shows: "list.json",
      status: 65)
  }
}
