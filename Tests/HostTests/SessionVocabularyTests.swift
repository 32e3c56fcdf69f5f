import CueAssembly
import CuePractice
import CueStory
import Foundation
import TestSupport
import Testing

@testable import host

/// Documentation/Sessions.md, which is made from the types.
@Suite struct `The vocabulary of sessions` {
  private let page = HelpFormat.sessions.text

  @Test func `is the page of the documentation`() throws {
    let kept = try String(
      contentsOfFile: Places.source("Documentation/Sessions.md"), encoding: .utf8)
    #expect(
      page == kept, "make it again: build/host help --format sessions > Documentation/Sessions.md")
  }

  /// The files that write names of events, and the sections of the page with their examples.
  private static let writers = [
    ("Rehearsal/RehearsalEventWriter.swift", "Rehearsal"),
    ("Practice/PracticeEventWriter.swift", "Practice"),
    ("Recording/RecordingEventWriter.swift", "Recording"),
    ("Recording/ProofEventWriter.swift", "Recording"),
    ("Speaking/SpeakingEventWriter.swift", "Speaking"),
    ("Story/CanvasEventWriter.swift", "Stories"),
  ]

  @Test func `has an example of each event`() throws {
    for (file, mode) in Self.writers {
      let section = try #require(
        page.components(separatedBy: "\n## ").first { $0.hasPrefix(mode + ": events") }, "\(mode)")
      let source = try String(
        contentsOfFile: Places.source("Sources/CueAssembly/" + file), encoding: .utf8)
      let names = source.matches(
        of: /(?:JSONObject\(event: |begin\(|numbered\(|lines\(job, )"([^"]+)"/
      ).map(\.1)
      #expect(!names.isEmpty, "\(file)")
      for name in names {
        #expect(section.contains("{\"event\":\"\(name)\""), "\(file): \(name)")
      }
      for name in source.matches(of: /kind\("([^"]+)"\)/).map(\.1) {
        #expect(section.contains("\"kind\":\"\(name)\""), "\(file): \(name)")
      }
    }
  }

  @Test func `has commands that are read as they are written`() throws {
    for example in RehearsalCommand.examples {
      _ = try RehearsalCommand(json: example.json)
      #expect(page.contains(example.json))
    }
    for example in PracticeCommand.examples { _ = try PracticeCommand(json: example.json) }
    for example in CanvasCommand.examples {
      _ = try CanvasCommand(json: example.json)
      #expect(page.contains(example.json))
    }
  }

  @Test func `has commands that mean what they say`() throws {
    let rehearsal: [(String, RehearsalCommand)] = [
      (#"{"command":"goto","number":12}"#, .actor(.goto(line: 12))),
      (#"{"command":"scene","number":2}"#, .actor(.gotoScene(2))),
      (#"{"command":"listening","on":false}"#, .actor(.setListening(false))),
      (#"{"command":"tones","tones":"angry","line":7}"#, .direct(.tones("angry"), line: 7)),
      (#"{"command":"delay","tenths":-5,"line":7}"#, .direct(.delay(tenths: -5), line: 7)),
      (#"{"command":"undo"}"#, .undoDirection),
    ]
    for (json, command) in rehearsal { #expect(try RehearsalCommand(json: json) == command) }
    let practice: [(String, PracticeCommand)] = [
      (#"{"command":"jump","number":12}"#, .jump(12)),
      (#"{"command":"rates","rates":[0.7,1]}"#, .setRates([0.7, 1])),
      (#"{"command":"loop","from":4,"to":2}"#, .setLoop(2...4)),
      (#"{"command":"loop"}"#, .setLoop(nil)),
      (#"{"command":"by","by":"paragraph"}"#, .setGranularity(.paragraph)),
    ]
    for (json, command) in practice { #expect(try PracticeCommand(json: json) == command) }
    let canvas: [(String, CanvasCommand)] = [
      (#"{"command":"marker"}"#, .press(.marker)),
      (#"{"command":"leave"}"#, .press(.quit)),
      (#"{"command":"hold","seconds":1.5}"#, .hold(seconds: 1.5)),
      (#"{"command":"swipe","take":3}"#, .swipe(take: 3)),
      (#"{"command":"dials","pitch":-2}"#, .dials(rate: nil, pitch: -2, isLinked: nil)),
    ]
    for (json, command) in canvas { #expect(try CanvasCommand(json: json) == command) }
  }

  @Test func `refuses what is no command, and says why`() {
    #expect(throws: CommandFault.notACommand) { try RehearsalCommand(json: "advance") }
    #expect(throws: CommandFault.notACommand) { try RehearsalCommand(json: #"{"go":1}"#) }
    #expect(
      throws: CommandFault.missing(member: "number", kind: "a number", command: "goto")
    ) { try RehearsalCommand(json: #"{"command":"goto"}"#) }
    #expect(
      throws: CommandFault.missing(member: "number", kind: "a whole number", command: "goto")
    ) { try RehearsalCommand(json: #"{"command":"goto","number":1.5}"#) }
    #expect(
      throws: CommandFault.notOneOf(
        member: "by", ["sentence", "paragraph"], command: "by")
    ) { try PracticeCommand(json: #"{"command":"by","by":"word"}"#) }
    let error = #expect(throws: CommandFault.self) {
      try PracticeCommand(json: #"{"command":"x"}"#)
    }
    guard case .unknown("x", let known) = error else {
      Issue.record("another fault: \(String(describing: error))")
      return
    }
    #expect(known.contains("play"))
  }
}
