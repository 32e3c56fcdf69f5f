import Foundation
import TestSupport
import Testing

/// A tone in a recording: where it begins and ends, and how high it is.
private struct Tone {
  let frames: Range<Int>
  let hertz: Double
  /// Whether the sound server had nothing to play in the middle of it, because the machine was busy.
  let hasGap: Bool

  init?(_ samples: [Int16]) {
    guard let first = samples.firstIndex(where: { abs(Int($0)) > 1000 }),
      let last = samples.lastIndex(where: { abs(Int($0)) > 1000 })
    else { return nil }
    frames = first..<last + 1
    let crossings = zip(samples[frames], samples[frames].dropFirst()).count { $0 < 0 && $1 >= 0 }
    hertz = Double(crossings) * 48000 / Double(frames.count)
    // Half a millisecond of zeros is in no tone.
    hasGap = samples[frames].split(whereSeparator: { $0 != 0 }).contains { $0.count >= 24 }
  }
}

@Suite(
  .startsProcesses,
  .enabled(
    if: SoundServer.isHere, "PulseAudio or its plugin is not on this machine"))
struct `The sound of host on a real sound server` {
  @Test func `is heard as it was spoken, and all of it`() throws {
    let stage = try Stagehand()
    let server = try SoundServer()
    // The first stream on a cold sink may lose a second: it belongs to the sink, and has no words.
    let first = try stage.host(["-v", "mock", "aaa"], server.environment)
    #expect(first.status == 0, "\(first.talk)")
    func take() throws -> Tone {
      let played = try server.recorded {
        let run = try stage.host(["-v", "mock", "aaaaaaaaaaaaaaaaaaaa"], server.environment)
        #expect(run.status == 0, "\(run.talk)")
        #expect(run.talk.isEmpty)
      }
      return try #require(Tone(played))
    }
    var tone = try take()
    // A take with a gap shows a busy machine, not a fault of ours.
    for _ in 1..<10 where tone.hasGap { tone = try take() }
    // Twenty characters of 60 ms at 220 Hz; the ends of a sine lie below the threshold.
    #expect(abs(tone.frames.count - 57_600) < 960, "\(tone.frames.count) frames")
    #expect(abs(tone.hertz - 220) < 2, "\(tone.hertz) Hz")
  }

  /// The plugin waited without an end, and was said to hang.
  @Test func `that is asleep, or does not answer, is named as the reason`() throws {
    let stage = try Stagehand()
    let line = ["-v", "mock", String(repeating: "a", count: 100)]
    let asleep = try SoundServer()
    try asleep.suspendSink()
    let suspended = try stage.host(line, asleep.environment)
    #expect(suspended.status == 69, "\(suspended.status) \(suspended.talk)")
    #expect(suspended.talk.contains("“out” is suspended on the sound server"), "\(suspended.talk)")
    let hung = try SoundServer()
    hung.hang()
    let silent = try stage.host(line, hung.environment)
    #expect(silent.status == 69, "\(silent.status) \(silent.talk)")
    #expect(silent.talk.contains("does not answer"), "\(silent.talk)")
  }

  /// Three sentences, of which the mock voice says each for some seconds.
  private func speech(_ stage: Stagehand) throws -> String {
    let words = String(repeating: "word ", count: 20)
    return try stage.folder.write(
      "One \(words).\n\nTwo \(words).\n\nThree \(words).", as: "toast.txt")
  }

  @Test func `practice that is stopped in mid-sentence falls silent, and waits when it comes back`()
    throws
  {
    let stage = try Stagehand()
    let server = try SoundServer()
    let run = try stage.startAtTerminal(
      shell: "\"$0\" \"$@\"; echo stopped $?; read answer; fg; echo ended $?",
      ["practice", try speech(stage), "-v", "mock", "--device", "pulse", "--pause", "off"],
      server.environment)
    #expect(run.waits { $0.text.joined().contains("1 / 3") }, "\(run.written)")
    #expect(try server.isHeard())
    run.type("\u{1a}")
    #expect(run.waits(forWords: "stopped \(128 + SIGTSTP)"), "\(run.written)")
    #expect(try server.fallsSilent())
    run.type("yes\n")
    #expect(run.waits { $0.isOtherScreen && $0.text.joined().contains("Paused") })
    #expect(run.screen.text.joined().contains("1 / 3"))
    #expect(try server.fallsSilent())
    run.type(" ")
    #expect(try server.isHeard())
    run.type("q")
    #expect(run.waits(forWords: "ended 0"), "\(run.written)")
    #expect(run.end() == 0)
  }

  @Test
  func `practice whose sound goes away says so, keeps its place, and gives the terminal back`()
    throws
  {
    let stage = try Stagehand()
    let server = try SoundServer()
    let added = try stage.host(["speech", "add", try speech(stage), "--title", "Toast"])
    #expect(added.status == 0, "\(added.talk)")
    let practice = ["practice", "Toast", "-v", "mock", "--device", "pulse", "--pause", "off"]
    let run = try stage.startAtTerminal(practice, server.environment)
    #expect(run.waits { $0.text.joined().contains("1 / 3") }, "\(run.written)")
    #expect(try server.isHeard())
    run.type("\u{1b}[6~")
    #expect(run.waits { $0.text.joined().contains("2 / 3") })
    server.stop()
    #expect(
      run.waits { $0.text.joined().contains("The sound server went away.") },
      "\(run.screen.text)")
    run.type("q")
    _ = run.end()
    #expect(run.isAsItWas)
    // Without a device: where practice goes on.
    let again = try stage.host([
      "practice", "Toast", "-v", "mock", "-o", stage.folder.path("rest.wav"), "--json",
    ])
    let segments = try stage.events(again).compactMap { $0["number"] as? Int }
    #expect(segments.first == 2, "\(again.text)")
  }
}
