import CueScreenplay
import Foundation
import TestSupport
import Testing

@Suite struct `Names that are hard to say` {
  private func file() throws -> String {
    try String(contentsOfFile: Places.source("Packaging/names.txt"), encoding: .utf8)
  }

  private func proposals(_ text: String, _ lexicon: String = "") throws -> [String] {
    let names = KnownNames(parsing: try file())
    let screenplay = try ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain")
    return names.proposals(for: screenplay, besides: try Lexicon(parsing: lexicon)).map(\.entry)
  }

  private let pub =
    "INT. PUB\n\nSIOBHAN\nGood evening, Mr. Nguyen. Una said so.\n\nANNA\nSiobhan?\n"

  @Test func `are found in cues and speeches, each once, with a proposal`() throws {
    #expect(try proposals(pub) == ["Siobhan = shi-VAWN", "Nguyen = WIN"])
  }

  @Test func `are not proposed if the lexicon has them`() throws {
    #expect(try proposals(pub, "siobhan = SHIV-awn\nNguyen = /wɪn/") == [])
  }

  @Test func `Names that are hard to say are no words in small letters`() throws {
    #expect(
      try proposals("INT. PUB\n\nANNA\nA saoirse, not Saoirse's.\n") == ["Saoirse = SEER-sha"])
  }

  @Test func `are left to the voices of another language`() throws {
    #expect(try proposals("Language: es\n\n\nINT. BAR\n\nANNA\nJosé, ven aquí.\n") == [])
  }

  @Test func `all have a proposal that a lexicon can read`() throws {
    let lexicon = try Lexicon(parsing: try file())
    #expect(lexicon.spoken("Saoirse") == "SEER-sha")
  }
}
