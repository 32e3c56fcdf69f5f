import Cue
import Foundation
import TestSupport
import Testing

@Suite struct `A program that imports Cue, with a script` {
  private let installation: Installation
  private let script: String

  init() throws {
    installation = try Installation(["mock"])
    script = try installation.folder.write(
      """
      INT. KITCHEN - DAY

      ANNA
      You are up.

      BEN
      I never went to bed.

      ANNA
      Is it about the letter?

      BEN
      It is about the stamp.

      """, as: "scene.fountain")
  }

  private func rehearsal(
    _ actor: Rehearsal.Actor, as roles: [String] = ["Anna"]
  ) throws -> Rehearsal {
    try Rehearsal(
      script: script, as: roles, cast: CastChoice(voices: "mock"),
      to: .file(installation.folder.path("scene.wav")), actor: actor, plugins: installation.plugins)
  }

  @Test(.startsProcesses) func `rehearses with a scripted actor, into a file`() async throws {
    var said: [String] = []
    var outcome: RehearsalOutcome?
    for try await case .course(let report, _) in try rehearsal(
      .scripted(try ActorScript(parsing: ""))
    ).run() {
      switch report {
      case .speaking(_, let character, _, _): said.append(character)
      case .finished(let end): outcome = end
      default: break
      }
    }
    #expect(said == ["BEN", "BEN"])
    #expect(outcome?.partnerLines == 2 && outcome?.ownLines == 2)
    let sound = try Fixtures.sound(inFile: installation.folder.path("scene.wav"))
    #expect(sound.frameCount == outcome?.frames)
  }

  @Test(.startsProcesses) func `says how a plain text shows who speaks`() async throws {
    let path = try installation.folder.write(
      "Anna. You are up.\n\nBen. I never went to bed.\n", as: "scene.txt")
    let rehearsal = try Rehearsal(
      script: path, layout: .period, as: ["Anna"], cast: CastChoice(voices: "mock"),
      to: .file(installation.folder.path("scene.wav")),
      actor: .scripted(try ActorScript(parsing: "")), plugins: installation.plugins)
    var said: [String] = []
    for try await case .course(let report, _) in rehearsal.run() {
      if case .speaking(_, let character, _, _) = report { said.append(character) }
    }
    #expect(said.map { $0.uppercased() } == ["BEN"])
    let recording = try Recording(
      script: path, layout: .period, cast: CastChoice(voices: "mock"),
      clips: installation.folder.path("clips"), plugins: installation.plugins)
    var speakers: [String] = []
    for try await event in recording.make(to: installation.folder.path("scene.flac")) {
      if case .made(_, let speaker) = event { speakers.append(speaker.uppercased()) }
    }
    #expect(speakers.sorted() == ["ANNA", "BEN"])
  }

  @Test(.startsProcesses) func `makes a recording, and reports it as JSON`() async throws {
    let recording = try Recording(
      script: script, cast: CastChoice(voices: "mock"),
      clips: installation.folder.path("clips"), plugins: installation.plugins)
    var events: [String] = []
    for try await json in recording.makeAsJSON(to: installation.folder.path("scene.flac")) {
      events.append(try #require(json.firstMatch(of: /^\{"event":"([^"]+)"/)).1.description)
    }
    #expect(events.first == "planned" && events.last == "completed")
    #expect(events.count { $0 == "made" } >= 4)
    #expect(events.contains("file"))
  }

  @Test(.startsProcesses) func `puts speech together from a list, and reports it as JSON`()
    async throws
  {
    let list = try QueueList("@voice mock\nGood evening. [sfx:none]\n@pause 0.5\nGood night.\n")
    let speaking = Speaking(
      SpeakingRequest(.queue(list, ClipFolder(installation.folder.path, named: [:]))),
      plugins: installation.plugins)
    let path = installation.folder.path("queue.wav")
    var lines: [String] = []
    var outcome: SpeakingOutcome?
    for try await report in speaking.run(to: .file(path)) {
      if let json = Speaking.json(of: report) { lines.append(json) }
      if case .finished(let end) = report { outcome = end }
    }
    #expect(lines.first == #"{"event":"no-clip","sfx":"none","line":2}"#)
    #expect(lines.last?.contains(#""event":"done","items":3"#) == true)
    let sound = try Fixtures.sound(inFile: path)
    let seconds = Double(sound.frameCount) / Double(sound.format.rateHertz)
    #expect(abs(seconds - (outcome?.seconds ?? 0)) < 0.001)
  }

  @Test(.startsProcesses) func `commands a rehearsal line by line`() async throws {
    let rehearsal = try rehearsal(.commands)
    var own: [String] = []
    var isFinished = false
    for try await case .course(let report, _) in rehearsal.run() {
      switch report {
      case .shown(let line, _, isOwn: true):
        own.append(line.text)
        rehearsal.send(.advance)
      case .finished: isFinished = true
      default: break
      }
    }
    #expect(own == ["You are up.", "Is it about the letter?"])
    #expect(isFinished)
  }

  @Test(.startsProcesses) func `ends a rehearsal that waits for the actor by cancelling the task`()
    async throws
  {
    let rehearsal = try rehearsal(.commands)
    let (waits, tell) = AsyncStream<Void>.makeStream()
    let task = Task {
      var reports = 0
      for try await case .course(let report, _) in rehearsal.run() {
        reports += 1
        if case .shown(_, _, isOwn: true) = report { tell.yield() }
      }
      return reports
    }
    for await _ in waits { break }
    task.cancel()
    #expect(try await task.value > 0)
  }

  /// A rehearsal of the library ended where its device went away.
  @Test(.startsProcesses) func `goes on with a rehearsal when the sound device is back`()
    async throws
  {
    let device = Unplugged(installation)
    let rehearsal = try Rehearsal(
      script: script, as: ["Anna"], cast: CastChoice(voices: "mock"), to: device.destination,
      plugins: installation.plugins)
    var told: [String] = []
    for try await case .course(let report, _) in rehearsal.run() {
      switch report {
      case .shown(let line, _, isOwn: true):
        // The partner was heard once.
        if line.text.hasPrefix("Is it") { try device.unplug() }
        rehearsal.send(.advance)
      case .outputLost:
        told.append("lost")
        try device.plugIn()
        rehearsal.send(.resume)
      case .outputBack: told.append("back")
      case .finished(let outcome):
        told.append("finished")
        #expect(outcome.partnerLines == 2)
      default: break
      }
    }
    #expect(told == ["lost", "back", "finished"])
  }

  @Test(.startsProcesses) func `a device that never existed is reported at once`() async throws {
    let device = Unplugged(installation)
    try device.unplug()
    let rehearsal = try Rehearsal(
      script: script, as: ["Ben"], cast: CastChoice(voices: "mock"), to: device.destination,
      plugins: installation.plugins)
    let error = await #expect(throws: CueError.self) {
      for try await _ in rehearsal.run() {}
    }
    guard case .output(.device) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }

  /// The device goes away when the first sound is kept: its sign is the folder that this makes.
  @Test(.startsProcesses) func `holds practice where the sound device goes away`() async throws {
    let device = Unplugged(while: installation.folder.path("home/cache/cue/practice"))
    var request = PracticeRequest()
    request.voice = "mock"
    let practice = try Practice(
      "One two. Three four.", language: "en", request, to: device.destination,
      plugins: installation.plugins)
    var told: [String] = []
    for try await case .course(let report) in practice.run() {
      switch report {
      case .outputLost:
        told.append("lost")
        practice.send(.stop)
      case .stopped: told.append("stopped")
      case .finished: told.append("finished")
      default: break
      }
    }
    #expect(told == ["lost", "stopped"])
  }

  @Test func `a missing character is reported with the list of characters`()
    async throws
  {
    let rehearsal = try rehearsal(.commands, as: ["Hamlet"])
    let error = await #expect(throws: CueError.self) {
      for try await _ in rehearsal.run() {}
    }
    guard case .unknownCharacter("Hamlet", let known) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(known == ["ANNA", "BEN"])
  }

  @Test(.startsProcesses) func `records a script, and makes nothing twice`() async throws {
    let path = installation.folder.path("scene.flac")
    func record() async throws -> (toMake: Int, made: Int, files: [String]) {
      let recording = try Recording(
        script: script, cast: CastChoice(voices: "mock"), plugins: installation.plugins)
      var (toMake, made, files) = (0, 0, [String]())
      for try await event in recording.make(to: path) {
        switch event {
        case .planned(_, let count): toMake = count
        case .made: made += 1
        case .finished(let paths, _): files = paths
        default: break
        }
      }
      return (toMake, made, files)
    }
    let first = try await record()
    #expect(first.toMake > 0 && first.made >= first.toMake)
    #expect(first.files == [path])
    let bytes = try Data(contentsOf: URL(filePath: path))
    let second = try await record()
    #expect(second.toMake == 0)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test(.startsProcesses)
  func `A program that imports Cue, with a script practises a speech to its end`() async throws {
    var request = PracticeRequest()
    request.voice = "mock"
    request.pause = .off
    let practice = try Practice(
      "Good evening. Good night.", request,
      to: .file(installation.folder.path("practice.wav")), plugins: installation.plugins)
    var said = 0
    for try await case .course(let report) in practice.run() {
      if case .said = report { said += 1 }
    }
    #expect(said == 2)
    #expect(try Fixtures.sound(inFile: installation.folder.path("practice.wav")).frameCount > 0)
  }
}

@Suite(.startsProcesses) struct `A recording of a service's voices` {
  /// The lines were looked at once, before lost clips were made again.
  @Test func `is not written without a line that was lost and cannot be made again`() async throws {
    let service = CloudService()
    let installation = try Installation(
      ["elevenlabs"], variables: ["CUE_ELEVENLABS_KEY": "sk_0123456789abcdef"])
    try installation.folder.makeFolders("home/config/cue")
    try installation.folder.write(
      "elevenlabs.base-url = \(service.address)\nelevenlabs.timestamps = off\n",
      as: "home/config/cue/cue.conf")
    let script = try installation.folder.write(
      "ANNA\nYou are up.\n\nBEN\nI never went to bed.\n", as: "scene.fountain")
    let clips = installation.folder.path("clips")
    let recording = try Recording(
      script: script, cast: CastChoice(voices: "elevenlabs:v1"), clips: clips,
      plugins: installation.plugins)
    for try await _ in recording.make(to: installation.folder.path("first.wav")) {}
    let made = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: clips).first { $0.hasSuffix(".wav") })
    let clip = URL(filePath: clips + "/" + made)
    var bytes = try Data(contentsOf: clip)
    bytes[bytes.count / 2] ^= 4
    try bytes.write(to: clip)
    service.change { $0.status = 422 }
    let output = installation.folder.path("second.wav")
    var failed = 0
    do {
      for try await event in recording.make(to: output) {
        if case .failed = event { failed += 1 }
      }
      Issue.record("a recording without a line was written")
    } catch {
      guard case .incomplete(missing: 1, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(failed == 1)
    #expect(!FileManager.default.fileExists(atPath: output))
  }
}
