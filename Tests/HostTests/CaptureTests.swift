import Foundation
import TestSupport
import Testing

@Suite(
  .startsProcesses,
  .enabled(
    if: SoundServer.isHere, "PulseAudio or its plugin is not on this machine"))
struct `Capture on a real sound server` {
  private let stage: Stagehand
  private let server: SoundServer

  init() throws {
    stage = try Stagehand()
    server = try SoundServer()
  }

  private func pactl(_ arguments: String...) throws -> String {
    let run = try Run("/usr/bin/pactl", arguments, environment: server.environment)
    #expect(run.status == 0, "\(arguments): \(run.talk)")
    return run.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func addSink(_ name: String) throws -> String {
    try pactl("load-module", "module-null-sink", "sink_name=\(name)", "rate=44100", "channels=2")
  }

  /// Something that is heard on `sink` until it is killed.
  private func noise(on sink: String) throws -> Running {
    try Running(
      "/bin/sh",
      [
        "-c",
        "exec pacat --latency-msec=20 --raw --rate=8000 --channels=1 --format=u8 -d \(sink) < /dev/urandom",
      ], environment: server.environment)
  }

  /// Reads levels until one is as is wished; false where they end.
  private func meter(_ meter: Running, isLoud: Bool) -> Bool {
    var text = ""
    while true {
      let some = meter.someOutput()
      guard !some.isEmpty else { return false }
      text += String(decoding: some, as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for line in lines.dropLast() where line.contains("\"bars\":0,") != isLoud { return true }
      text = String(lines.last ?? "")
    }
  }

  @Test func `is listed, and its level is shown`() throws {
    let listed = try stage.host(["devices", "pulse", "--json"], server.environment)
    #expect(listed.text.contains("\"id\":\"pulse:out.monitor\""))
    #expect(listed.text.contains("\"type\":\"monitor\""))
    let run = try stage.start(
      ["devices", "--meter=pulse:out.monitor", "--json"], server.environment)
    defer { run.kill() }
    #expect(meter(run, isLoud: false))
    let noise = try noise(on: "out")
    #expect(meter(run, isLoud: true))
    noise.kill()
    #expect(meter(run, isLoud: false))
  }

  @Test func `goes on when a microphone that was unplugged is back`() throws {
    let module = try addSink("cable")
    let run = try stage.start(
      ["devices", "--meter=pulse:cable.monitor", "--json"], server.environment)
    defer { run.kill() }
    #expect(meter(run, isLoud: false))
    _ = try pactl("unload-module", module)
    let lost = run.talk(upTo: "as soon as it is back.")
    #expect(lost.contains("You are not heard any more"), "\(lost)")
    _ = try addSink("cable")
    let back = run.talk(upTo: "is back.")
    #expect(back.contains("The microphone pulse:cable.monitor is back."), "\(back)")
    let noise = try noise(on: "cable")
    defer { noise.kill() }
    #expect(meter(run, isLoud: true))
  }

  @Test func `follows the default microphone when that changes`() throws {
    _ = try addSink("cable")
    let run = try stage.start(["devices", "--meter=pulse", "--json"], server.environment)
    defer { run.kill() }
    #expect(meter(run, isLoud: false))
    let noise = try noise(on: "cable")
    defer { noise.kill() }
    #expect(meter(run, isLoud: false))
    _ = try pactl("set-default-source", "cable.monitor")
    #expect(meter(run, isLoud: true))
  }

  @Test func `Capture on a real sound server is measured from the output on`() throws {
    let run = try stage.host(
      ["calibrate", "--device", "pulse:out", "--microphone=pulse:out.monitor", "--json"],
      server.environment)
    #expect(run.status == 0, "\(run.talk)")
    let measure = try #require(try stage.events(run).first)
    let latency = try #require(measure["latency"] as? Double)
    #expect((0...1.5).contains(latency))
    #expect((measure["confidence"] as? Double ?? 0) > 0.2)
    _ = try addSink("cable")
    let deaf = try stage.host(
      ["calibrate", "--device", "pulse:out", "--microphone=pulse:cable.monitor"],
      server.environment)
    #expect(deaf.status == 1)
    #expect(deaf.talk.contains("pulse:cable.monitor does not hear what pulse:out plays."))
  }

  @Test func `a missing microphone is explained in one sentence`() throws {
    let none = try stage.host(["listen", "--microphone=pulse:attic"], server.environment)
    #expect(none.status == 69)
    #expect(none.talk.contains("has no microphone “attic”; it has out.monitor"), "\(none.talk)")
    let empty = try SoundServer(hasSink: false)
    let nobody = try stage.host(["listen"], empty.environment)
    #expect(nobody.talk.contains("The sound server has no microphone"), "\(nobody.talk)")
    let silent = try stage.host(
      ["devices", "--meter=null", "--set", "sound=silence", "--set", "length=6000", "-q"])
    #expect(silent.status == 0)
    let told = try stage.host(
      ["devices", "--meter=null", "--set", "sound=silence", "--set", "length=4500"])
    #expect(told.talk.contains("Nothing comes from the microphone null"), "\(told.talk)")
    let clipped = try stage.host(
      ["devices", "--meter=null", "--set", "sound=clipped", "--set", "length=4500"])
    #expect(clipped.talk.contains("The microphone null is too loud"), "\(clipped.talk)")
  }
}

@Suite(.startsProcesses) struct `A microphone that is a device` {
  private let stage: Stagehand

  init() throws {
    stage = try Stagehand()
    try FileManager.default.createSymbolicLink(
      atPath: stage.plugins + "/libfile.so",
      withDestinationPath: Places.product("libplugin-file.so"))
  }

  /// A tone that speaks: loud, then silent.
  private func take() throws -> String {
    let path = stage.folder.path("take.sound")
    var bytes = Data()
    for index in 0..<16_000 * 3 {
      let isLoud = (4000..<24_000).contains(index)
      let sample = isLoud ? Int16(8000 * sin(Double(index) * 0.17)) : 0
      bytes.append(UInt8(truncatingIfNeeded: sample))
      bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
    }
    try bytes.write(to: URL(filePath: path))
    return path
  }

  @Test func `A microphone that is a device is listened to`() throws {
    let heard = try stage.host([
      "listen", "--microphone=file:\(try take())", "--set", "raw=16000", "--set", "pace=fast",
      "--recognizer", "mock-ear", "--set", "script=good evening",
    ])
    #expect(heard.text == "good evening\n", "\(heard.talk)")
    #expect(heard.status == 0)
  }

  @Test func `A microphone that is a device is heard in practice`() throws {
    let speech = try stage.folder.write("One two three. Four five six.", as: "speech.txt")
    let run = try stage.host([
      "practice", speech, "-v", "mock", "--device", "null", "--listen", "--until-quiet", "--json",
      "--microphone=file:\(try take())", "--set", "raw=16000", "--set", "pace=fast", "--set",
      "at-end=again", "--recognizer", "mock-ear", "--set", "script=one two three|four five six",
      "--scripted", "/dev/null",
    ])
    let repeated = try stage.events(run).filter { $0["event"] as? String == "repeated" }
    #expect(repeated.map { $0["score"] as? Double } == [1, 1], "\(run.text) \(run.talk)")
  }

  @Test func `A microphone that is a device or a file is named once`() throws {
    let both = try stage.host(["listen", "take.wav", "--microphone"])
    #expect(both.status == 2)
    #expect(both.talk.contains("a sound file or a --microphone, not both"))
    let set = try stage.host(["listen", "--microphone=\(try take())", "--set", "pace=fast"])
    #expect(set.talk.contains("--set pace=fast is for a device"), "\(set.talk)")
  }
}
