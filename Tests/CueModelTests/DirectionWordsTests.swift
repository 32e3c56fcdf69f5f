import CueModel
import Foundation
import TestSupport
import Testing

@Suite struct `The words of directions` {
  /// "high pitched" was known by no reader, because its section had another name.
  @Test func `are in sections that have the names of tones and manners`() throws {
    let file = try String(
      contentsOfFile: Places.source("Packaging/words/directions.txt"), encoding: .utf8)
    let names = file.split(separator: "\n").filter { $0.hasPrefix("[") }
      .map { String($0.dropFirst().dropLast()) }
    let known = Tone.allCases.map(\.rawValue) + Manner.allCases.map(\.rawValue)
    #expect(Set(names) == Set(["words"] + known))
  }
}
