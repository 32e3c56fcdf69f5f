import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

/// The hosts that authors of other programs copy.
@Suite(.startsProcesses) struct `An example of a host` {
  private let folder: TemporaryFolder
  private static let line = "Good evening."

  init() throws { folder = try TemporaryFolder() }

  private var program: String { Places.source("plugin-sdk/examples/hosts/host.py") }

  private func python(_ words: String...) throws -> Run {
    try Run(
      "/usr/bin/python3", [program] + words,
      environment: ["CUE_WORKER": Places.product("cue-worker")])
  }

  private func library(_ name: String) -> String { Places.product("libplugin-\(name).so") }

  /// Compiles the host in C.
  private func compiled() throws -> String {
    let path = folder.path("host")
    let run = try Run(
      "/usr/bin/env",
      [
        "cc", "-std=gnu99", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
        "-I" + Places.source("plugin-sdk/include"), "-o", path,
        Places.source("plugin-sdk/examples/hosts/host.c"), "-ldl",
      ])
    try #require(run.status == 0, "\(run.talk)")
    return path
  }

  @Test(arguments: ["flite", "mock", "espeak"])
  func `in C loads a voice, and writes the frames that Cue writes`(plugin: String) throws {
    let run = try Run(
      try compiled(), [library(plugin), Self.line, folder.path("said.wav")])
    #expect(run.status == 0, "\(run.talk)")
    let said = try Fixtures.sound(inFile: folder.path("said.wav"))
    #expect(said.frameCount > 1000)
    #expect(try said.bytes == builtVoice(plugin).say(Self.line).bytes)
  }

  @Test func `in C shows the sentence of a voice that refuses`() throws {
    let run = try Run(
      try compiled(), [library("flite"), Self.line, folder.path("said.wav"), "nobody"])
    #expect(run.status == 1)
    #expect(run.talk.contains("nobody"))
  }

  @Test(.needsPython, arguments: ["flite", "mock", "espeak"])
  func `in Python lets a worker speak, and writes the frames that Cue writes`(plugin: String) throws
  {
    let run = try python("say", library(plugin), Self.line, folder.path("said.wav"))
    #expect(run.status == 0, "\(run.talk)")
    #expect(
      try Fixtures.sound(inFile: folder.path("said.wav")).bytes
        == builtVoice(plugin).say(Self.line).bytes)
  }

  @Test(.needsPython) func `in Python lets a program speak behind the wall`() throws {
    let run = try Run(
      "/usr/bin/python3",
      [
        program, "say", Places.source("plugin-sdk/examples/python/voice.py"), Self.line,
        folder.path("said.wav"),
      ],
      environment: ["CUE_WORKER": Places.product("cue-worker"), "PATH": "/usr/bin:/bin"])
    #expect(run.status == 0, "\(run.talk)")
    #expect(try Fixtures.sound(inFile: folder.path("said.wav")).frameCount > 1000)
  }

  @Test(.needsPython) func `in Python grants more than two minutes of sound piece by piece`() throws
  {
    let text = Array(repeating: "word", count: 600).joined(separator: " ")
    let run = try python("say", library("mock"), text, folder.path("said.wav"))
    #expect(run.status == 0, "\(run.talk)")
    let said = try Fixtures.sound(inFile: folder.path("said.wav"))
    #expect(try said.bytes == builtVoice("mock").say(text).bytes)
    #expect(said.frameCount > 120 * said.format.rateHertz)
  }

  @Test(.needsPython) func `in Python hears what is said, with partial results before the end`()
    throws
  {
    try #require(
      try python("say", library("flite"), Self.line, folder.path("said.wav")).status == 0)
    let run = try python("hear", library("pocketsphinx"), folder.path("said.wav"))
    #expect(run.status == 0, "\(run.talk)")
    let lines = run.text.split(separator: "\n")
    #expect(lines.last == "heard good evening")
    #expect(lines.dropLast().contains { $0.hasPrefix("so far ") })
  }

  @Test(.needsPython) func `in Python changes sound by an effect with a setting`() throws {
    try #require(
      try python("say", library("flite"), Self.line, folder.path("said.wav")).status == 0)
    let run = try python(
      "effect", library("sonic"), folder.path("said.wav"), folder.path("fast.wav"), "tempo=2")
    #expect(run.status == 0, "\(run.talk)")
    let (said, fast) = try (
      Fixtures.sound(inFile: folder.path("said.wav")),
      Fixtures.sound(inFile: folder.path("fast.wav"))
    )
    // A stretch of frames at the ends is not exact.
    #expect(abs(fast.frameCount - said.frameCount / 2) < said.format.rateHertz / 20)
  }

  @Test(.needsPython) func `in Python says why a plugin cannot be used, and how it ended`() throws {
    let unknown = try python(
      "say", library("flite"), Self.line, folder.path("said.wav"), "nobody")
    #expect(unknown.status == 1)
    #expect(unknown.talk.contains("nobody"))
    let missing = try python("say", folder.path("missing"), Self.line, folder.path("said.wav"))
    #expect(missing.talk.contains("The plugin has ended: 127."))
  }
}
