import CueConformance
import Foundation
import Testing
import TestSupport

@Suite struct `The page of checks` {
  @Test func `The page of checks is what the program writes`() throws {
    let page = try String(
      contentsOfFile: Places.source("Documentation/Conformance.md"), encoding: .utf8)
    #expect(
      page == Suite.page,
      "write it again: host conform --list --markdown > Documentation/Conformance.md")
  }

  @Test(arguments: Suite.checks.map(\.id))
  func `The page of checks has sentences for every check`(id: String) throws {
    let check = try #require(Suite.checks.first { $0.id == id })
    #expect((1...10).contains(check.level))
    for words in [check.purpose, check.method] {
      #expect(words.first?.isWhitespace == false && words.last == ".")
    }
    #expect(id.allSatisfy { $0.isLowercase || $0 == "-" })
  }
}
