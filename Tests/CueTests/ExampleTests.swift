import Foundation
import TestSupport
import Testing

/// The programs of Examples/embedding, with the voice flite as it is.
@Suite struct `An example that imports Cue` {
  private let installation: Installation

  init() throws {
    installation = try Installation(["flite"])
  }

  private func run(_ program: String, _ words: [String]) throws -> Run {
    try Run(Places.product(program), words, environment: installation.variables)
  }

  @Test(.startsProcesses) func `speaks a sentence into a file`() throws {
    let path = installation.folder.path("speak.wav")
    let run = try run("embedding-speak", ["Good evening.", path])
    #expect(run.status == 0, "\(run.talk)")
    let sound = try Fixtures.sound(inFile: path)
    #expect(sound.frameCount > sound.format.rateHertz / 2)
    #expect(sound.floats.contains { abs($0) > 0.1 })
  }
}
