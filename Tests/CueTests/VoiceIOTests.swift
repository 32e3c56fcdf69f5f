import Cue
import CueAudio
import Foundation
import Synchronization
import TestSupport
import Testing

/// What happened, in order.
private final class Diary: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }

  func note(_ event: VoiceIO.Event) {
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

  private func io(_ engine: VoiceIO.Engine, _ more: [String: String] = [:]) -> VoiceIO {
    var user = UserEnvironment(variables: more, programFolder: "/nowhere")
    user.variables["HOME"] = "/nowhere"
    return VoiceIO(
      engine: engine, plugins: Plugins(of: user), tell: { [diary] in diary.note($0) })
  }

  @Test func `hears what a script says, in order, then nothing`() async throws {
    let io = io(.scripted(ScriptedSpeech(["hello", "world"], scale: 0)))
    var heard: [String] = []
    for _ in 0..<3 { heard.append(try await io.listen().transcript) }
    #expect(heard == ["hello", "world", ""])
    #expect(diary.all.first == "listening true" && diary.all.last == "listening false")
    #expect(diary.all.contains("transcript hello"))
  }

  @Test func `speech has a pulse, and its begin and end are reported`() async throws {
    let io = io(.scripted(ScriptedSpeech([], scale: 0)))
    try await io.speak("Hello")
    #expect(diary.all.first == "speaking true" && diary.all.last == "speaking false")
    #expect(diary.all.filter { $0.hasPrefix("pulse") }.last == "pulse 0")
    #expect(diary.all.filter { $0 == "pulse" }.count == 7)
  }

  @Test func `is headless by the environment, and starts nothing`() async throws {
    let io = io(.automatic, ["CUE_HEADLESS": "1"])
    try await io.prepare(listens: true)
    try await io.prepare(listens: true)
    try await io.speak("Hello")
    var listening = VoiceIO.Listening()
    #expect(try await io.listen(listening).transcript == "")
    listening.expectation = .number
    #expect(try await io.listen(listening).transcript == "42")
    io.enqueue(.speak("Never"))
    #expect(try await io.playQueue()?.finished == 0)
    #expect(diary.all.prefix(2) == ["speaking true", "speaking false"])
  }

  @Test func `may be stopped and reset a hundred times`() async throws {
    let io = io(.scripted(ScriptedSpeech(["hello"], scale: 0)))
    for _ in 0..<100 {
      io.stopAll()
      io.reset()
    }
    #expect(try await io.listen().transcript == "hello")
  }

  @Test func `says its version and when it was built, the same each time`() {
    #expect(!VoiceIO.version.isEmpty && VoiceIO.version == VoiceIO.version)
    #expect(VoiceIO.buildTimestamp == VoiceIO.buildTimestamp)
    let form = VoiceIO.buildTimestamp.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/)
    #expect(form != nil, "\(VoiceIO.buildTimestamp)")
  }

  @Test func `says nothing where a chorus has no voices`() async throws {
    let io = io(.scripted(ScriptedSpeech([], scale: 0)))
    try await io.sing(Chorus("Hello", voices: []))
    #expect(diary.all.isEmpty)
  }

  @Test func `spoken text is logged to the file that the user names`() async throws {
    let lines = Mutex<[String]>([])
    var user = UserEnvironment(variables: [:], programFolder: "/nowhere")
    user.variables["HOME"] = "/nowhere"
    let io = VoiceIO(
      engine: .headless, plugins: Plugins(of: user),
      log: { line in lines.withLock { $0.append(line) } })
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

  private func io(_ destination: SoundDestination? = nil) -> VoiceIO {
    VoiceIO(
      voices: "mock", to: destination ?? .file(path), engine: .live, plugins: installation.plugins,
      tell: { [diary] in diary.note($0) })
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
    try await io.play(clip: clip, gainDecibels: -6)
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
    let missing = io.enqueue(marked: "One [sfx:bell] two [sfx:gong]") { $0 == "bell" ? clip : nil }
    #expect(missing == ["gong"])
    io.enqueue(.pause(seconds: 0.5))
    let outcome = try await io.playQueue()
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
    let io = VoiceIO(
      voices: "mock", to: .file(path), engine: .live, plugins: installation.plugins,
      tell: { if case .speaking(true) = $0 { tell.yield() } })
    for _ in 0..<400 { io.enqueue(.speak(String(repeating: "long ", count: 400))) }
    let task = Task { try await io.playQueue() }
    for await _ in began { break }
    for _ in 0..<10 { io.stopAll() }
    await #expect(throws: CueError.self) { _ = try await task.value }
    #expect(!FileManager.default.fileExists(atPath: path))
    try await io.speak("again")
    #expect(try sound.frameCount == 16000 * 5 * 60 / 1000)
  }

  /// A live recognizer is asked only where somebody wants it.
  @Test(
    .startsProcesses,
    .enabled(
      if: ProcessInfo.processInfo.environment["CUE_STT_SMOKE"] == "1", "CUE_STT_SMOKE is not 1"))
  func `A program that talks with people hears a person`() async throws {
    let heard = try await VoiceIO(engine: .live).listen()
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
    try await VoiceIO(voices: "mock", to: .file(path), engine: .live, plugins: plugins)
      .speak(String(repeating: "a", count: 40))
    let io = VoiceIO(engine: .live, plugins: plugins, tell: { diary.note($0) })
    var listening = VoiceIO.Listening()
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
    try await VoiceIO(voices: "flite:rms", to: .file(path), engine: .live, plugins: plugins)
      .speak("Seven.")
    // From its first sound on.
    let answer = Trimming.trim(try Fixtures.sound(inFile: path)).sound
    let silence = AudioBuffer(silentFrames: answer.format.rateHertz * 3, format: answer.format)
    try Data(
      WAV.header(answer.format, frames: answer.frameCount + silence.frameCount) + answer.bytes
        + silence.bytes
    ).write(to: URL(filePath: path))
    let io = VoiceIO(voices: "mock", to: .device("null"), engine: .live, plugins: plugins)
    var listening = VoiceIO.Listening()
    listening.file = path
    listening.expectation = .number
    #expect(try await io.listen(listening).transcript == "7")
    try await io.speak("How many?")
    #expect(try await io.listen(listening).transcript == "7")
  }

  @Test(.startsProcesses) func `A program that listens is cancelled by stopAll`() async throws {
    let installation = try Installation(["mock"])
    // From the microphone of the null device no sound comes at all.
    let folder = installation.folder.path("home/config/cue")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "null.stalls = on\n".write(
      toFile: folder + "/cue.conf", atomically: true, encoding: .utf8)
    let (began, tell) = AsyncStream<Void>.makeStream()
    let io = VoiceIO(
      engine: .live, plugins: installation.plugins,
      tell: { if case .listening(true) = $0 { tell.yield() } })
    var listening = VoiceIO.Listening()
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
    var listening = VoiceIO.Listening()
    listening.microphone = "null"
    listening.recognizer = "nobody"
    let asked = listening
    await #expect(throws: CueError.self) {
      _ = try await VoiceIO(engine: .live, plugins: installation.plugins).listen(asked)
    }
  }
}
