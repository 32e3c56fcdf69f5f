import CueAudio
import CueModel
import CuePlugins
import Foundation
import TestSupport
import Testing

private let lines = [
  "Good evening.", "Who is there?", "It is I, the night watchman.", "At half past nine, sir!",
  "Wait.", "The train has left without us, I fear.", "No. 42 is the last house.",
  "Come in, come in.",
  "You have 3 letters.", "He said: never again!", "Ah, well…", "One, two, three, four.",
  "She sells sea shells.",
  "A long, long way from home we were, and the rain did not stop for days.",
  "Yes.", "No?", "Mr. Smith owes $100.", "Tomorrow, then.", "Sing!", "That is all.",
]

extension Voice {
  fileprivate func sayAll(_ order: [Int]) throws -> [Int: Said] {
    var said: [Int: Said] = [:]
    for index in order { said[index] = try say(lines[index]) { $0.wantsMarks = true } }
    return said
  }
}

/// The same lines in another order, and in one more.
private func shuffled(_ seed: UInt64) -> [Int] {
  var random = Seeded(seed)
  return lines.indices.shuffled(using: &random)
}

@Suite(.startsProcesses) struct `An engine` {
  @Test(arguments: [("espeak", ""), ("espeak", "gmw/en-US+f3"), ("flite", "slt"), ("flite", "kal")])
  func `says a line in the same bytes, whatever it has said before and in whatever worker`(
    plugin: String, voice: String
  ) throws {
    let first = builtVoice(plugin, voice)
    let inOrder = try first.sayAll(Array(lines.indices))
    #expect(inOrder.values.allSatisfy { $0.outcome == .finished && $0.frames > 0 })
    #expect(try first.sayAll(shuffled(1)) == inOrder)
    #expect(try builtVoice(plugin, voice).sayAll(shuffled(2)) == inOrder)
  }

  @Test(arguments: ["espeak", "flite", "mock"])
  func `says nothing for no text, and blanks, and goes on`(plugin: String) throws {
    let voice = builtVoice(plugin)
    #expect(try voice.say("").outcome == .finished)
    #expect(try voice.say("  \n\t ").outcome == .finished)
    #expect(try voice.say("And now?").frames > 0)
  }

  @Test(arguments: ["espeak", "flite", "mock"])
  func `marks words in rising order within the text`(plugin: String) throws {
    let said = try builtVoice(plugin).say("Well, three words more.") { $0.wantsMarks = true }
    let words = said.marks.filter { $0.kind == .word }
    let text = Array("Well, three words more.".utf8)
    let spoken = words.map {
      String(decoding: text[$0.textRange], as: UTF8.self).filter(\.isLetter)
    }
    #expect(spoken == ["Well", "three", "words", "more"])
    #expect(words.map(\.frame) == words.map(\.frame).sorted())
    #expect(words.allSatisfy { $0.frame < said.frames })
  }
}

@Suite(.startsProcesses) struct `espeak` {
  @Test func `has more than a hundred voices, and variants`() throws {
    let voices = try builtVoice("espeak").voices()
    #expect(voices.filter { !$0.isVariant }.count > 100)
    #expect(voices.contains { $0.isVariant && $0.id == "+f3" })
    #expect(voices.filter { !$0.isVariant }.allSatisfy { $0.quality == 1 })
    #expect(voices.filter(\.isDefault).map(\.id) == ["gmw/en"])
    #expect(voices.contains { $0.languages.contains("et") })
    #expect(Set(voices.map(\.id)).count == voices.count, "an id is a name")
  }

  @Test func `speaks Estonian, and as a variant`() throws {
    let text = "Tere tulemast, head sõbrad."
    let english = try builtVoice("espeak").say(text)
    let estonian = try builtVoice("espeak", "et").say(text)
    let byLanguage = try builtVoice("espeak").say(text) { $0.language = "et" }
    let variant = try builtVoice("espeak", "en-us+f3").say(text)
    for said in [english, estonian, byLanguage, variant] {
      #expect(said.outcome == .finished)
      #expect(said.frames > 22050 / 2)
    }
    #expect(estonian.bytes != english.bytes)
    #expect(byLanguage.bytes == estonian.bytes)
    #expect(variant.bytes != english.bytes)
  }

  @Test func `espeak reports the marks of SSML`() throws {
    let said = try builtVoice("espeak").say(
      #"<speak>Before <mark name="the-cue"/> and after.</speak>"#
    ) {
      $0.form = .ssml
      $0.wantsMarks = true
    }
    let marks = said.marks.filter { $0.kind == .mark }
    #expect(marks.map(\.name) == ["the-cue"])
    #expect(marks.allSatisfy { $0.frame > 0 && $0.frame < said.frames })
  }

  @Test func `reports a speed that it does not reach`() throws {
    let voice = builtVoice("espeak")
    let most = try voice.say(lines[2]) { $0.speed = 449.0 / 175 }
    #expect(most.shortfalls == [])
    let more = try voice.say(lines[2]) { $0.speed = 9 }
    #expect(more.shortfalls == [Shortfall(field: "speed", outcome: "clamped to 2.566")])
    #expect(more.bytes == most.bytes)
  }

  @Test func `espeak refuses a voice that does not exist`() throws {
    let failure = try #require(throws: PluginFailure.self) {
      try builtVoice("espeak", "klingon-of-the-north").say(line)
    }
    #expect(failure.kind == .refused(status: .voice))
  }
}

@Suite(.startsProcesses) struct `flite` {
  @Test func `flite says a very long word, and the word after it is found`() throws {
    let word = String(repeating: "ab", count: 2000)
    let said = try builtVoice("flite", "kal16").say("\(word) end") { $0.wantsMarks = true }
    #expect(said.outcome == .finished)
    #expect(said.marks.last?.textRange == 4001..<4004)
  }

  @Test func `has five voices, each with its rate`() throws {
    let voices = try builtVoice("flite").voices()
    #expect(voices.allSatisfy { $0.quality == 2 })
    #expect(Set(voices.map(\.id)) == ["slt", "rms", "awb", "kal16", "kal"])
    for voice in voices {
      let said = try builtVoice("flite", voice.id).say("Hello.")
      #expect(said.format?.rateHertz == voice.rateHertz, "\(voice.id)")
      #expect(said.frames > voice.rateHertz / 5)
    }
  }

  @Test func `marks a price once, in all its bytes`() throws {
    let text = "It costs $100 today."
    let said = try builtVoice("flite").say(text) { $0.wantsMarks = true }
    let bytes = Array(text.utf8)
    #expect(
      said.marks.map { String(decoding: bytes[$0.textRange], as: UTF8.self) }
        == ["It", "costs", "$100", "today"])
  }

  /// As one utterance, a long text gave its first sound only when all of it was made: 2.4 s for 10 KB.
  @Test func `says a long text sentence by sentence, its words in their places`() throws {
    let sentence = "Nobody wants to hear all of this. "
    let text = String(repeating: sentence, count: 5)
    let said = try builtVoice("flite").say(text) { $0.wantsMarks = true }
    let words = sentence.split(separator: " ").count
    #expect(said.marks.count == 5 * words)
    let starts = said.marks.map(\.textRange.lowerBound)
    #expect(starts == starts.sorted())
    #expect(Set(starts).count == 5 * words)
    // Each sentence is said as if it were alone: same sound, five times as long.
    let frames = said.marks.map(\.frame)
    let length = said.frames / 5
    #expect(said.frames == 5 * length)
    for (index, frame) in frames.enumerated() {
      #expect(frame == frames[index % words] + index / words * length)
    }
  }

  @Test(arguments: [("slt", -4.0), ("slt", 4), ("kal", -4), ("kal", 4), ("kal16", 4), ("awb", 4)])
  func `flite changes the pitch by the requested amount`(id: String, semitones: Double) throws {
    let voice = builtVoice("flite", id)
    func hertz(_ pitch: Double) throws -> Double {
      let said = try voice.say("The quick brown fox jumps over the lazy dog.") {
        $0.pitchSemitones = pitch
      }
      let format = try #require(said.format)
      return try #require(VoicePrint(of: AudioBuffer(format: format, bytes: said.bytes))).pitchHertz
    }
    let moved = 12 * log2(try hertz(semitones) / hertz(0))
    #expect(abs(moved - semitones) < 0.8, "\(moved) semitones")
  }

  @Test func `a pitch that flite cannot change is reported`() throws {
    let voice = builtVoice("flite", "rms")
    let usual = try voice.say("Good evening.")
    let raised = try voice.say("Good evening.") { $0.pitchSemitones = 4 }
    #expect(raised.bytes == usual.bytes)
    #expect(usual.shortfalls.isEmpty)
    #expect(raised.shortfalls == [Shortfall(field: "pitch", outcome: "ignored")])
  }

  @Test(arguments: ["slt", "kal"])
  func `gets shorter with speed, and not with pitch`(id: String) throws {
    let voice = builtVoice("flite", id)
    let text = "The quick brown fox jumps over the lazy dog."
    let usual = try voice.say(text)
    let fast = try voice.say(text) { $0.speed = 2 }
    let slow = try voice.say(text) { $0.speed = 0.5 }
    #expect(Double(fast.frames) < 0.65 * Double(usual.frames))
    #expect(Double(slow.frames) > 1.6 * Double(usual.frames))
    for pitch in [-6.0, 6] {
      let said = try voice.say(text) { $0.pitchSemitones = pitch }
      #expect(said.bytes != usual.bytes)
      #expect(abs(said.frames - usual.frames) * 10 < usual.frames, "at \(pitch) semitones")
    }
  }
}

@Suite(.startsProcesses) struct `A voice that takes only short texts` {
  private let text =
    "Ärger is here. Über is there! And a sentence that is longer than forty bytes follows, é. So? Yes."

  @Test func `is given pieces, and its places are those of the whole`() throws {
    let said = try Faulty().voice("short").normalized.say(text) { $0.wantsMarks = true }
    #expect(said.outcome == .finished)
    let bytes = Array(text.utf8)
    #expect(said.frames == bytes.count * 100)
    #expect(
      said.marks.map { String(decoding: bytes[$0.textRange], as: UTF8.self) }
        == text.split(separator: " ").map(String.init))
    // 100 frames for each byte, so that each mark can be checked against its place.
    #expect(said.marks.map(\.frame) == said.marks.map { $0.textRange.lowerBound * 100 })
  }

  @Test func `says a text that fits in one piece`() throws {
    let voice = try Faulty().voice("short").normalized
    for count in [1, 39, 40, 41, 80, 81] {
      #expect(try voice.say(String(repeating: "a", count: count)).frames == count * 100)
    }
  }

  /// It does not read SSML, so that the words alone are said, and these are plain text.
  @Test func `is given pieces of the words of SSML`() throws {
    let said = try Faulty().voice("short").normalized.say("<speak>\(text)</speak>") {
      $0.form = .ssml
    }
    #expect(said.outcome == .finished)
    #expect(said.frames == Array(text.utf8).count * 100)
  }

  @Test func `is not given pieces of phonemes`() throws {
    let failure = try #require(throws: PluginFailure.self) {
      try Faulty().voice("short").normalized.say(text) { $0.form = .phonemes }
    }
    #expect(failure.kind == .refused(status: .textTooLong))
  }
}
