import Cue
import CueAudio
import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `A program that imports Cue, with a story` {
  private let installation: Installation
  private let speaker: Speaker

  init() throws {
    installation = try Installation(["mock", "file", "varispeed", "sonic"])
    speaker = try Speaker(voices: "mock", plugins: installation.plugins)
    try configure("null.real-time = on\n")
  }

  /// Makes `text` the user's cue.conf.
  private func configure(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: installation.folder.path("home/config/cue"), withIntermediateDirectories: true)
    try installation.folder.write(text, as: "home/config/cue/cue.conf")
  }

  private func begin(_ title: String = "Duet", player: String = "ann") async throws -> Story {
    try await Story.begin(title, player: player, rateHertz: 8000, plugins: installation.plugins)
  }

  /// A story of two takes; mock says about a second of each.
  private func duet() async throws -> Story {
    let story = try await begin()
    try await story.say("Good evening.", by: speaker)
    try await story.say("Is anybody there, then?", by: speaker, leadSeconds: 1)
    return story
  }

  /// A tone of 16-bit samples.
  private func tone(_ seconds: Double, channels: Int = 1) throws -> String {
    let samples = (0..<Int(seconds * 8000) * channels).map { Int16(8000 * sin(Double($0) * 0.3)) }
    let path = installation.folder.path("tone-\(channels).wav")
    let sound = AudioBuffer(int16: samples, rateHertz: 8000, channels: channels)
    try Data(WAV.header(sound.format, frames: sound.frameCount) + sound.bytes)
      .write(to: URL(filePath: path))
    return path
  }

  /// A device that takes sound in real time.
  private var device: String { "file:" + installation.folder.path("heard.wav") }

  private func failure(_ error: (any Error)?) -> StoryFailure? {
    if case .story(let failure)? = error as? CueError { failure } else { nil }
  }

  @Test func `layers a voice and a file, and finds them again`() async throws {
    let story = try await begin()
    let said = try await story.say("Good evening.", by: speaker)
    #expect(said.number == 1 && said.answers == nil && said.label == "Good evening.")
    var dials = Story.Dials()
    dials.speed = 0.5
    dials.isLinked = false
    #expect(try await story.turn(dials).dials == dials)
    let file = try await story.add(file: try tone(4), leadSeconds: 1)
    #expect(file.answers == 1 && file.recordedSpeed == 0.5 && file.frames == 40_000)
    #expect(file.seconds == 5 && file.startSeconds == 0)
    // A value beyond its end leaves a dial at the end.
    dials.speed = 9
    #expect(try await story.turn(dials).dials.speed == 2)
    let again = try await Story.open("duet", plugins: installation.plugins)
    #expect(again.number == story.number)
    let state = try await again.state()
    #expect(state.takes.map(\.label) == ["Good evening.", "tone-1.wav"] && state.hasPen)
    #expect(state.take(2)?.seconds == 1.25 && state.seconds == 1.25)
    #expect(state.heard == [1, 2] && state.head?.number == 2)
    #expect(FileManager.default.isReadableFile(atPath: state.takes[1].path))
    #expect(try await Story.all(plugins: installation.plugins).map(\.number) == [story.number])
    #expect(try await story.verify() == [])
  }

  @Test func `branches, mixes, takes back and removes`() async throws {
    let story = try await duet()
    #expect(try await story.branch(to: 1).head?.number == 1)
    try await story.say("Nobody who would answer you, no", by: speaker, leadSeconds: 1)
    let state = try await story.state()
    #expect(state.answers(to: 1).map(\.number) == [2, 3] && state.heard == [1, 3])
    #expect(state.tree.map(\.take) == [1, 2, 3] && state.tree.map(\.depth) == [0, 1, 1])
    var track = Story.Track()
    track.gainDecibels = -3
    track.pan = 0.5
    track.pitchSemitones = 40
    track.isMuted = true
    let kept = try await story.mix(track, of: 1).take(1)?.track
    track.pitchSemitones = 12
    #expect(kept == track)
    #expect(try await story.undo() == .track(1))
    #expect(try await story.undo() == .take(3))
    #expect(try await story.undo() == .branch)
    try await story.remove(take: 2)
    #expect(try await story.state().takes.map(\.number) == [1])
    let error = await #expect(throws: CueError.self) { try await story.remove(take: 2) }
    #expect(failure(error) == .noSuchTake("2", story: "Duet"))
    try await story.remove()
    let gone = await #expect(throws: CueError.self) { try await story.state() }
    #expect(failure(gone) == .noStory("1"))
  }

  @Test func `refuses what is no take, and keeps nothing of it`() async throws {
    let story = try await begin()
    try await story.add(file: try tone(2))
    var errors: [StoryFailure?] = []
    for path in [try tone(1), try tone(1, channels: 3), installation.folder.path("none.wav")] {
      do { try await story.add(file: path) } catch { errors.append(failure(error)) }
    }
    #expect(
      errors == [
        .noTail(leastSeconds: 16_001.0 / 8000, seconds: 1),
        .noTake(name: "tone-3.wav", .channels(3)),
        nil,
      ])
    for text in ["", " \n"] {
      let error = await #expect(throws: CueError.self) { try await story.say(text, by: speaker) }
      guard case .nothingToSay = error else {
        Issue.record("another error: \(String(describing: error))")
        return
      }
    }
    #expect(try await story.state().takes.count == 1)
    let taken = await #expect(throws: CueError.self) { try await begin("duet") }
    #expect(failure(taken) == .titleIsTaken("Duet", number: 1))
    let noName = await #expect(throws: CueError.self) { try await begin("two\nlines") }
    #expect(failure(noName) == .noName("two\nlines"))
  }

  @Test func `a story plays to the end, with dials turned meanwhile, and stops on request`()
    async throws
  {
    let story = try await duet()
    var dials = Story.Dials()
    dials.speed = 2
    var (events, seconds) = (0, 0.0)
    for try await event in story.play(on: device) {
      switch event {
      case .at:
        events += 1
        if events == 1 { try await story.turn(dials) }
      case .missed(let take, let error): Issue.record("take \(take): \(error)")
      case .finished(let heard): seconds = heard
      }
    }
    #expect(events > 0 && seconds > 0)
    #expect(try await story.state().dials.speed == 2)
    var isFinished = false
    for try await event in story.play(from: 0.1, dials: Story.Dials(), on: device) {
      if case .finished = event { isFinished = true }
      story.stop()
    }
    #expect(isFinished)
    let none = await #expect(throws: CueError.self) {
      for try await _ in story.play(to: 9, on: device) {}
    }
    #expect(failure(none) == .noSuchTake("9", story: "Duet"))
  }

  @Test func `A program that imports Cue, with a story records a take over what plays`()
    async throws
  {
    let story = try await duet()
    let before = try await story.state()
    var options = Story.RecordingOptions()
    options.label = "over it"
    options.seconds = 3
    options.latencySeconds = 0
    var kept: Story.Take?
    var levels: [Double] = []
    for try await event in story.record(options, from: "null", on: device) {
      switch event {
      case .recording(_, let level): levels.append(level)
      case .missed(let take, let error): Issue.record("take \(take): \(error)")
      case .kept(let take): kept = take
      }
    }
    #expect(kept?.number == 3 && kept?.label == "over it" && kept?.frames == 24_000)
    #expect(kept?.startSeconds == before.take(1)?.seconds)
    #expect(levels.contains { $0 > 0.2 && $0 < 0.3 })
    #expect(try await story.state().takes.count == 3)
    #expect(try await story.verify() == [])
  }

  @Test func `stopping keeps a take, and cancelling its task drops it`() async throws {
    let story = try await begin()
    for try await event in story.record(from: "null", on: device) {
      if case .recording(let seconds, _) = event, seconds > 0.2 { story.stop() }
    }
    let takes = try await story.state().takes
    #expect(takes.count == 1 && takes[0].seconds > 0.2 && takes[0].seconds < 30)
    for try await event in story.record(from: "null", on: device) {
      if case .recording(let seconds, _) = event, seconds > 0.2 { break }
    }
    // The next change does not wait: what was dropped holds nothing once it is gone.
    let long = try tone(30)
    while true {
      do {
        try await story.add(file: long)
        break
      } catch {
        guard case .inUse? = failure(error) else { throw error }
      }
    }
    #expect(try await story.state().takes.count == 2)
    #expect(try await story.verify() == [])
  }

  @Test func `keeps what was recorded where the microphone goes away`() async throws {
    try configure("null.real-time = on\nnull.lost-after = 3000\n")
    let story = try await begin()
    var kept: Story.Take?
    for try await event in story.record(from: "null", on: device) {
      if case .kept(let take) = event { kept = take }
    }
    #expect(kept?.damage.contains(.microphoneLost) == true)
    #expect(kept.map { $0.seconds > 0.5 && $0.seconds <= 3 } == true)
    #expect(try await story.verify() == [])
  }

  @Test func `mixes into a file, and the takes beside it`() async throws {
    let story = try await duet()
    var options = Story.MixOptions()
    options.hasStems = true
    options.loudnessLUFS = -20
    let files = try await story.mix(to: installation.folder.path("duet.wav"), options)
    #expect(files.map(\.take) == [nil, 1, 2])
    #expect(files.map { $0.path.hasSuffix("duet-take-2.wav") } == [false, false, true])
    #expect(files[0].measuredLUFS != nil && files[0].seconds > 1)
    for file in files {
      #expect(try Fixtures.sound(inFile: file.path).floats.contains { abs($0) > 0.01 })
    }
    let task = Task { try await story.mix(to: installation.folder.path("never.wav")) }
    task.cancel()
    await #expect(throws: CueError.self) { try await task.value }
    #expect(!FileManager.default.fileExists(atPath: installation.folder.path("never.wav")))
  }

  @Test func `goes to a friend and comes back`() async throws {
    let friend = try Installation(["mock", "varispeed", "sonic"])
    let story = try await duet()
    let path = installation.folder.path("duet.tapstory")
    #expect(try await story.send(toFile: path, for: "ben").holder == "ben")
    let locked = await #expect(throws: CueError.self) { try await story.undo() }
    #expect(failure(locked) == .locked(title: "Duet", holder: "ben"))
    let there = try await Story.receive(path, player: "ben", plugins: friend.plugins)
    #expect(there.broughtPen && there.from == "ann" && there.added.map(\.number) == [1, 2])
    try await there.story.say(
      "Nobody who would answer you, no", by: try Speaker(voices: "mock", plugins: friend.plugins),
      leadSeconds: 2)
    // A folder that is not there keeps the pen here.
    let share = installation.folder.path("share")
    guard case .waits? = try await there.story.send(to: share).last else {
      Issue.record("it did not wait")
      return
    }
    #expect(try await there.story.state().hasPen)
    try FileManager.default.createDirectory(atPath: share, withIntermediateDirectories: true)
    guard case .sent? = try await Story.sendWaiting(plugins: friend.plugins).last else {
      Issue.record("it was not sent")
      return
    }
    let bundles = try Story.bundles(in: share)
    #expect(bundles.count == 1)
    let back = try await Story.receive(bundles[0], plugins: installation.plugins)
    #expect(back.added.map(\.player) == ["ben"] && back.broughtPen && back.isNew)
    #expect(back.story.number == story.number)
    #expect(!(try await Story.receive(bundles[0], plugins: installation.plugins)).isNew)
    try Data("no bundle".utf8).write(to: URL(filePath: path))
    let refused = await #expect(throws: CueError.self) {
      try await Story.receive(path, plugins: installation.plugins)
    }
    #expect(failure(refused) == .bundle(path: path, .noArchive))
    #expect(try await story.verify() == [])
  }
}
