import class CueAssembly.MicrophoneListener
import CueAudio
import CueModel
import Foundation
import Testing
import TestSupport

@testable import CuePractice
@testable import host

@Suite(.startsProcesses) struct `host practises a speech` {
  private let stage: Stagehand
  private var output: String { stage.folder.path("session.wav") }
  private static let text = "One is here. Two is here.\n\nThree is here."

  init() throws {
    stage = try Stagehand(hasBrokenVoices: true)
    try stage.folder.write(Self.text, as: "toast.txt")
    _ = try stage.host(["speech", "add", stage.folder.path("toast.txt")])
  }

  /// Frames that the mock voice takes for a text.
  private func frames(_ text: String) -> Int { text.utf8.count * 960 }

  private func events(_ run: Run, _ name: String) throws -> [[String: Any]] {
    try stage.events(run).filter { $0["event"] as? String == name }
  }

  private func practise(_ more: String..., script: String = "") throws -> Run {
    try stage.host(
      ["practice", "toast", "-v", "mock", "--json", "-o", output, "--scripted", "-"] + more,
      input: script)
  }

  @Test func `from start to end, with a pause as long as each sentence, to the frame`() throws {
    let run = try practise()
    #expect(run.status == 0, "\(run.talk)")
    let said = frames("One is here.") * 2 + frames("Three is here.")
    #expect(try Fixtures.sound(inFile: output).frameCount == said * 2)
    let last = try #require(try stage.events(run).last)
    #expect(last["event"] as? String == "finished" && last["end"] as? String == "text")
    let words = try events(run, "word").compactMap { $0["text"] as? String }
    #expect(words == Self.text.split(whereSeparator: \.isWhitespace).map(String.init))
    let places = try events(run, "word").compactMap { $0["offset"] as? Int }
    #expect(places == places.sorted() && places.last == Self.text.utf8.count - 5)
  }

  @Test func `without pauses nothing lies between two sentences`() throws {
    let run = try practise("--pause", "off", "--by", "paragraph")
    #expect(run.status == 0, "\(run.talk)")
    #expect(
      try Fixtures.sound(inFile: output).frameCount
        == frames("One is here. Two is here.") + frames("Three is here."))
  }

  @Test func `in lines of text without colours, as a screen reader reads them`() throws {
    let run = try stage.host(
      ["practice", "toast", "-v", "mock", "-o", output, "--scripted", "-"],
      input: "0.3\npause\n1\nplay\nsegment\nslower\nby paragraph\n")
    #expect(run.status == 0, "\(run.talk)")
    #expect(
      run.text == """
        toast. 3 sentences, rate 0.5, a pause as long as each.
        1 / 3  One is here.
        Paused at 1.
        Going on at 1.
        Rate 0.45.
        By paragraph.
        1 / 2  One is here. Two is here.
        2 / 2  Three is here.
        The end.
        3 said in 3 s, pauses 3 s.

        """, "\(run.text)")
  }

  @Test func `practice without a speaker runs to the end`() throws {
    let run = try stage.host(
      ["practice", "toast", "-v", "mock", "-o", output, "--pause", "off"], input: "")
    #expect(run.status == 0 && run.text.contains("The end."))
  }

  @Test func `goes on where it stopped, until the text changes`() throws {
    let first = try practise("--pause", "off", script: "segment\n0.2\nquit\n")
    #expect(first.status == 0)
    #expect(try events(first, "stopped").count == 1)
    let second = try practise("--pause", "off")
    #expect(try events(second, "started").first?["number"] as? Int == 2)
    // The end was reached: the next time begins at the start.
    #expect(try events(practise(), "started").first?["number"] as? Int == 1)
    _ = try practise("--pause", "off", script: "segment\n0.2\nquit\n")
    #expect(try events(practise("--from", "3"), "started").first?["number"] as? Int == 3)
    _ = try practise("--pause", "off", script: "segment\n0.2\nquit\n")
    try stage.folder.write("Something else. And more.", as: "other.txt")
    _ = try stage.host(["speech", "edit", "toast", stage.folder.path("other.txt")])
    #expect(try events(practise(), "started").first?["number"] as? Int == 1)
  }

  /// Practises into nowhere, in lines of text; the first of them.
  private func begin(_ words: String..., script: String = "quit\n") throws -> String {
    let run = try stage.host(
      ["practice"] + words + ["--device", "null", "--scripted", "-"], input: script)
    #expect(run.status == 0, "\(run.talk)")
    return String(run.text.prefix { $0 != "\n" })
  }

  @Test func `settings are kept for this speech only`() throws {
    _ = try begin("toast", "-v", "mock", "--rate", "0.4", "--pause-factor", "0.5")
    #expect(
      try begin("toast") == "toast. 3 sentences, rate 0.4, a pause 0.5 times as long as each.")
    try stage.folder.write("Another speech.", as: "another.txt")
    let other = "1 sentence, rate 0.5, a pause as long as each."
    #expect(try begin(stage.folder.path("another.txt")).hasSuffix(other))
    _ = try stage.host(["speech", "add", stage.folder.path("another.txt")])
    #expect(try begin("another").hasSuffix(other))
  }

  @Test func `with -o or --json, kept settings are neither used nor changed`() throws {
    _ = try begin("toast", "-v", "mock", "--rate", "0.4")
    for format in [["--json", "--device", "null"], ["-o", output]] {
      let run = try stage.host(
        ["practice", "toast", "--scripted", "-", "--pause", "off"] + format,
        input: "faster\nquit\n")
      #expect(run.status == 0, "\(run.talk)")
      #expect(run.text.contains(format[0] == "-o" ? "rate 0.5" : #""rate":0.5"#), "\(run.text)")
    }
    #expect(try begin("toast") == "toast. 3 sentences, rate 0.4, a pause as long as each.")
  }

  @Test func `practice --forget removes the settings and the place`() throws {
    _ = try begin(
      "toast", "-v", "mock", "--rate", "0.4", "--pause", "off", script: "segment\n0.2\nquit\n")
    #expect(
      try begin("toast", "--forget") == "toast. 3 sentences, rate 0.5, a pause as long as each.")
    #expect(try begin("toast") == "toast. 3 sentences, rate 0.5, a pause as long as each.")
  }

  @Test func `host practises a speech and the speech has a history`() throws {
    let none = try stage.host(["speech", "history", "toast"])
    #expect(none.status == 1 && none.talk.contains("was not practised yet"))
    _ = try practise()
    _ = try practise("--pause", "off", script: "segment\nquit\n")
    let run = try stage.host(["speech", "history", "toast", "--json"])
    let sessions = try stage.events(run)
    #expect(sessions.map { $0["segments"] as? Int } == [1, 3])
    #expect(sessions.map { $0["end"] as? String } == ["hand", "text"])
    #expect(
      sessions.last?["paused_seconds"] as? Double == sessions.last?["spoken_seconds"] as? Double)
    let text = try stage.host(["speech", "history", "toast"]).text
    #expect(text.split(separator: "\n").count == 2 && text.contains("5 s, 3 said"), "\(text)")
  }

  @Test func `values out of range are moved to the nearest, and reported`() throws {
    let run = try practise("--rate", "2", "--pause-factor", "9", script: "quit\n")
    #expect(try events(run, "started").first?["rate"] as? Double == 1)
    #expect(run.talk.contains("The rate 2.0 is taken as 1.0"))
    #expect(run.talk.contains("The pause factor 9.0 is taken as 3.0"))
  }

  @Test func `if the last voice is gone, practice uses another one and reports it`() throws {
    _ = try begin("toast", "-v", "mock")
    let mock = stage.plugins + "/libmock.so"
    let away = stage.folder.path("mock.so")
    try FileManager.default.moveItem(atPath: mock, toPath: away)
    defer { try? FileManager.default.moveItem(atPath: away, toPath: mock) }
    // The null device is in the same file.
    let run = try stage.host(
      ["practice", "toast", "--device", "null", "--scripted", "-"], input: "quit\n")
    #expect(run.talk.contains("The voice mock of last time is not there"), "\(run.talk)")
  }

  @Test func `with a voice that speaks the language`() throws {
    try stage.folder.write("Tere hommikust.", as: "tere.txt")
    let arguments = [
      "practice", stage.folder.path("tere.txt"), "-l", "et-EE", "--json", "-o", output,
      "--scripted", "-",
    ]
    let run = try stage.host(arguments)
    #expect(try events(run, "speaking").first?["voice"] as? String == "espeak")
    try stage.configure("voice.et = mock\n")
    let configured = try stage.host(arguments)
    #expect(try events(configured, "speaking").first?["voice"] as? String == "mock")
  }
}

@Suite(.startsProcesses) struct `host practises, and listens` {
  private let stage: Stagehand
  private let speech: String
  private let takes: String

  /// Somebody repeats "One two three." and "Four five six.", with a second of silence after each.
  init() throws {
    stage = try Stagehand()
    speech = try stage.folder.write("One two three. Four five six.", as: "numbers.txt")
    takes = stage.folder.path("takes.wav")
    let take = stage.folder.path("take.wav")
    var samples: [Int16] = []
    for line in ["One two three.", "Four five six."] {
      let run = try stage.host(["--voice=flite:slt", "-q", "-o", take, line])
      try #require(run.status == 0, "\(run.talk)")
      samples += try Fixtures.sound(inFile: take).int16s + Array(repeating: 0, count: 24000)
    }
    let sound = AudioBuffer(int16: samples, rateHertz: 16000)
    try Data(WAV.header(sound.format, frames: sound.frameCount) + sound.bytes)
      .write(to: URL(filePath: takes))
  }

  private func practise(_ more: String...) throws -> Run {
    try stage.host(
      [
        "practice", speech, "-v", "flite:slt", "--json", "-o", stage.folder.path("session.wav"),
        "--scripted", "/dev/null", "--microphone", takes,
      ] + more)
  }

  private func events(_ run: Run, _ name: String) throws -> [[String: Any]] {
    try stage.events(run).filter { $0["event"] as? String == name }
  }

  @Test func `without a recognizer, practice listens for the silence after each repetition`() throws
  {
    let run = try practise("--until-quiet")
    #expect(run.status == 0, "\(run.talk)")
    let finished = try #require(try events(run, "finished").first)
    #expect(finished["segments"] as? Int == 2 && finished["words"] == nil)
    // Two takes of about 1.3 s, and 0.8 s of silence after each.
    let paused = try #require(finished["paused_seconds"] as? Double)
    let takes = Double(try Fixtures.sound(inFile: takes).frameCount) / 16000
    #expect(paused > takes - 2.2 && paused < takes)
    #expect(try events(run, "microphone-lost").isEmpty)
  }

  @Test func `for the words, and tells at the end which were missing`() throws {
    let run = try practise(
      "--until-quiet", "--listen", "--recognizer", "mock-ear", "--set",
      "script=one two three|four six")
    #expect(run.status == 0, "\(run.talk)")
    let repeated = try events(run, "repeated")
    #expect(repeated.map { $0["words"] as? Int } == [3, 3])
    #expect((repeated[0]["missing"] as? [Any])?.isEmpty == true)
    // "five", by its bytes in the whole text.
    #expect(repeated[1]["missing"] as? [[Int]] == [[20, 24]])
    let finished = try #require(try events(run, "finished").first)
    #expect(finished["repeated"] as? Int == 2 && finished["words"] as? Int == 6)
    #expect(finished["missing"] as? Int == 1)
  }

  /// Fails in every stream but the first.
  private final class FailingRecognizer: Recognizer {
    let name = "failing"
    private var streams = 0

    func open(
      _ request: ListenRequest, cancellation: Cancellation
    ) throws(ListenFailure) -> [Shortfall] {
      streams += 1
      return []
    }
    func push(_ sound: AudioBuffer, cancellation: Cancellation) throws(ListenFailure) -> [Heard] {
      guard streams == 1 else { throw ListenFailure(.recognizerUnavailable) }
      return []
    }
    func finish(cancellation: Cancellation) -> Heard { Heard(text: "") }
    func close() {}
  }

  /// Answers with one result, and with other words where anything may be said.
  private final class AnsweringRecognizer: Recognizer {
    let name = "answering"
    let heard: Heard
    private(set) var phrases: [ExpectedPhrase] = []
    var onOpeningForAnything: () -> Void = {}
    private(set) var soundsForAnything = 0
    private var isFree = false

    private let free: String

    init(_ heard: Heard, free: String) { (self.heard, self.free) = (heard, free) }

    func open(
      _ request: ListenRequest, cancellation: Cancellation
    ) throws(ListenFailure) -> [Shortfall] {
      isFree = request.phrases.isEmpty
      if isFree { onOpeningForAnything() } else { phrases = request.phrases }
      return []
    }
    func push(_ sound: AudioBuffer, cancellation: Cancellation) throws(ListenFailure) -> [Heard] {
      guard !cancellation.isCancelled else { throw ListenFailure(.cancelled) }
      soundsForAnything += isFree ? 1 : 0
      return []
    }
    func finish(cancellation: Cancellation) throws(ListenFailure) -> Heard {
      guard !cancellation.isCancelled else { throw ListenFailure(.cancelled) }
      return isFree ? Heard(text: free) : heard
    }
    func close() {}
  }

  private let sentences = PracticeText(
    title: "", content: "One two three. Four five six.", language: "en")

  /// What `heard` makes of the sentence "One two three." in a text that has another one.
  private func repetition(
    _ heard: Heard, free: String = "bananas are yellow"
  ) throws -> (Repetition, AnsweringRecognizer) {
    let (ear, recognizer) = try ear(heard, free: free)
    return (try #require(ear.end(cancellation: Cancellation())), recognizer)
  }

  /// An ear that has heard the first sentence, and is to say how.
  private func ear(_ heard: Heard, free: String) throws -> (MicrophoneListener, AnsweringRecognizer)
  {
    let recognizer = AnsweringRecognizer(heard, free: free)
    let ear = try MicrophoneListener(
      path: takes, name: takes, raw: nil, text: sentences, recognizer: recognizer, Cancellation(),
      explain: Messages(language: .english).why, note: { _ in })
    try ear.begin(sentences.sentences[0], model: .seconds(1))
    for _ in 0..<20 {
      _ = try ear.listen(atMost: .milliseconds(100), cancellation: Cancellation())
    }
    return (ear, recognizer)
  }

  private func words(_ text: String, phrase: Int, confidence: Double) -> Heard {
    var heard = Heard(text: text, confidence: confidence)
    heard.words = text.split(separator: " ").enumerated().map { index, word in
      var word = Heard.Word(String(word), frames: index * 1600..<index * 1600 + 1500)
      word.phrase = phrase
      return word
    }
    return heard
  }

  /// A recognizer that expects one sentence finds its words in any other.
  @Test func `and counts no word that the recognizer is not sure of`() throws {
    let (wrong, ear) = try repetition(words("one two three", phrase: 0, confidence: 0.2))
    #expect(wrong.words == 3 && wrong.missing.count == 3)
    #expect(wrong.instead == "bananas are yellow")
    #expect(
      ear.phrases.prefix(2) == [
        ExpectedPhrase(.expected, "one two three", written: "One two three."),
        ExpectedPhrase(.competing, "four five six", written: "Four five six."),
      ])
    let (right, _) = try repetition(words("one two three", phrase: 0, confidence: 0.9))
    #expect(right.missing.isEmpty && right.instead.isEmpty)
    let (other, _) = try repetition(words("four five six", phrase: 1, confidence: 0.9))
    #expect(other.missing.count == 3 && other.instead == "Four five six.")
    let (nothing, _) = try repetition(Heard(text: ""))
    #expect(nothing.missing.isEmpty && nothing.notHeard.count == 3)
  }

  /// Words outside the text did not count.
  @Test func `and counts words that were added`() throws {
    var heard = words("one two two three and more", phrase: 0, confidence: 0.9)
    for index in [4, 5] { heard.words[index].phrase = nil }
    let (more, _) = try repetition(heard)
    #expect(more.missing.isEmpty && more.changed.isEmpty)
    #expect(more.added == ["and", "more"], "a word said twice is none that was added")
    #expect(more.instead == heard.text)
    // In its own words, where nobody named them.
    var outside = words("one two three ahm", phrase: 0, confidence: 0.9)
    outside.words[3].isOutside = true
    #expect(try repetition(outside, free: "one too three and four").0.added == ["and", "four"])
    #expect(try repetition(outside, free: "one two three").0.added.isEmpty)
    // Text without words.
    let (text, _) = try repetition(Heard(text: "one two never three", confidence: 0.9))
    #expect(text.added == ["never"] && text.missing.isEmpty)
  }

  /// All words were missing, and the report said which of them were said.
  @Test func `and credits what it hears without an expectation where it is not sure`() throws {
    let unsure = words("one two three", phrase: 0, confidence: 0.2)
    let (some, _) = try repetition(unsure, free: "two of three")
    #expect(some.missing.count == 1 && some.changed.isEmpty && some.added == ["of"])
    #expect(some.instead == "two of three")
  }

  /// A caller that does not wait for what was said instead goes on at once.
  @Test func `a cancelled practice does not wait for the second recognizer`() throws {
    let unsure = words("one two three", phrase: 0, confidence: 0.2)
    let cancellation = Cancellation()
    let (ear, recognizer) = try self.ear(unsure, free: "two of three")
    recognizer.onOpeningForAnything = { cancellation.cancel() }
    #expect(ear.end(cancellation: cancellation) == nil)
    #expect(recognizer.soundsForAnything == 0, "it is not given the sound any more")
    // The next repetition is heard as ever.
    recognizer.onOpeningForAnything = {}
    try ear.begin(sentences.sentences[1], model: .seconds(1))
    #expect(ear.end(cancellation: Cancellation()) != nil)
  }

  @Test func `and gives no line with further words a hundred percent`() throws {
    let run = try practise(
      "--until-quiet", "--listen", "--recognizer", "mock-ear", "--set",
      "script=one two three and more|four five six")
    let repeated = try events(run, "repeated")
    #expect(repeated.map { $0["added"] as? [String] } == [["and", "more"], []])
    let finished = try #require(try events(run, "finished").first)
    #expect(finished["added"] as? Int == 2)
    #expect(finished["compared"] as? Int == 2 && finished["whole"] as? Int == 1)
    #expect(finished["score"] as? Double == 0.625)
    // A sentence that was not said as written scores at most a half.
    #expect(repeated.map { $0["score"] as? Double } == [0.3, 1])
    let plain = try stage.host([
      "practice", speech, "-v", "flite:slt", "--plain", "--device", "null", "--microphone", takes,
      "--until-quiet", "--listen", "--recognizer", "mock-ear", "--set",
      "script=one two three and more|four five six",
    ])
    #expect(
      plain.text.contains(
        "6 of 6 words were right, 2 added, and 1 of 2 repetitions without a mistake (63 %)."),
      "\(plain.text)")
    #expect(plain.text.contains("Added: “and”, “more”."), "\(plain.text)")
  }

  @Test func `at the cost of a repetition where the recognizer fails, until that is too often`()
    throws
  {
    var notes: [ListenFailure] = []
    let text = PracticeText(title: "", content: "One. Two.", language: "en")
    let ear = try MicrophoneListener(
      path: takes, name: takes, raw: nil, text: text, recognizer: FailingRecognizer(),
      Cancellation(),
      explain: Messages(language: .english).why, note: { notes.append($0) })
    let segments = text.sentences
    func repeats(_ blocks: Int) throws -> Repetition? {
      try ear.begin(segments[0], model: .seconds(1))
      for _ in 0..<blocks {
        _ = try ear.listen(atMost: .milliseconds(100), cancellation: Cancellation())
      }
      return ear.end(cancellation: Cancellation())
    }
    #expect(try repeats(5) != nil && notes.isEmpty)
    #expect(try repeats(5) == nil && repeats(5) == nil && notes.count == 2)
    #expect(throws: MicrophoneLost("There is no recognizer that can go on.")) { try repeats(5) }
  }

  @Test func `until the sound of the microphone is over`() throws {
    try stage.folder.write("One. Two. Three. Four. Five. Six.", as: "numbers.txt")
    let run = try practise("--until-quiet", "--language", "en")
    #expect(run.status == 0 && run.talk.isEmpty)
    #expect(try events(run, "microphone-lost").count == 1)
    #expect(try events(run, "finished").first?["segments"] as? Int == 6)
  }

  @Test func `and says where there is no microphone or recognizer`() throws {
    let none = try stage.host([
      "practice", speech, "-v", "mock", "--until-quiet", "--microphone", "nowhere.wav",
    ])
    #expect(none.status == 66 && none.talk.contains("nowhere.wav cannot be read"), "\(none.talk)")
    let nobody = try practise("--listen", "--recognizer", "nobody")
    #expect(nobody.status == 69 && nobody.talk.contains("nobody"))
    let second = try practise("--listen", "--recognizer", "nobody,mock-ear")
    #expect(second.status == 0 && second.talk.contains("nobody"), "\(second.talk)")
  }
}

@Suite(.startsProcesses) struct `host practice with an error` {
  private let stage: Stagehand
  private var output: String { stage.folder.path("session.wav") }

  init() throws { stage = try Stagehand(hasBrokenVoices: true) }

  private func practise(_ bytes: [UInt8], _ more: String...) throws -> Run {
    let path = stage.folder.path("speech.txt")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try stage.host(
      ["practice", path, "-v", "mock", "--pause", "off", "-o", output, "--scripted", "-"]
        + more)
  }

  @Test(
    arguments: [
      ("", "is empty"), (" \n\n ", "is empty"), ("* * *\n…", "no letter"),
      (String(repeating: "word ", count: 2000) + "!", "10,001 characters"), ("no such", nil),
    ] as [(String, String?)])
  func `says in one sentence what is wrong with a text`(text: String, sentence: String?) throws {
    guard let sentence else {
      let run = try stage.host(["practice", "no such"])
      #expect(run.status == 66 && run.talk.contains("There is no speech “no such”"))
      return
    }
    let run = try practise(Array(text.utf8))
    #expect(run.status == 65 && run.talk.contains(sentence), "\(run.talk)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func `takes the beginning of a text that is too long where that is wanted`() throws {
    let text = String(repeating: "Word is here. ", count: 800)
    let run = try practise(Array(text.utf8), "--truncate", "--json", "--minutes", "0.05")
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("cut to its first 10,000"), "\(run.talk)")
  }

  @Test func `bytes that are not text are refused with the reason`() throws {
    let zero = try practise(Array("One. ".utf8) + [0])
    #expect(zero.status == 65 && zero.talk.contains("NUL byte at offset 5"))
    let book = try practise(Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 60))
    #expect(book.status == 65 && book.talk.contains("a packed file, not plain text"))
  }

  @Test func `says a sentence of 9,000 characters`() throws {
    let text = String(repeating: "word ", count: 1800)
    let run = try practise(Array(text.utf8), "--json")
    #expect(run.status == 0, "\(run.talk)")
    let frames = try Fixtures.sound(inFile: output).frameCount
    #expect(frames == (text.utf8.count - 1) * 960)
  }

  @Test func `refuses a library from a newer version, and leaves it alone`() throws {
    try stage.folder.write("One. Two.", as: "speech.txt")
    _ = try stage.host(["speech", "add", stage.folder.path("speech.txt")])
    try stage.makeNewer(module: "practice")
    let run = try stage.host(["practice", "speech", "-v", "mock", "-o", output])
    #expect(run.status == 78 && run.talk.contains("newer Cue"), "\(run.talk)")
    // A file needs no library.
    let file = try stage.host([
      "practice", stage.folder.path("speech.txt"), "-v", "mock", "-o", output, "--scripted",
      "/dev/null",
    ])
    #expect(file.status == 0 && file.talk.contains("newer Cue"), "\(file.talk)")
    #expect(file.talk.contains("Nothing of this practice is remembered"))
  }

  @Test func `says that there is no sound server, and goes on without sound`() throws {
    let path = try stage.folder.write("One. Two.", as: "speech.txt")
    let run = try stage.host(["practice", path, "-v", "mock", "--scripted", "-"])
    #expect(run.status == 0 && run.talk.contains("Nothing can be heard"), "\(run.talk)")
    #expect(run.talk.contains("without sound") && run.text.contains("The end."), "\(run.text)")
  }

  @Test func `keeps the place where the voice crashes in mid-session`() throws {
    let path = try stage.folder.write("One is here. Two is here.", as: "speech.txt")
    _ = try stage.host(["speech", "add", path])
    let run = try stage.host(
      [
        "practice", "speech", "-v", "mock", "--pause", "off", "--json", "-o", output,
        "--scripted", "-",
      ], input: "segment\nvoice crash\n")
    #expect(run.status == 69, "\(run.text) \(run.talk)")
    let events = try stage.events(run)
    #expect(events.filter { $0["event"] as? String == "failed" }.count == 1)
    let last = try #require(events.last)
    #expect(last["event"] as? String == "stopped" && last["place"] as? Int == 13)
    let again = try stage.host(
      [
        "practice", "speech", "-v", "mock", "--json", "-o", output, "--scripted", "-",
      ], input: "quit\n")
    #expect(try stage.events(again).first?["number"] as? Int == 2)
  }

  @Test func `goes on with a stand-in where there is one`() throws {
    let path = try stage.folder.write("One is here. Two is here.", as: "speech.txt")
    let run = try stage.host([
      "practice", path, "-v", "crash,mock", "--pause", "off", "--json", "-o", output,
      "--scripted", "-",
    ])
    #expect(run.status == 0, "\(run.talk)")
    let standIns = try stage.events(run).filter { $0["event"] as? String == "stand-in" }
    #expect(!standIns.isEmpty)
  }

  @Test func `a voice that does not exist is refused first of all`() throws {
    let path = try stage.folder.write("One.", as: "speech.txt")
    let run = try stage.host(["practice", path, "-v", "nobody", "-o", output])
    #expect(run.status == 69 && run.talk.contains("nobody"), "\(run.talk)")
  }
}
