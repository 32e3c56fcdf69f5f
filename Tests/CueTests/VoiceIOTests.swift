import Cue
import CueAudio
import Foundation
import Synchronization
import TestSupport
import Testing

extension Bool {
  /// Becomes true; whether it was not before.
  fileprivate mutating func raise() -> Bool {
    defer { self = true }
    return !self
  }
}

/// What happened, in order.
private final class Diary: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func note(_ line: String) { lines.withLock { $0.append(line) } }

  func note(_ event: VoiceIOEvent) {
    let line: String? =
      switch event {
      case .listening(let isListening): "listening \(isListening)"
      case .transcript(let text): "transcript \(text)"
      case .speaking(let isSpeaking): "speaking \(isSpeaking)"
      case .pulse(let pulse): pulse == 0 ? "pulse 0" : "pulse"
      case .level(let level): level == 0 ? "level 0" : "level"
      case .status(let status): "status \(status.rawValue)"
      case .queue: nil
      }
    if let line { lines.withLock { $0.append(line) } }
  }
}

@Suite struct `A program that talks with people, in a test of its own` {
  private let diary = Diary()

  private func scripted(_ lines: [String] = []) -> ScriptedVoiceIO {
    let io = ScriptedVoiceIO(lines, scale: 0)
    io.observe { [diary] in diary.note($0) }
    return io
  }

  private func headless(
    _ engine: LiveVoiceIO.Engine, _ more: [String: String] = [:],
    log: (@Sendable (String) -> Void)? = nil
  ) -> LiveVoiceIO {
    var user = UserEnvironment(variables: more, programFolder: "/nowhere")
    user.variables["HOME"] = "/nowhere"
    return LiveVoiceIO(
      engine: engine, plugins: Plugins(of: user), tell: { [diary] in diary.note($0) }, log: log)
  }

  @Test func `hears what a script says, in order, then nothing`() async throws {
    let io = scripted(["hello", "world"])
    var heard: [String] = []
    for _ in 0..<3 { heard.append(try await io.listen().transcript) }
    #expect(heard == ["hello", "world", ""])
    #expect(diary.all.first == "listening true" && diary.all.last == "listening false")
    #expect(diary.all.contains("transcript hello"))
  }

  @Test func `hears a script in base64, and refuses anything else`() async throws {
    let io = try #require(ScriptedVoiceIO(fromBase64: "WyJoZWxsbyIsIndvcmxkIl0=", scale: 0))
    #expect(try await io.listen(timeout: 1, inactivity: 0.3).transcript == "hello")
    #expect(try await io.listen(timeout: 1, inactivity: 0.3).transcript == "world")
    #expect(ScriptedVoiceIO(fromBase64: "hello") == nil)
  }

  @Test func `is written once for scripts and for plugins`() async throws {
    func ask(_ io: any VoiceIO) async throws -> String {
      try await io.prepare(listens: true)
      try await io.speak("How many?")
      return try await io.listen(timeout: 1, inactivity: 1, expecting: .number).transcript
    }
    #expect(try await ask(scripted(["7"])) == "7")
    #expect(try await ask(headless(.headless)) == "42")
  }

  @Test func `speech has a pulse, and its begin and end are reported`() async throws {
    try await scripted().speak("Hello")
    #expect(diary.all.first == "speaking true" && diary.all.last == "speaking false")
    #expect(diary.all.filter { $0.hasPrefix("pulse") }.last == "pulse 0")
    #expect(diary.all.filter { $0 == "pulse" }.count == 7)
  }

  @Test func `calls a function for each kind of event`() async throws {
    let io = scripted(["hello"])
    let diary = Diary()
    io.onListeningChanged { diary.note("listening \($0)") }
    io.onTranscriptChanged { diary.note("transcript \($0)") }
    io.onLevelChanged { diary.note("level \($0)") }
    io.onSpeakingChanged { diary.note("speaking \($0)") }
    io.onPulse { if $0 == 0 { diary.note("pulse 0") } }
    io.onStatusChanged { diary.note("status \($0.rawValue)") }
    _ = try await io.listen()
    try await io.speak("Hello")
    #expect(
      diary.all == [
        "listening true", "transcript hello", "level 0.0", "listening false", "speaking true",
        "status speaking", "pulse 0", "status idle", "speaking false",
      ])
  }

  @Test func `gives the events of a queue in order, without its sound`() async throws {
    let io = scripted()
    let items = Diary()
    io.observe { event in
      guard case .queue(let event) = event, case .began(let number, let item) = event.what else {
        return
      }
      if case .speak(let spoken) = item {
        items.note("\(number) \(spoken.text)")
      } else {
        items.note("\(number) \(item)")
      }
    }
    let queue = VoiceQueue(primary: io)
    queue.enqueueParsingSFX("Hello [sfx:ding] world.") { "\($0).wav" }
    queue.enqueuePause(0.2)
    queue.enqueueSFX("rain.wav", gainDecibels: -20)
    #expect(try await queue.play()?.finished == 5)
    #expect(
      items.all == [
        "1 Hello ", "2 sound(path: \"ding.wav\", gainDecibels: 0.0)", "3  world.",
        "4 pause(seconds: 0.2)", "5 sound(path: \"rain.wav\", gainDecibels: -20.0)",
      ])
    #expect(diary.all.first == "speaking true" && diary.all.last == "status idle")
  }

  @Test func `goes on where it was paused`() async throws {
    let (paused, tell) = AsyncStream<Void>.makeStream()
    let io = scripted()
    io.onSpeakingChanged { [weak io] isSpeaking in
      guard isSpeaking else { return }
      io?.pauseSpeech()
      tell.yield()
    }
    let task = Task { try await io.speak("Hello") }
    for await _ in paused { break }
    #expect(io.isPaused)
    diary.note("resumed")
    io.resumeSpeech()
    try await task.value
    #expect(diary.all.prefix(3) == ["speaking true", "resumed", "status speaking"])
    #expect(diary.all.last == "speaking false")
  }

  @Test func `ends a pause where speech is stopped`() async throws {
    let (paused, tell) = AsyncStream<Void>.makeStream()
    let io = scripted()
    let hasPaused = Mutex(false)
    io.onSpeakingChanged { [weak io] isSpeaking in
      guard isSpeaking, hasPaused.withLock({ $0.raise() }) else { return }
      io?.pauseSpeech()
      tell.yield()
    }
    let task = Task { try await io.speak("Hello") }
    for await _ in paused { break }
    io.stopSpeech()
    await #expect(throws: CueError.self) { try await task.value }
    #expect(!io.isPaused)
    try await io.speak("Hello")
  }

  @Test func `a script that is stopped hears nothing, and one that is reset is cancelled`()
    async throws
  {
    let io = scripted(["one", "two", "three"])
    let stop = Mutex<(@Sendable () -> Void)?>({ [weak io] in io?.stopAll() })
    io.onListeningChanged { if $0 { stop.withLock { $0 }?() } }
    #expect(try await io.listen().transcript == "")
    stop.withLock { $0 = { [weak io] in io?.hardReset() } }
    let error = await #expect(throws: CueError.self) { _ = try await io.listen() }
    if case .cancelled? = error {} else { Issue.record("\(String(describing: error))") }
    stop.withLock { $0 = nil }
    #expect(try await io.listen().transcript == "three")
  }

  @Test func `warns where no clip is prepared, and plays a prepared one once`() async throws {
    let lines = Mutex<[String]>([])
    let io = ScriptedVoiceIO([], scale: 0, log: { line in lines.withLock { $0.append(line) } })
    io.observe { [diary] in diary.note($0) }
    try await io.startPreparedClip()
    #expect(lines.withLock { $0 } == ["[VoiceIO][warn] no clip is prepared"])
    try await io.prepareClip("ding.wav", gainDecibels: 12)
    try await io.startPreparedClip()
    try await io.startPreparedClip()
    #expect(diary.all == ["status playing", "status idle"])
    #expect(lines.withLock { $0 }.count == 3)
  }

  @Test func `is headless by the environment, and starts nothing`() async throws {
    let io = headless(.automatic, ["CUE_HEADLESS": "1"])
    try await io.prepare(listens: true)
    try await io.prepare(listens: true)
    try await io.speak("Hello")
    #expect(try await io.listen().transcript == "")
    #expect(
      try await io.listen(timeout: 1, inactivity: 1, expecting: .number).transcript == "42")
    let queue = VoiceQueue(primary: io)
    queue.enqueueSpeak("Never")
    #expect(try await queue.play()?.finished == 0)
    #expect(try await io.fit("Hello", toSeconds: 1) == nil)
    #expect(diary.all.prefix(2) == ["speaking true", "speaking false"])
  }

  @Test func `may be stopped and reset a hundred times`() async throws {
    let io = scripted(["hello"])
    for _ in 0..<100 {
      io.stopAll()
      io.hardReset()
    }
    #expect(try await io.listen().transcript == "hello")
  }

  @Test func `says its version and when it was built, the same each time`() {
    #expect(!CueInfo.version.isEmpty && CueInfo.version == CueInfo.version)
    #expect(CueInfo.buildTimestamp == CueInfo.buildTimestamp)
    let form = CueInfo.buildTimestamp.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/)
    #expect(form != nil, "\(CueInfo.buildTimestamp)")
  }

  @Test func `says nothing where a chorus has no voices`() async throws {
    let io = scripted()
    try await io.sing(Chorus("Hello", voices: []))
    try await VoiceChorus(io).speak("Hello", profiles: [])
    #expect(diary.all.isEmpty)
  }

  @Test func `spoken text is logged to the file that the user names`() async throws {
    let lines = Mutex<[String]>([])
    let io = headless(.headless, log: { line in lines.withLock { $0.append(line) } })
    try await io.speak(String(repeating: "word ", count: 20))
    #expect(
      lines.withLock { $0 } == [
        "[VoiceIO][info] speak: " + String(String(repeating: "word ", count: 20).prefix(48))
      ])
  }
}

@Suite struct `A program that talks with people` {
  private let installation: Installation
  private let diary = Diary()
  private let path: String

  init() throws {
    installation = try Installation(["mock"])
    path = installation.folder.path("out.wav")
  }

  private func io(
    _ destination: SoundDestination? = nil, profiles: VoiceProfileBook = VoiceProfileBook()
  ) -> LiveVoiceIO {
    LiveVoiceIO(
      voices: "mock", to: destination ?? .file(path), profiles: profiles, engine: .live,
      plugins: installation.plugins, tell: { [diary] in diary.note($0) })
  }

  private var sound: AudioBuffer { get throws { try Fixtures.sound(inFile: path) } }

  @Test(.startsProcesses) func `A program that talks with people speaks, and plays a clip`()
    async throws
  {
    let io = io()
    try await io.prepare()
    try await io.speak("hello")
    #expect(try sound.frameCount == 16000 * 5 * 60 / 1000)
    let clip = try installation.folder.copy(path, as: "clip.wav")
    try await io.playClip(clip, gainDecibels: -6)
    #expect(try sound.frameCount == 16000 * 5 * 60 / 1000)
    #expect(diary.all.filter { $0 == "speaking true" }.count == 1)
  }

  @Test(.startsProcesses) func `speaks in the tones and manners that are asked for`() async throws {
    let io = io()
    try await io.speak("hello")
    let plain = try sound.frameCount
    var slow = Delivery()
    slow.tones = [.intimate]
    try await io.speak("hello", slow)
    let intimate = try sound.frameCount
    #expect(intimate > plain, "an intimate voice is slower: \(intimate) frames, and \(plain)")
  }

  @Test(.startsProcesses) func `plays a queue with marks, and ends when all is heard`() async throws
  {
    let io = io()
    try await io.speak("bell")
    let clip = try installation.folder.copy(path, as: "bell.wav")
    let queue = VoiceQueue(primary: io)
    let missing = queue.enqueueParsingSFX("One [sfx:bell] two [sfx:gong]") {
      $0 == "bell" ? clip : nil
    }
    #expect(missing == ["gong"])
    queue.enqueuePause(0.5)
    let outcome = try await queue.play()
    #expect(outcome?.finished == 4)
    #expect(try sound.frameCount == 16000 * ((4 + 4 + 5) * 60 + 500) / 1000)
  }

  @Test(.startsProcesses) func `has a chorus say it, each with a plugin of its own`() async throws {
    let io = io()
    try await io.sing(Chorus("hello", voices: ["mock", "mock", "mock:high"]))
    #expect(try sound.frameCount == 16000 * 5 * 60 / 1000)
  }

  @Test(.startsProcesses) func `a voice that does not exist is reported`() async throws {
    let io = io()
    await #expect(throws: CueError.self) { try await io.speak("hello", voice: "nobody") }
  }

  /// The waiting caller is notified once, and the next speech is heard.
  @Test(.startsProcesses) func `stops at once, and speaks again`() async throws {
    let (began, tell) = AsyncStream<Void>.makeStream()
    // A device that takes as long as the sound lasts would be heard; this one takes it at once.
    let io = LiveVoiceIO(
      voices: "mock", to: .file(path), engine: .live, plugins: installation.plugins,
      tell: { if case .speaking(true) = $0 { tell.yield() } })
    let queue = VoiceQueue(primary: io)
    for _ in 0..<400 { queue.enqueueSpeak(String(repeating: "long ", count: 400)) }
    let task = Task { try await queue.play() }
    for await _ in began { break }
    for _ in 0..<10 { io.stopAll() }
    await #expect(throws: CueError.self) { _ = try await task.value }
    #expect(!FileManager.default.fileExists(atPath: path))
    try await io.speak("again")
    #expect(try sound.frameCount == 16000 * 5 * 60 / 1000)
  }

  @Test(.startsProcesses) func `speech that was paused is whole`() async throws {
    let (paused, tell) = AsyncStream<Void>.makeStream()
    let io = io()
    try await io.speak("hello world")
    let whole = try sound
    try FileManager.default.removeItem(atPath: path)
    let hasPaused = Mutex(false)
    io.onPulse { [weak io] pulse in
      if pulse > 0, hasPaused.withLock({ $0.raise() }) { io?.pauseSpeech() }
    }
    io.onStatusChanged { if $0 == .paused { tell.yield() } }
    let before = diary.all.count
    let task = Task { try await io.speak("hello world") }
    for await _ in paused { break }
    #expect(!FileManager.default.fileExists(atPath: path))
    diary.note("resumed")
    io.resumeSpeech()
    try await task.value
    let lines = Array(diary.all[before...])
    let resumed = try #require(lines.firstIndex(of: "resumed"))
    #expect(lines[..<resumed].last == "status paused")
    #expect(lines[..<resumed].filter { $0 == "pulse" }.count == 1)
    #expect(lines[(resumed + 1)...].first == "status speaking")
    #expect(try sound == whole)
  }

  @Test(.startsProcesses) func `a second call is ignored while a queue plays, and late items play`()
    async throws
  {
    let (began, tell) = AsyncStream<Void>.makeStream()
    let io = io()
    io.pauseSpeech()
    io.onStatusChanged { if $0 == .paused { tell.yield() } }
    let queue = VoiceQueue(primary: io)
    queue.enqueueSpeak("hello")
    let task = Task { try await queue.play() }
    for await _ in began { break }
    #expect(queue.isPlaying)
    #expect(try await queue.play() == nil)
    queue.enqueueSpeak("world")
    queue.enqueueSpeak("voice", channel: 1)
    io.resumeSpeech()
    #expect(try await task.value?.finished == 3)
    // A late item begins with a block of 50 ms.
    #expect(try (9600...11200).contains(sound.frameCount))
    #expect(!queue.isPlaying)
  }

  @Test(.startsProcesses) func `shares the main channel where there are no others`() async throws {
    let queue = VoiceQueue(primary: io(), hasChannels: false)
    queue.enqueueSpeak("hello")
    queue.enqueueSpeak("world", channel: 1)
    _ = try await queue.play()
    #expect(try sound.frameCount == 16000 * 10 * 60 / 1000)
  }

  @Test(.startsProcesses) func `a prepared clip is open already, and played once`() async throws {
    let io = io()
    try await io.speak("hello")
    let clip = try installation.folder.copy(path, as: "clip.wav")
    let quiet = try sound
    try await io.prepareClip(clip, gainDecibels: -6)
    try FileManager.default.removeItem(atPath: clip)
    try await io.speak("thank you")
    try await io.startPreparedClip()
    let loudest = try (quiet.floats.map(abs).max() ?? 0, sound.floats.map(abs).max() ?? 0)
    #expect(try sound.frameCount == quiet.frameCount)
    #expect(abs(loudest.1 / loudest.0 - 0.501) < 0.01, "\(loudest)")
    await #expect(throws: CueError.self) { try await io.playClip(clip) }
    let error = await #expect(throws: CueError.self) { try await io.prepareClip(clip) }
    if case .output? = error {} else { Issue.record("\(String(describing: error))") }
  }

  @Test(.startsProcesses, arguments: SoundFileKind.allCases.filter { $0 != .raw })
  func `speech is kept in a file of any kind, and played again`(kind: SoundFileKind) async throws {
    let io = io()
    let fitted = try #require(try await io.fit("hello", toSeconds: 0.6))
    #expect(fitted.isFitted && abs(fitted.speed - 0.5) < 0.001)
    let kept = installation.folder.path("kept.\(kind.rawValue)")
    try await fitted.clip.sound.save(to: kept)
    #expect(try SoundFileReader(path: kept).formatName != "")
    try await io.playClip(kept)
    // Lossy kinds add silence at their ends.
    #expect(abs(try sound.frameCount - 9600) <= ([.mp3, .opus, .vorbis].contains(kind) ? 3000 : 1))
    let error = await #expect(throws: CueError.self) {
      try await fitted.clip.sound.save(to: installation.folder.path("kept.doc"))
    }
    if case .output? = error {} else { Issue.record("\(String(describing: error))") }
  }

  @Test(.startsProcesses) func `speaks with a profile where one is named or the default`()
    async throws
  {
    let io = io()
    io.profiles.set(NamedProfile(voice: "mock", rate: 0))
    var anna = NamedProfile("anna", voice: "mock:high")
    anna.profile.volume = 0.5
    io.profiles.set(anna)
    try await io.speak("hello")
    let plain = try sound
    try await io.speak("hello", voice: "mock")
    #expect(try sound.frameCount == Int((16000 * 0.3 * 175 / 80).rounded()))
    try await io.speak("hello", voice: "ANNA")
    let high = try sound
    #expect(high.frameCount == plain.frameCount && high != plain)
    io.profiles.defaultProfile = anna
    try await io.speak("hello")
    #expect(try sound == high)
  }

  @Test(.startsProcesses) func `has a chorus of profiles take the same time`() async throws {
    let io = io()
    let chorus = VoiceChorus(io)
    let profiles = [NamedProfile(voice: "mock", rate: 0.3), NamedProfile(voice: "mock:high")]
    try await chorus.speak("hello", profiles: profiles)
    #expect(try sound.frameCount > 16000 * 5 * 60 / 1000)
    try await chorus.speak("hello", profiles: profiles, seconds: 0.4)
    #expect(abs(try sound.frameCount - 6400) <= 800)
    chorus.stop()
  }

  @Test(.startsProcesses) func `a script speaks through another, which is real`() async throws {
    let script = ScriptedVoiceIO(["seven"], scale: 0, speaker: io())
    let told = Diary()
    script.observe { told.note($0) }
    try await script.speak("hello")
    #expect(try sound.frameCount == 16000 * 5 * 60 / 1000)
    #expect(told.all.contains("speaking true") && told.all.last == "status idle")
    #expect(try await script.listen().transcript == "seven")
    let queue = VoiceQueue(primary: script)
    queue.enqueueSpeak("hello")
    queue.enqueuePause(0.1)
    #expect(try await queue.play()?.finished == 2)
    #expect(try sound.frameCount == 16000 * 400 / 1000)
  }

  /// A live recognizer is asked only where somebody wants it.
  @Test(
    .startsProcesses,
    .enabled(
      if: ProcessInfo.processInfo.environment["CUE_STT_SMOKE"] == "1", "CUE_STT_SMOKE is not 1"))
  func `A program that talks with people hears a person`() async throws {
    let heard = try await LiveVoiceIO(engine: .live).listen()
    #expect(!heard.transcript.isEmpty)
  }
}

@Suite struct `A program that listens` {
  @Test(.startsProcesses) func `a number in a file is heard, with level and words meanwhile`()
    async throws
  {
    let installation = try Installation(["mock"])
    let diary = Diary()
    let path = installation.folder.path("answer.wav")
    let plugins = installation.plugins
    try await LiveVoiceIO(voices: "mock", to: .file(path), engine: .live, plugins: plugins)
      .speak(String(repeating: "a", count: 40))
    let io = LiveVoiceIO(engine: .live, plugins: plugins, tell: { diary.note($0) })
    var listening = ListeningOptions()
    listening.file = path
    listening.recognizer = "mock-ear"
    listening.records = true
    let heard = try await io.listen(listening)
    // The mock recognizer has no script.
    #expect(heard.transcript == "")
    #expect(diary.all.first == "listening true" && diary.all.last == "status idle")
    #expect(diary.all.contains("listening false") && diary.all.contains("level"))
  }

  /// After the program had spoken, a file that began with the answer lost its first quarter of a second.
  @Test(.startsProcesses, .needs(plugin: "pocketsphinx"))
  func `all of a file is heard, also directly after speech`() async throws {
    let installation = try Installation(["mock", "flite", "pocketsphinx"])
    let plugins = installation.plugins
    let path = installation.folder.path("answer.wav")
    try await LiveVoiceIO(voices: "flite:rms", to: .file(path), engine: .live, plugins: plugins)
      .speak("Seven.")
    // From its first sound on.
    let answer = Trimming.trim(try Fixtures.sound(inFile: path)).sound
    let silence = AudioBuffer(silentFrames: answer.format.rateHertz * 3, format: answer.format)
    try Data(
      WAV.header(answer.format, frames: answer.frameCount + silence.frameCount) + answer.bytes
        + silence.bytes
    ).write(to: URL(filePath: path))
    let io = LiveVoiceIO(voices: "mock", to: .device("null"), engine: .live, plugins: plugins)
    var listening = ListeningOptions()
    listening.file = path
    listening.expectation = .number
    #expect(try await io.listen(listening).transcript == "7")
    try await io.speak("How many?")
    #expect(try await io.listen(listening).transcript == "7")
  }

  /// The microphone of the null device has one second of sound, and the recognizer hears a word after 0.1 s of it.
  @Test(.startsProcesses, arguments: [0.25, 5])
  func `is deaf to its own speech for as long as the configuration says`(seconds: Double)
    async throws
  {
    let installation = try Installation(["mock"])
    let folder = installation.folder.path("home/config/cue")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "null.length = 1000\nmock-ear.script = seven\n".write(
      toFile: folder + "/cue.conf", atomically: true, encoding: .utf8)
    let diary = Diary()
    let io = LiveVoiceIO(
      voices: "mock", to: .device("null"),
      config: VoiceIOConfig(suppressAfterSpeechSeconds: seconds), engine: .live,
      plugins: installation.plugins, tell: { diary.note($0) }, clock: VirtualClock())
    try await io.speak("How many?")
    var options = ListeningOptions()
    options.microphone = "null"
    options.recognizer = "mock-ear"
    options.expectation = .line(SceneLine("seven"))
    _ = try await io.listen(options)
    #expect(diary.all.contains("transcript seven") == (seconds < 1))
  }

  @Test(.startsProcesses) func `A program that listens is cancelled by stopAll`() async throws {
    let installation = try Installation(["mock"])
    // From the microphone of the null device no sound comes at all.
    let folder = installation.folder.path("home/config/cue")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "null.stalls = on\n".write(
      toFile: folder + "/cue.conf", atomically: true, encoding: .utf8)
    let (began, tell) = AsyncStream<Void>.makeStream()
    let io = LiveVoiceIO(
      engine: .live, plugins: installation.plugins,
      tell: { if case .listening(true) = $0 { tell.yield() } })
    var listening = ListeningOptions()
    listening.microphone = "null"
    listening.recognizer = "mock-ear"
    let asked = listening
    let task = Task { try await io.listen(asked) }
    for await _ in began { break }
    io.stopAll()
    let error = await #expect(throws: CueError.self) { _ = try await task.value }
    if case .cancelled? = error {} else { Issue.record("\(String(describing: error))") }
  }

  @Test(.startsProcesses) func `a missing recognizer is reported`() async throws {
    let installation = try Installation(["mock"])
    var listening = ListeningOptions()
    listening.microphone = "null"
    listening.recognizer = "nobody"
    let asked = listening
    await #expect(throws: CueError.self) {
      _ = try await LiveVoiceIO(engine: .live, plugins: installation.plugins).listen(asked)
    }
  }
}

@Suite struct `The configuration of a program that talks with people` {
  @Test func `has the documented defaults, and keeps each value in its range`() {
    var config = VoiceIOConfig()
    #expect(config.trimPrePadSeconds == 0.05 && config.trimPostPadSeconds == 0.20)
    #expect(config.clipWaitTimeoutSeconds == 2 && config.suppressAfterSpeechSeconds == 0.25)
    config = VoiceIOConfig(
      trimPrePadSeconds: 0.10, trimPostPadSeconds: 0.30, clipWaitTimeoutSeconds: 1.5,
      suppressAfterSpeechSeconds: 0.25)
    #expect(config.trimPrePadSeconds == 0.10 && config.clipWaitTimeoutSeconds == 1.5)
    config = VoiceIOConfig(
      trimPrePadSeconds: -1, trimPostPadSeconds: .infinity, clipWaitTimeoutSeconds: 0,
      suppressAfterSpeechSeconds: .nan)
    #expect(config.trimPrePadSeconds == 0 && config.trimPostPadSeconds == 5)
    #expect(config.clipWaitTimeoutSeconds == 0.1 && config.suppressAfterSpeechSeconds == 0.25)
    config.suppressAfterSpeechSeconds = 9
    #expect(config.suppressAfterSpeechSeconds == 5)
  }

  /// One second of silence, one of a tone, one of silence.
  private static let answer = AudioBuffer(
    float32: (0..<48000).map { (16000..<32000).contains($0) ? sinf(Float($0) / 6) / 2 : 0 },
    rateHertz: 16000)

  @Test func `says how much is kept around speech`() async throws {
    func frames(_ before: Double, _ after: Double) -> Int {
      let config = VoiceIOConfig(trimPrePadSeconds: before, trimPostPadSeconds: after)
      return ScriptedVoiceIO([], config: config).trim(Self.answer).frameCount
    }
    #expect(abs(frames(0, 0) - 16000) <= 2 * 16000 * 24 / 1000)
    #expect(abs(frames(0.1, 0.3) - frames(0, 0) - 6400) <= 2)
  }

  @Test func `a file is trimmed beside it, or left where there is no speech`() async throws {
    let folder = try TemporaryFolder()
    let io = ScriptedVoiceIO([])
    let path = folder.path("a.b.wav")
    try await Self.answer.save(to: path)
    let trimmed = try await io.trim(file: path)
    #expect(trimmed == folder.path("a.b.trim.wav"))
    #expect(try Fixtures.sound(inFile: trimmed) == Fixtures.sound(inFile: path).trimmed)
    let silent = folder.path("silent.wav")
    try await AudioBuffer(float32: Array(repeating: 0, count: 16000), rateHertz: 16000)
      .save(to: silent)
    #expect(try await io.trim(file: silent) == silent)
    #expect(try await io.trim(file: folder.path("missing.wav")) == folder.path("missing.wav"))
  }

  /// A clock whose waits end only by their cancellation.
  private struct StoppedClock: MonotonicTime {
    let milliseconds: Int64 = 0

    func wait(milliseconds: Int, cancellation: Cancellation) {
      let isOver = DispatchSemaphore(value: 0)
      cancellation.withHandler({ isOver.signal() }) { isOver.wait() }
    }
  }

  @Test func `a clip that a device does not finish is stopped`() throws {
    let clock = VirtualClock()
    let isInTime = try TimeLimit.run(seconds: 1.5, clock, cancellation: Cancellation()) { limited in
      StoppedClock().wait(milliseconds: 0, cancellation: limited)
    }
    #expect(!isInTime && clock.waits == [1500])
    #expect(try TimeLimit.run(seconds: 1.5, StoppedClock(), cancellation: Cancellation()) { _ in })
    let cancelled = Cancellation()
    cancelled.cancel()
    #expect(
      try TimeLimit.run(seconds: 1.5, StoppedClock(), cancellation: cancelled) { limited in
        StoppedClock().wait(milliseconds: 0, cancellation: limited)
      })
  }
}

extension AudioBuffer {
  fileprivate var trimmed: AudioBuffer { Trimming.trim(self).sound }
}

@Suite struct `The profiles of a program that talks with people` {
  private func lines(_ seed: UInt64, _ tuning: NamedProfile.Tuning) -> [SpokenText] {
    let book = VoiceProfileBook(seed: seed)
    book.tuning = tuning
    return (0..<20).map { _ in book.spoken("hello", voice: "flite:slt") }
  }

  @Test func `vary each line by the seed, within the tuning`() {
    let tuning = NamedProfile.Tuning(rateVariation: 0.1, pitchVariation: 0.2, volume: 0.5)
    let first = lines(7, tuning)
    #expect(first == lines(7, tuning))
    #expect(first != lines(8, tuning))
    #expect(Set(first.map(\.speed)).count == 20)
    let speeds = VoiceProfile(rate: 0.4).speedFactor...VoiceProfile(rate: 0.6).speedFactor
    #expect(first.allSatisfy { speeds.contains($0.speed) })
    let pitches =
      VoiceProfile(pitch: 0.8).pitchSemitones...VoiceProfile(pitch: 1.2).pitchSemitones
    #expect(first.allSatisfy { pitches.contains($0.pitchSemitones) && $0.volume == 0.5 })
  }

  @Test func `leave a voice as it is without profile and tuning`() {
    let book = VoiceProfileBook()
    #expect(book.spoken("hello", voice: "flite:slt") == SpokenText("hello", voice: "flite:slt"))
    #expect(book.spoken("hello") == SpokenText("hello"))
  }

  @Test func `are found by name, else the default speaks`() {
    let book = VoiceProfileBook()
    book.set(NamedProfile(voice: "flite:slt", rate: 1, pitch: 9, volume: -1))
    let spoken = book.spoken("hello", voice: "Flite:SLT")
    #expect(spoken.speed == 449.0 / 175 && spoken.pitchSemitones == 12 && spoken.volume == 0)
    book.defaultProfile = NamedProfile(voice: "flite:rms")
    #expect(book.spoken("hello").voice == "flite:rms")
    #expect(book.spoken("hello", voice: "espeak") == SpokenText("hello", voice: "espeak"))
    #expect(book.all.map(\.name) == ["flite:slt"] && book.profile(named: "nobody") == nil)
  }
}
