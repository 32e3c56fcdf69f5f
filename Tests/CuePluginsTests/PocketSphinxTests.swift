import CueAudio
import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

private let isBuilt =
  Places.hasPlugin("pocketsphinx")
  && FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us/mdef")

private func ear(_ parameters: [(name: String, value: String)] = []) -> RecognizerClient {
  RecognizerClient(
    setup(
      Places.product("libplugin-pocketsphinx.so"), id: "pocketsphinx", parameters: parameters))
}

/// What flite says, with a little silence around it.
private func speech(_ text: String, voice: String = "slt") throws -> AudioBuffer {
  let sound = try #require(try builtVoice("flite", voice).say(text).sound)
  let silence = [Int16](repeating: 0, count: 4800)
  return AudioBuffer(
    int16: silence + sound.int16s + silence, rateHertz: sound.format.rateHertz)
}

/// The same sound in another format.
private func converted(_ sound: AudioBuffer, _ format: AudioFormat) -> AudioBuffer {
  var conformer = Conformer(to: format)
  conformer.begin(sound.format)
  let most = conformer.process(sound)
  return AudioBuffer(format: format, bytes: most.bytes + conformer.finish().bytes)
}

extension RecognizerClient {
  /// Hears `sound` in pieces of `frames`, and returns the result.
  fileprivate func hear(
    _ sound: AudioBuffer, _ phrases: [ExpectedPhrase] = [], frames: Int = 1600,
    lexicon: [String: String] = [:]
  ) throws -> (heard: Heard, partials: [Heard], shortfalls: [Shortfall]) {
    var request = ListenRequest(format: sound.format, phrases: phrases)
    request.lexicon = lexicon
    let shortfalls = try open(request, cancellation: Cancellation())
    var partials: [Heard] = []
    for start in stride(from: 0, to: sound.frameCount, by: frames) {
      partials += try take(sound.frames(start..<min(start + frames, sound.frameCount)))
    }
    return (try finish(cancellation: Cancellation()), partials, shortfalls)
  }
}

private let expected = "You left the gate open, and the dog was gone."
private let scene = [
  ExpectedPhrase(.expected, expected), ExpectedPhrase(.competing, "Did you look by the river?"),
  ExpectedPhrase(.competing, "He always comes back before supper."),
  ExpectedPhrase(.command, "What is my line?"),
]
private let expectedWords = "You left the gate open and the dog was gone"

@Suite(.startsProcesses, .enabled(if: isBuilt, "the pocketsphinx plugin was left out"))
struct `PocketSphinx, expecting a line` {
  @Test(arguments: ["slt", "rms", "awb", "kal16", "kal"])
  func `PocketSphinx recognizes the expected line`(voice: String) throws {
    let sound = try speech(expected, voice: voice)
    let (heard, partials, shortfalls) = try ear().hear(sound, scene)
    #expect(heard.text == expectedWords)
    #expect(try #require(heard.confidence) >= 0.5)
    #expect(shortfalls == [])
    #expect(partials.count > 3)
    let words = heard.words.filter { !$0.isOutside && !$0.isFiller }
    #expect(words.allSatisfy { $0.phrase == 0 && !$0.frames.isEmpty })
    #expect(
      zip(heard.words, heard.words.dropFirst()).allSatisfy {
        $0.frames.upperBound <= $1.frames.lowerBound
      })
    #expect(try #require(heard.words.last).frames.upperBound <= sound.frameCount)
  }

  /// A third of the speech's power is noise; half of the lines were lost in it.
  @Test(arguments: ["slt", "rms"])
  func `PocketSphinx, expecting a line hears it in loud noise`(voice: String) throws {
    let said = try speech(expected, voice: voice).floats
    let loudness = (said.reduce(0) { $0 + $1 * $1 } / Float(said.count)).squareRoot()
    var random = Seeded(5)
    let noisy = said.map { $0 + loudness * Float.random(in: -0.6...0.6, using: &random) }
    let heard = try ear().hear(AudioBuffer(float32: noisy, rateHertz: 16000), scene).heard
    #expect(heard.text == expectedWords)
    #expect(try #require(heard.confidence) >= 0.5)
  }

  @Test(arguments: [
    ("Did you look by the river?", 1), ("What is my line?", 3),
  ])
  func `PocketSphinx, expecting a line hears what was said instead`(said: String, phrase: Int)
    throws
  {
    let (heard, _, _) = try ear().hear(try speech(said), scene)
    #expect(heard.text == said.filter { $0 != "?" })
    #expect(heard.words.filter { !$0.isOutside }.allSatisfy { $0.phrase == phrase })
  }

  @Test func `PocketSphinx does not find the expected line in another one`() throws {
    let said = "Seventeen elephants were painting the ceiling of the railway station."
    let heard = try ear().hear(try speech(said), scene).heard
    #expect(heard.text != expectedWords)
  }

  @Test func `PocketSphinx distinguishes a restart from a filler`() throws {
    let said = "You left the gate, left the gate open, uh, and the dog was gone."
    let heard = try ear().hear(try speech(said), scene).heard
    #expect(heard.text == "You left the gate left the gate open and the dog was gone")
    #expect(heard.words.contains { $0.isFiller || $0.isOutside })
  }

  /// Sound reaches the decoder in pieces of its own, whatever comes.
  @Test(arguments: [1, 7, 160, 480, 4096, 100_000])
  func `hears the same however sound is cut`(frames: Int) throws {
    let sound = try speech("You left the gate open.")
    let phrases = [ExpectedPhrase(.expected, "You left the gate open.")]
    let usual = try ear().hear(sound, phrases).heard
    let other = try ear().hear(sound, phrases, frames: frames)
    #expect(other.heard == usual)
  }

  @Test(arguments: [(8000, 1), (11_025, 1), (44_100, 2), (48_000, 2), (192_000, 1)])
  func `hears sound of any rate, and gives times in it`(rate: Int, channels: Int) throws {
    let sound = try speech(expected)
    let converted = converted(
      sound, AudioFormat(sample: .float32, rateHertz: rate, channels: channels))
    let usual = try ear().hear(sound, scene).heard
    let heard = try ear().hear(converted, scene).heard
    #expect(heard.text == expectedWords)
    let seconds = Double(try #require(heard.words.last).frames.upperBound) / Double(rate)
    let usualSeconds = Double(try #require(usual.words.last).frames.upperBound) / 16000
    #expect(abs(seconds - usualSeconds) < 0.15, "a word's end is no sharper than that")
  }

  @Test func `keeps in partial results what it called stable`() throws {
    let long = (0..<3).map { _ in expected }.joined(separator: " ")
    let (heard, partials, _) = try ear([("hold", "200")]).hear(
      try speech(long), [ExpectedPhrase(.expected, long)], frames: 480)
    var stable = ""
    for partial in partials + [heard] {
      #expect(partial.text.hasPrefix(stable))
      let now = String(decoding: partial.text.utf8.prefix(partial.stableBytes), as: UTF8.self)
      #expect(now.count >= stable.count)
      stable = now
    }
    #expect(partials.contains { $0.stableBytes > 20 })
  }

  @Test func `hears several lines in one process, and each as if it were the first after a while`()
    throws
  {
    let ear = ear()
    for line in [expected, "Did you look by the river?", expected, "Give me the lamp."] {
      let heard = try ear.hear(try speech(line), [ExpectedPhrase(.expected, line)]).heard
      #expect(heard.text == line.filter { !".,?".contains($0) })
    }
  }

  @Test func `hears it after half a minute of waiting`() throws {
    let sound = try speech(expected)
    let wait = [Int16](repeating: 0, count: 30 * 16000)
    let heard = try ear().hear(
      AudioBuffer(int16: wait + sound.int16s, rateHertz: 16000), scene
    ).heard
    #expect(heard.text == expectedWords)
  }

  @Test func `hears what stood in for a word, when it is asked for a second opinion`() throws {
    let phrases =
      scene + [ExpectedPhrase(.competing, "There was nobody at the window, or so I thought.")]
    let ear = ear([("second-opinion", "on")])
    let said = try speech("You left the window open, and the dog was gone.")
    let (heard, partials, _) = try ear.hear(said, phrases)
    #expect(heard.text == "You left the window open and the dog was gone")
    #expect(heard.words.first { $0.text == "window" }?.phrase == nil)
    #expect(partials.allSatisfy { $0.stableBytes == 0 }, "it may change any of them")
    #expect(try ear.hear(try speech(expected), phrases).heard.text == expectedWords)
  }

  /// What was added or changed was taken for the line: "wait for him" was "wait for me".
  @Test(
    arguments: [
      ("She loves the garden.", "She loves the garden and hates the house.", ["and"]),
      ("I do want it.", "I do not want it.", ["not"]), ("Wait for me.", "Wait for him.", ["him"]),
      ("We leave at seven thirty.", "We leave at seven forty.", ["forty"]),
      ("Come with me now.", "Come with you now.", ["you"]),
      ("Of course.", "Three of the horses.", ["three", "horses"]),
    ] as [(String, String, [String])], ["slt", "awb"])
  func `hears words that were changed and added, beside a witness`(
    take: (String, String, [String]), voice: String
  ) throws {
    let ear = ear([("witness", "on")])
    let line = [ExpectedPhrase(.expected, take.0)]
    let heard = try ear.hear(try speech(take.1, voice: voice), line).heard
    let others = heard.words.filter { !$0.isOutside && !$0.isFiller && $0.phrase == nil }
    #expect(Set(others.map(\.text)).isSuperset(of: take.2), "\(heard.text)")
    let right = try ear.hear(try speech(take.0, voice: voice), line).heard
    #expect(right.words.allSatisfy { $0.phrase == 0 || $0.isFiller }, "\(right.text)")
    #expect(try #require(right.confidence) >= 0.5)
  }

  /// Free speech heard "pivoted him"; and a voice that has no noise at all.
  @Test func `hears a changed word where free speech hears something else`() throws {
    let ear = ear([("witness", "on")])
    let line = [ExpectedPhrase(.expected, "Give it to her.")]
    let heard = try ear.hear(try speech("Give it to him.", voice: "rms"), line).heard
    #expect(heard.words.contains { $0.text == "him" && $0.phrase == nil }, "\(heard.text)")
    let right = try ear.hear(try speech("Give it to her.", voice: "rms"), line).heard
    #expect(right.text == "Give it to her")
  }

  @Test func `says how it guesses words that no dictionary has`() throws {
    let line = "Zorblatt left the gate open."
    let (heard, _, shortfalls) = try ear().hear(
      try speech(line), [ExpectedPhrase(.expected, line)])
    #expect(heard.text == "Zorblatt left the gate open")
    #expect(heard.words.map(\.isGuessed).prefix(2) == [true, false])
    #expect(shortfalls.count == 1)
    #expect(try #require(shortfalls.first).outcome.contains("Zorblatt: z"))
  }

  @Test func `takes pronunciations from the request and from its user`() throws {
    let line = [ExpectedPhrase(.expected, "Aoife left the gate open.")]
    let sound = try speech("Eefa left the gate open.")
    let (told, _, none) = try ear().hear(sound, line, lexicon: ["Aoife": "ˈiːfə"])
    #expect(told.text == "Aoife left the gate open")
    #expect(none == [])
    let (set, _, also) = try ear([("lexicon", "Aoife=IY F AH")]).hear(sound, line)
    #expect(set.text == "Aoife left the gate open")
    #expect(also == [])
  }

  @Test func `digits in a line do no harm`() throws {
    let line = [ExpectedPhrase(.expected, "I have 42 cats.")]
    #expect(
      try ear().hear(try speech("I have forty two cats."), line).heard.text == "I have 42 cats")
  }

  @Test(arguments: ["…!", "", "Привет, мир."])
  func `PocketSphinx refuses a line without English words`(line: String) throws {
    let ear = ear()
    let format = AudioFormat(sample: .int16, rateHertz: 16000)
    let failure = try #require(throws: ListenFailure.self) {
      try ear.begin(format, [ExpectedPhrase(.expected, line)])
    }
    #expect(failure.kind == .underlying)
    #expect(failure.plugin?.isDue(to: .said("None of the phrases can be heard")) == true)
    // Beside one that has words, it is passed over.
    let shortfalls = try ear.begin(
      format, [ExpectedPhrase(.competing, line), ExpectedPhrase(.expected, expected)])
    #expect(shortfalls.map(\.field) == ["phrase 1"])
  }

  @Test func `PocketSphinx, expecting a line takes a line of 2,000 words`() throws {
    let words = expectedWords.split(separator: " ")
    let line = (0..<2000).map { String(words[$0 % words.count]) }.joined(separator: " ")
    let heard = try ear().hear(try speech(expected), [ExpectedPhrase(.expected, line)]).heard
    #expect(heard.text.hasPrefix("you left the gate") || heard.text.hasPrefix("You left the gate"))
  }
}

@Suite(.startsProcesses, .enabled(if: isBuilt, "the pocketsphinx plugin was left out"))
struct `PocketSphinx, expecting something else` {
  @Test func `PocketSphinx, expecting something else hears one of the names`() throws {
    let names = ["Ana Maria", "Benjamin", "Charlotte"].map { ExpectedPhrase(.name, $0) }
    let ear = ear()
    let heard = try ear.hear(try speech("It was Benjamin."), names).heard
    #expect(heard.text == "Benjamin")
    #expect(heard.words.first { !$0.isOutside }?.phrase == 1)
    #expect(try ear.hear(try speech("Ana Maria"), names).heard.text == "Ana Maria")
  }

  @Test(
    arguments: [
      ("forty two", "slt"), ("forty two", "rms"), ("thirty one", "rms"), ("twenty ten", "rms"),
      ("one hundred and seven", "slt"), ("three point one four", "rms"),
      ("three point one four", "slt"),
      ("ninety nine", "slt"), ("ninety nine", "rms"), ("seventeen", "slt"),
      ("two million and three", "rms"), ("five five five one two three four", "slt"),
    ] as [(String, String)])
  func `PocketSphinx, expecting something else hears a number`(number: String, voice: String) throws
  {
    let sound = try speech(number, voice: voice)
    let heard = try ear().hear(sound, [ExpectedPhrase(.number, "")]).heard
    #expect(heard.text == number)
    #expect(heard.words.filter { !$0.isOutside && !$0.isFiller }.allSatisfy { $0.phrase == 0 })
  }

  /// Every number word is in some other word: "five apples" was 512.
  @Test(arguments: [
    "five apples", "bananas are yellow", "for you and me", "too late", "for you too", "once more",
    "ate too much", "fifty fences", "thirsty", "tonight", "won by two", "for detail",
    "plenty plenty", "forty food", "a hundred and more", "twenty tons",
  ])
  func `PocketSphinx, expecting something else hears no number in other words`(words: String) throws
  {
    let heard = try ear().hear(try speech(words), [ExpectedPhrase(.number, "")]).heard
    #expect(heard.text == "")
    #expect(heard.words.contains { $0.isOutside })
  }

  /// A song without words: chords of eight harmonics, another every 0.4 s.
  @Test func `hears no words in music, whatever else may be said`() throws {
    let roots = [220.0, 246.9, 277.2, 293.7, 329.6, 277.2, 246.9, 220.0]
    let music = (0..<Int(3.2 * 16000)).map { index -> Float in
      let time = Double(index) / 16000
      let root = roots[Int(time / 0.4) % roots.count]
      var sum = 0.0
      for tone in [1, 1.26, 1.498] {
        for harmonic in 1...8 {
          sum += sin(2 * .pi * root * tone * Double(harmonic) * time) / Double(harmonic)
        }
      }
      let within = time.truncatingRemainder(dividingBy: 0.4)
      return Float(sum * 0.06 * min(1, within * 40) * min(1, (0.4 - within) * 40))
    }
    let silence = [Float](repeating: 0, count: 8000)
    let sound = AudioBuffer(float32: silence + music + silence, rateHertz: 16000)
    let ear = ear()
    for phrases in [[], [ExpectedPhrase(.number, "")], [ExpectedPhrase(.name, "Ana")]] {
      let heard = try ear.hear(sound, phrases).heard
      #expect(heard.text == "", "\(phrases.map(\.text))")
      #expect(!heard.words.contains { $0.text.contains("<") })
    }
  }

  @Test func `hears anything where nothing is expected`() throws {
    let heard = try ear().hear(try speech("the dog was gone by the time I came down")).heard
    let words = Set(heard.text.split(separator: " "))
    #expect(words.isSuperset(of: ["gone", "time", "came", "down"]), "\(heard.text)")
  }

  @Test func `PocketSphinx hears no words in sound without speech`() throws {
    let ear = ear()
    var random = Seeded(3)
    let noise = (0..<32000).map { _ in Float.random(in: -0.1...0.1, using: &random) }
    let hum = (0..<32000).map { Float(0.3 * sin(Double($0) * 2 * .pi * 50 / 16000)) }
    let broken = [Float](repeating: .nan, count: 16000) + [.infinity, -.infinity, 1e30]
    let sounds = [
      ("none", []), ("a sample", [0]), ("silence", [Float](repeating: 0, count: 32000)),
      ("noise", noise), ("hum", hum), ("nonsense", broken),
    ]
    for (name, samples) in sounds {
      let sound = AudioBuffer(float32: samples, rateHertz: 16000)
      let heard = try ear.hear(sound, scene).heard
      #expect(heard.text == "", "\(name)")
    }
    // None of it was taken for a speaker.
    #expect(try ear.hear(try speech(expected), scene).heard.text == expectedWords)
  }

  /// The decoder alone hears "then why am I the one" in it.
  @Test func `PocketSphinx, expecting something else hears no words in a chord`() throws {
    let chord = (0..<10 * 16000).map { index in
      let turn = Double(index) * 2 * .pi / 16000
      return Float(0.12 * (sin(turn * 261.63) + sin(turn * 329.63) + sin(turn * 392)))
    }
    let lines = """
      Put the ladder against the wall and hold it with both hands.
      I was going to ask you the same thing.
      The key is under the third stone, where it has always been.
      Nobody paints a fence in the rain.
      My brother paints everything in the rain. He says the color goes deeper.
      Your brother sold me a boat with a hole in it.
      It was a very good boat, and a very small hole.
      Then why am I the one who is wet?
      Because you took it out on the lake before I could tell you.
      Give me the hammer, please.
      Not until you say that you forgive him.
      All right, I forgive him, and now give me the hammer before the light goes.
      """.split(separator: "\n").map(String.init)
    let scene = lines.map { ExpectedPhrase($0 == lines[0] ? .expected : .competing, $0) }
    let ear = ear()
    let found = try ear.hear(AudioBuffer(float32: chord, rateHertz: 16000), scene)
    #expect(found.heard.text == "")
    #expect(found.partials.allSatisfy { $0.text.isEmpty })
  }

  /// The decoder alone finds words of other lines in it, one every few seconds.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `PocketSphinx hears no words in the sound of typing`(seed: UInt64) throws {
    var random = Seeded(seed)
    var keys = [Float](repeating: 0, count: 30 * 16000)
    var at = 0
    while at + 160 < keys.count {
      // A burst of noise that dies away in 2 ms.
      for index in 0..<160 {
        keys[at + index] = .random(in: -0.4...0.4, using: &random) * exp(-Float(index) / 30)
      }
      at += .random(in: 1600...3200, using: &random)
    }
    let lines = """
      Did you notice what I was playing, Lane?
      I did not think it polite to listen, sir.
      I keep science for life.
      Is marriage so demoralizing as that?
      I have had very little experience of it myself up to the present.
      It is not a very interesting subject. I never think of it myself.
      Very natural, I am sure. That will do, thank you.
      """.split(separator: "\n").map(String.init)
    let scene = lines.map { ExpectedPhrase($0 == lines[0] ? .expected : .competing, $0) }
    let found = try ear().hear(AudioBuffer(float32: keys, rateHertz: 16000), scene)
    #expect(found.heard.text == "")
  }

  @Test func `says that it knows one language`() throws {
    let ear = ear()
    var request = ListenRequest(
      format: AudioFormat(sample: .int16, rateHertz: 16000), phrases: scene)
    request.language = "de"
    request.model = "wolf"
    let shortfalls = try ear.open(request, cancellation: Cancellation())
    #expect(shortfalls.map(\.field) == ["language", "model"])
  }

  @Test(arguments: [(7999, 1), (192_001, 1)])
  func `PocketSphinx refuses an unusual sample rate`(rate: Int, channels: Int) throws {
    let failure = try #require(throws: ListenFailure.self) {
      try ear().begin(AudioFormat(sample: .int16, rateHertz: rate, channels: channels), scene)
    }
    #expect(failure.kind == .audioFormatInvalid)
    #expect(failure.plugin?.isDue(to: .said("8000 to 192000 Hz")) == true)
  }

  @Test func `is cancelled in the middle of a minute of sound`() throws {
    let ear = ear()
    let minute = AudioBuffer(
      silentFrames: 16000 * 60, format: AudioFormat(sample: .int16, rateHertz: 16000))
    try ear.begin(minute.format, scene)
    let cancellation = Cancellation()
    cancellation.cancel()
    let failure = try #require(throws: ListenFailure.self) {
      _ = try ear.push(minute, cancellation: cancellation)
    }
    #expect(failure.kind == .cancelled)
    #expect(try ear.hear(try speech(expected), scene).heard.text == expectedWords)
  }
}

@Suite(.startsProcesses, .enabled(if: isBuilt, "the pocketsphinx plugin was left out"))
struct `The model of PocketSphinx` {
  private func refusal(_ parameters: [(name: String, value: String)]) throws -> ListenFailure {
    try #require(throws: ListenFailure.self) {
      try ear(parameters).begin(AudioFormat(sample: .int16, rateHertz: 16000), scene)
    }
  }

  @Test func `The model of PocketSphinx may be missing`() throws {
    let failure = try refusal([("model", "/nowhere")])
    #expect(failure.kind == .recognizerUnavailable)
    #expect(failure.plugin?.isDue(to: .said("The model folder /nowhere cannot be read")) == true)
  }

  @Test func `a file that is not a model is refused`() throws {
    let folder = try TemporaryFolder()
    #expect(
      try refusal([("model", folder.path)]).plugin?.isDue(
        to: .said("There is no acoustic model in")) == true)
  }

  @Test(arguments: ["mdef", "means", "variances", "transition_matrices", "sendump", "feat.params"])
  func `The model of PocketSphinx may be damaged`(part: String) throws {
    let folder = try TemporaryFolder()
    let standard = "/usr/share/pocketsphinx/model/en-us"
    try FileManager.default.copyItem(
      atPath: "\(standard)/en-us", toPath: folder.path("en-us"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("a.dict"), withDestinationPath: "\(standard)/cmudict-en-us.dict")
    let path = folder.path("en-us/\(part)")
    let whole = try #require(FileManager.default.contents(atPath: path))
    for damaged in [Data(), whole.prefix(whole.count / 2), Data(repeating: 0x41, count: 4096)] {
      // It is text, and half of it is a model too.
      if part == "feat.params", !damaged.isEmpty { continue }
      try damaged.write(to: URL(filePath: path))
      let failure = try refusal([("model", folder.path)])
      #expect(failure.kind == .recognizerUnavailable)
      #expect(failure.plugin?.isDue(to: .said("is damaged")) == true)
    }
  }

  @Test func `The model of PocketSphinx needs a dictionary that is one`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("This is a letter to my aunt.\n", as: "letter.txt")
    #expect(
      try refusal([("dictionary", file)]).plugin?.isDue(
        to: .said("is no dictionary for this model")) == true)
    #expect(
      try refusal([("dictionary", "/nowhere")]).plugin?.isDue(to: .said("cannot be read")) == true)
    #expect(
      try refusal([("lexicon", "Aoife")]).plugin?.isDue(to: .said("says no pronunciation")) == true)
  }
}
