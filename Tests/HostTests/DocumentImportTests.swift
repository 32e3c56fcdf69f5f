import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses, .enabled(if: Fixtures.hasXML, "libxml2-dev is missing"))
struct `Documents of other programs` {
  private let stage: Stagehand
  private let environment: [String: String]
  /// What the play of the fixtures says, without its directions.
  private static let speeches = [
    "IDA: You walked here in this?", "OSKAR: The boat is gone, Ida.", "IDA: Gone where?",
  ]

  init() throws {
    stage = try Stagehand()
    environment = ["CUE_IMPORTERS": try Fixtures.importer(.document)]
  }

  private func file(_ name: String) -> String {
    Places.source("Tests/Fixtures/documents/\(name)")
  }

  private func file(_ bytes: [UInt8], as name: String) throws -> String {
    let path = stage.folder.path(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(arguments: [
    "styles.docx", "indents.docx", "tabs.docx", "table.docx", "styles.odt", "styles.rtf",
    "play.epub",
    "play.html", "script.celtx", "exported.html",
  ]) func `are read as plays, each part with its words`(name: String) throws {
    let items = try stage.host(
      ["script", "items", file(name), "--rules", "dialogue-only"], environment)
    let said = items.text.split(separator: "\n").map { line in
      String(line.drop { $0 != " " }.drop { $0 == " " }).replacing(#/ \([a-z ]+\)/#, with: "")
    }
    #expect(said.count == 12, "\(items.text)\(items.talk)")
    #expect(Array(said.prefix(3)) == Self.speeches, "\(items.text)")
    #expect(!items.text.contains("He shows his bare hand"))
  }

  @Test(arguments: [
    "<ul>\n<li>IDA: Who is there?</li><li>OSKAR: Me.</li></ul>",
    "<table><tr><td>IDA</td><td>Who is there?</td></tr><tr><td>OSKAR</td><td>Me.</td></tr></table>",
    "<!-- Saved. -->\n<blockquote>IDA: Who is there?</blockquote><blockquote>OSKAR: Me.</blockquote>",
  ]) func `may be parts of web pages`(page: String) throws {
    let items = try stage.host(
      ["script", "items", try file(Array(page.utf8), as: "a.html"), "--rules", "dialogue-only"],
      environment)
    #expect(items.text == "1  IDA: Who is there?\n2  OSKAR: Me.\n", "\(items.talk)")
  }

  /// The charset of Vietnamese writes accents after their letter, so that a letter at the end waited for one.
  @Test func `keep their last letter in every charset`() throws {
    let rich = Array("{\\rtf1\\ansi\\ansicpg1258 \\'d0i v\\'ea nha}".utf8)
    _ = try stage.host(["speech", "add", try file(rich, as: "a.rtf")], environment)
    let shown = try stage.host(["speech", "show", "1"], environment)
    #expect(shown.text.contains("Đi vê nha"), "\(shown.text)\(shown.talk)")
  }

  @Test func `are read without what was deleted, and without comments and notes`() throws {
    let items = try stage.host(
      ["script", "items", file("colons.docx"), "--rules", "dialogue-only"], environment)
    #expect(items.text.contains("The boat is gone, Ida. Gone."), "\(items.text)\(items.talk)")
    #expect(!items.text.contains("Fool"), "deleted")
    #expect(items.text.split(separator: "\n").count == 12, "comments and notes are no speeches")
  }

  @Test func `are books with chapters, which one voice reads`() throws {
    let run = try stage.host(
      ["generate", file("novel.epub"), "--dry-run", "--voice", "mock"], environment)
    #expect(run.status == 0 && run.talk.contains("2 headings"), "\(run.text)\(run.talk)")
  }

  @Test func `are novels whose quotations have speakers`() throws {
    let items = try stage.host(["script", "items", file("novel.epub"), "--prose"], environment)
    #expect(items.text.contains("OSKAR: The boat is gone,"), "\(items.text)\(items.talk)")
    let script = try stage.host(
      ["script", "import", file("novel.epub"), "-", "--prose"], environment)
    #expect(script.text.contains("IDA\nOnce,"), "\(script.text)")
  }

  @Test func `Documents of other programs are speeches with their titles`() throws {
    let added = try stage.host(["speech", "add", file("novel.epub")], environment)
    #expect(added.status == 0 && (added.text + added.talk).contains("The Lamp"), "\(added.talk)")
    let shown = try stage.host(["speech", "show", "1"], environment)
    #expect(shown.text.contains("Later they stood on the gallery."), "\(shown.text)\(shown.talk)")
    #expect(!shown.text.contains("rights"), "pages about rights are no text of a book")
  }

  @Test func `Documents of other programs are refused with a reason`() throws {
    let rich = Array("{\\rtf1 Good evening.}".utf8)
    let cases: [([UInt8], String, [String: String])] = [
      (rich, "is missing: cue-import-document", ["CUE_IMPORTERS": "/nowhere"]),
      (
        Array("{\\rtf1 Good {evening.".utf8), "a rich text file (RTF), and it is damaged",
        environment
      ),
      (Array("{\\rtf1 }".utf8), "without any text", environment),
      (
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
        "a Word file of a form that Cue does not read", environment
      ),
    ]
    for (bytes, why, environment) in cases {
      let run = try stage.host(["script", "info", try file(bytes, as: "a.txt")], environment)
      #expect(run.status == 65 && run.talk.contains(why), "\(run.status) \(run.talk)")
    }
  }
}
