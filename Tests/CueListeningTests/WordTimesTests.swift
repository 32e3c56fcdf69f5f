import CueModel
import Testing

@testable import CueListening

private let rate = 16_000

/// A tone for each positive number of seconds, and silence for each negative one.
private func sound(_ stretches: [Double]) -> AudioBuffer {
  var samples: [Float] = []
  for seconds in stretches {
    let count = Int((abs(seconds) * Double(rate)).rounded())
    samples += (0..<count).map { seconds > 0 ? ($0 % 80 < 40 ? 0.2 : -0.2) : 0 }
  }
  return AudioBuffer(float32: samples, rateHertz: rate)
}

private func seconds(_ marks: [SpeechMark]) -> [Double] {
  marks.map { (Double($0.frame) / Double(rate) * 100).rounded() / 100 }
}

private func words(_ marks: [SpeechMark], of text: String) -> [String] {
  let bytes = Array(text.utf8)
  return marks.map { String(decoding: bytes[$0.textRange], as: UTF8.self) }
}

@Suite struct `Words without times from the voice` {
  @Test func `estimated words begin after the pauses where the text has stops`() {
    let text = "Come in. You must be cold, I think. Sit down."
    let marks = WordSpread(text).marks(
      in: sound([-0.2, 0.5, -0.3, 0.9, -0.2, 0.4, -0.5, 0.6, -0.3]))
    #expect(
      words(marks, of: text)
        == ["Come", "in", "You", "must", "be", "cold", "I", "think", "Sit", "down"])
    let begin = seconds(marks)
    #expect(begin[0] == 0.2)
    // A hop is 10 ms.
    #expect(abs(begin[2] - 1.0) <= 0.01)
    #expect(abs(begin[6] - 2.1) <= 0.01)
    #expect(abs(begin[8] - 3.0) <= 0.01)
    #expect(marks.allSatisfy { $0.isEstimated && $0.kind == .word })
  }

  @Test func `estimated words take as long as their letters, without pauses`() {
    let marks = WordSpread("a aaaaaaa a").marks(in: sound([0.6, -0.4, 0.6]))
    let begin = seconds(marks)
    // Weights of 2, 8 and 2 over 1.2 s that are heard.
    #expect(begin == [0, 0.2, 1.4])
  }

  @Test(arguments: [
    "One word", "Ütle mulle, kallis: kes sa oled?", "3.30 pm, $20 and 1,000,000 — well…", "!", "",
    String(repeating: "word. ", count: 300),
  ])
  func `lie in order and within the sound, whatever the sound is`(text: String) {
    for stretches in [[], [0.01], [-1], [0.3], [-0.5, 0.2, -0.5, 2, -3]] as [[Double]] {
      let sound = sound(stretches)
      let spread = WordSpread(text, language: "et")
      let marks = spread.marks(
        in: sound, known: [0: 0..<10, 1: 90_000_000..<90_000_001, 2: 5..<6, 7: 900..<4000])
      #expect(marks.map(\.textRange) == spread.ranges)
      #expect(zip(marks, marks.dropFirst()).allSatisfy { $0.frame <= $1.frame })
      #expect(marks.allSatisfy { 0 <= $0.frame && $0.frame <= max(0, sound.frameCount - 1) })
    }
  }

  @Test func `stay where they were heard, and the others go between`() {
    let text = "one two three four"
    let marks = WordSpread(text).marks(
      in: sound([2]), known: [1: 8000..<9000, 3: 24_000..<25_000])
    let begin = seconds(marks)
    #expect(begin[0] == 0 && begin[1] == 0.5 && begin[3] == 1.5)
    #expect(0.6 < begin[2] && begin[2] < 1.4)
  }

  @Test func `do not begin in the silence that a recognizer took for their beginning`() {
    // Heard from 0.1 s on; sound is there from 0.4 s on.
    let marks = WordSpread("where now").marks(
      in: sound([-0.4, 0.6]), known: [0: 1600..<9600, 1: 9600..<14_000])
    #expect(seconds(marks) == [0.38, 0.6])
  }
}

@Suite struct `A recognizer that times words` {
  private func heard(_ words: [(String, Double, Double)], confidence: Double? = 1) -> Heard {
    Heard(
      text: words.map(\.0).joined(separator: " "),
      words: words.map {
        Heard.Word(
          $0.0, frames: Int($0.1 * Double(rate))..<Int($0.2 * Double(rate)), confidence: confidence)
      })
  }

  @Test func `a timing recognizer gets only the text, starts fresh, and its times are used`() throws
  {
    let ear = TimingEar(
      heard([("it", 0.1, 0.2), ("is", 0.2, 0.4), ("five", 0.4, 0.8), ("o'clock", 0.8, 1.2)]))
    let timer = RecognizedWordTimer(ear, identity: "ear 1")
    let text = "It is 5 o’clock."
    for round in 1...2 {
      let marks = try timer.words(
        of: text, language: "en", in: sound([1.3]), cancellation: Cancellation())
      #expect(words(marks, of: text) == ["It", "is", "5", "o’clock"])
      #expect(seconds(marks) == [0.1, 0.2, 0.4, 0.8])
      #expect(ear.forgets == round)
    }
    #expect(ear.phrases == [ExpectedPhrase(.expected, "it is five o'clock", written: text)])
    #expect(timer.id.hasPrefix("ear 1 "))
  }

  @Test func `that doubts a word times it all the same, and misses others`() throws {
    var result = heard([("she", 0.1, 0.3), ("never", 0.3, 0.7), ("back", 1.2, 1.5)])
    result.words[1].isOutside = true
    result.words[1].confidence = 0.2
    let timer = RecognizedWordTimer(TimingEar(result), identity: "")
    let marks = try timer.words(
      of: "She never came back.", language: "", in: sound([1.6]), cancellation: Cancellation())
    let begin = seconds(marks)
    #expect(begin[1] == 0.3 && begin[3] == 1.2)
    #expect(0.4 < begin[2] && begin[2] < 1.1)
  }

  @Test func `without times from the recognizer, words are spread over the sound`() throws {
    let text = "Is there still a train tonight?"
    let alone = WordSpread(text).marks(in: sound([2]))
    for result in [
      heard([("is", 0.5, 0.6), ("potato", 0.6, 1.9)]),
      heard("is there still a train tonight".split(separator: " ").map { (String($0), 0, 0) }),
      Heard(text: text), Heard(text: ""),
    ] {
      let marks = try RecognizedWordTimer(TimingEar(result), identity: "").words(
        of: text, language: "", in: sound([2]), cancellation: Cancellation())
      #expect(marks == alone)
    }
  }

  @Test func `A recognizer that times words that fails says so`() {
    let ear = TimingEar(Heard(text: ""))
    ear.failure = ListenFailure(.timedOut)
    #expect(throws: ListenFailure(.timedOut)) {
      try RecognizedWordTimer(ear, identity: "").words(
        of: "word", language: "", in: sound([1]), cancellation: Cancellation())
    }
  }
}

/// A recognizer that hears the same in every stream.
private final class TimingEar: Recognizer {
  let name = "timing"
  private let heard: Heard
  private(set) var forgets = 0
  private(set) var phrases: [ExpectedPhrase] = []
  var failure: ListenFailure?

  init(_ heard: Heard) { self.heard = heard }

  func open(_ request: ListenRequest, cancellation: Cancellation) throws(ListenFailure)
    -> [Shortfall]
  {
    phrases = request.phrases
    return []
  }
  func push(_ sound: AudioBuffer, cancellation: Cancellation) throws(ListenFailure) -> [Heard] {
    if let failure { throw failure }
    return []
  }
  func finish(cancellation: Cancellation) throws(ListenFailure) -> Heard { heard }
  func close() {}
  func forget() { forgets += 1 }
}

@Suite struct `A voice that is timed while it speaks` {
  private func speak(
    _ voice: TimedVoice, _ text: String, wantsMarks: Bool = true
  ) throws -> (events: [SpeechEvent], marks: [SpeechMark]) {
    var request = SpeechRequest(text: text)
    request.wantsMarks = wantsMarks
    var events: [SpeechEvent] = []
    _ = try voice.speak(request, cancellation: Cancellation()) { events.append($0) }
    return (events, events.compactMap { if case .mark(let mark) = $0 { mark } else { nil } })
  }

  private func samples(_ events: [SpeechEvent]) -> [Float] {
    events.flatMap { (event) -> [Float] in
      guard case .sound(let sound) = event else { return [] }
      return sound.floats
    }
  }

  @Test func `live estimation reports every word before its sound, and changes no sound`() throws {
    let text = "Come in, you must be cold. Sit down."
    let sound = sound([-0.2, 1.4, -0.4, 0.6, -0.2])
    let voice = TimedVoice(BlockVoice(sound, blockFrames: 320))
    for _ in 1...2 {
      let (events, marks) = try speak(voice, text)
      #expect(
        words(marks, of: text) == ["Come", "in", "you", "must", "be", "cold", "Sit", "down"])
      #expect(marks.allSatisfy { $0.isEstimated })
      #expect(zip(marks, marks.dropFirst()).allSatisfy { $0.frame <= $1.frame })
      #expect(samples(events) == sound.floats)
      #expect(marks[0].frame == Int(0.2 * Double(rate)))
      // "Sit" begins after the pause; a hop is 10 ms.
      #expect(abs(marks[6].frame - 2 * rate) <= rate / 100)
      var frames = 0
      for event in events {
        switch event {
        case .sound(let sound): frames += sound.frameCount
        case .mark(let mark): #expect(mark.frame >= frames || frames == sound.frameCount)
        default: break
        }
      }
    }
  }

  @Test func `a voice that reports its words, or need not, passes unchanged`() throws {
    let marks = [SpeechMark(kind: .word, frame: 3200, textRange: 0..<4)]
    let told = BlockVoice(sound([-0.2, 1]), blockFrames: 320, marks: marks)
    #expect(try speak(TimedVoice(told), "Come in").marks == marks)
    let silent = BlockVoice(sound([1]), blockFrames: 320)
    #expect(try speak(TimedVoice(silent), "Come in", wantsMarks: false).marks.isEmpty)
  }
}

/// A voice that says the same sound each time, in blocks.
private final class BlockVoice: Voice {
  let name = "block"
  private let sound: AudioBuffer
  private let blockFrames: Int
  private let marks: [SpeechMark]

  init(_ sound: AudioBuffer, blockFrames: Int, marks: [SpeechMark] = []) {
    self.sound = sound
    self.blockFrames = blockFrames
    self.marks = marks
  }

  func speak(
    _ request: SpeechRequest, cancellation: Cancellation, receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    try receive(.began(sound.format))
    for start in stride(from: 0, to: sound.frameCount, by: blockFrames) {
      let end = min(start + blockFrames, sound.frameCount)
      for mark in marks where (start..<end).contains(mark.frame) { try receive(.mark(mark)) }
      try receive(.sound(sound.frames(start..<end)))
    }
    return .finished
  }
}
