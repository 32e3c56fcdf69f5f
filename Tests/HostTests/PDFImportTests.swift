import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses, .enabled(if: Fixtures.hasPoppler, "libpoppler-cpp-dev is missing"))
struct `host script with PDF files` {
  private let stage: Stagehand
  private let environment: [String: String]
  private static let page = [
    (x: 540, y: 40, text: "1."), (x: 108, y: 80, text: "INT. HALL - NIGHT"),
    (x: 108, y: 104, text: "Anna walks through the dark hall."), (x: 266, y: 128, text: "ANNA"),
    (x: 180, y: 140, text: "Is there anybody in this house?"), (x: 266, y: 164, text: "TOM"),
    (x: 180, y: 176, text: "Nobody but me."),
  ]

  init() throws {
    stage = try Stagehand()
    environment = ["CUE_IMPORTERS": try Fixtures.importer(.pdf)]
  }

  private func file(_ data: Data, as name: String) throws -> String {
    let path = stage.folder.path(name)
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func `reads them as any script, and writes them as Fountain`() throws {
    let path = try file(PDFFile.bytes([Self.page]), as: "side.pdf")
    let items = try stage.host(
      ["script", "items", path, "--rules", "dialogue-only"], environment)
    #expect(
      items.text == "1  ANNA: Is there anybody in this house?\n2  TOM: Nobody but me.\n",
      "\(items.talk)")
    let done = try stage.host(["script", "import", path], environment)
    #expect(done.status == 0 && done.talk.contains("side.pdf.fountain is written."), "\(done.talk)")
    let text = try String(contentsOfFile: path + ".fountain", encoding: .utf8)
    #expect(text.hasPrefix("INT. HALL - NIGHT\n\nAnna walks") && text.contains("\nTOM\nNobody"))
    let again = try stage.host(["script", "import", path], environment)
    #expect(again.status == 73 && again.talk.contains("may have been edited"), "\(again.talk)")
  }

  @Test func `lists rows that may be read wrongly`() throws {
    let page =
      Array(Self.page[1...2]) + [
        (x: 180, y: 128, text: "ANNA"), (x: 390, y: 128, text: "TOM"),
        (x: 130, y: 140, text: "You never listen."), (x: 340, y: 140, text: "I always do."),
      ]
    let path = try file(PDFFile.bytes([page]), as: "two.pdf")
    let run = try stage.host(["script", "import", path, "--json"], environment)
    let events = try stage.events(run)
    #expect(events.map { $0["reason"] as? String } == ["side-by-side"], "\(run.talk)")
    #expect(events[0]["page"] as? Int == 1 && events[0]["row"] as? String == "ANNA TOM")
    let info = try stage.host(["script", "info", path], environment)
    #expect(info.talk.contains("1 of its rows may be read wrongly"), "\(info.talk)")
  }

  @Test func `asks about each doubtful row with --review`() throws {
    let page =
      Array(Self.page[1...2]) + [
        (x: 180, y: 128, text: "ANNA"), (x: 390, y: 128, text: "TOM"),
        (x: 130, y: 140, text: "You never listen."), (x: 340, y: 140, text: "I always do."),
      ]
    let path = try file(PDFFile.bytes([page]), as: "two.pdf")
    let run = try stage.host(
      ["script", "import", path, "--review"], input: "NORA\n", environment)
    #expect(run.status == 0 && run.talk.contains(">                       ANNA"), "\(run.talk)")
    let text = try String(contentsOfFile: path + ".fountain", encoding: .utf8)
    #expect(text.contains("NORA\nYou never listen.") && !text.contains("ANNA"), "\(text)")
  }

  @Test(arguments: ["locked", "scan", "damaged", "none"])
  func `host script with PDF files refuses with a reason`(what: String)
    throws
  {
    let (data, why): (Data, String) =
      switch what {
      case "locked":
        (
          try Data(contentsOf: URL(fileURLWithPath: Places.source("Tests/Fixtures/locked.pdf"))),
          "with a password"
        )
      case "scan": (PDFFile.bytes([[], []]), "pictures without text")
      case "damaged": (Data("%PDF-1.4\nnothing".utf8), "a PDF file, and it is damaged")
      default: (PDFFile.bytes([Self.page]), "not installed: the package cue-import-pdf")
      }
    let path = try file(data, as: "bad.pdf")
    let run = try stage.host(
      ["script", "info", path], what == "none" ? ["CUE_IMPORTERS": "/nowhere"] : environment)
    #expect(run.status == 65 && run.talk.contains(why), "\(run.status) \(run.talk)")
  }
}
