import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

/// Hibari and Whisper: as they are, or with an engine that the tests bring, which needs no package.
enum ModelProgram: String, Sendable {
  case hibari = "Hibari"
  case whisper = "Whisper"

  /// The Python that has their packages.
  static let python = Places.source("build/neural/python/bin/python")
  /// Whether all of `modules` are there; 'make neural' can be limited to some programs.
  static func has(_ modules: String...) -> Bool {
    let library = Places.source("build/neural/python/lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: library)) ?? []
    return versions.contains { version in
      modules.allSatisfy {
        FileManager.default.fileExists(atPath: "\(library)/\(version)/site-packages/\($0)")
      }
    }
  }

  /// The program with `engine` of Tests/Fixtures/models in place of its own.
  func program(engine: String?, python: String = "/usr/bin/python3") throws -> (
    path: String, folder: TemporaryFolder
  ) {
    let folder = try TemporaryFolder()
    let source = Places.source("Plugins/\(rawValue)")
    var files = source
    if let engine {
      files = folder.path("files")
      try folder.makeFolders("files")
      try FileManager.default.copyItem(
        atPath: source + "/__main__.py", toPath: files + "/__main__.py")
      if !engine.isEmpty {
        try FileManager.default.copyItem(
          atPath: Places.source("Tests/Fixtures/models/\(engine).py"),
          toPath: files + "/\(engine).py")
      }
    }
    let path = folder.path(rawValue.lowercased())
    let run = try Run(Places.source("Plugins/program"), [files, python, path])
    try #require(run.status == 0)
    return (path, folder)
  }

  func setup(
    engine: String?, parameters: [(name: String, value: String)] = [],
    python: String = "/usr/bin/python3"
  ) throws -> PluginSetup {
    let (path, folder) = try program(engine: engine, python: python)
    return CuePluginsTests.setup(
      path, name: rawValue, isProgram: true, parameters: parameters, in: folder)
  }
}

private let mono = AudioFormat(sample: .int16, rateHertz: 16000)

/// A word of the test engine for each half second that is loud.
private func halves(_ loud: [Bool], _ format: AudioFormat = mono) -> AudioBuffer {
  let samples = loud.flatMap { isLoud in
    (0..<format.rateHertz / 2).flatMap { frame in
      Array(
        repeating: isLoud && frame.isMultiple(of: 2) ? Float(0.5) : 0, count: format.channels)
    }
  }
  return AudioBuffer(
    float32: samples, rateHertz: format.rateHertz, channels: format.channels)
}

@Suite(.startsProcesses, .needsPython)
struct `The program of Hibari, with an engine of the tests` {
  private func voice(_ id: String = "", engine: String = "sentences") throws -> VoiceClient {
    VoiceClient(try ModelProgram.hibari.setup(engine: engine), voice: id)
  }

  @Test func `says what it is, and which voices are there`() throws {
    let voice = try voice()
    let description = try voice.start()
    #expect(description.id == "hibari" && description.kind == .voice)
    #expect(description.licence == "Apache-2.0" && !description.needsNetwork)
    let voices = try voice.voices()
    #expect(voices.map(\.id) == ["heart", "emma", "broken"])
    #expect(voices.first?.languages == ["en-US", "en"])
  }

  @Test func `gives words at their sound and their bytes, sentence after sentence`() throws {
    let said = try voice().say("Ärger comes. Go now.") { $0.wantsMarks = true }
    #expect(said.outcome == .finished)
    #expect(said.format == AudioFormat(sample: .int16, rateHertz: 24000))
    #expect(said.marks.map(\.textRange) == [0..<6, 7..<12, 14..<16, 17..<21])
    #expect(said.marks.map(\.frame) == [0, 500, 1000, 1200])
    #expect(said.frames == 1600)
  }

  @Test func `gives the same sound for the same seed, and other sound for another`() throws {
    let voice = try voice()
    let once = try voice.say("Hello there.") { $0.seed = 7 }
    #expect(try voice.say("Hello there.") { $0.seed = 7 } == once)
    #expect(try voice.say("Hello there.") { $0.seed = 8 } != once)
    #expect(try voice.say("Hello there.") == voice.say("Hello there."))
  }

  @Test func `Hibari uses the sounds of a lexicon for one request only`() throws {
    let voice = try voice()
    let plain = try voice.say("Oh Aoife waits.")
    #expect(plain.frames == 1300)
    #expect(try voice.say("Oh Aoife waits.") { $0.lexicon = ["aoife": "iː"] }.frames == 1000)
    #expect(try voice.say("Oh Aoife waits.") == plain)
  }

  @Test func `reports what it does not do as asked`() throws {
    let said = try voice().say("Hello.") {
      $0.speed = 4
      $0.pitchSemitones = 3
      $0.language = "de"
    }
    #expect(said.shortfalls.map(\.field).sorted() == ["language", "pitch", "speed"])
    #expect(said.frames == 300, "at twice the speed")
  }

  @Test(arguments: [
    ("absent", "not installed"), ("broken", "damaged"), ("nobody", "no voice “nobody”"),
  ])
  func `says in a sentence why a voice cannot be used`(id: String, words: String) throws {
    let voice = try voice(id)
    let failure = try #require(throws: PluginFailure.self) { try voice.say("Hello.") }
    #expect(failure.isDue(to: .said(words)), "\(failure.reason)")
  }

  /// The host compares the letters with the voice's languages, and asks no plugin.
  @Test(arguments: ["Добрый вечер, Нора", "今晚好"])
  func `is not given text in other letters, and says the next line`(text: String) throws {
    let voice = try voice().normalized
    let failure = try #require(throws: PluginFailure.self) { try voice.say(text) }
    #expect(failure.kind == .refused(status: .unsupported), "\(failure.reason)")
    #expect(try voice.say("Hello.").frames == 600)
  }

  @Test func `says that memory is short, and says the next line`() throws {
    let voice = try voice()
    let failure = try #require(throws: PluginFailure.self) { try voice.say("out of memory") }
    #expect(failure.kind == .refused(status: .memory))
    #expect(failure.isDue(to: .said("not enough memory")), "\(failure.reason)")
    #expect(try voice.say("Hello.").frames == 600)
  }

  /// The engine sleeps for half a minute, and its process lives on.
  @Test func `is cancelled while its engine works`() throws {
    let voice = try voice()
    let cancellation = Cancellation()
    let outcome = try voice.speak(
      SpeechRequest(text: "First. Then stuck."), cancellation: cancellation
    ) { if case .sound = $0 { cancellation.cancel() } }
    #expect(outcome == .cancelled)
  }

  @Test func `says that its packages are missing`() throws {
    let voice = try voice(engine: "")
    let failure = try #require(throws: PluginFailure.self) { try voice.say("Hello.") }
    #expect(failure.isDue(to: .said("make neural")), "\(failure.reason)")
  }

  /// Where neither that Python is nor any other, the file is a shell script alone.
  @Test func `The program of Hibari, with an engine of the tests says that there is no Python`()
    throws
  {
    let (path, folder) = try ModelProgram.hibari.program(engine: "sentences")
    let program = try Data(contentsOf: URL(filePath: path))
    let text = String(decoding: program, as: UTF8.self)
      .replacing("/usr/bin/python3", with: "/nowhere/python3")
      .replacing("command -v python3", with: "command -v no-python3")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let end = try #require(lines.firstIndex(of: "exit 1"))
    let alone = try folder.write(
      lines[...end].joined(separator: "\n") + "\n", as: "alone", isProgram: true)
    let voice = VoiceClient(setup(alone, name: "hibari", isProgram: true))
    let failure = try #require(throws: PluginFailure.self) { try voice.say("Hello.") }
    #expect(failure.kind == .unusable)
    #expect(failure.isDue(to: .said("Install Python 3.9 or later")), "\(failure.reason)")
  }
}

@Suite(.startsProcesses, .needsPython)
struct `The program of Whisper, with an engine of the tests` {
  private func ear(_ parameters: [(name: String, value: String)] = []) throws -> RecognizerClient {
    RecognizerClient(try ModelProgram.whisper.setup(engine: "stream", parameters: parameters))
  }

  private func listen(
    _ ear: RecognizerClient, _ sound: AudioBuffer, frames: Int = 1600,
    _ phrases: [ExpectedPhrase] = []
  ) throws -> (heard: Heard, partials: [Heard]) {
    try ear.begin(sound.format, phrases)
    var partials: [Heard] = []
    for start in stride(from: 0, to: sound.frameCount, by: frames) {
      partials += try ear.take(sound.frames(start..<min(start + frames, sound.frameCount)))
    }
    return (try ear.finish(cancellation: Cancellation()), partials)
  }

  @Test func `hears words where they are, however sound is cut`() throws {
    let ear = try ear()
    let sound = halves([false, true, true, false, true])
    let whole = try listen(ear, sound, frames: sound.frameCount)
    #expect(whole.heard.text == "word word word")
    #expect(
      whole.heard.words.map(\.frames) == [8000..<16000, 16000..<24000, 32000..<40000])
    #expect(whole.partials.map(\.text) == ["word", "word word", "word word word"])
    for frames in [37, 160, 8001] {
      #expect(try listen(ear, sound, frames: frames).heard == whole.heard)
    }
  }

  @Test func `Whisper gets the expected line as printed, and marks its words`() throws {
    let heard = try listen(
      try ear(), halves([true, true, true]),
      [ExpectedPhrase(.expected, "doctor evening", written: "Dr. Evening!")]
    ).heard
    #expect(heard.words.map(\.text) == ["Dr.", "Evening!", "word"])
    #expect(heard.words.map(\.phrase) == [0, 0, nil])
  }

  @Test func `says which phrases and pronunciations it does not use`() throws {
    let ear = try ear()
    let shortfalls = try ear.begin(
      mono, [ExpectedPhrase(.competing, "Another."), ExpectedPhrase(.expected, "Good evening.")])
    #expect(shortfalls.count == 1)
    var request = ListenRequest(format: mono, phrases: [])
    request.language = "fi"
    _ = try ear.finish(cancellation: Cancellation())
    #expect(try ear.open(request, cancellation: Cancellation()).map(\.field) == ["language"])
  }

  @Test func `Whisper names the folder in which the model is missing`() throws {
    let ear = try ear([("model", "/nowhere/tiny")])
    let failure = try #require(throws: ListenFailure.self) { try ear.begin(mono) }
    #expect("\(failure)".contains("There is no Whisper model in /nowhere/tiny"))
  }

  @Test(arguments: [("threads", "0"), ("threads", "1.5"), ("beam", "many")])
  func `says which values a setting takes`(name: String, value: String) throws {
    let ear = try ear([(name, value)])
    let failure = try #require(throws: ListenFailure.self) { try ear.begin(mono) }
    #expect("\(failure)".contains("\(name) takes a whole number from 1 to"))
  }
}

@Suite(
  .startsProcesses, .serialized,
  .enabled(
    if: ModelProgram.has("hibari", "faster_whisper"),
    "Hibari or Whisper is missing: 'make neural'"))
struct `Hibari and Whisper` {
  @Test func `Hibari and Whisper understand each other`() throws {
    let voice = VoiceClient(
      try ModelProgram.hibari.setup(engine: nil, python: ModelProgram.python))
    let ear = RecognizerClient(
      try ModelProgram.whisper.setup(engine: nil, python: ModelProgram.python))
    let said = try voice.say("The captain kept his word, and nobody asked him why.") {
      $0.wantsMarks = true
    }
    #expect(said.marks.count == 10)
    let sound = try #require(said.sound)
    try ear.begin(sound.format)
    try ear.take(sound)
    let heard = try ear.finish(cancellation: Cancellation())
    #expect(heard.text == "The captain kept his word and nobody asked him why.")
    let line = "the captain kept her word and nobody asked him why"
    try ear.begin(sound.format, [ExpectedPhrase(.expected, line)])
    try ear.take(sound)
    let judged = try ear.finish(cancellation: Cancellation())
    #expect(judged.words.map { $0.text.lowercased() }.contains("his"))
  }

  @Test func `say the same again, and hear nothing in silence`() throws {
    let voice = VoiceClient(
      try ModelProgram.hibari.setup(engine: nil, python: ModelProgram.python))
    #expect(try voice.say("Good night.") == voice.say("Good night."))
    let ear = RecognizerClient(
      try ModelProgram.whisper.setup(engine: nil, python: ModelProgram.python))
    try ear.begin(mono, [ExpectedPhrase(.expected, "good night")])
    try ear.take(AudioBuffer(silentFrames: 48000, format: mono))
    #expect(try ear.finish(cancellation: Cancellation()).text == "")
  }

  @Test(
    .enabled(
      if: ModelProgram.has("moonshine_cpp"), "Whisper has no second ear: 'make neural', on x86-64"),
    arguments: [("none", true), ("", false)])
  func `the second network hears that another word was said`(ear name: String, isMissed: Bool)
    throws
  {
    let said = try builtVoice("flite", "rms").say("World did you say?")
    let sound = try #require(said.sound)
    let ear = RecognizerClient(
      try ModelProgram.whisper.setup(
        engine: nil, parameters: [("ear", name)], python: ModelProgram.python))
    try ear.begin(sound.format, [ExpectedPhrase(.expected, "What did you say?")])
    try ear.take(sound)
    let heard = try ear.finish(cancellation: Cancellation())
    #expect((heard.words.first?.phrase != nil) == isMissed, "\(heard)")
    #expect(heard.words.dropFirst().allSatisfy { $0.phrase != nil }, "\(heard)")
  }

  /// Whisper alone reads “Oh, oh, oh” in these notes.
  @Test(
    .enabled(
      if: ModelProgram.has("moonshine_cpp"), "Whisper has no second ear: 'make neural', on x86-64"))
  func `hear no other words in music, where a line is expected`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("music")
    let run = try Run(
      ModelProgram.python,
      [
        "-c",
        """
        import sys
        sys.path.insert(0, sys.argv[1])
        import nothing
        open(sys.argv[2], "wb").write(nothing.piece(295, 7)[1].tobytes())
        """, Places.source("Benchmarks/listening"), path,
      ])
    try #require(run.status == 0, "\(run.talk)")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let samples = stride(from: 0, to: bytes.count, by: 2).map {
      Float(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)) / 32768
    }
    let ear = RecognizerClient(
      try ModelProgram.whisper.setup(engine: nil, python: ModelProgram.python))
    let music = AudioBuffer(float32: samples, rateHertz: 16000, channels: 1)
    try ear.begin(music.format, [ExpectedPhrase(.expected, "No.")])
    try ear.take(music)
    #expect(try ear.finish(cancellation: Cancellation()).text == "")
  }

  @Test func `say in a sentence that the second ear has no model`() throws {
    let ear = RecognizerClient(
      try ModelProgram.whisper.setup(
        engine: nil, parameters: [("ear", "/nowhere/base")], python: ModelProgram.python))
    let failure = try #require(throws: ListenFailure.self) { try ear.begin(mono) }
    #expect(
      "\(failure)".contains("There is no Moonshine model in /nowhere/base"), "\(failure)")
  }
}
