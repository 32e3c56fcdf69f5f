import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

/// Telephone keys being pressed, in light noise.
private struct Keys {
  static let tones: [Character: (Double, Double)] = {
    let rows = ["123A": 697.0, "456B": 770, "789C": 852, "*0#D": 941]
    let columns = [1209.0, 1336, 1477, 1633]
    var tones: [Character: (Double, Double)] = [:]
    for (row, hertz) in rows {
      for (key, column) in zip(row, columns) { tones[key] = (hertz, column) }
    }
    return tones
  }()

  /// Noise for a period, then each key: it sounds for `tone` seconds at the beginning of its period.
  static func sound(
    _ keys: String, _ format: AudioFormat, toneSeconds tone: Double = 0.08,
    periodSeconds period: Double = 0.14
  ) -> AudioBuffer {
    var random = Seeded(5)
    let rate = Double(format.rateHertz)
    var samples: [Float] = []
    for key in "." + keys {
      for frame in 0..<Int(rate * period) {
        let time = Double(frame) / rate
        var value = Double.random(in: -0.003...0.003, using: &random)
        if let (low, high) = tones[key], time < tone {
          value += 0.3 * (sin(2 * .pi * low * time) + sin(2 * .pi * high * time))
        }
        samples += Array(repeating: Float(value), count: format.channels)
      }
    }
    return format.sample == .float32
      ? AudioBuffer(float32: samples, rateHertz: format.rateHertz, channels: format.channels)
      : AudioBuffer(
        int16: samples.map { Int16($0 * 32767) }, rateHertz: format.rateHertz,
        channels: format.channels)
  }
}

private let mono = AudioFormat(sample: .int16, rateHertz: 16000)

/// The recognizers that plugin authors copy.
enum ExampleRecognizer: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case c = "C", python = "Python"

  var testDescription: String { rawValue }

  func client() throws -> RecognizerClient {
    switch self {
    case .python:
      return RecognizerClient(
        setup(
          Places.source("plugin-sdk/examples/python/recognizer.py"), name: "ear", isProgram: true))
    case .c:
      let folder = try TemporaryFolder()
      try Fixtures.compile(
        Places.source("plugin-sdk/examples/c/recognizer.c"), to: folder.path("ear.so"), ["-lm"])
      return RecognizerClient(
        setup(folder.path("ear.so"), id: "org.cue.example-c-ear", name: "ear", in: folder))
    }
  }
}

@Suite(.needsPython) struct `The example recognizers` {
  /// What is heard in `sound`, given in blocks of `frames`.
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

  @Test(
    arguments: ExampleRecognizer.allCases,
    [
      mono, AudioFormat(sample: .int16, rateHertz: 8000),
      AudioFormat(sample: .float32, rateHertz: 44100, channels: 2),
      AudioFormat(sample: .float32, rateHertz: 48000),
      AudioFormat(sample: .int16, rateHertz: 22050, channels: 3),
    ])
  func `hear all keys at any rate, and when they were pressed`(
    example: ExampleRecognizer, format: AudioFormat
  ) throws {
    let heard = try listen(try example.client(), Keys.sound("123A456B789C*0#D", format)).heard
    #expect(
      heard.text == "one two three a four five six b seven eight nine c star zero pound d")
    #expect(heard.words.map(\.text).joined(separator: " ") == heard.text)
    for (index, word) in heard.words.enumerated() {
      // A window is 25 ms long and they follow every 12.5 ms.
      let start = Double(word.frames.lowerBound) / Double(format.rateHertz)
      let end = Double(word.frames.upperBound) / Double(format.rateHertz)
      #expect(abs(start - 0.14 * Double(index + 1)) < 0.015)
      #expect(abs(end - 0.14 * Double(index + 1) - 0.08) < 0.015)
      #expect(try #require(word.confidence) > 0.8)
    }
    #expect(try #require(heard.confidence) > 0.8)
    #expect(heard.stableBytes == heard.text.utf8.count)
  }

  @Test(arguments: ExampleRecognizer.allCases)
  func `hear the same however sound is cut, and never take back what is stable`(
    example: ExampleRecognizer
  ) throws {
    let ear = try example.client()
    let sound = Keys.sound("1223#", mono)
    let whole = try listen(ear, sound, frames: sound.frameCount)
    #expect(whole.heard.text == "one two two three pound")
    #expect(whole.partials.count >= 5)
    for frames in [37, 160, 1001] {
      let cut = try listen(ear, sound, frames: frames)
      #expect(cut.heard == whole.heard)
      #expect(cut.partials == whole.partials)
    }
    let results = whole.partials + [whole.heard]
    for (one, next) in zip(results, results.dropFirst()) {
      #expect(next.stableBytes >= one.stableBytes)
      #expect(
        next.text.utf8.prefix(one.stableBytes).elementsEqual(one.text.utf8.prefix(one.stableBytes)))
    }
    for heard in results {
      #expect(
        zip(heard.words, heard.words.dropFirst()).allSatisfy {
          $0.frames.upperBound <= $1.frames.lowerBound
        })
      #expect(heard.words.allSatisfy { $0.frames.upperBound <= sound.frameCount })
    }
  }

  /// The tones fill one window each, which could be the beginning of a key.
  @Test func `the recognizer in C takes back a click that was not stable`() throws {
    let clicks = Keys.sound("12", mono, toneSeconds: 0.025, periodSeconds: 0.15)
    let (heard, partials) = try listen(try ExampleRecognizer.c.client(), clicks)
    #expect(partials.map(\.text) == ["one", "", "two", ""])
    #expect(partials.map(\.stableBytes) == [0, 0, 0, 0])
    #expect(heard.text == "" && heard.words == [])
  }

  @Test(arguments: ExampleRecognizer.allCases)
  func `hear nothing in silence, noise, hum, clicks and a chord`(example: ExampleRecognizer) throws
  {
    let ear = try example.client()
    var random = Seeded(9)
    let seconds: [(Int) -> Double] = [
      { _ in 0 }, { _ in Double.random(in: -0.5...0.5, using: &random) },
      { sin(2 * .pi * 50 * Double($0) / 16000) }, { $0 % 3000 == 0 ? 1 : 0 },
      { n in [262.0, 330, 392].reduce(0) { $0 + 0.3 * sin(2 * .pi * $1 * Double(n) / 16000) } },
      { 0.5 * sin(2 * .pi * 697 * Double($0) / 16000) },
      { _ in .nan },
    ]
    for wave in seconds {
      let sound = AudioBuffer(float32: (0..<16000).map { Float(wave($0)) }, rateHertz: 16000)
      let (heard, _) = try listen(ear, sound)
      #expect(heard.text == "" && heard.words == [] && heard.stableBytes == 0)
    }
    try ear.begin(mono)
    #expect(try ear.finish(cancellation: Cancellation()).text == "")
  }

  @Test(arguments: ExampleRecognizer.allCases)
  func `the example recognizers release a closed stream, and start the next one fresh`(
    example: ExampleRecognizer
  ) throws {
    let ear = try example.client()
    let sound = Keys.sound("77", mono)
    try ear.begin(mono)
    #expect(try ear.take(sound).last?.text == "seven seven")
    ear.close()
    #expect(try listen(ear, Keys.sound("1", mono)).heard.text == "one")
    try ear.begin(mono)
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: ListenFailure.cancelled) {
      try ear.push(Keys.sound(String(repeating: "5", count: 200), mono), cancellation: cancellation)
    }
    #expect(try listen(ear, Keys.sound("2", mono)).heard.text == "two")
  }

  @Test(arguments: ExampleRecognizer.allCases)
  func `the example recognizers refuse unsuitable sound, and report ignored settings`(
    example: ExampleRecognizer
  ) throws {
    let ear = try example.client()
    let failure = try #require(throws: ListenFailure.self) {
      try ear.begin(AudioFormat(sample: .int16, rateHertz: 2000))
    }
    #expect(failure.kind == .audioFormatInvalid)
    #expect(failure.plugin?.isDue(to: .said("Telephone tones need 4,000")) == true)
    var request = ListenRequest(format: mono)
    request.language = "et"
    #expect(
      try ear.open(request, cancellation: Cancellation())
        == [Shortfall(field: "language", outcome: "replaced by en")])
    for language in ["", "en", "en-GB"] {
      request.language = language
      #expect(try ear.open(request, cancellation: Cancellation()) == [])
    }
  }

  @Test func `in C knows which phrase a key belongs to`() throws {
    let ear = try ExampleRecognizer.c.client()
    let phrases = [
      ExpectedPhrase(.number, "One two"), ExpectedPhrase(.expected, "to be"),
      ExpectedPhrase(.command, "star"),
    ]
    #expect(
      try ear.begin(mono, phrases)
        == [Shortfall(field: "phrase 2", outcome: "ignored: no key is in it")])
    let heard = try listen(ear, Keys.sound("15*", mono), phrases).heard
    #expect(heard.text == "one star")
    #expect(heard.words.map(\.text) == ["one", "five", "star"])
    #expect(heard.words.map(\.phrase) == [0, nil, 2])
    #expect(heard.words.map(\.isOutside) == [false, true, false])
  }
}
