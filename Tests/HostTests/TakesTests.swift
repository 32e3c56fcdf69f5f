import CueAssembly
import CueAudio
import CueModel
import Foundation
import Glibc
import TestSupport
import Testing

/// A tone of one sample value, to be found again.
private func sound(_ frames: Int, _ value: Int16 = 1000, rateHertz: Int = 48_000) -> AudioBuffer {
  AudioBuffer(int16: Array(repeating: value, count: frames), rateHertz: rateHertz)
}

@Suite struct `The tracks of a take` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func tracks(aheadSeconds: Double = 0) throws -> TakeTracks {
    TakeTracks(
      partner: try GrowingSoundFile(path: folder.path("partner.wav"), format: TakeTracks.format),
      own: try GrowingSoundFile(path: folder.path("own.wav"), format: TakeTracks.format),
      aheadSeconds: aheadSeconds, failed: { Issue.record("\($0)") })
  }

  private func samples(_ name: String) throws -> [Int16] {
    try Fixtures.sound(inFile: folder.path(name)).int16s
  }

  /// The frames that are not silent.
  private func heard(_ name: String) throws -> Range<Int> {
    let samples = try samples(name)
    let first = samples.firstIndex { abs($0) > 100 } ?? 0
    return first..<(samples.lastIndex { abs($0) > 100 }.map { $0 + 1 } ?? first)
  }

  private func speak(_ tracks: TakeTracks, _ frames: Int, rateHertz: Int = 48_000) {
    tracks.lineBegins(AudioFormat(sample: .int16, rateHertz: rateHertz))
    tracks.heard(sound(frames, rateHertz: rateHertz))
    tracks.lineEnds(isForgotten: false)
  }

  /// The session puts silence out for the time that was listened to, in frames of its own rate: that time counts once.
  @Test func `are aligned to the frame, whether listening passes by itself or as silence`() throws {
    let tracks = try tracks()
    speak(tracks, 4800)
    tracks.microphoneOpened(AudioFormat(sample: .int16, rateHertz: 48_000))
    for _ in 0..<100 {
      tracks.captured(sound(480, 2000))
      // 10 ms at 22,050 Hz are 220.5 frames.
      tracks.silence(frames: 221, rateHertz: 22_050)
    }
    tracks.microphoneClosed()
    speak(tracks, 4800)
    tracks.finish()
    #expect(try heard("own.wav") == 4800..<52_800)
    let partner = try samples("partner.wav")
    #expect(partner[..<4800].allSatisfy { $0 == 1000 })
    #expect(partner[4800..<52_800].allSatisfy { $0 == 0 })
    // What the session's silence was longer than what was listened to, at most: 100 × 0.5 / 22,050 s.
    let second = try #require(partner[4800...].firstIndex { $0 != 0 })
    #expect((52_800...52_800 + 110).contains(second))
    #expect(try samples("own.wav").count == partner.count)
  }

  @Test func `are as long as each other, whatever the rates`() throws {
    let tracks = try tracks()
    tracks.silence(frames: 1000, rateHertz: 16_000)
    speak(tracks, 22_050, rateHertz: 22_050)
    tracks.microphoneOpened(AudioFormat(sample: .int16, rateHertz: 44_100))
    for _ in 0..<10 { tracks.captured(sound(4410, rateHertz: 44_100)) }
    tracks.microphoneClosed()
    tracks.finish()
    #expect(try samples("own.wav").count == 3000 + 48_000 + 48_000)
    #expect(try samples("partner.wav").count == 3000 + 48_000 + 48_000)
  }

  @Test func `keep the first sound of an actor who interrupts, where it was heard`() throws {
    let tracks = try tracks(aheadSeconds: 0.1)
    tracks.microphoneOpened(AudioFormat(sample: .int16, rateHertz: 48_000))
    tracks.lineBegins(TakeTracks.format)
    for block in 0..<100 {
      tracks.heard(sound(480))
      tracks.captured(sound(480, block < 50 ? 0 : 2000))
    }
    tracks.lineEnds(isForgotten: false)
    // The actor goes on; the microphone stays open.
    for _ in 0..<50 { tracks.captured(sound(480, 2000)) }
    tracks.finish()
    #expect(try heard("own.wav").lowerBound == 24_000)
    #expect(try heard("partner.wav") == 0..<48_000)
    #expect(try samples("own.wav").count == 72_000)
  }

  @Test func `a line that begins again before it was heard is not recorded`() throws {
    let tracks = try tracks()
    speak(tracks, 4800)
    tracks.lineBegins(TakeTracks.format)
    tracks.heard(sound(9600))
    tracks.lineEnds(isForgotten: true)
    speak(tracks, 480)
    tracks.finish()
    #expect(try samples("partner.wav").count == 5280)
  }

  @Test func `have a gap where sound of the microphone was lost`() throws {
    let tracks = try tracks()
    tracks.microphoneOpened(TakeTracks.format)
    tracks.captured(sound(480))
    tracks.captured(sound(480), lostFrames: 960)
    tracks.finish()
    #expect(try samples("own.wav") == sound(480).int16s + sound(960, 0).int16s + sound(480).int16s)
  }
}

@Suite struct `The takes of a script` {
  private let folder: TemporaryFolder
  private let shelf: TakeShelf

  init() throws {
    folder = try TemporaryFolder()
    shelf = TakeShelf(in: folder.path("takes"), script: "/plays/a.fountain")
  }

  @Test func `are numbered from 1 in each scene, and move up when one is removed`() throws {
    for scene in [2, 2, 1, 2] {
      var take = try shelf.begin(scene: scene)
      take.heading = "\(take.name)"
      try shelf.keep(take)
    }
    #expect(shelf.takes().map(\.name) == ["1.1", "2.1", "2.2", "2.3"])
    try shelf.setBest(try shelf.take(called: "2.3"))
    try shelf.setBest(try shelf.take(called: "2.2"))
    #expect(shelf.takes().filter(\.isBest).map(\.name) == ["2.2"])
    try shelf.remove([try shelf.take(called: "2.1")])
    #expect(shelf.takes().map(\.heading) == ["1.1", "2.2", "2.3"])
    #expect(shelf.takes().map(\.name) == ["1.1", "2.1", "2.2"])
    #expect(shelf.takes().filter(\.isBest).map(\.name) == ["2.1"])
    #expect(try shelf.begin(scene: 2).name == "2.3", "one more than the highest")
    #expect(throws: TakeFailure.noSuchTake("3.1")) { try shelf.take(called: "3.1") }
    #expect(throws: TakeFailure.noSuchTake("1")) { try shelf.take(called: "1") }
  }

  @Test func `play on where their folder was moved`() throws {
    var take = try shelf.begin(scene: 1)
    take.lines = [TakeLine(number: 3, character: "ANN", isOwn: true, frames: 10..<20)]
    try shelf.keep(take)
    let moved = folder.path("moved")
    #expect(unsafe rename(shelf.folder, moved) == 0)
    let found = try TakeShelf(folder: moved).take(called: "1")
    #expect(found.lines == take.lines && found.folder.hasPrefix(moved))
  }

  @Test func `keep their numbers while one is recorded`() throws {
    let take = try shelf.begin(scene: 1)
    let file = try GrowingSoundFile(path: take.path(of: .own), format: TakeTracks.format)
    #expect(throws: TakeFailure.isBeingRecorded("1.1")) { try shelf.remove([take]) }
    try file.close()
    try shelf.remove([take])
    #expect(shelf.takes().isEmpty)
  }

  @Test func `takes of scripts with the same name are kept apart`() {
    let other = TakeShelf(in: folder.path("takes"), script: "/films/a.fountain")
    #expect(other.folder != shelf.folder)
  }
}

@Suite struct `A reading of a line` {
  private func voice(_ hertz: Double, seconds: Double) -> AudioBuffer {
    let rate = 16_000
    let quiet = [Float](repeating: 0, count: rate / 2)
    // Harmonics, as a voice has them.
    let tone = (0..<Int(seconds * Double(rate))).map { index -> Float in
      let turn = 2 * Double.pi * hertz * Double(index) / Double(rate)
      return Float((1...4).reduce(0.0) { $0 + sin(turn * Double($1)) / Double($1) } * 0.2)
    }
    return AudioBuffer(float32: quiet + tone + quiet, rateHertz: rate)
  }

  @Test func `sets pace and pitch relative to the voice's own`() throws {
    let (speed, semitones) = try LineReading.match(
      voice(120, seconds: 2), to: voice(160, seconds: 1.5))
    #expect(abs(speed - 0.75) < 0.03, "hops of 20 ms: \(speed)")
    #expect(abs(semitones + 4.98) < 0.3, "\(semitones)")
  }

  @Test func `changes nothing where it is the same, and not without limit`() throws {
    let same = try LineReading.match(voice(150, seconds: 1), to: voice(150, seconds: 1))
    #expect(abs(same.speed - 1) < 0.03 && same.semitones == 0)
    let far = try LineReading.match(voice(90, seconds: 9), to: voice(300, seconds: 1))
    #expect(far.speed == 0.5 && far.semitones == -8)
  }

  @Test func `a reading in which nothing is heard is refused`() {
    let silence = AudioBuffer(float32: Array(repeating: 0, count: 16_000), rateHertz: 16_000)
    #expect(throws: LineSoundFault.silent) {
      try LineReading.match(silence, to: voice(150, seconds: 1))
    }
  }
}

@Suite(.startsProcesses, .needs(plugin: "pocketsphinx"))
struct `A rehearsal that is recorded` {
  private let stage: Stagehand
  private var scene: String { stage.folder.path("scene.fountain") }

  init() throws {
    stage = try Stagehand(adding: ["pocketsphinx"])
    try stage.folder.write(
      """
      INT. HALL - NIGHT

      JAMIE
      Two two.

      ALEX
      I have bought two tickets for the morning train.

      INT. STREET - DAY

      JAMIE
      Who are you running from this time?
      """, as: "scene.fountain")
  }

  private func rehearse(_ more: [String]) throws -> Run {
    try stage.host(
      ["rehearse", scene, "--as", "alex", "-v", "mock", "--device", "null"] + more)
  }

  private func takes(_ words: String...) throws -> Run {
    try stage.host(["takes", words[0], scene] + words.dropFirst())
  }

  @Test func `gives takes that are listed, compared, exported and removed`() throws {
    for _ in 0..<2 {
      let run = try rehearse(["--robot", "flite:rms", "--record", "-o", stage.folder.path("a.wav")])
      #expect(run.status == 0, "\(run.talk)")
    }
    let events = try stage.events(takes("list", "--json"))
    #expect(events.map { $0["name"] as? String } == ["1.1", "1.2", "2.1", "2.2"])
    let frames = events.compactMap { $0["frames"] as? Int }
    #expect(frames[0] == frames[1], "the robot says it the same each time")
    let lines = try #require(events[0]["lines"] as? [[String: Any]])
    #expect(lines.map { $0["share"] as? Double } == [nil, 1])
    // A script that was moved is named by the folder of its takes.
    let shelf = try #require(
      try stage.events(stage.host(["takes", "list", "--json"])).first?["script"] as? String)
    #expect(try stage.host(["takes", "list"]).text.hasPrefix("scene_fountain-"))
    #expect(try stage.host(["takes", "best", shelf, "1.1"]).status == 0)
    #expect(try takes("best", "1.2").status == 0)
    #expect(try takes("list").text.contains("* 1.2"))
    let compared = try takes("compare", "1.1", "1.2")
    #expect(compared.status == 0 && compared.text.contains("line 2"), "\(compared.talk)")
    var tracks: [[Int16]] = []
    for track in ["own", "partner", "mix"] {
      let path = stage.folder.path("\(track).wav")
      #expect(try takes("export", "1.1", path, "--track", track).status == 0)
      tracks.append(try Fixtures.sound(inFile: path).int16s)
    }
    #expect(Set(tracks.map(\.count)) == [frames[0]])
    #expect(
      zip(zip(tracks[0], tracks[1]), tracks[2])
        .allSatisfy { Int16(clamping: Int($0.0) + Int($0.1)) == $1 })
    #expect(try takes("remove", "1.1").status == 0)
    #expect(
      try stage.events(takes("list", "--json")).map { $0["name"] as? String }
        == ["1.1", "2.1", "2.2"])
    #expect(try takes("play", "7.7").status == 66)
  }

  /// `ulimit -f` counts blocks of 512 bytes in Debian's shell: a quarter of a megabyte, which is 2.7 s of a track.
  @Test func `goes on where the disk is full, and keeps what was recorded`() throws {
    // The library is made before, without a limit.
    #expect(try rehearse(["--scripted", "/dev/null"]).status == 0)
    let host = Places.product("host")
    let run = try stage.run(
      "/bin/sh",
      [
        "-c", "ulimit -f 500; exec \"$0\" \"$@\"", host, "rehearse", scene, "--as", "alex", "-v",
        "mock", "--device", "null", "--robot", "flite:rms", "--record", "--json",
      ])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.text.contains("\"finished\""))
    #expect(
      run.talk.components(separatedBy: "goes on without being recorded").count == 2, "\(run.talk)")
    let take = try #require(try stage.events(takes("list", "--json")).first)
    #expect(take["name"] as? String == "1.1")
    let path = stage.folder.path("kept.wav")
    #expect(try takes("export", "1.1", path, "--track", "partner").status == 0)
    #expect(try Fixtures.sound(inFile: path).frameCount > 4800)
  }

  @Test func `rehearse --record reports a missing microphone, and refuses contradictions`() throws {
    for (words, why) in [
      (["rehearse", scene, "--as", "alex", "--record"], "no --microphone"),
      (["takes", "list", scene, "--device", "null"], "--device is for"),
      (["takes", "best", scene, "1.1"], "has no take 1.1"),
    ] {
      let run = try stage.host(words)
      #expect(run.status != 0 && run.talk.contains(why), "\(run.talk)")
    }
    #expect(try takes("list").talk.contains("There are no takes"))
  }

  @Test func `hears a friend's recording in place of a line`() throws {
    let friend = stage.folder.path("friend.wav")
    let said = try stage.host(["speak", "-v", "flite:rms", "I am your friend.", "-o", friend])
    #expect(said.status == 0, "\(said.talk)")
    #expect(try stage.host(["direct", scene, "line 1", "recording=friend.wav"]).status == 0)
    func speakers() throws -> (voices: [String?], talk: String, frames: Int?) {
      let run = try rehearse(["--scripted", "/dev/null", "--json"])
      #expect(run.status == 0, "\(run.talk)")
      let events = try stage.events(run)
      return (
        events.filter { $0["event"] as? String == "speaking" }.map { $0["voice"] as? String },
        run.text, events.last { $0["event"] as? String == "finished" }?["frames"] as? Int
      )
    }
    #expect(try speakers().voices == ["friend.wav", "mock:low"])
    // SP-72: a file of 1000 bytes or less does not count.
    try stage.folder.write("RIFF", as: "friend.wav")
    let short = try speakers()
    #expect(short.voices == ["mock:low", "mock:low"])
    #expect(short.talk.contains("no more than 1000 bytes"), "\(short.talk)")
    let own = try stage.host(["speak", "-v", "flite:rms", "I am you.", "-o", friend])
    #expect(own.status == 0, "\(own.talk)")
    #expect(try stage.host(["direct", scene, "line 2", "reading=friend.wav"]).status == 0)
    try FileManager.default.removeItem(atPath: friend)
    #expect(try speakers().talk.contains("No such file"))
    let without = try rehearse(["--scripted", "/dev/null"])
    #expect(without.status == 0 && without.talk.contains("Line 2 is yours"), "\(without.talk)")
  }

  @Test func `says a line at the pace of a reading`() throws {
    let reading = stage.folder.path("reading.wav")
    let slow = try stage.host([
      "speak", "-v", "flite:rms", "--rate", "0.6", "Who are you running from this time?", "-o",
      reading,
    ])
    #expect(slow.status == 0, "\(slow.talk)")
    func frames(_ name: String) throws -> Int {
      let path = stage.folder.path(name)
      let run = try stage.host([
        "rehearse", scene, "--as", "alex", "-v", "flite:rms", "--scene", "2", "--scripted",
        "/dev/null", "-o", path,
      ])
      #expect(run.status == 0, "\(run.talk)")
      return try Fixtures.sound(inFile: path).frameCount
    }
    let plain = try frames("plain.wav")
    #expect(try stage.host(["direct", scene, "line 3", "reading=reading.wav"]).status == 0)
    let directed = try frames("directed.wav")
    let whole = try Fixtures.sound(inFile: reading).frameCount
    // The pause after the line, 0.15 s, and the engine's own silence are the difference to the reading's length.
    #expect(
      directed > plain * 5 / 4 && abs(directed - whole) < whole / 5,
      "\(plain), \(directed), \(whole)")
  }
}
